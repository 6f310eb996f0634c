// Streams the messages of one file to import, from disk or from an archive, with at most the beginning of a large
// message in memory. Each message comes with its folder and with the metadata that the original program recorded.
import { limits } from '../../limits.ts';
import { readMailbox } from '../mbox/mailbox.ts';
import type { MboxMessage } from '../mbox/reader.ts';
import { newScratch } from '../mbox/scratch.ts';
import { parseMailDate } from '../mime/dates.ts';
import { readEmlx } from './emlx.ts';
import { BEGINNING, recognise } from './file-types.ts';
import {
  gmailLabelsOf,
  isDeletedInThunderbird,
  isFolderData,
  type MailMetadata,
  metadataInBabyl,
  metadataInHeader,
  NO_METADATA,
} from './flags.ts';
import { type GmailLabelReader, newGmailLabelReader } from './gmail-labels.ts';
import { type MessagePieces, takeBytes, type WithoutNotes, withoutNotes } from './large-notes.ts';

export interface FoundMessage {
  path: string;
  offset: number;
  /** null: it is skipped, and `reason` says why. */
  bytes: Buffer | null;
  /** The rest of a large message, which must be read before the next message is requested; null if there is none. */
  rest: MessagePieces['rest'];
  reason: string | null;
  folder: string;
  metadata: MailMetadata;
  /** When it was received, by the separator line or the modification time of the file; milliseconds. */
  receivedAt: number;
}

/** Creates paths for temporary files of large messages; null: they stay in memory. */
export type NewPath = (() => Promise<string>) | null;

export interface MailLocation {
  path: string;
  /** The folder of its mail, unless the messages themselves name another. */
  folder: string;
  /** Metadata in its name; null if the header has it. */
  metadata: MailMetadata | null;
  /** Milliseconds. */
  modifiedAt: number;
}

/** Bytes of a file that are read at once. */
export const CHUNK = 4 * 1024 * 1024;
// Bytes of a mailbox file in memory: the beginning of a message, and the chunk in which it ends.
const MEMORY = 2 * CHUNK;
// Messages that are held back while labels are counted: after that the language of the account is known.
const AHEAD_MESSAGES = 500;
const AHEAD_BYTES = 16 * 1024 * 1024;
export const TOO_LARGE = `it is larger than ${limits.mailSourceBytes} bytes`;

export async function* messagesOfMbox(
  place: MailLocation,
  content: AsyncIterable<Buffer>,
  report: (bytes: number) => void,
  newPath: NewPath = null,
): AsyncGenerator<FoundMessage> {
  const labels = newGmailLabelReader();
  const scratch = newPath && newScratch(MEMORY, newPath);
  const messages = readMailbox(inChunks(content), limits.mailSourceBytes, scratch);
  try {
    for await (const { offset, envelope, bytes, large, attributes } of countedAhead(messages, labels)) {
      const receivedAt = dateOf(envelope) ?? place.modifiedAt;
      const metadata = attributes === undefined ? place.metadata : metadataInBabyl(attributes);
      const about = { ...place, metadata, offset, receivedAt };
      yield bytes === null
        ? skippedMessage(place, TOO_LARGE, offset)
        : settle(about, await withoutNotes({ bytes, rest: large?.rest ?? null }), labels);
      large?.release();
      report(offset);
    }
  } finally {
    scratch?.close();
  }
}

/** The rest of a message cannot be read. */
export class UnreadableRest extends Error {}

export async function messageOf(place: MailLocation, content: AsyncIterable<Buffer>): Promise<FoundMessage> {
  const pieces = content[Symbol.asyncIterator]();
  const { bytes, isWhole } = await takeBytes(pieces, limits.mailWindow);
  const found = await recognised(place, { bytes, rest: isWhole ? null : restOf(pieces) });
  if (found.rest === null) await pieces.return?.();
  return found;
}

/** A message of Apple Mail. */
export async function emlxOf(place: MailLocation, content: AsyncIterable<Buffer>): Promise<FoundMessage> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of content) {
    length += piece.length;
    if (length > limits.mailSourceBytes) return skippedMessage(place, TOO_LARGE);
    pieces.push(Buffer.from(piece)); // the reader fills its buffer again
  }
  const { bytes, metadata, receivedAt } = readEmlx(Buffer.concat(pieces));
  const about = { ...place, metadata, offset: 0, receivedAt: receivedAt ?? place.modifiedAt };
  return settle(about, await withoutNotes({ bytes, rest: null }), newGmailLabelReader());
}

