// Brings messages that are new at the server: by their heads first, since one that was lost from sight elsewhere, or
// that Daybook has sent, is here already; the others with their source. What is stored is stored whole, with its place.
import { hasSource, type StoredMail, storeIncoming } from '../domain/incoming.ts';
import { adoptMessage, meetMessage, returnMessage, type Sighting } from '../domain/sync-changes.ts';
import { identityOf } from '../domain/sync-matching.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { inFolder } from '../mail/imap.ts';
import { type Head, openFolder, readHeads, readPresent, readSources } from '../mail/imap-reading.ts';
import type { Received } from '../store/blobs.ts';
import { countBrought, readFolders } from '../store/imap-folders.ts';
import { findAtSpot, findByEmail, type MessageRow, putMessageRow, rowsLike } from '../store/imap-rows.ts';
import type { Tx } from '../store/store.ts';
import type { ParsedMail } from '../values/parsed-mail.ts';
import { LeaseLost, type Listed, note, type SyncContext, writeInBatches } from './sync-context.ts';
import { fetchThem, OtherLife, skip } from './sync-fetching.ts';
import { wordsOf } from './sync-looking.ts';

interface Seen {
  head: Head;
  identity: string;
  sighting: Sighting;
}

/** Brings the next few of a folder; returns how many are dealt with. A folder that has another life by now is to be looked at again. */
export async function bring(context: SyncContext, path: string): Promise<number> {
  try {
    return await bringSome(context, path, context.mirror.folders.get(path) as Listed);
  } catch (error) {
    if (!(error instanceof OtherLife)) throw error;
    context.mirror.folders.delete(path);
    return 0;
  }
}

async function bringSome(context: SyncContext, path: string, listed: Listed): Promise<number> {
  const { line, mirror } = context;
  const uids = listed.todo.slice(0, limits.syncBatch);
  const { uidValidity, folder } = listed.view;
  const heads = await fetchThem(
    context,
    { what: 'head', place: listed.view, read: (some) => readHeads(line, some) },
    uids,
  );
  const all = heads.map((head): Seen => {
    const { uid, seen, flagged } = head;
    return { head, identity: identityOf(head), sighting: { path, uidValidity, uid, seen, flagged, folder } };
  });
  const fresh: Seen[] = [];
  const strange = (await bringLost(context, all)).filter(({ head }) => !listed.asked.has(head.uid));
  for (const one of await bringAdopted(context, strange))
    if (one.head.size <= limits.mailSourceBytes) fresh.push(one);
    else await skip(context, path, one.head.uid, `is larger than ${limits.mailSourceBytes} bytes`);
  await bringFresh(
    context,
    listed,
    fresh.sort((a, b) => b.head.uid - a.head.uid),
  );
  const [skipped, later] = [context.memory.skipped.get(path), mirror.later.get(path)];
  const brought = uids.filter((uid) => !skipped?.has(uid) && !later?.has(uid) && !listed.asked.has(uid)).length;
  listed.todo.splice(0, uids.length);
  for (const uid of uids) listed.asked.delete(uid);
  await context.write(async (tx) => countBrought(tx, context.accountId, path, brought));
  return brought;
}

/** Those that were elsewhere take their place; returns the others. */
async function bringLost(context: SyncContext, all: Seen[]): Promise<Seen[]> {
  const { store, user, accountId, mirror } = context;
  const found: { row: MessageRow; seen: Seen }[] = [];
  const rest: Seen[] = [];
  for (const seen of all) {
    const like = { identity: seen.identity, size: seen.head.size, path: seen.sighting.path };
    const row = mirror.lost.take(like) ?? (await findMoved(context, seen));
    if (row) found.push({ row, seen });
    else rest.push(seen);
  }
  if (found.length === 0) return rest;
  const folders = await readFolders(store, user, accountId);
  await writeInBatches(context, found, async (tx, { row, seen: { sighting } }) => {
    const was = folders.get(row.path);
    await meetMessage(tx, row, sighting, { folder: was?.folder ?? row.path, lastSeen: was?.lastSuccess ?? null });
  });
  return rest;
}

/** One that is alike and lay elsewhere, if the server has it there no longer: it was moved since the last look. */
async function findMoved(context: SyncContext, { identity, head, sighting }: Seen): Promise<MessageRow | undefined> {
  const { store, user, accountId, line, mirror } = context;
  for (const row of await rowsLike(store, user, accountId, identity, head.size)) {
    const there = mirror.folders.get(row.path);
    const isListed = mirror.boxes.some(({ path }) => path === row.path);
    const isMirrored = mirror.paths.includes(row.path);
    if (row.path === sighting.path || !isListed) continue;
    if (isMirrored && there?.view.uidValidity !== row.uidValidity) continue;
    const isThere = await inFolder(
      line,
      row.path,
      true,
      async () => openFolder(line).uidValidity === row.uidValidity && (await readPresent(line, [row.uid])).has(row.uid),
    );
    if (!isThere) return row;
  }
  return undefined;
}

