// A look at every folder of an account that has changed: what is new and has to be fetched, which marks differ, what
// has gone. A folder whose numbers stand still is not opened.
import { type FormerPlace, meetMessage, type Sighting } from '../domain/sync-changes.ts';
import { type Box, type FolderView, inFolder, listFolders } from '../mail/imap.ts';
import { type Marks, openFolder, readChanges, readMarks, readSince } from '../mail/imap-reading.ts';
import type { SyncSettings } from '../resources/account.ts';
import { type FolderRow, putFolder, putFolderError, putFolderLook, readFolders } from '../store/imap-folders.ts';
import {
  countRows,
  forgetFolder,
  type MessageRow,
  rowsAtPath,
  rowsOfFolder,
  rowsOfFormerLives,
  rowsOutside,
} from '../store/imap-rows.ts';
import { type Memory, type Mirror, type SyncContext, writeInBatches } from './sync-context.ts';

/** Looks at all folders, or at new ones and the inbox. Returns whether every folder that is mirrored could be read. */
export async function look(context: SyncContext, which: 'all' | 'inbox' = 'all'): Promise<boolean> {
  const { store, user, accountId, settings, line, mirror } = context;
  const lookedAt = Date.now();
  const boxes = await listFolders(line);
  if (!boxes.some(({ path }) => path === 'INBOX')) throw new Error('the server does not list an INBOX');
  const chosen = boxes.filter((box) => isChosen(settings, box)).sort(inboxFirst);
  const known = await readFolders(store, user, accountId);
  await forgetUnchosen(context, boxes, chosen, known);
  const unread = new Set<string>();
  for (const box of chosen) {
    const { path, view } = box;
    const stored = known.get(path);
    if (which === 'inbox' && path !== 'INBOX' && mirror.folders.has(path)) {
      if (mirror.unread.has(path)) unread.add(path);
      continue;
    }
    if (stored?.folder !== box.folder) await nameFolder(context, box, stored);
    if (view && isUnchanged(context, view, stored)) {
      const listed = { view, modSeq: view.modSeq, todo: [], older: new Set<number>(), asked: new Set<number>() };
      if (!mirror.folders.has(path)) mirror.folders.set(path, { ...listed, settled: true });
      continue;
    }
    try {
      if (!view) throw new Error('the server does not tell how the folder stands');
      await lookAt(context, view, stored);
    } catch (error) {
      if (!line.usable) throw error;
      unread.add(path);
      const next = Date.now() + context.poll;
      await context.write(async (tx) => putFolderError(tx, accountId, path, wordsOf(error), next));
    }
  }
  if (which === 'all') mirror.lookedAt = lookedAt;
  mirror.boxes = boxes;
  mirror.paths = chosen.map(({ path }) => path);
  mirror.unread = unread;
  await loseFolders(context, boxes, known);
  for (const path of [...mirror.folders.keys()]) if (!mirror.paths.includes(path)) mirror.folders.delete(path);
  return unread.size === 0;
}

/** Whether the folder is mirrored: if it is named, or if none is and it is no view of others. */
export function isChosen({ folders }: SyncSettings, { path, isView }: Pick<Box, 'path' | 'isView'>): boolean {
  return folders?.includes(path) ?? !isView;
}

function inboxFirst(a: Box, b: Box): number {
  return Number(b.path === 'INBOX') - Number(a.path === 'INBOX') || (a.path < b.path ? -1 : 1);
}

export function wordsOf(error: unknown): string {
  const { responseText, message } = error as { responseText?: string; message?: string };
  return responseText || message || String(error);
}

/**
 * Folders that are there but no longer wanted are forgotten; their mail stays as it is. One that was never mirrored is
 * known by what was moved there from here, which may have to come back.
 */
async function forgetUnchosen(
  { accountId, write }: SyncContext,
  boxes: Box[],
  chosen: Box[],
  known: Map<string, FolderRow>,
): Promise<void> {
  for (const { path } of boxes)
    if ((known.get(path)?.uidValidity ?? null) !== null && !chosen.some((box) => box.path === path)) {
      await write(async (tx) => forgetFolder(tx, accountId, path));
      known.delete(path);
    }
}

/** Gives a folder its name here; mail that is in it by another name follows. */
async function nameFolder(context: SyncContext, { path, folder }: Box, stored: FolderRow | undefined): Promise<void> {
  const { store, user, accountId, write } = context;
  await write(async (tx) => putFolder(tx, accountId, path, folder));
  if (!stored) return;
  const rows = await rowsAtPath(store, user, accountId, path);
  await writeInBatches(context, rows, (tx, row) =>
    meetMessage(tx, row, { ...row, folder }, { folder: stored.folder, lastSeen: stored.lastSuccess }),
  );
}

function isUnchanged({ mirror, settings }: SyncContext, view: FolderView, stored: FolderRow | undefined): boolean {
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
  changed: { row: MessageRow; marks: Marks }[];
  total: number;
}

