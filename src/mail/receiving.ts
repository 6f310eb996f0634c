// Parses an incoming message and writes its source and attachments to disk; no record is stored yet. A large message is
// parsed from its file, so that it is never completely in memory.
import type { Blobs, Received } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import type { ParsedMail } from '../values/parsed-mail.ts';

export interface ReceivedMail {
  /** Its attachments without their contents, which are on disk. */
  parsed: ParsedMail;
  raw: Received;
  /** The contents of parsed.attachments, in the same order. */
  attachments: Received[];
}

/** Parses messages within limits, from memory or from a file; implemented by protocols/mime. */
interface MailReader {
  read(message: Uint8Array | { path: string; size: number }): Promise<ParsedMail>;
}

const NOTHING = new Uint8Array(0);
const ANY = Number.POSITIVE_INFINITY; // the caller has checked the size

/** Parses a message in memory or on disk. A failure leaves no files behind. */
export async function receiveMail(
  blobs: Blobs,
  reader: MailReader,
  message: Uint8Array | Received,
): Promise<ReceivedMail> {
  // One in memory is read while it is written.
  const isSmall = message instanceof Uint8Array && message.length <= limits.mailWindow;
  const reading = isSmall ? reader.read(message) : null;
  reading?.catch(() => {}); // awaited below
  const raw = message instanceof Uint8Array ? await blobs.receive([message], ANY) : message;
  const kept: Received[] = [raw];
  try {
    const parsed = await (reading ?? reader.read({ path: raw.temporary, size: raw.size }));
    for (const { stored } of parsed.attachments) if (stored) kept.push(stored);
    const attachments = await receiveAll(blobs, parsed, kept);
    return {
      parsed: { ...parsed, attachments: parsed.attachments.map((one) => ({ ...one, content: NOTHING })) },
      raw,
      attachments,
    };
  } catch (error) {
    for (const one of kept) blobs.discard(one);
    throw error;
  }
}

// Together, because most of the time is spent waiting for the disk.
async function receiveAll(blobs: Blobs, { attachments }: ParsedMail, kept: Received[]): Promise<Received[]> {
  const tries = await Promise.allSettled(
    attachments.map(({ content, stored }) => (stored ? blobs.adopt(stored) : blobs.receive([content], ANY))),
  );
  const failed = tries.find((one) => one.status === 'rejected');
  const received = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  kept.push(...received);
  if (failed) throw failed.reason;
  return received;
}
