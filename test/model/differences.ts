// Compares what the service gave with what the model says, and names every place where they differ.
import { isDeepStrictEqual } from 'node:util';

const MOST = 12;

export function same(actual: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(actual, expected)) return;
  const found = differences(actual, expected, what);
  const more = found.length > MOST ? [`… and ${found.length - MOST} more`] : [];
  throw new Error([...found.slice(0, MOST), ...more].join('\n'));
}

export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

function differences(actual: unknown, expected: unknown, at: string): string[] {
  if (isDeepStrictEqual(actual, expected)) return [];
  if (!isComposite(actual) || !isComposite(expected) || Array.isArray(actual) !== Array.isArray(expected))
    return [`${at}: the service has ${JSON.stringify(actual)}, the model ${JSON.stringify(expected)}`];
  const keys = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  return [...keys].flatMap((key) =>
    differences(actual[key], expected[key], Array.isArray(actual) ? `${at}[${key}]` : `${at}.${key}`),
  );
}

function isComposite(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
