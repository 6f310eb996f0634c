// Removes export notes from a message that is too large for memory: its header is in memory, the rest is converted in
// pieces.
import { limits } from '../../limits.ts';
import { headerEnd } from '../mbox/header.ts';
import { EXPORTED_FIELD } from '../mbox/separator.ts';
import { type FoundNotes, findNotes, type MboxNotes, originalPiece, showHeader, takeNotes } from './mbox-notes.ts';

type Pieces = Iterator<Buffer> | AsyncIterator<Buffer>;

/** A message: its first bytes, and the rest if it is large. */
export interface MessagePieces {
  bytes: Buffer;
  rest: AsyncIterable<Buffer> | Iterable<Buffer> | null;
}

export interface WithoutNotes extends MessagePieces {
  /** null if there are no notes. */
  metadata: MboxNotes | null;
}

/** The message as it was before the export, and its notes. */
export async function withoutNotes({ bytes, rest }: MessagePieces): Promise<WithoutNotes> {
  if (rest === null) return { rest, ...(takeNotes(bytes) ?? { bytes, metadata: null }) };
  if (bytes.toString('latin1', 0, EXPORTED_FIELD.length) !== EXPORTED_FIELD) return { bytes, rest, metadata: null };
  const pieces: Pieces = Symbol.asyncIterator in rest ? rest[Symbol.asyncIterator]() : rest[Symbol.iterator]();
  let beginning = { bytes, isWhole: false };
  for (;;) {
    if (beginning.isWhole) return withoutNotes({ bytes: beginning.bytes, rest: null });
    const notes = findNotes(beginning.bytes);
    const message = beginning.bytes.subarray(notes?.length ?? 0);
    const isOver = headerEnd(message) < message.length || beginning.bytes.length > limits.notesBytes;
    if (isOver && notes === null) return { bytes: beginning.bytes, rest: remaining(pieces), metadata: null };
    if (isOver && notes !== null) return restored(message, pieces, notes);
    beginning = await takeBytes(pieces, 2 * beginning.bytes.length, beginning.bytes);
  }
}

function restored(message: Buffer, pieces: Pieces, notes: FoundNotes): WithoutNotes {
  const shown = showHeader(message);
  async function* rest(): AsyncGenerator<Buffer> {
    let length = shown.length;
    for await (const piece of remaining(pieces)) {
      const changed = originalPiece(piece, notes, length);
      if (changed.length > 0) yield changed;
      length += piece.length;
    }
  }
  return { bytes: originalPiece(shown, notes, 0), rest: rest(), metadata: notes.metadata };
}

async function* remaining(pieces: Pieces): AsyncGenerator<Buffer> {
  try {
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  } finally {
    await pieces.return?.();
  }
}

/** Reads bytes until there are more than `max`, or the end. */
export async function takeBytes(
  pieces: Pieces,
  max: number,
  before: Buffer = Buffer.alloc(0),
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const taken = [before];
  for (let length = before.length; length <= max; ) {
    const { done, value } = await pieces.next();
    if (done) return { bytes: Buffer.concat(taken), isWhole: true };
    taken.push(Buffer.from(value)); // the piece may be valid only until the next read
    length += value.length;
  }
  return { bytes: Buffer.concat(taken), isWhole: false };
}
