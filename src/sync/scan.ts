// Scans the folders of an account: which messages are new and must be fetched, which flags differ, what vanished. A
// folder whose mod-sequence (RFC 7162) and message count have not changed is not opened.
import { type FolderStatus, inFolder, listFolders, type Mailbox } from '../protocols/imap/connection.ts';
import { type MessageFlags, openFolder, readChanges, readFlags, readSince } from '../protocols/imap/read.ts';
import type { SyncSettings } from '../resources/account.ts';
import { type FolderRow, putFolder, putFolderError, putFolderScan, readFolders } from '../store/tables/imap-folders.ts';
import {
  countRows,
  forgetFolder,
  type MessageRow,
  rowsAtPath,
  rowsOfFolder,
  rowsOfFormerValidity,
  rowsOutside,
} from '../store/tables/imap-messages.ts';
import { applyMessage, type FormerLocation, type ServerMessage } from './apply.ts';
import { type Memory, type Mirror, type SyncContext, writeInBatches } from './context.ts';

/** Scans all folders, or the inbox and new folders. Returns whether every synced folder could be read. */
export async function scan(context: SyncContext, which: 'all' | 'inbox' = 'all'): Promise<boolean> {
  const { store, user, accountId, settings, connection, mirror } = context;
  const scannedAt = Date.now();
  const mailboxes = await listFolders(connection);
  if (!mailboxes.some(({ path }) => path === 'INBOX')) throw new Error('the server does not list an INBOX');
  const chosen = mailboxes.filter((mailbox) => isChosen(settings, mailbox)).sort(inboxFirst);
  const known = await readFolders(store, user, accountId);
  await forgetUnchosen(context, mailboxes, chosen, known);
  const unread = new Set<string>();
  for (const mailbox of chosen) {
    const { path, view } = mailbox;
    const stored = known.get(path);
    if (which === 'inbox' && path !== 'INBOX' && mirror.folders.has(path)) {
      if (mirror.unread.has(path)) unread.add(path);
      continue;
    }
    if (stored?.folder !== mailbox.folder) await nameFolder(context, mailbox, stored);
    if (view && isUnchanged(context, view, stored)) {
      const listed = { view, modSeq: view.modSeq, todo: [], older: new Set<number>(), asked: new Set<number>() };
      if (!mirror.folders.has(path)) mirror.folders.set(path, { ...listed, settled: true });
      continue;
    }
    try {
      if (!view) throw new Error('the server does not report the status of the folder');
      await scanFolder(context, view, stored);
    } catch (error) {
      if (!connection.usable) throw error;
      unread.add(path);
      const next = Date.now() + context.poll;
      await context.write(async (tx) => putFolderError(tx, accountId, path, errorText(error), next));
    }
  }
  if (which === 'all') mirror.scannedAt = scannedAt;
  mirror.mailboxes = mailboxes;
  mirror.paths = chosen.map(({ path }) => path);
  mirror.unread = unread;
  await addVanishedFolders(context, mailboxes, known);
  for (const path of [...mirror.folders.keys()]) if (!mirror.paths.includes(path)) mirror.folders.delete(path);
  return unread.size === 0;
}

/** Whether the folder is synced: if the account names it, or names none and it is not virtual. */
export function isChosen({ folders }: SyncSettings, { path, isVirtual }: Pick<Mailbox, 'path' | 'isVirtual'>): boolean {
  return folders?.includes(path) ?? !isVirtual;
}

function inboxFirst(a: Mailbox, b: Mailbox): number {
  return Number(b.path === 'INBOX') - Number(a.path === 'INBOX') || (a.path < b.path ? -1 : 1);
}

export function errorText(error: unknown): string {
  const { responseText, message } = error as { responseText?: string; message?: string };
  return responseText || message || String(error);
}

/**
 * Forgets folders that are no longer selected; their mails stay as they are. A folder that was never synced is kept:
 * mails were moved there from here, and may have to come back.
 */
