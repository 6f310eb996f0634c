// Fetches messages that are new in a folder: the envelopes first, because a message that was moved, or that Daybook
// sent, is here already; then the sources of the others. A message is stored in one transaction with its location.
import type { Received } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { hasSource, type StoredMail, storeIncoming } from '../mail/incoming.ts';
import { type ReceivedMail, receiveMail } from '../mail/receiving.ts';
import { inFolder } from '../protocols/imap/connection.ts';
import {
  type MessageEnvelope,
  openFolder,
  readEnvelopes,
  readPieces,
  readPresent,
  readSources,
} from '../protocols/imap/read.ts';
import type { Tx } from '../store/port.ts';
import { countFetched, readFolders } from '../store/tables/imap-folders.ts';
import {
  findAtLocation,
  findByEmail,
  type MessageRow,
  putMessageRow,
  rowsLike,
} from '../store/tables/imap-messages.ts';
import { adoptMessage, applyMessage, applyReturn, type ServerMessage } from './apply.ts';
import { LeaseLost, type Listed, note, type SyncContext, writeInBatches } from './context.ts';
import { fetchMessages, isStoreError, skip, UidValidityChanged } from './fetch.ts';
import { identityOf } from './match.ts';
import { errorText } from './scan.ts';

interface Seen {
  envelope: MessageEnvelope;
  identity: string;
  message: ServerMessage;
}

/** Fetches the next batch of a folder; returns how many messages were handled. A new UIDVALIDITY needs a new scan. */
export async function fetchNew(context: SyncContext, path: string): Promise<number> {
  try {
    return await fetchBatch(context, path, context.mirror.folders.get(path) as Listed);
  } catch (error) {
    if (!(error instanceof UidValidityChanged)) throw error;
    context.mirror.folders.delete(path);
    return 0;
  }
}

async function fetchBatch(context: SyncContext, path: string, listed: Listed): Promise<number> {
  const { connection, mirror } = context;
  const uids = listed.todo.slice(0, limits.syncBatch);
  const { uidValidity, folder } = listed.view;
  const envelopes = await fetchMessages(
    context,
    { what: 'envelope', place: listed.view, read: (some) => readEnvelopes(connection, some) },
    uids,
  );
  const all = envelopes.map((envelope): Seen => {
    const { uid, seen, flagged } = envelope;
    return { envelope, identity: identityOf(envelope), message: { path, uidValidity, uid, seen, flagged, folder } };
  });
  const fresh: Seen[] = [];
  const strange = (await applyMoved(context, all)).filter(({ envelope }) => !listed.asked.has(envelope.uid));
  for (const one of await adoptKnown(context, strange))
    if (one.envelope.size <= limits.mailSourceBytes) fresh.push(one);
    else await skip(context, path, one.envelope.uid, `is larger than ${limits.mailSourceBytes} bytes`);
  await fetchSources(
    context,
    listed,
    fresh.sort((a, b) => b.envelope.uid - a.envelope.uid),
  );
  const [skipped, later] = [context.memory.skipped.get(path), mirror.later.get(path)];
  const fetched = uids.filter((uid) => !skipped?.has(uid) && !later?.has(uid) && !listed.asked.has(uid)).length;
  listed.todo.splice(0, uids.length);
  for (const uid of uids) listed.asked.delete(uid);
  await context.write(async (tx) => countFetched(tx, context.accountId, path, fetched));
  return fetched;
}

/** Messages that were moved get their new location; returns the others. */
async function applyMoved(context: SyncContext, all: Seen[]): Promise<Seen[]> {
  const { store, user, accountId, mirror } = context;
  const found: { row: MessageRow; seen: Seen }[] = [];
  const rest: Seen[] = [];
  for (const seen of all) {
    const like = { identity: seen.identity, size: seen.envelope.size, path: seen.message.path };
    const row = mirror.vanished.take(like) ?? (await findMoved(context, seen));
    if (row) found.push({ row, seen });
    else rest.push(seen);
  }
  if (found.length === 0) return rest;
  const folders = await readFolders(store, user, accountId);
  await writeInBatches(context, found, async (tx, { row, seen: { message } }) => {
    const was = folders.get(row.path);
    await applyMessage(tx, row, message, { folder: was?.folder ?? row.path, lastSeen: was?.lastSuccess ?? null });
  });
  return rest;
}

/** A matching message in another folder that the server no longer has there: it was moved since the last scan. */
async function findMoved(context: SyncContext, { identity, envelope, message }: Seen): Promise<MessageRow | undefined> {
  const { store, user, accountId, connection, mirror } = context;
  for (const row of await rowsLike(store, user, accountId, identity, envelope.size)) {
    const there = mirror.folders.get(row.path);
    const isListed = mirror.mailboxes.some(({ path }) => path === row.path);
    const isMirrored = mirror.paths.includes(row.path);
    if (row.path === message.path || !isListed) continue;
    if (isMirrored && there?.view.uidValidity !== row.uidValidity) continue;
    const isThere = await inFolder(
      connection,
      row.path,
      true,
      async () =>
        openFolder(connection).uidValidity === row.uidValidity &&
        (await readPresent(connection, [row.uid])).has(row.uid),
    );
    if (!isThere) return row;
  }
  return undefined;
}

/** Mails that Daybook sent, and those whose location was lost, get their location; returns the other messages. */
async function adoptKnown(context: SyncContext, all: Seen[]): Promise<Seen[]> {
  const rest: Seen[] = [];
  const later: Seen[] = [];
  if (all.length === 0) return rest;
  await context.write(async (tx) => {
    rest.length = later.length = 0; // the work may be run again
    for (const one of all) {
      const { envelope, identity, message } = one;
      const isKnown = await findAtLocation(tx, context.accountId, message);
      const about = { identity, size: envelope.size };
      if (isKnown) continue;
      const found = envelope.messageId
        ? await adoptMessage(tx, context.accountId, envelope.messageId, message, about)
        : 'unknown';
      if (found === 'sending') later.push(one);
      if (found === 'unknown') rest.push(one);
    }
  });
  for (const { message } of later) note(context.mirror.later, message.path, message.uid);
  return rest;
}

