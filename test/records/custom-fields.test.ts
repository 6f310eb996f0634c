// How much custom_fields can have: the length of its JSON, to the character.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { ask, startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const repeated = (count: number, value: unknown) => Array.from({ length: count }, () => value);

const PARTS: [name: string, part: Record<string, unknown>][] = [
  ['numbers', { a: repeated(127_000, 0) }],
  ['lists', { a: repeated(63_000, [0]) }],
  ['objects', { a: repeated(25_000, { a: 0 }) }],
  ['text', {}],
];

/** With a text that makes its JSON as long. */
function filled(part: Record<string, unknown>, chars: number): Record<string, unknown> {
  return { ...part, rest: 'x'.repeat(chars - JSON.stringify({ ...part, rest: '' }).length) };
}

it.each(PARTS)('%s can be as many as fit, and not one character more', async (_name, part) => {
  const send = (chars: number) =>
    ask(service.url, 'POST', '/contacts', { display_name: 'Ann', custom_fields: filled(part, chars) });
  expect((await send(limits.customChars)).status).toBe(201);
  expect(await send(limits.customChars + 1)).toMatchObject({
    status: 400,
    body: { error: { details: { errors: [{ field: 'custom_fields', constraint: 'maxSize' }] } } },
  });
});
