// A message of the feed as the bytes that go out: made once, however many sockets send it.
import type { Message } from '../domain/feed.ts';

export interface Packet {
  /** Of a change; undefined for what answers a client. */
  seq: number | undefined;
  event: string;
  bytes(): Buffer;
  /** How many sockets have it waiting. */
  holders: number;
}

export function packetOf({ seq, event, text }: Message): Packet {
  return { seq, event, bytes: lazily(text), holders: 0 };
}

/** Something a client is told beside the changes. */
export function noticeOf(event: string, text: string): Packet {
  return { seq: undefined, event, bytes: lazily(text), holders: 0 };
}

// Only when somebody wants it. The text goes then: a large one need not be in memory twice.
function lazily(text: string): () => Buffer {
  let from: string | undefined = text;
  let bytes: Buffer | undefined;
  return () => {
    bytes ??= Buffer.from(from as string);
    from = undefined;
    return bytes;
  };
}
