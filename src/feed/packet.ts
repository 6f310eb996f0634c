// A message of the feed as bytes: encoded once, however many sockets send it.
import type { LargeText, ServedText } from '../values/served-text.ts';
import type { Message } from './messages.ts';

export interface Packet {
  /** The seq of a change; undefined for a reply to the client. */
  seq: number | undefined;
  event: string;
  bytes(): Buffer;
  /** The number of sockets on which it is queued. */
  holders: number;
}

export function packetOf({ seq, event, text }: Message): Packet {
  return { seq, event, bytes: lazily(text), holders: 0 };
}

/** A message to a client that is not a change. */
export function noticeOf(event: string, text: string): Packet {
  return { seq: undefined, event, bytes: lazily(text), holders: 0 };
}

// Encoded on first use. The text is then released, so that a large one is not in memory twice.
function lazily(text: ServedText): () => Buffer {
  let from: ServedText | undefined = text;
  let bytes: Buffer | undefined;
  return () => {
    bytes ??= typeof from === 'string' ? Buffer.from(from) : (from as LargeText).bytes();
    from = undefined;
    return bytes;
  };
}
