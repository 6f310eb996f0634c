// Messages of a mailbox file and what is noted in them.
import { type MboxMessage, readMbox } from '../../../src/protocols/mbox/reader.ts';

const MOST = 1_000_000;
export const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function messagesOf(text: string, size = 64, most = MOST): Promise<MboxMessage[]> {
  return Array.fromAsync(readMbox(inPieces(text, size), most));
}
