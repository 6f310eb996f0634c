// A comparison that compiles only if the types allow the expected value.
import assert from 'node:assert/strict';

export function equal<T>(actual: T, expected: NoInfer<T>): void {
  assert.deepEqual(actual, expected);
}
