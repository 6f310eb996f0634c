// Reads a mailbox file in any supported format: mbox, MMDF, Babyl.
import { isBabyl, isMmdf, readBabyl, readMmdf } from './marked.ts';
import { type MboxMessage, readMbox } from './reader.ts';
import type { Scratch } from './scratch.ts';
import { formOf, hasHeader } from './separator.ts';

const BEGINNING = 2000;

/** Whether a file with this beginning is a mailbox file. Plain text that begins with From is not. */
export function isMailbox(beginning: Buffer): boolean {
  if (isMmdf(beginning) || isBabyl(beginning)) return true;
  const text = beginning
    .toString('latin1', 0, BEGINNING)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  const form = formOf(text);
  return form === 'dated' || form === 'git' || (form !== null && hasHeader(text));
}

/** `scratch` stores large messages; without it they stay in memory. */
export async function* readMailbox(
  chunks: AsyncIterable<Buffer>,
  max: number,
  scratch: Scratch | null = null,
): AsyncGenerator<MboxMessage> {
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
  yield* read(whole(), max, scratch);
}
