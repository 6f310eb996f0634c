// Random messages, written with random legal choices, are read back as they were meant; and with damage nothing of them
// is hidden. `npm run test:mime` does it with more of them, and with another seed each time.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { parseMessage } from '../../../src/protocols/mime/parse.ts';
import type { ParsedMail } from '../../../src/values/parsed-mail.ts';
import { damageBytes, damageFrame } from './damage.ts';
import { expectedMail } from './expected.ts';
import { found, isEmpty, MARKER, marked } from './marked.ts';
import { serialise } from './serialise.ts';
import { mails } from './trees.ts';

const numRuns = Number(process.env.MIME_RUNS ?? 300);
const seed = Number(process.env.MIME_SEED ?? (process.env.MIME_RUNS ? Date.now() : 20_260_217)) | 0;

it(`${numRuns} messages are read back equal (seed ${seed})`, () => {
  fc.assert(
    fc.property(mails, fc.integer(), (mail, choices) => {
      const parsed = read(serialise(mail, choices));
      const { attachments, attached, report, list, authentication, bcc, reply_to, read_receipt_requested, ...fields } =
        parsed;
      const files = attachments.map(({ filename, mime, content, inline }) => ({
        filename,
        mime,
        content: Buffer.from(content).toString('hex'),
        inline,
      }));
      expect({ ...fields, files }).toEqual(expectedMail(mail));
    }),
    { numRuns, seed },
  );
});

it(`${numRuns} messages with a damaged frame show what they hold, or say that they could not be read (seed ${seed})`, () => {
  fc.assert(
    fc.property(marked, fc.integer(), fc.integer(), (mail, choices, damage) => {
      const parsed = read(damageFrame(serialise(mail, choices), MARKER, damage));
      expect(parsed.problem !== null || found(parsed)).toBe(true);
    }),
    { numRuns, seed },
  );
});

it(`${numRuns} messages with damaged bytes are never blank without a problem (seed ${seed})`, () => {
  fc.assert(
    fc.property(marked, fc.integer(), fc.integer(), (mail, choices, damage) => {
      const raw = damageBytes(serialise(mail, choices), damage);
      const { body_plain, body_html, attachments, problem } = read(raw);
      const isBlank = body_plain === null && body_html === null && attachments.length === 0;
      expect(isBlank && problem === null && !isEmpty(raw)).toBe(false);
    }),
    { numRuns, seed },
  );
});

/** The message as it was read, within every limit of a record. */
function read(raw: Buffer): ParsedMail {
  const mail = parseMessage(raw);
  expect(mail.attachments.length).toBeLessThanOrEqual(limits.attachments);
  expect(mail.references.length).toBeLessThanOrEqual(limits.references);
  expect(mail.subject?.length ?? 0).toBeLessThanOrEqual(limits.nameChars * 2);
  for (const text of [mail.body_plain, mail.body_html, mail.subject]) expect(text?.isWellFormed() ?? true).toBe(true);
  return mail;
}