async function* restOf(pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UnreadableRest(code === undefined ? message : `it cannot be read: ${message}`);
  } finally {
    await pieces.return?.();
  }
}

/** A message from its bytes, or from its first bytes. */
async function recognised(place: MailLocation, message: MessagePieces): Promise<FoundMessage> {
  const { bytes } = message;
  // The file was selected by its location or its name, not by its content.
  const { type, reason } = recognise(place.path, bytes.subarray(0, BEGINNING), true);
  if (type !== 'message' && type !== 'mbox')
    return skippedMessage(place, reason ?? 'it is compressed; unpack it first');
  const labels = newGmailLabelReader();
  labels.count(gmailLabelsOf(bytes) ?? []);
  const [envelope = ''] = /^From .{0,1000}/.exec(bytes.toString('latin1', 0, BEGINNING)) ?? [];
  return settle(
    { ...place, offset: 0, receivedAt: dateOf(envelope) ?? place.modifiedAt },
    await withoutNotes(message),
    labels,
  );
}

/** The time in a separator line; the sender before it may consist of several words. */
function dateOf(envelope: string): number | null {
  const date = /\b(?:mon|tue|wed|thu|fri|sat|sun)\b.*$/i.exec(envelope)?.[0] ?? envelope.replace(/^From \S*/, '');
  return parseMailDate(date);
}

export function skippedMessage(
  { path, folder }: Pick<MailLocation, 'path' | 'folder'>,
  reason: string,
  offset = 0,
): FoundMessage {
  return { path, folder, offset, bytes: null, rest: null, reason, metadata: NO_METADATA, receivedAt: 0 };
}

// Priority: notes of an export, then the file name, then the header.
function settle(
  place: MailLocation & { offset: number; receivedAt: number },
  { bytes, rest, metadata: exported }: WithoutNotes,
  labels: GmailLabelReader,
): FoundMessage {
  const { path, offset, receivedAt } = place;
  if (bytes.length === 0) return skippedMessage(place, 'there is no message after its separator line', offset);
  const metadata = exported ?? place.metadata ?? metadataInHeader(bytes, labels);
  if (!exported && isDeletedInThunderbird(bytes, metadata))
    return skippedMessage(place, 'it was deleted in Thunderbird, but the folder was not compacted', offset);
  if (isFolderData(bytes))
    return skippedMessage(place, 'it is not a message: a mail program keeps data about the folder in it', offset);
  const isKept = metadata.kept !== null && metadata.folder !== null; // an export recorded its folder
  const folder =
    metadata.isDeleted && !isKept
      ? 'TRASH'
      : metadata.isDraft && !isKept
        ? 'DRAFTS'
        : (metadata.folder ?? place.folder);
  return { path, offset, receivedAt, bytes, rest, reason: null, folder, metadata };
}

/**
 * The messages, each after its labels and those of the next messages have been counted. If the content ends with an
 * error, the messages before it are emitted first.
 */
async function* countedAhead(
  messages: AsyncIterable<MboxMessage>,
  labels: GmailLabelReader,
): AsyncGenerator<MboxMessage> {
  const waiting: MboxMessage[] = [];
  let isAhead = false;
  let length = 0;
  let failure: unknown;
  try {
    for await (const message of messages) {
      if (message.bytes !== null) labels.count(gmailLabelsOf(message.bytes) ?? []);
      waiting.push(message);
      length += message.large?.size ?? message.bytes?.length ?? 0;
      isAhead ||= waiting.length >= AHEAD_MESSAGES || length >= AHEAD_BYTES;
      if (isAhead) yield* waiting.splice(0);
    }
  } catch (error) {
    failure = error;
  }
  yield* waiting;
  if (failure !== undefined) throw failure;
}

// A message is assembled from its chunks; small chunks would make this slow. If the content ends with an error,
// everything before it is emitted, so that only the message with the error is lost.
async function* inChunks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  let failure: unknown;
  try {
    for await (const piece of content) {
      waiting.push(piece);
      length += piece.length;
      if (length < CHUNK) continue;
      yield waiting.length === 1 ? piece : Buffer.concat(waiting);
      waiting = [];
      length = 0;
    }
  } catch (error) {
    failure = error;
  }
  if (length > 0) yield Buffer.concat(waiting);
  if (failure !== undefined) throw failure;
}
