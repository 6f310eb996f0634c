// Stores messages in batches: while one batch is written, the next is parsed by worker threads and put on disk. A
// message that exists is skipped, so an interrupted import continues when it is run again.
import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { Blobs, Received } from '../../files/content-store.ts';
import { limits } from '../../limits.ts';
import { type FoundMessage, skippedMessage, TOO_LARGE, UnreadableRest } from '../../protocols/mailboxes/messages.ts';
import { type EmailStatus, email } from '../../resources/email.ts';
import { keptSources } from '../../store/tables/contents.ts';
import { knownIds, knownOrigins } from '../../store/tables/record-lookups.ts';
import type { IncomingMail } from '../incoming.ts';
import { receiveMail } from '../receiving.ts';
import { contentsOf, type ImportCounter, type ImportParts, placeOf, type Ready, storeMessages } from './storing.ts';

const SOURCE = 'import';
const BATCH_BYTES = 16 * 1024 * 1024;
const POLITE_BATCH = 25;
const DIGEST = 16; // hex digits that identify a content
const NOTHING = Buffer.alloc(0);
const CLOCK_ERROR = 24 * 3_600_000; // a date further in the future is wrong

/** Shared by all messages of one import. */
interface ImportRun extends ImportParts {
  /** Threads that were restored from an export. */
  threads: Set<string>;
  /** The sources of exported records, by the beginning of their digests: several records may have the same source. */
  sources: Set<string>;
}

/** A message that was found; a large one is already on disk. */
interface Taken {
  found: FoundMessage;
  received: Received | null;
}

interface Candidate extends Taken {
  /** The digest of its bytes. */
  sha256: string;
}

export async function importAll(
  input: ImportParts,
  messages: AsyncIterable<FoundMessage>,
  counter: ImportCounter,
): Promise<void> {
  const parts: ImportRun = { ...input, threads: new Set(), sources: new Set() };
  let writing: Promise<void> = Promise.resolve();
  try {
    const isShared = parts.polite || parts.slice !== undefined;
    const most = isShared ? POLITE_BATCH : limits.importBatch;
    const bytes = parts.slice ? limits.importSliceBytes : BATCH_BYTES;
    for await (const batch of batchesOf(takenFrom(messages, parts.blobs), most, bytes)) {
      const ready = await prepare(parts, batch, counter);
      await writing;
      writing = storeMessages(parts, ready, counter).then(() => parts.onStored?.());
      writing.catch(() => {}); // awaited with the next batch, or at the end
    }
  } finally {
    await writing; // also after an error: the caller closes the store
  }
}

/** Writes large messages to disk before the next one is read, so that none stays in memory. */
async function* takenFrom(messages: AsyncIterable<FoundMessage>, blobs: Blobs): AsyncGenerator<Taken> {
  for await (const found of messages) {
    if (found.bytes === null || (found.rest === null && found.bytes.length <= limits.mailWindow)) {
      yield { found, received: null };
      continue;
    }
    try {
      const received = await blobs.receive(joined(found.bytes, found.rest ?? []), limits.mailSourceBytes);
      yield { found: { ...found, bytes: NOTHING, rest: null }, received };
    } catch (error) {
      const isTooLarge = error instanceof AppError && error.code === 'PAYLOAD_TOO_LARGE';
      if (!isTooLarge && !(error instanceof UnreadableRest)) throw error;
      yield { found: skippedMessage(found, isTooLarge ? TOO_LARGE : error.message, found.offset), received: null };
    }
  }
}

async function* joined(bytes: Buffer, rest: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield bytes;
  yield* rest;
}

