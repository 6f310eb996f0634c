// Every message of the corpus is read as its sender meant it, in every field that the standards or common sense decide;
// and a blank record is never given without a problem.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMessageReader, type MessageReader } from '../../../src/protocols/mime/read-message.ts';
import { readDecisions } from '../../mime-corpus/differences.ts';
import { differencesPage } from '../../mime-corpus/differences-page.ts';
import { corpus } from '../../mime-corpus/index.ts';
import { expectedReading, readingOf } from '../../mime-corpus/reading.ts';

let reader: MessageReader;
beforeAll(() => {
  reader = createMessageReader();
});
afterAll(() => reader.close());

it('has at least 500 messages with different names', () => {
  expect(corpus.length).toBeGreaterThan(500);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
});

it('is compared with other parsers on docs/mail-reading-differences.md, as it is decided', async () => {
  await expect(differencesPage(readDecisions(), corpus.length)).toMatchFileSnapshot(
    '../../../docs/mail-reading-differences.md',
  );
});

const classes = Map.groupBy(corpus, ({ name }) => name.slice(0, name.indexOf('/')));

describe.each([...classes])('%s', (_class, messages) => {
  it.each(messages.map((message) => [message.name.slice(message.name.indexOf('/') + 1), message] as const))(
    '%s',
    async (_name, { raw, expected }) => {
      const mail = await reader.read(raw);
      const reading = readingOf(mail);
      const decided = expectedReading(expected);
      expect(reading).toMatchObject(decided);
      if (expected.problem !== undefined) expect(mail.problem !== null).toBe(expected.problem);
      const blank = reading.text === null && reading.html === null && reading.attachments.length === 0;
      if (blank && expected.text !== null && raw.length > 0) expect(mail.problem).not.toBeNull();
    },
  );
});
