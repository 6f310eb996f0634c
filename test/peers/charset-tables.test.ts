// The character sets of East Asia that Daybook has tables or rules of its own for, code by code against the C library's
// iconv and the codecs of Python.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { decodeEucTw } from '../../src/protocols/mime/charsets/cns.ts';
import { type Decoder, decodeIso2022 } from '../../src/protocols/mime/charsets/decoders.ts';
import { decodeJohab } from '../../src/protocols/mime/charsets/johab.ts';
import { decodeKorean } from '../../src/protocols/mime/charsets/korean.ts';

const PYTHON = process.env.DAYBOOK_TEST_PYTHON ?? '/usr/bin/python3';
const script = fileURLToPath(new URL('./support/charset-tables.py', import.meta.url));

function decodedByPeer(decoder: 'iconv' | 'python', name: string, codes: string[]): (string | null)[] {
  const input = `${JSON.stringify({ decoder, name, codes })}\n`;
  const { stdout, stderr, status, error } = spawnSync(PYTHON, [script], { input, maxBuffer: 1 << 28 });
  if (error || status !== 0) throw new Error(`${PYTHON} ${script} failed: ${error?.message ?? stderr.toString()}`);
  return JSON.parse(stdout.toString()) as (string | null)[];
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const hex = (...bytes: number[]) => Buffer.from(bytes).toString('hex');
const pairs = (from: number, to: number) =>
  range(from, to).flatMap((first) => range(from, to).map((second) => [first, second] as const));
const ESC = '1b';
const escaped = (sequence: string) => ESC + Buffer.from(sequence).toString('hex');

/** Codes that differ, with both readings. What the peer cannot read must not be one character here. */
function differences(decode: Decoder, codes: string[], theirs: (string | null)[]): string[] {
  return codes.flatMap((code, index) => {
    const ours = decode(Buffer.from(code, 'hex'));
    const their = theirs[index] ?? null;
    const isSame = their === null ? ours.includes('\ufffd') : ours === their;
    return isSame ? [] : [`${code}: ${JSON.stringify(ours)}, not ${JSON.stringify(their)}`];
  });
}

it('EUC-TW: every plane of CNS 11643 is as in iconv', () => {
  const codes = [
    ...pairs(0xa1, 0xfe).map(([first, second]) => hex(first, second)),
    ...range(0xa1, 0xb0).flatMap((plane) => pairs(0xa1, 0xfe).map((pair) => hex(0x8e, plane, ...pair))),
  ];
  const theirs = decodedByPeer('iconv', 'EUC-TW', codes);
  expect(theirs.filter((one) => one !== null).length).toBeGreaterThan(60_000);
  expect(differences(decodeEucTw, codes, theirs)).toEqual([]);
});

it('Johab: every pair of bytes is as in Python', () => {
  const codes = range(0x84, 0xff).flatMap((first) => range(0x31, 0xff).map((second) => hex(first, second)));
  const theirs = decodedByPeer('python', 'johab', codes).map((one) => (one?.length === 1 ? one : null));
  expect(theirs.filter((one) => one !== null).length).toBeGreaterThan(17_000);
  expect(differences(decodeJohab, codes, theirs)).toEqual([]);
});

it('windows-949: every pair of bytes is as in Python', () => {
  const codes = range(0x81, 0xfe).flatMap((first) => range(0x41, 0xfe).map((second) => hex(first, second)));
  const theirs = decodedByPeer('python', 'cp949', codes).map((one) => (one?.length === 1 ? one : null));
  expect(theirs.filter((one) => one !== null).length).toBeGreaterThan(17_000);
  expect(differences(decodeKorean, codes, theirs)).toEqual([]);
});

it('ISO-2022-CN: the planes of CNS 11643 and GB 2312 are as in iconv', () => {
  const sets: [designation: string, shift: string][] = [
    ['$)A', '0e'],
    ['$)G', '0e'],
    ['$*H', escaped('N')],
    ...['I', 'J', 'K', 'L', 'M'].map((letter): [string, string] => [`$+${letter}`, escaped('O')]),
  ];
  const codes = sets.flatMap(([designation, shift]) =>
    pairs(0x21, 0x7e).map((pair) => `${escaped(designation)}${shift}${hex(...pair)}`),
  );
  const theirs = decodedByPeer('iconv', 'ISO-2022-CN-EXT', codes);
  expect(theirs.filter((one) => one !== null).length).toBeGreaterThan(50_000);
  // As browsers read it, GB 2312 is GBK: with a middle dot and a dash for two signs, and more places assigned.
  const known = codes.filter((_, index) => theirs[index] !== null);
  expect(
    differences(
      decodeIso2022,
      known,
      theirs.filter((one) => one !== null),
    ),
  ).toEqual(['1b2429410e2124: "·", not "・"', '1b2429410e212a: "—", not "―"']);
});
