// A mailbox file in any of the forms that are known here: mbox, MMDF, Babyl.
import { isBabyl, isMmdf, readBabyl, readMmdf } from './marked.ts';
import { type MboxMessage, readMbox } from './reader.ts';
import { formOf, hasHeader } from './separator.ts';

const BEGINNING = 2000;

/** Whether a file that begins so is a mailbox file: a text that begins with From is none. */
export function isMailbox(beginning: Buffer): boolean {
  if (isMmdf(beginning) || isBabyl(beginning)) return true;
  const text = beginning
    .toString('latin1', 0, BEGINNING)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  const form = formOf(text);
  return form === 'dated' || form === 'git' || (form !== null && hasHeader(text));
}

export async function* readMailbox(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<MboxMessage> {
  const pieces = chunks[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      yield first.value;
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    } finally {
      await pieces.return?.();
    }
  }
  const read = isMmdf(first.value) ? readMmdf : isBabyl(first.value) ? readBabyl : readMbox;
  yield* read(whole(), most);
}
