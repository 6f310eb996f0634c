// A hostile message costs as much as its length, wherever a pattern or a search could look at the same bytes again and
// again.
import { expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { parseMessage } from '../../../src/protocols/mime/parse.ts';
import { costOf, growth } from '../../support/growth.ts';
import { message, multipart, usual } from '../../support/messages.ts';

const LINEAR = 9; // a factor of 4 is linear, 16 is quadratic

function unusedBoundaries(count: number): Buffer {
  const small = Array.from({ length: count }, (_, n) => `Content-Type: multipart/mixed; boundary=unused-${n}\n\nx`);
  const file = `Content-Type: application/x; name=a.x\n\n${'x'.repeat(count * 20_000)}`;
  return multipart([...small, file]);
}

function withLineFeeds(raw: Buffer): Buffer {
  return Buffer.from(raw.toString().replaceAll('\r\n', '\n'));
}

const table: [what: string, size: number, make: (size: number) => Buffer][] = [
  ['a type of commas', 10_000, (n) => message([...usual, `Content-Type: x${','.repeat(n)}x`])],
  ['a type with blanks in it', 10_000, (n) => message([...usual, `Content-Type: a${' '.repeat(n)}b`])],
  [
    'a character set of colons',
    10_000,
    (n) => message([...usual, `Content-Type: text/plain; charset="x${':'.repeat(n)}x"`], 'Grüße'),
  ],
  ['small multiparts with unused boundaries before a large attachment', 100, unusedBoundaries],
  [
    'a part header with one carriage return',
    50_000,
    (n) => withLineFeeds(multipart([`${'a:\n'.repeat(n)}b: \rc\n\nx`])),
  ],
  [
    'addresses in quotes that are not closed',
    200,
    (n) => message([...usual, `Cc: "${'<>\\"'.repeat(n)}${'x'.repeat(n * 250)}`]),
  ],
];

it.each(table)('%s', async (_what, size, make) => {
  expect(await growth(size, make, parseMessage)).toBeLessThan(LINEAR);
});

it('foreign characters in one long line of base64 cost as much as in short lines', async () => {
  const encoded = (lines: string) => multipart([`Content-Type: a/b\nContent-Transfer-Encoding: base64\n\n${lines}`]);
  const half = 'AAAAAAAAAAA!';
  const short = await costOf(encoded(`${half}${half}\n`.repeat(40_000)), parseMessage);
  const long = await costOf(encoded(half.repeat(80_000)), parseMessage);
  expect(long / short).toBeLessThan(3);
});

it('a part header of carriage returns is read in the time for a message', async () => {
  const raw = multipart([`${'a:\r'.repeat(600_000)}\n\nx`]);
  expect(parseMessage(raw).problem).toBeNull();
  expect(await costOf(raw, parseMessage)).toBeLessThan(limits.mailReading);
});

it('a text of nothing but escape sequences is read in the time for a message of the largest size', async () => {
  const raw = message([...usual, 'Content-Type: text/plain; charset=iso-2022-jp'], '\x1b$B\x1b(B'.repeat(1_500_000));
  const cost = await costOf(raw, parseMessage);
  expect(cost * (limits.mailBytes / raw.length)).toBeLessThan(limits.mailReading);
});

it('a part in uuencode with many beginnings that lead nowhere takes no memory for each of them', () => {
  const raw = message(usual, `${'begin 644 a\n'.repeat(60)}${'x'.repeat(20_000_000)}`);
  const before = process.memoryUsage().arrayBuffers;
  parseMessage(raw);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * raw.length);
});
