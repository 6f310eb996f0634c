// The memory for a message does not depend on its size: messages ten times as large take no more of it, from the file
// that is imported to the attachments that are stored.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { NO_METADATA } from '../../src/protocols/mailboxes/flags.ts';
import { addNotes } from '../../src/protocols/mailboxes/mbox-notes.ts';
import { writeMbox } from '../../src/protocols/mbox/quoting.ts';
import { newMigratedDatabase } from '../support/databases.ts';
import { digest } from '../support/files.ts';
import { at, runProgram, temporaryFolder } from '../support/process.ts';

const SMALL = 4_800_000; // bytes of each message
const LARGE = 48_000_000;
const NOISE = 48 * 1024; // KiB by which two runs may differ, whatever they do; less than one message

const hook = fileURLToPath(new URL('../support/peak-memory.mjs', import.meta.url));
const header = 'From: a@example.org\r\nSubject: Large\r\nMIME-Version: 1.0\r\n';

/** Bytes that differ from place to place, so that a piece in the wrong place is noticed. */
function bytesOf(length: number, key: number): Buffer {
  const words = new Uint32Array(Math.ceil(length / 4));
  for (let at = 0, word = key; at < words.length; at++) {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    words[at] = word | 0x20202020; // neither line breaks nor zeros
  }
  return Buffer.from(words.buffer, 0, length);
}

function base64(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n'));
}

function multipart(boundary: string, parts: Buffer[], named = boundary): Buffer {
  const type = `Content-Type: multipart/mixed; boundary="${named}"\r\n\r\n`;
  const framed = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]);
  return Buffer.concat([Buffer.from(type), ...framed, Buffer.from(`--${boundary}--\r\n`)]);
}

function part(type: string, encoding: string, body: Buffer): Buffer {
  const fields = `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-Disposition: attachment\r\n\r\n`;
  return Buffer.concat([Buffer.from(fields), body]);
}

const text = Buffer.from('Content-Type: text/plain\r\n\r\nThe files.');

/** A message of about this size, and the contents of its attachments. */
type Kind = (size: number) => { raw: Buffer; contents: Buffer[] };

const kinds: Record<string, Kind> = {
  base64(size) {
    const content = bytesOf(Math.floor((size * 57) / 78), 1);
    return { raw: multipart('b', [text, part('a/b', 'base64', base64(content))]), contents: [content] };
  },
  binary: binary(2),
  many(size) {
    const contents = Array.from({ length: 200 }, (_, at) => bytesOf(Math.floor((size * 57) / 78 / 200), 3 + at));
    return { raw: multipart('b', [text, ...contents.map((one) => part('a/b', 'base64', base64(one)))]), contents };
  },
  damaged(size) {
    const contents = [bytesOf(size / 2, 1001), bytesOf(size / 2, 1002)];
    const parts = contents.map((one) => part('a/b', 'binary', one));
    return { raw: multipart('b-in-the-body', [text, ...parts], 'another'), contents };
  },
  nested(size) {
    const inner = multipart('inner', [text, part('a/b', 'binary', bytesOf(size, 1003))]);
    const content = Buffer.concat([Buffer.from(header), inner]);
    return { raw: multipart('b', [text, part('message/rfc822', '8bit', content)]), contents: [content] };
  },
  uuencoded(size) {
    const line = `M${'86%A'.repeat(15)}\r\n`;
    const lines = Math.floor(size / 4 / line.length); // the slowest to decode
    const raw = `Content-Type: text/plain\r\n\r\nbefore\r\nbegin 644 a.txt\r\n${line.repeat(lines)}\`\r\nend\r\nafter`;
    return { raw: Buffer.from(raw), contents: [Buffer.alloc(lines * 45, 'aaa')] };
  },
};

interface Imported {
  /** KiB that the process had at most. */
  peak: number;
  expected: string[];
  stored: string[];
}

/** Writes files with messages of about this size, and returns the digests of all that must be stored. */
type Write = (folder: string, size: number) => string[];

