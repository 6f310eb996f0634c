// A message is read the same from a file, window by window, as from memory, wherever the seams between the windows are.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMessage } from '../../../src/protocols/mime/parse.ts';
import { corpus } from '../../mime-corpus/index.ts';
import { message, multipart, usual } from '../../support/messages.ts';
import { damageBytes, damageFrame } from './damage.ts';
import { MARKER, marked } from './marked.ts';
import { serialise } from './serialise.ts';
import { mails } from './trees.ts';
import { parseWindowed, plainContents } from './windowed.ts';

const numRuns = Math.ceil(Number(process.env.MIME_RUNS ?? 300) / 10);
const seed = Number(process.env.MIME_SEED ?? (process.env.MIME_RUNS ? Date.now() : 20_260_217)) | 0;
const LARGEST_FOR_SMALL_WINDOWS = 200_000; // each window is a read of the disk

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-windows-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function compare(raw: Buffer, window: number): void {
  expect(parseWindowed(raw, folder, window)).toEqual(plainContents(parseMessage(raw)));
}

const classes = Map.groupBy(corpus, ({ name }) => name.slice(0, name.indexOf('/')));

describe.each([64, 1000])('through windows of %i bytes', (window) => {
  it.each([...classes])('the corpus is read the same: %s', (_class, messages) => {
    for (const { raw } of messages) if (raw.length <= LARGEST_FOR_SMALL_WINDOWS) compare(raw, window);
  });
});

it('the large messages of the corpus are read the same', () => {
  for (const { raw } of corpus) if (raw.length > LARGEST_FOR_SMALL_WINDOWS) compare(raw, 10_000);
});

it(`${numRuns} random messages are read the same, also with damage (seed ${seed})`, () => {
  fc.assert(
    fc.property(mails, marked, fc.integer(), fc.integer(), (mail, other, choices, damage) => {
      compare(serialise(mail, choices), 64);
      compare(damageFrame(serialise(other, choices), MARKER, damage), 64);
      compare(damageBytes(serialise(other, choices), damage), 1000);
    }),
    { numRuns, seed },
  );
});

const encoded = (encoding: string, body: string) =>
  multipart([`Content-Type: a/b; name=a.b\nContent-Transfer-Encoding: ${encoding}\n\n${body}`]);
const uuencoded = `begin 644 a.txt\n${`M${'86%A'.repeat(15)}\n`.repeat(50)}\`\nend\n`;
const line = `${'QUJD'.repeat(19)}\n`;

const table: [what: string, raw: Buffer][] = [
  ['base64 with text after it', encoded('base64', `${line.repeat(20)}\nA list, and its footer.\n`)],
  ['base64 whose paragraph turns out to be text', encoded('base64', `${line}\n${line.repeat(20)}not base64 at all`)],
  ['base64 in the alphabet of URLs', encoded('base64', 'QUJ-_UJD'.repeat(100))],
  ['base64 in padded pieces', encoded('base64', `${'QUJDRA==\n'.repeat(100)}`)],
  ['base64 with noise', encoded('base64', `${'QUJD!'.repeat(19)}\n${line.repeat(9)}`)],
  ['base64 of a few letters in each line', encoded('base64', 'QUJ\nDQ\nU\n\nJD\n'.repeat(50))],
  [
    'quoted-printable with blanks at the ends of lines',
    encoded('quoted-printable', `a${' \t'.repeat(300)}\r\n=20 \n=`),
  ],
  ['quoted-printable with soft breaks', encoded('quoted-printable', `a= ${' '.repeat(90)}\n=3D=\r\r\n=x=4`.repeat(9))],
  ['a file in uuencode within a text', message(usual, `before\n${uuencoded}after`)],
  ['a part in uuencode', encoded('x-uuencode', uuencoded)],
  ['a file in uuencode that does not end', message(usual, uuencoded.replace('end', 'ned').repeat(3))],
  ['a file in base64 within a text', message(usual, `before\nbegin-base64 644 a.b\n${line.repeat(9)}====\nafter`)],
  ['yEnc', message(usual, `=ybegin line=128 size=99 name=a.b\n${'=}=nab\r\n'.repeat(40)}=yend size=99\nafter`)],
  [
    'a multipart that is encoded',
    message(
      ['Content-Type: multipart/mixed; boundary=b', 'Content-Transfer-Encoding: base64'],
      Buffer.from(`--b\n\nfirst\n--b\nContent-Type: a/b\n\n${'x'.repeat(500)}\n--b--\n`).toString('base64'),
    ),
  ],
  [
    'a boundary that is longer than a window',
    Buffer.from(
      `Content-Type: multipart/mixed; boundary=${'b'.repeat(300)}\n\n--${'b'.repeat(300)}\n\ntext\n--${'b'.repeat(300)}--\n`,
    ),
  ],
  ['a content of everything', Buffer.from(`\n\0${'x'.repeat(500)}`)],
  ['nothing', Buffer.alloc(0)],
];

it.each(table)('%s', (_what, raw) => {
  for (const window of [16, 64, 100, 1000]) compare(raw, window);
});
