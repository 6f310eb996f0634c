// Stores found messages batch by batch: while one batch is written, the next is read by threads and put on disk. A
// message that stands already is passed over, so an import that was interrupted goes on when it is run again.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type IncomingMail, storeIncoming } from '../domain/incoming.ts';
import { limits } from '../limits.ts';
import type { FoundMessage } from '../mail/mailbox-messages.ts';
import type { MessageReader } from '../protocols/mime/read-message.ts';
import { type EmailStatus, email } from '../resources/email.ts';
import type { Blobs, Received } from '../store/blobs.ts';
import { abandon, keptSources } from '../store/contents.ts';
import { knownIds, knownOrigins } from '../store/origins.ts';
import type { Store } from '../store/store.ts';

const SOURCE = 'import';
const BATCH_BYTES = 16 * 1024 * 1024;
const POLITE_BATCH = 25;
const POLITE_PAUSE = 50; // ms at least between transactions, for a service that writes to the same file
const DIGEST = 16; // hex digits that tell contents apart
const CLOCK_ERROR = 24 * 3_600_000; // a date that lies further ahead is wrong

interface Place {
  path: string;
  offset: number;
}

export interface Tally {
  imported: number;
  known: number;
  skipped: (Place & { reason: string })[];
  /** Those that are kept, though they could not be read whole. */
  unread: (Place & { reason: string })[];
}

export interface ImportParts {
  store: Store;
  blobs: Blobs;
  reader: MessageReader;
  user: number;
  accountId: string | null;
  /** Where all of it goes; null: where its file says. */
  folder: string | null;
  /** Whether a service works on the same file, which must get its turns. */
  polite: boolean;
}

/** What the messages of one import have in common. */
interface ImportRun extends ImportParts {
  /** Threads that were brought back from an export. */
  threads: Set<string>;
  /** The bytes of the records of an export, by the beginning of their digests: several records may have the same. */
  sources: Set<string>;
}

interface Candidate {
  /** The digest of its bytes. */
  sha256: string;
  found: FoundMessage;
}

interface Ready {
  found: FoundMessage;
  mail: IncomingMail;
}

export async function importAll(
  given: ImportParts,
  messages: AsyncIterable<FoundMessage>,
  tally: Tally,
): Promise<void> {
  const parts: ImportRun = { ...given, threads: new Set(), sources: new Set() };
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of batchesOf(messages, parts.polite ? POLITE_BATCH : limits.importBatch)) {
      const ready = await prepare(parts, batch, tally);
      await writing;
      writing = write(parts, ready, tally);
      writing.catch(() => {}); // awaited with the next batch, or at the end
    }
  } finally {
    await writing; // also after an error: the caller closes the store
  }
}

