// Daybook's reading of every message of the corpus is compared, field by field, with that of Python's email package and
// that of postal-mime. Every difference is decided in test/mime-corpus/differences.json, and shown on
// docs/mail-reading-differences.md: one that is not decided fails, and so does one that is decided and does not occur.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMessageReader, type MessageReader } from '../../src/protocols/mime/read-message.ts';
import { type Differences, differingFields, linesOf, type Parser, readDecisions } from '../mime-corpus/differences.ts';
import { corpus } from '../mime-corpus/index.ts';
import { type PeerReading, type Reading, readingOf } from '../mime-corpus/reading.ts';
import { readWithPostalMime, readWithPython } from './support/mail-parsers.ts';

let reader: MessageReader;
const ours = new Map<string, Reading>();

beforeAll(async () => {
  reader = createMessageReader();
  for (const { name, raw } of corpus) ours.set(name, readingOf(await reader.read(raw)));
});
afterAll(() => reader.close());

const parsers: [Parser, () => Promise<Map<string, PeerReading>>][] = [
  ['python', async () => readWithPython(corpus)],
  ['postal-mime', () => readWithPostalMime(corpus)],
];

describe.each(parsers)('%s', (parser, read) => {
  const decisions = readDecisions().filter((one) => one.parser === parser);
  const decided = decisions.flatMap(({ messages }) => linesOf(parser, messages));
  const sometimes = decisions.flatMap((one) => linesOf(parser, one.sometimes ?? {}));

  it('differs from Daybook exactly where a decision is documented', async () => {
    const theirs = await read();
    expect(theirs.size).toBe(corpus.length);
    const found = new Set(linesOf(parser, differencesFrom(theirs)));
    const known = new Set([...decided, ...sometimes]);
    expect({
      undecided: [...found].filter((line) => !known.has(line)),
      decidedButGone: decided.filter((line) => !found.has(line)),
    }).toEqual({ undecided: [], decidedButGone: [] });
  });

  it('has one documented decision for each difference', () => {
    const all = [...decided, ...sometimes];
    expect(all.filter((line, at) => all.indexOf(line) !== at)).toEqual([]);
  });
});

function differencesFrom(theirs: Map<string, PeerReading>): Differences {
  const differences: Differences = {};
  for (const [name, reading] of ours) {
    const fields = differingFields(reading, theirs.get(name) as PeerReading);
    if (fields.length > 0) differences[name] = fields;
  }
  return differences;
}