/** Fetches and stores the sources, in groups of bounded size. */
async function fetchSources(context: SyncContext, { view }: Listed, all: Seen[]): Promise<void> {
  let start = 0;
  while (start < all.length) {
    const some = nextGroup(all, start);
    const uids = some.map(({ envelope }) => envelope.uid);
    const isLarge = some.some(isLargeMessage);
    const read = (those: number[]) => (isLarge ? fetchLarge(context, those) : fetchSmall(context, those));
    const fetched = await fetchMessages(context, { what: 'source', place: view, read }, uids);
    const sources = new Map(fetched.map(({ uid, source }) => [uid, source]));
    const whole = some.filter(({ envelope }) => sources.has(envelope.uid)); // not one that was expunged in the meantime
    // Concurrently, because most of the time is spent waiting for the disk.
    const tries = await Promise.allSettled(
      whole.map((seen) => prepare(context, seen, sources.get(seen.envelope.uid) as Fetched['source'])),
    );
    const ready = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    try {
      const failed = tries.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      await storeReady(context, ready);
    } finally {
      for (const { raw, attachments } of ready) for (const one of [raw, ...attachments]) context.blobs.discard(one);
    }
    start += some.length;
  }
}

/** One large message, or as many small ones as the memory limit allows. */
function nextGroup(all: Seen[], start: number): Seen[] {
  let end = start;
  let bytes = 0;
  do bytes += (all[end++] as Seen).envelope.size;
  while (
    end < all.length &&
    !isLargeMessage(all[end - 1] as Seen) &&
    !isLargeMessage(all[end] as Seen) &&
    bytes + (all[end] as Seen).envelope.size <= limits.syncBytes
  );
  return all.slice(start, end);
}

function isLargeMessage({ envelope }: Seen): boolean {
  return envelope.size > limits.mailWindow;
}

interface Fetched {
  uid: number;
  source: Uint8Array | Received;
}

async function fetchSmall({ connection }: SyncContext, uids: number[]): Promise<Fetched[]> {
  return [...(await readSources(connection, uids))].map(([uid, source]) => ({ uid, source }));
}

/** Large messages are written to disk as they arrive. */
async function fetchLarge({ connection, blobs }: SyncContext, uids: number[]): Promise<Fetched[]> {
  const fetched: Fetched[] = [];
  for (const uid of uids) {
    const max = limits.mailSourceBytes * 2; // a server may have counted wrong
    const source = await blobs.receive(readPieces(connection, uid), max);
    if (source.size > 0) fetched.push({ uid, source });
    else blobs.discard(source);
  }
  return fetched;
}

type Ready = ReceivedMail & { seen: Seen };

async function prepare({ reader, blobs }: SyncContext, seen: Seen, source: Fetched['source']): Promise<Ready> {
  return { seen, ...(await receiveMail(blobs, reader, source)) };
}

async function storeReady(context: SyncContext, ready: Ready[]): Promise<void> {
  try {
    await context.write(async (tx) => {
      for (const one of ready) await storeOne(tx, context, one);
    });
  } catch (error) {
    if (isStoreError(error) || error instanceof LeaseLost) throw error;
    for (const one of ready) await storeAlone(context, one);
  }
}

/** A message that cannot be stored must not block the others. It stays at the server and is reported as missing. */
async function storeAlone(context: SyncContext, one: Ready): Promise<void> {
  const { path, uid } = one.seen.message;
  try {
    await context.write((tx) => storeOne(tx, context, one));
  } catch (error) {
    if (isStoreError(error) || error instanceof LeaseLost) throw error;
    await skip(context, path, uid, `could not be stored: ${errorText(error)}`);
  }
}

async function storeOne(tx: Tx, { blobs, accountId }: SyncContext, { seen, ...mail }: Ready): Promise<void> {
  const { envelope, identity, message } = seen;
  if (await findAtLocation(tx, accountId, message)) return;
  const { path, uidValidity, uid, folder } = message;
  const about = { identity, size: envelope.size };
  // A server may report another size; now the source itself can be compared.
  if (
    envelope.messageId &&
    (await adoptMessage(tx, accountId, envelope.messageId, message, about, mail.raw)) === 'adopted'
  )
    return;
  const { seen: isSeen, flagged } = envelope;
  const row = { accountId, path, uidValidity, uid, seen: isSeen, flagged, ...about };
  for (let turn = 0; ; turn++) {
    const stored: StoredMail = await storeIncoming(tx, blobs, {
      ...mail,
      account_id: accountId,
      folder,
      is_read: isSeen,
      is_starred: flagged,
      received_at: envelope.received ?? mail.parsed.date ?? tx.now,
      source: 'imap',
      delivered_by: 'account',
      // Its first location, which no other message ever has at a correct server (RFC 3501 section 2.3.1.1).
      source_id: `${accountId}/${uidValidity}/${uid}${turn > 0 ? `.${turn}` : ''}/${path}`,
      ...(folder === 'SENT' && { status: 'sent' as const }),
    });
    const { id } = stored.record;
    if (stored.isNew) return putMessageRow(tx, { ...row, emailId: id });
    // The same message is back at its location; or the server reused the location for another message.
    if ((await hasSource(tx, id, mail.raw)) && !(await findByEmail(tx, id)))
      return applyReturn(tx, stored, { ...row, emailId: id }, message);
  }
}