async function forgetUnchosen(
  { accountId, write }: SyncContext,
  mailboxes: Mailbox[],
  chosen: Mailbox[],
  known: Map<string, FolderRow>,
): Promise<void> {
  for (const { path } of mailboxes)
    if ((known.get(path)?.uidValidity ?? null) !== null && !chosen.some((mailbox) => mailbox.path === path)) {
      await write(async (tx) => forgetFolder(tx, accountId, path));
      known.delete(path);
    }
}

/** Stores the name of a folder here; mails that are in it under another name are moved. */
async function nameFolder(
  context: SyncContext,
  { path, folder }: Mailbox,
  stored: FolderRow | undefined,
): Promise<void> {
  const { store, user, accountId, write } = context;
  await write(async (tx) => putFolder(tx, accountId, path, folder));
  if (!stored) return;
  const rows = await rowsAtPath(store, user, accountId, path);
  await writeInBatches(context, rows, (tx, row) =>
    applyMessage(tx, row, { ...row, folder }, { folder: stored.folder, lastSeen: stored.lastSuccess }),
  );
}

function isUnchanged({ mirror, settings }: SyncContext, view: FolderStatus, stored: FolderRow | undefined): boolean {
  if (view.modSeq === null || mirror.unread.has(view.path)) return false;
  const listed = mirror.folders.get(view.path);
  if (listed)
    return (
      listed.view.uidValidity === view.uidValidity &&
      listed.modSeq === view.modSeq &&
      listed.view.messages === view.messages
    );
  if (stored?.missing !== 0 || stored.extra !== 0 || stored.lastError !== null || settings.since !== null) return false;
  return (
    stored.uidValidity === view.uidValidity && stored.modSeq === view.modSeq && stored.serverTotal === view.messages
  );
}

interface Found {
  fresh: number[];
  older: number[];
  gone: MessageRow[];
  changed: { row: MessageRow; flags: MessageFlags }[];
  total: number;
}

async function scanFolder(context: SyncContext, view: FolderStatus, stored: FolderRow | undefined): Promise<void> {
  const { store, user, accountId, connection, mirror, memory } = context;
  const { path, folder } = view;
  const listed = mirror.folders.get(path);
  const { mailbox, found } = await inFolder(connection, path, true, async () => {
    const opened = openFolder(connection);
    const since = sameLife(listed?.view.uidValidity ?? stored?.uidValidity, opened.uidValidity)
      ? (listed?.modSeq ?? stored?.modSeq ?? null)
      : null;
    return { mailbox: opened, found: (await findChanges(context, path, since)) ?? (await findAll(context, path)) };
  });
  if (!sameLife(listed?.view.uidValidity, mailbox.uidValidity))
    for (const row of await rowsOfFormerValidity(store, user, accountId, path, mailbox.uidValidity))
      mirror.vanished.add(row);
  for (const row of found.gone) mirror.vanished.add(row);
  const fresh = new Set(found.fresh);
  for (const notes of [memory.skipped, mirror.later]) keepOnly(notes, path, fresh);
  const [skipped, later] = [memory.skipped.get(path), mirror.later.get(path)];
  const asked = new Set(found.older.filter((uid) => listed?.asked.has(uid)));
  const todo = [...fresh].filter((uid) => !skipped?.has(uid) && !later?.has(uid));
  mirror.folders.set(path, {
    view: { ...view, uidValidity: mailbox.uidValidity, messages: mailbox.messages },
    modSeq: mailbox.modSeq,
    todo: [...todo, ...asked].sort((a, b) => b - a),
    older: new Set(found.older.filter((uid) => !asked.has(uid))),
    asked,
    settled: false,
  });
  await context.write(async (tx) =>
    putFolderScan(tx, accountId, path, {
      uidValidity: mailbox.uidValidity,
      serverTotal: found.total,
      missing: found.fresh.length,
      extra: found.gone.length,
    }),
  );
  const former: FormerLocation = { folder, lastSeen: stored?.lastSuccess ?? null };
  await writeInBatches(context, found.changed, (tx, { row, flags }) => {
    const { seen, flagged } = flags;
    return applyMessage(tx, row, { ...row, seen, flagged, folder } satisfies ServerMessage, former);
  });
}