async function lookAt(context: SyncContext, view: FolderView, stored: FolderRow | undefined): Promise<void> {
  const { store, user, accountId, line, mirror, memory } = context;
  const { path, folder } = view;
  const listed = mirror.folders.get(path);
  const { box, found } = await inFolder(line, path, true, async () => {
    const opened = openFolder(line);
    const since = sameLife(listed?.view.uidValidity ?? stored?.uidValidity, opened.uidValidity)
      ? (listed?.modSeq ?? stored?.modSeq ?? null)
      : null;
    return { box: opened, found: (await findChanges(context, path, since)) ?? (await findAll(context, path)) };
  });
  if (!sameLife(listed?.view.uidValidity, box.uidValidity))
    for (const row of await rowsOfFormerLives(store, user, accountId, path, box.uidValidity)) mirror.lost.add(row);
  for (const row of found.gone) mirror.lost.add(row);
  const fresh = new Set(found.fresh);
  for (const notes of [memory.skipped, mirror.later]) keepOnly(notes, path, fresh);
  const [skipped, later] = [memory.skipped.get(path), mirror.later.get(path)];
  const asked = new Set(found.older.filter((uid) => listed?.asked.has(uid)));
  const todo = [...fresh].filter((uid) => !skipped?.has(uid) && !later?.has(uid));
  mirror.folders.set(path, {
    view: { ...view, uidValidity: box.uidValidity, messages: box.messages },
    modSeq: box.modSeq,
    todo: [...todo, ...asked].sort((a, b) => b - a),
    older: new Set(found.older.filter((uid) => !asked.has(uid))),
    asked,
    settled: false,
  });
  await context.write(async (tx) =>
    putFolderLook(tx, accountId, path, {
      uidValidity: box.uidValidity,
      serverTotal: found.total,
      missing: found.fresh.length,
      extra: found.gone.length,
    }),
  );
  const former: FormerPlace = { folder, lastSeen: stored?.lastSuccess ?? null };
  await writeInBatches(context, found.changed, (tx, { row, marks }) => {
    const { seen, flagged } = marks;
    return meetMessage(tx, row, { ...row, seen, flagged, folder } satisfies Sighting, former);
  });
}

/** What is no longer there, or is here by now, need not be kept in mind. */
function keepOnly(notes: Memory['skipped'] | Mirror['later'], path: string, fresh: Set<number>): void {
  const noted = notes.get(path);
  for (const uid of [...(noted?.keys() ?? [])]) if (!fresh.has(uid)) noted?.delete(uid);
  if (noted?.size === 0) notes.delete(path);
}

function sameLife(before: number | null | undefined, now: number): boolean {
  return before === now;
}

/** What has changed since that moment; null where it cannot be told whether that is all. */
async function findChanges(context: SyncContext, path: string, modSeq: string | null): Promise<Found | null> {
  const { store, user, accountId, settings, line, mirror, memory } = context;
  const { uidValidity, modSeq: newest } = openFolder(line);
  if (modSeq === null || newest === null || settings.since !== null) return null;
  const { marks, gone } = await readChanges(line, modSeq);
  const rows = await rowsOfFolder(store, user, accountId, path, uidValidity, [...marks.map(({ uid }) => uid), ...gone]);
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const vanished = new Set(gone);
  const fresh = new Set(mirror.folders.get(path)?.todo);
  for (const { uid } of marks) if (!byUid.has(uid)) fresh.add(uid);
  const goneRows = rows.filter(({ uid }) => vanished.has(uid));
  const here = await countRows(store, user, accountId, path, uidValidity);
  for (const uid of memory.skipped.get(path)?.keys() ?? []) fresh.add(uid);
  for (const uid of mirror.later.get(path) ?? []) fresh.add(uid);
  for (const uid of gone) fresh.delete(uid);
  const total = openFolder(line).messages;
  if (here - goneRows.length + fresh.size !== total) return null;
  return { fresh: [...fresh], older: [], gone: goneRows, changed: differing(byUid, marks), total };
}

/** Everything, compared with everything that is known. */
async function findAll({ store, user, accountId, settings, line }: SyncContext, path: string): Promise<Found> {
  const { uidValidity } = openFolder(line);
  const marks = await readMarks(line);
  const wanted = settings.since === null ? null : await readSince(line, settings.since);
  const rows = await rowsOfFolder(store, user, accountId, path, uidValidity);
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const there = new Set(marks.map(({ uid }) => uid));
  const unknown = marks.map(({ uid }) => uid).filter((uid) => !byUid.has(uid));
  const fresh = unknown.filter((uid) => wanted?.has(uid) ?? true);
  const older = wanted ? unknown.filter((uid) => !wanted.has(uid)) : [];
  const gone = rows.filter(({ uid }) => !there.has(uid));
  const total = fresh.length + rows.length - gone.length;
  return { fresh, older, gone, changed: differing(byUid, marks), total };
}

function differing(byUid: Map<number, MessageRow>, marks: Marks[]): Found['changed'] {
  return marks.flatMap((one) => {
    const row = byUid.get(one.uid);
    return row && (row.seen !== one.seen || row.flagged !== one.flagged) ? [{ row, marks: one }] : [];
  });
}

/** Folders that the server has no longer: their messages are looked for in the others. */
async function loseFolders(
  { store, user, accountId, mirror }: SyncContext,
  boxes: Box[],
  known: Map<string, FolderRow>,
): Promise<void> {
  const paths = boxes.map(({ path }) => path);
  if ([...known.keys()].every((path) => paths.includes(path))) return;
  for (const row of await rowsOutside(store, user, accountId, paths)) mirror.lost.add(row);
}