async function* batchesOf(messages: AsyncIterable<FoundMessage>, most: number): AsyncGenerator<FoundMessage[]> {
  let batch: FoundMessage[] = [];
  let bytes = 0;
  for await (const message of messages) {
    batch.push(message);
    bytes += message.bytes?.length ?? 0;
    if (batch.length < most && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The messages that are new, read and with their contents on disk. */
async function prepare(parts: ImportRun, batch: FoundMessage[], tally: Tally): Promise<Ready[]> {
  const { store, user } = parts;
  const named = new Map<string, Candidate>();
  for (const found of batch) {
    if (found.bytes === null) {
      tally.skipped.push({ ...placeOf(found), reason: found.reason as string });
      continue;
    }
    const sha256 = createHash('sha256').update(found.bytes).digest('hex');
    const name = exportedId(found) ?? sha256;
    if (named.has(name)) tally.known++;
    else named.set(name, { sha256, found });
  }
  const candidates = [...named.values()];
  const digests = candidates.map(({ sha256 }) => sha256);
  const known = await knownOrigins(store, user, email, SOURCE, digests);
  const kept = await keptSources(store, user, digests); // came from a server, or was sent
  const ids = candidates.flatMap(({ found }) => found.noted.record?.id ?? []);
  const own = await knownIds(store, user, email, ids);
  const fresh = candidates.filter(({ sha256, found }) => {
    const hasRecord = found.noted.record !== null && own.has(found.noted.record.id);
    if (hasRecord) parts.sources.add(sha256.slice(0, DIGEST));
    return !hasRecord && !isHere(parts, sha256, found, known.has(sha256) || kept.has(sha256));
  });
  tally.known += candidates.length - fresh.length;
  return Promise.all(fresh.map(({ sha256, found }) => makeReady(parts, sha256, found)));
}

/** The id of the record that an export has written, with all that it had. */
function exportedId({ noted }: FoundMessage): string | null {
  return noted.kept === null ? null : (noted.record?.id ?? null);
}

// Bytes that are here already are passed over, unless another record of the same export has brought them.
function isHere({ sources }: ImportRun, sha256: string, found: FoundMessage, hasBytes: boolean): boolean {
  if (exportedId(found) === null) return hasBytes;
  const beginning = sha256.slice(0, DIGEST);
  if (hasBytes && !sources.has(beginning)) return true;
  sources.add(beginning);
  return false;
}

async function makeReady({ blobs, reader, ...parts }: ImportRun, id: string, found: FoundMessage): Promise<Ready> {
  const bytes = found.bytes as Buffer;
  const receive = (content: Uint8Array): Promise<Received> => blobs.receive([content], limits.mailSourceBytes);
  const { record, kept } = found.noted;
  const [raw, parsed] = await Promise.all([kept?.isMade ? null : receive(bytes), reader.read(bytes)]);
  const attachments = await Promise.all(parsed.attachments.map(({ content }) => receive(content)));
  const folder = parts.folder ?? found.folder;
  const status = record?.status ?? statusOf(folder);
  const isDated = parsed.date !== null && parsed.date <= Date.now() + CLOCK_ERROR;
  const mail: IncomingMail = {
    parsed: {
      ...parsed,
      bcc: found.noted.bcc.length > 0 ? found.noted.bcc : parsed.bcc,
      attachments: parsed.attachments.map((one) => ({ ...one, content: NOTHING })),
    },
    raw,
    attachments,
    account_id: parts.accountId,
    folder,
    // Other programs do not note it of mail that a person has written.
    is_read: (record === null && status !== 'received') || (found.noted.isRead ?? true),
    is_starred: found.noted.isStarred,
    received_at: isDated ? (parsed.date as number) : found.receivedAt,
    source: SOURCE,
    source_id: id,
    status,
    labels: found.noted.labels,
    ...(record &&
      kept && { exported: { id: record.id, fields: fieldsOf(kept.fields, parts), threads: parts.threads } }),
  };
  return { found: { ...found, bytes: null }, mail };
}

// Where someone says which folder all of it goes to, it does not leave that folder for a while.
function fieldsOf(fields: Record<string, unknown>, { folder }: Pick<ImportParts, 'folder'>): Record<string, unknown> {
  return folder === null ? fields : { ...fields, snoozed_until: null, snoozed_from: null };
}

const NOTHING = new Uint8Array(0); // the content is on disk by then

function statusOf(folder: string): EmailStatus {
  return folder === 'SENT' ? 'sent' : folder === 'DRAFTS' ? 'draft' : 'received';
}

async function write(parts: ImportParts, ready: Ready[], tally: Tally): Promise<void> {
  if (ready.length === 0) return;
  const started = performance.now();
  try {
    await writeTogether(parts, ready, tally);
  } catch {
    // Each by itself then, so that only the one at fault is left out.
    for (const one of ready) {
      try {
        await writeTogether(parts, [one], tally);
      } catch (error) {
        for (const received of contentsOf(one.mail)) await abandon(parts.store, parts.blobs, parts.user, received);
        tally.skipped.push({ ...placeOf(one.found), reason: `it could not be stored: ${(error as Error).message}` });
      }
    }
  }
  if (parts.polite) await pause(Math.max(POLITE_PAUSE, performance.now() - started));
}

async function writeTogether({ store, blobs, user }: ImportParts, ready: Ready[], tally: Tally): Promise<void> {
  const stored = await store.write(user, async (tx) => {
    const made: boolean[] = [];
    for (const { mail } of ready) made.push((await storeIncoming(tx, blobs, mail)).isNew);
    return made;
  });
  for (const [index, isNew] of stored.entries()) {
    const { found, mail } = ready[index] as Ready;
    if (!isNew) {
      tally.known++;
      for (const received of contentsOf(mail)) await abandon(store, blobs, user, received);
      continue;
    }
    for (const { sha256 } of contentsOf(mail)) blobs.settle(user, sha256);
    tally.imported++;
    if (mail.parsed.problem) tally.unread.push({ ...placeOf(found), reason: mail.parsed.problem.message });
  }
}

function contentsOf({ raw, attachments }: IncomingMail): Received[] {
  return [...(raw === null ? [] : [raw]), ...attachments];
}

function placeOf({ path, offset }: FoundMessage): Place {
  return { path, offset };
}