function messageOf(kind: Kind, size: number): { message: Buffer; digests: string[] } {
  const { raw, contents } = kind(size);
  const message = Buffer.concat([Buffer.from(header), raw]);
  return { message, digests: [message, ...contents].map(digest) };
}

const writeMessages: Write = (folder, size) =>
  Object.entries(kinds).flatMap(([name, kind]) => {
    const { message, digests } = messageOf(kind, size);
    writeFileSync(join(folder, `${name}.eml`), message);
    return digests;
  });

const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026\n';

/** Lines that a mailbox file must quote. */
function quoted(size: number): ReturnType<Kind> {
  const lines = Array.from({ length: 8 }, (_, at) => `From ${at}\n>From there\n${'x'.repeat(size / 8)}\n`);
  const content = Buffer.from(lines.join(''));
  return { raw: multipart('b', [text, part('a/b', 'binary', content)]), contents: [content] };
}

function binary(key: number): Kind {
  return (size) => {
    const content = bytesOf(size, key);
    return { raw: multipart('b', [text, part('a/b', 'binary', content)]), contents: [content] };
  };
}

/** Mailbox files that are attached, so that their separator lines are within parts. */
function mailboxWithin(size: number): ReturnType<Kind> {
  const contents = ['a', 'b', 'c'].map((letter) =>
    Buffer.from(`${FROM}Subject: Inner\n\n${letter.repeat(9900)}\n\n`.repeat(size / 30_000)),
  );
  const parts = contents.map((content) => part('application/mbox', '8bit', content));
  return { raw: multipart('b', [text, ...parts]), contents };
}

function exported(message: Buffer, folder: string): Buffer {
  const metadata = { ...NO_METADATA, folder, kept: { fields: {}, isMade: false } };
  return addNotes(message, metadata);
}

const writeMailboxes: Write = (folder, size) => {
  const digests: string[] = [];
  const make = (kind: Kind) => {
    const made = messageOf(kind, size);
    digests.push(...made.digests);
    return made.message;
  };
  const write = (name: string, ...pieces: (Buffer | string)[]) =>
    writeFileSync(join(folder, name), Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
  write('one.mbox', FROM, make(kinds.base64 as Kind));
  const later = [make(binary(2001)), exported(make(quoted), 'ARCHIVE')].map((one) => writeMbox(one, null, 0));
  write('several.mbox', FROM, make(mailboxWithin), '\n', ...later);
  write('notes.eml', exported(make(binary(2002)), 'INBOX'));
  write('mmdf', '\x01\x01\x01\x01\n', make(binary(2003)), '\x01\x01\x01\x01\n');
  write('babyl', 'BABYL OPTIONS:\nVersion: 5\n\x1f\f\n0, unseen,,\n*** EOOH ***\n', make(binary(2004)), '\x1f');
  return digests;
};

async function importAll(write: Write, size: number): Promise<Imported> {
  const folder = temporaryFolder();
  const mail = join(folder, 'mail');
  mkdirSync(mail);
  const expected = write(mail, size);
  const { place } = await newMigratedDatabase();
  const peakFile = join(folder, 'peak');
  const { code, err } = await runProgram(['import', mail, ...at(place)], {
    NODE_OPTIONS: `--import=${hook}`,
    PEAK_FILE: peakFile,
  });
  expect({ code, err }).toMatchObject({ code: 0 });
  const contents = join(dirname(place), 'files');
  expect(readdirSync(join(contents, 'incoming'))).toEqual([]);
  const files = join(contents, '1');
  const stored = readdirSync(files).flatMap((one) => readdirSync(join(files, one)));
  return { peak: Number(readFileSync(peakFile, 'utf8')), expected, stored };
}

it.each([
  ['files of one message', writeMessages],
  ['mailbox files', writeMailboxes],
])('in %s messages of 48 MB take no more memory than messages of 4.8 MB, and all of it is stored', async (_, write) => {
  const [small, large] = [await importAll(write, SMALL), await importAll(write, LARGE)];
  for (const { expected, stored } of [small, large]) expect(stored.sort()).toEqual([...new Set(expected)].sort());
  expect(large.peak - small.peak).toBeLessThan(NOISE);
});
