// Counting the records of an exported file while its pieces arrive.
import { describe, expect, it } from 'vitest';
import { createRecordCounter } from '../../../web/src/settings/data/record-counter.ts';

const MAILBOX = 'From a b\nSubject: x\n\n>From there\n Fro\nFrom\nmy From here\n\nFrom c d\n\nFrom e f\n';

function countOf(format: 'mbox' | 'lines', text: string, size: number): number {
  const count = createRecordCounter(format);
  const bytes = new TextEncoder().encode(text);
  let found = 0;
  for (let at = 0; at < bytes.length; at += size) found = count(bytes.subarray(at, at + size));
  return found;
}

describe.each([1, 2, 3, 5, 7, 1000])('in pieces of %i bytes', (size) => {
  it('a mailbox file has as many messages as separator lines', () => {
    expect(countOf('mbox', MAILBOX, size)).toBe(3);
  });

  it('a file of lines has as many records as line ends', () => {
    expect(countOf('lines', '{"a":1}\n{"b":"ä"}\n{}\n', size)).toBe(3);
  });
});