/** Those that Daybook has sent, and those whose place was lost, get their place; returns the others. */
async function bringAdopted(context: SyncContext, all: Seen[]): Promise<Seen[]> {
  const rest: Seen[] = [];
  const later: Seen[] = [];
  if (all.length === 0) return rest;
  await context.write(async (tx) => {
    rest.length = later.length = 0; // the work may be run again
    for (const one of all) {
      const { head, identity, sighting } = one;
      const isKnown = await findAtSpot(tx, context.accountId, sighting);
      const about = { identity, size: head.size };
      if (isKnown) continue;
      const found = head.messageId
        ? await adoptMessage(tx, context.accountId, head.messageId, sighting, about)
        : 'unknown';
      if (found === 'under way') later.push(one);
      if (found === 'unknown') rest.push(one);
    }
  });
  for (const { sighting } of later) note(context.mirror.later, sighting.path, sighting.uid);
  return rest;
}

/** Fetches and stores, as many at a time as fit into memory well. */
async function bringFresh(context: SyncContext, { view }: Listed, all: Seen[]): Promise<void> {
  let start = 0;
  while (start < all.length) {
    let end = start;
    let bytes = 0;
    do bytes += (all[end++] as Seen).head.size;
    while (end < all.length && bytes + (all[end] as Seen).head.size <= limits.syncBytes);
    const some = all.slice(start, end);
    const uids = some.map(({ head }) => head.uid);
    const read = async (those: number[]) =>
      [...(await readSources(context.line, those))].map(([uid, source]) => ({ uid, source }));
    const fetched = await fetchThem(context, { what: 'source', place: view, read }, uids);
    const sources = new Map(fetched.map(({ uid, source }) => [uid, source]));
    const whole = some.filter(({ head }) => sources.has(head.uid)); // one that was expunged meanwhile is not
    // Together, because most of the time is spent waiting for the disk.
    const tries = await Promise.allSettled(
      whole.map((seen) => prepare(context, seen, sources.get(seen.head.uid) as Uint8Array)),
    );
    const ready = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    try {
      const failed = tries.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      await storeReady(context, ready);
    } finally {
      for (const { raw, attachments } of ready) for (const one of [raw, ...attachments]) context.blobs.discard(one);
    }
    start = end;
  }
}

interface Ready {
  seen: Seen;
  parsed: ParsedMail;
  raw: Received;
  attachments: Received[];
}

async function prepare({ reader, blobs }: SyncContext, seen: Seen, source: Uint8Array): Promise<Ready> {
  const most = limits.mailSourceBytes * 2; // a server may have counted wrong
  const parsed = await reader.read(source);
  const contents = [source, ...parsed.attachments.map(({ content }) => content)];
  const tries = await Promise.allSettled(contents.map((content) => blobs.receive([content], most)));
  const received = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = tries.find((one) => one.status === 'rejected');
  if (failed) {
    for (const one of received) blobs.discard(one);
    throw failed.reason;
  }
  const [raw, ...attachments] = received as [Received, ...Received[]];
  return { seen, parsed, raw, attachments };
}

async function storeReady(context: SyncContext, ready: Ready[]): Promise<void> {
  try {
    await context.write(async (tx) => {
      for (const one of ready) await storeOne(tx, context, one);
    });
  } catch (error) {
    if (isOfTheStore(error) || error instanceof LeaseLost) throw error;
    for (const one of ready) await storeAlone(context, one);
  }
}

/** One that cannot be stored must not hold up the others. It stays at the server, and is told as missing. */
async function storeAlone(context: SyncContext, one: Ready): Promise<void> {
  const { path, uid } = one.seen.sighting;
  try {
    await context.write((tx) => storeOne(tx, context, one));
  } catch (error) {
    if (isOfTheStore(error) || error instanceof LeaseLost) throw error;
    await skip(context, path, uid, `could not be stored: ${wordsOf(error)}`);
  }
}

function isOfTheStore(error: unknown): boolean {
  return error instanceof AppError && error.status >= 500;
}

async function storeOne(tx: Tx, { blobs, accountId }: SyncContext, { seen, ...mail }: Ready): Promise<void> {
  const { head, identity, sighting } = seen;
  if (await findAtSpot(tx, accountId, sighting)) return;
  const { path, uidValidity, uid, folder } = sighting;
  const about = { identity, size: head.size };
  // A server may count the size otherwise than we do; now that the source is here it can be compared.
  if (head.messageId && (await adoptMessage(tx, accountId, head.messageId, sighting, about, mail.raw)) === 'adopted')
    return;
  const { seen: isSeen, flagged } = head;
  const row = { accountId, path, uidValidity, uid, seen: isSeen, flagged, ...about };
  for (let turn = 0; ; turn++) {
    const stored: StoredMail = await storeIncoming(tx, blobs, {
      ...mail,
      account_id: accountId,
      folder,
      is_read: isSeen,
      is_starred: flagged,
      received_at: head.received ?? mail.parsed.date ?? tx.now,
      source: 'imap',
      // Where it was first seen: a place that no other message ever has (RFC 3501 section 2.3.1.1), if all goes well.
      source_id: `${accountId}/${uidValidity}/${uid}${turn > 0 ? `.${turn}` : ''}/${path}`,
      ...(folder === 'SENT' && { status: 'sent' as const }),
    });
    const { id } = stored.record;
    if (stored.isNew) return putMessageRow(tx, { ...row, emailId: id });
    // The same message has come back to its place; or a server has given the place of one to another.
    if ((await hasSource(tx, id, mail.raw)) && !(await findByEmail(tx, id)))
      return returnMessage(tx, stored, { ...row, emailId: id }, sighting);
  }
}
