// The messages of one file that someone imports, from disk or from an archive: streamed, with one message in memory,
// each with its folder and with what the program that wrote it has noted about it.
import { limits } from '../limits.ts';
import { readMailbox } from '../protocols/mbox/mailbox.ts';
import type { MboxMessage } from '../protocols/mbox/reader.ts';
import { parseMailDate } from '../protocols/mime/dates.ts';
import { BEGINNING, recognise } from './file-kinds.ts';
import { type GmailLabelReader, newGmailLabelReader } from './gmail-labels.ts';
import {
  gmailLabelsOf,
  isFolderData,
  isLeftByThunderbird,
  NOTHING_NOTED,
  type Noted,
  notedInBabyl,
  notedInHeader,
} from './mailbox-flags.ts';
import { takeNotes } from './mbox-notes.ts';

export interface FoundMessage {
  path: string;
  offset: number;
  /** null: it cannot be taken, and `reason` says why. */
  bytes: Buffer | null;
  reason: string | null;
  folder: string;
  noted: Noted;
  /** When it was received, by the separator line or the time of the file; milliseconds. */
  receivedAt: number;
}

export interface MailPlace {
  path: string;
  /** Where its mail goes, unless the messages themselves say otherwise. */
  folder: string;
  /** What its name says about the message; null where its header does. */
  noted: Noted | null;
  /** Milliseconds. */
  modifiedAt: number;
}

/** Bytes of a file that are read at once. */
export const CHUNK = 4 * 1024 * 1024;
// Messages that are held back until their labels are counted: by then the language of the account is clear.
const AHEAD_MESSAGES = 500;
const AHEAD_BYTES = 16 * 1024 * 1024;
const TOO_LARGE = `it is larger than ${limits.mailSourceBytes} bytes`;

export async function* messagesOfMbox(
  place: MailPlace,
  content: AsyncIterable<Buffer>,
  report: (bytes: number) => void,
): AsyncGenerator<FoundMessage> {
  const labels = newGmailLabelReader();
  const messages = readMailbox(inChunks(content), limits.mailSourceBytes);
  for await (const { offset, envelope, bytes, attributes } of countedAhead(messages, labels)) {
    const receivedAt = dateOf(envelope) ?? place.modifiedAt;
    const noted = attributes === undefined ? place.noted : notedInBabyl(attributes);
    yield bytes === null
      ? notTaken(place, TOO_LARGE, offset)
      : settle({ ...place, noted, offset, receivedAt }, bytes, labels);
    report(offset);
  }
}

export async function messageOf(place: MailPlace, content: AsyncIterable<Buffer>): Promise<FoundMessage> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of content) {
    length += piece.length;
    if (length > limits.mailSourceBytes) return notTaken(place, TOO_LARGE);
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  // Whoever found it has gone by its place or its name.
  const { kind, reason } = recognise(place.path, bytes.subarray(0, BEGINNING), true);
  if (kind !== 'message' && kind !== 'mbox') return notTaken(place, reason ?? 'it is compressed; unpack it first');
  const labels = newGmailLabelReader();
  labels.count(gmailLabelsOf(bytes) ?? []);
  const [envelope = ''] = /^From .{0,1000}/.exec(bytes.toString('latin1', 0, BEGINNING)) ?? [];
  return settle({ ...place, offset: 0, receivedAt: dateOf(envelope) ?? place.modifiedAt }, bytes, labels);
}

/** The time in a separator line; the sender before it may have several words. */
function dateOf(envelope: string): number | null {
  const date = /\b(?:mon|tue|wed|thu|fri|sat|sun)\b.*$/i.exec(envelope)?.[0] ?? envelope.replace(/^From \S*/, '');
  return parseMailDate(date);
}

export function notTaken({ path, folder }: Pick<MailPlace, 'path' | 'folder'>, reason: string, offset = 0) {
  return { path, folder, offset, bytes: null, reason, noted: NOTHING_NOTED, receivedAt: 0 };
}

// Notes of an export come first, then the name of the file, then the header.
function settle(
  place: MailPlace & { offset: number; receivedAt: number },
  given: Buffer,
  labels: GmailLabelReader,
): FoundMessage {
  const { path, offset, receivedAt } = place;
  const exported = takeNotes(given);
  const bytes = exported?.bytes ?? given;
  if (bytes.length === 0) return notTaken(place, 'there is no message after its separator line', offset);
  const noted = exported?.noted ?? place.noted ?? notedInHeader(bytes, labels);
  if (!exported && isLeftByThunderbird(bytes, noted))
    return notTaken(place, 'it was deleted in Thunderbird and only not cleared away', offset);
  if (isFolderData(bytes))
    return notTaken(place, 'it is not a message: a mail program keeps data about the folder in it', offset);
  const isKept = noted.kept !== null && noted.folder !== null; // an export says where it was
  const folder =
    noted.isDeleted && !isKept ? 'TRASH' : noted.isDraft && !isKept ? 'DRAFTS' : (noted.folder ?? place.folder);
  return { path, offset, receivedAt, bytes, reason: null, folder, noted };
}

/**
 * The messages, each after its labels and those of the next messages were counted. Where the content breaks off, the
 * messages before that are handed on first.
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
      length += message.bytes?.length ?? 0;
      isAhead ||= waiting.length >= AHEAD_MESSAGES || length >= AHEAD_BYTES;
      if (isAhead) yield* waiting.splice(0);
    }
  } catch (error) {
    failure = error;
  }
  yield* waiting;
  if (failure !== undefined) throw failure;
}

// A message is put together from its chunks; small ones would make that slow. Where the content breaks off, what came
// before is handed on, so that only the message it breaks off in is lost.
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