async function* batchesOf(messages: AsyncIterable<Taken>, most: number, mostBytes: number): AsyncGenerator<Taken[]> {
  let batch: Taken[] = [];
  let bytes = 0;
  for await (const message of messages) {
    batch.push(message);
    bytes += message.found.bytes?.length ?? 0;
    if (batch.length < most && bytes < mostBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The new messages, parsed and with their contents on disk. */
async function prepare(parts: ImportRun, batch: Taken[], counter: ImportCounter): Promise<Ready[]> {
  const { store, user } = parts;
  const named = new Map<string, Candidate>();
  for (const { found, received } of batch) {
    if (found.bytes === null) {
      counter.skipped({ ...placeOf(found), reason: found.reason as string });
      continue;
    }
    const sha256 = received?.sha256 ?? createHash('sha256').update(found.bytes).digest('hex');
    const name = exportedId(found) ?? sha256;
    if (!named.has(name)) named.set(name, { sha256, found, received });
    else {
      counter.known++;
      if (received) parts.blobs.discard(received);
    }
  }
  const candidates = [...named.values()];
  const digests = candidates.map(({ sha256 }) => sha256);
  const known = await knownOrigins(store, user, email, SOURCE, digests);
  const kept = await keptSources(store, user, digests); // received from a server, or sent
  const ids = candidates.flatMap(({ found }) => found.metadata.record?.id ?? []);
  const own = await knownIds(store, user, email, ids);
  const fresh = candidates.filter(({ sha256, found, received }) => {
    const hasRecord = found.metadata.record !== null && own.has(found.metadata.record.id);
    if (hasRecord) parts.sources.add(sha256.slice(0, DIGEST));
    const isFresh = !hasRecord && !isHere(parts, sha256, found, known.has(sha256) || kept.has(sha256));
    if (!isFresh && received) parts.blobs.discard(received);
    return isFresh;
  });
  counter.known += candidates.length - fresh.length;
  const ready = await Promise.all(fresh.map((one) => makeReady(parts, one)));
  if (parts.isAlone)
    await parts.blobs.keepAll(
      user,
      ready.flatMap(({ mail }) => contentsOf(mail)),
    );
  return ready;
}

/** The id of the record in an export, if the record is complete. */
function exportedId({ metadata }: FoundMessage): string | null {
  return metadata.kept === null ? null : (metadata.record?.id ?? null);
}

// A message whose bytes exist is skipped, unless another record of the same export has them.
function isHere({ sources }: ImportRun, sha256: string, found: FoundMessage, hasBytes: boolean): boolean {
  if (exportedId(found) === null) return hasBytes;
  const beginning = sha256.slice(0, DIGEST);
  if (hasBytes && !sources.has(beginning)) return true;
  sources.add(beginning);
  return false;
}

async function makeReady({ blobs, reader, ...parts }: ImportRun, candidate: Candidate): Promise<Ready> {
  const { sha256: id, found, received } = candidate;
  const { record, kept } = found.metadata;
  const { parsed, raw, attachments } = await receiveMail(blobs, reader, received ?? (found.bytes as Buffer));
  if (kept?.isMade) blobs.discard(raw);
  const folder = parts.folder ?? found.folder;
  const status = record?.status ?? statusOf(folder);
  const isDated = parsed.date !== null && parsed.date <= Date.now() + CLOCK_ERROR;
  const mail: IncomingMail = {
    parsed: {
      ...parsed,
      bcc: found.metadata.bcc.length > 0 ? found.metadata.bcc : parsed.bcc,
    },
    raw: kept?.isMade ? null : raw,
    attachments,
    account_id: parts.accountId,
    folder,
    // Other programs do not record this for mail written by the user.
    is_read: (record === null && status !== 'received') || (found.metadata.isRead ?? true),
    is_starred: found.metadata.isStarred,
    received_at: isDated ? (parsed.date as number) : found.receivedAt,
    source: SOURCE,
    source_id: id,
    delivered_by: parts.deliveredBy,
    status,
    labels: found.metadata.labels,
    ...(record && kept && { exported: { id: record.id, ...exportedFrom(kept.fields, parts) } }),
  };
  return { found: { ...found, bytes: null }, mail };
}

// If the user selects one folder for all mail, mail is not snoozed out of that folder.
function exportedFrom(
  metadata: Record<string, unknown>,
  { folder, threads, isOwnExport }: Pick<ImportRun, 'folder' | 'threads' | 'isOwnExport'>,
) {
  const fields = folder === null ? metadata : { ...metadata, snoozed_until: null, snoozed_from: null };
  return { fields, threads, isTrusted: isOwnExport };
}

function statusOf(folder: string): EmailStatus {
  return folder === 'SENT' ? 'sent' : folder === 'DRAFTS' ? 'draft' : 'received';
}
