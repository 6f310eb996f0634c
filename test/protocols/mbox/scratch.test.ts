// Large messages of a mailbox file are in temporary files while it is split, with the same result as in memory.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMailbox } from '../../../src/protocols/mbox/mailbox.ts';
import { newScratch } from '../../../src/protocols/mbox/scratch.ts';
import { temporaryFolder } from '../../support/process.ts';

const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026';
const MARK = '\x01\x01\x01\x01\n';
const folder = temporaryFolder();

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The messages, where more than `memory` bytes go to files; null: none do. */
async function read(text: string, size: number, most: number, memory: number | null) {
  const scratch = memory === null ? null : newScratch(memory, async () => join(folder, randomUUID()));
  const found = [];
  let files = 0;
  for await (const { large, bytes, ...about } of readMailbox(inPieces(text, size), most, scratch)) {
    const rest = [...(large?.rest ?? [])].map((piece) => piece.toString('latin1'));
    found.push({ ...about, text: bytes && bytes.toString('latin1') + rest.join('') });
    if (large) files++;
    large?.release();
  }
  expect(readdirSync(folder)).toEqual([]);
  return { found, files };
}

const piece = fc.constantFrom(
  ...['\n', '\n\n', '\r\n', '\r', '\r\n\r\n', '\n>From x\n', '\r>>From y', 'Subject: x\n', 'Content-Length: 90\n'],
  ...[`\n\n${FROM}\n`, `\n${FROM}\r\n`, `\r\r${FROM}\r`, '\n\nFrom x@y\n', `\n\n${FROM}\nSubject: y\n\n`],
  ...['Content-Type: multipart/mixed; boundary=b1\n', 'Content-Type: multipart/mixed; boundary="b2"\n\n'],
  ...['\n--b1\n', '\n--b1--\n', '\n--b2\nContent-Type: text/plain\n\n', '\r\n--b2--\r\n', 'text '.repeat(30), '\0\xff'],
  ...[
    `\n${MARK}`,
    `\n${MARK}${MARK}${FROM}\n`,
    '\n\x1f\f\n1,, red,\nSubject: z\n\n*** EOOH ***\nSubject: z\n\n',
    '\n\x1f',
  ],
);

it.each([
  ['mbox', `${FROM}\n`],
  ['MMDF', MARK],
  ['Babyl', 'BABYL OPTIONS:\n\x1f\f\n0, unseen,,\n*** EOOH ***\n'],
])('any %s file is split in the same way with temporary files, which are removed', async (_, beginning) => {
  let files = 0;
  const [sizes, memories] = [fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 400 })];
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), sizes, memories, async (pieces, size, memory) => {
      const text = beginning + pieces.join('');
      for (const most of [300, 100_000]) {
        const spooled = await read(text, size, most, memory);
        expect(spooled.found).toEqual((await read(text, size, most, null)).found);
        files += spooled.files;
      }
    }),
    { numRuns: 200 },
  );
  expect(files).toBeGreaterThan(0);
});

it('lines are unquoted wherever the pieces of a large message end', async () => {
  for (const length of [1, 65_530, 65_536, 70_000, 140_000]) {
    const body = `${'x'.repeat(length)}\n>From a\n${'y'.repeat(200_000)}>From b\r\n>>From c\r>From d`;
    const text = `${FROM}\nSubject: a\n\n${body}\n\n${FROM}\nSubject: b\n\nb\n`;
    const { found, files } = await read(text, 50_000, 1_000_000, 1000);
    expect(files).toBe(1);
    expect(found).toEqual((await read(text, 50_000, 1_000_000, null)).found);
    expect(found[0]?.text).toMatch(/\nFrom a\ny+>From b\r\n>From c\rFrom d\n$/);
  }
});

it('files that were not released are removed at the end', async () => {
  const scratch = newScratch(100, async () => join(folder, randomUUID()));
  const text = `${FROM}\n\n${'x\n'.repeat(500)}`.repeat(3);
  for await (const _ of readMailbox(inPieces(text, 60), 10_000, scratch));
  expect(readdirSync(folder).length).toBeGreaterThan(0);
  scratch.close();
  expect(readdirSync(folder)).toEqual([]);
});