/** Drops the UIDs that no longer exist, or that have been fetched. */
function keepOnly(notes: Memory['skipped'] | Mirror['later'], path: string, fresh: Set<number>): void {
  const skipped = notes.get(path);
  for (const uid of [...(skipped?.keys() ?? [])]) if (!fresh.has(uid)) skipped?.delete(uid);
  if (skipped?.size === 0) notes.delete(path);
}

function sameLife(before: number | null | undefined, now: number): boolean {
  return before === now;
}

/** What has changed since this mod-sequence; null if the changes may be incomplete. */
async function findChanges(context: SyncContext, path: string, modSeq: string | null): Promise<Found | null> {
  const { store, user, accountId, settings, connection, mirror, memory } = context;
  const { uidValidity, modSeq: newest } = openFolder(connection);
  if (modSeq === null || newest === null || settings.since !== null) return null;
  const { flags, gone } = await readChanges(connection, modSeq);
  const rows = await rowsOfFolder(store, user, accountId, path, uidValidity, [...flags.map(({ uid }) => uid), ...gone]);
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const vanished = new Set(gone);
  const fresh = new Set(mirror.folders.get(path)?.todo);
  for (const { uid } of flags) if (!byUid.has(uid)) fresh.add(uid);
  const goneRows = rows.filter(({ uid }) => vanished.has(uid));
  const here = await countRows(store, user, accountId, path, uidValidity);
  for (const uid of memory.skipped.get(path)?.keys() ?? []) fresh.add(uid);
  for (const uid of mirror.later.get(path) ?? []) fresh.add(uid);
  for (const uid of gone) fresh.delete(uid);
  const total = openFolder(connection).messages;
  if (here - goneRows.length + fresh.size !== total) return null;
  return { fresh: [...fresh], older: [], gone: goneRows, changed: differing(byUid, flags), total };
}

/** All messages, compared with all that are known. */
async function findAll({ store, user, accountId, settings, connection }: SyncContext, path: string): Promise<Found> {
  const { uidValidity } = openFolder(connection);
  const flags = await readFlags(connection);
  const wanted = settings.since === null ? null : await readSince(connection, settings.since);
  const rows = await rowsOfFolder(store, user, accountId, path, uidValidity);
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const there = new Set(flags.map(({ uid }) => uid));
  const unknown = flags.map(({ uid }) => uid).filter((uid) => !byUid.has(uid));
  const fresh = unknown.filter((uid) => wanted?.has(uid) ?? true);
  const older = wanted ? unknown.filter((uid) => !wanted.has(uid)) : [];
  const gone = rows.filter(({ uid }) => !there.has(uid));
  const total = fresh.length + rows.length - gone.length;
  return { fresh, older, gone, changed: differing(byUid, flags), total };
}

function differing(byUid: Map<number, MessageRow>, flags: MessageFlags[]): Found['changed'] {
  return flags.flatMap((one) => {
    const row = byUid.get(one.uid);
    return row && (row.seen !== one.seen || row.flagged !== one.flagged) ? [{ row, flags: one }] : [];
  });
}

/** Folders that the server no longer has: their messages are searched in the others. */
async function addVanishedFolders(
  { store, user, accountId, mirror }: SyncContext,
  mailboxes: Mailbox[],
  known: Map<string, FolderRow>,
): Promise<void> {
  const paths = mailboxes.map(({ path }) => path);
  if ([...known.keys()].every((path) => paths.includes(path))) return;
  for (const row of await rowsOutside(store, user, accountId, paths)) mirror.vanished.add(row);
}
