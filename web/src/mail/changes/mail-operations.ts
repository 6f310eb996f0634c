// What can be done with conversations: the changes behind the buttons, keys and menus of the screen Mail.
import type { ActionTarget } from '../../shell/actions/action-target.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { formatDayTime } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import { folderTitle, type Row } from '../lists.ts';
import { applyChange } from './apply-change.ts';
import type { Change } from './changes.ts';
import { changeMatching } from './matching.ts';

/** What an operation is for: conversations, or all that match the filters of a list. */
export type Target = Pick<ActionTarget, 'conversations' | 'where' | 'whereTotal' | 'list' | 'leave'>;

export function archive(target: Target): void {
  change(target, { type: 'move', folder: 'ARCHIVE', from: sourceFolders(target) }, words().mail.done.archived, true);
}

export function moveToTrash(target: Target): void {
  change(target, { type: 'delete' }, words().mail.done.deleted, true);
}

export function restore(target: Target): void {
  change(target, { type: 'restore' }, words().mail.done.restored, true);
}

export async function erase(target: Target): Promise<void> {
  const rows = rowsOf(target);
  const { mail } = words();
  const question = { title: mail.eraseTitle(rows.length), text: mail.eraseText, action: mail.deletePermanently };
  if (rows.length === 0 || !(await confirm({ ...question, danger: true }))) return;
  void applyChange(rows, { type: 'erase' });
  target.leave?.(rows.map(({ id }) => id));
}

export function toggleStar(target: Target): void {
  if (isStarred(target)) change(target, { type: 'unstar' }, words().mail.done.unstarred);
  else star(target);
}

/** All of them have a star. Of all mail that matches only a part is known, so it gets the star. */
export function isStarred(target: Target): boolean {
  const rows = rowsOf(target);
  return !target.where && rows.length > 0 && rows.every(({ is_starred }) => is_starred);
}

/** Of several conversations, those that have a star keep it. */
export function star(target: Target): void {
  change(target, { type: 'star' }, words().mail.done.starred);
}

export function markRead(target: Target): void {
  change(target, { type: 'read' }, words().mail.done.read);
}

export function markUnread(target: Target): void {
  change(target, { type: 'unread' }, words().mail.done.unread);
}

/** For a button that does the one or the other. */
export function toggleRead(target: Target): void {
  if (isUnread(target)) markRead(target);
  else markUnread(target);
}

/** Some of them have unread mail. */
export function isUnread(target: Target): boolean {
  return rowsOf(target).some(({ unread }) => unread > 0);
}

/** Some of them have none. */
export function isRead(target: Target): boolean {
  return rowsOf(target).some(({ unread }) => unread === 0);
}

export function snooze(target: Target, until: Date): void {
  const from = [...sourceFolders(target), 'SNOOZED'];
  const text = (count: number) => words().mail.done.snoozed(count, formatDayTime(until));
  change(target, { type: 'snooze', until: until.toISOString(), from }, text, true);
}

export function unsnooze(target: Target): void {
  change(target, { type: 'unsnooze' }, words().mail.done.unsnoozed, true);
}

export function moveTo(target: Target, folder: string): void {
  const { mail } = words();
  const text = (count: number) => mail.done.moved(count, folderTitle(folder, { mail }));
  change(target, { type: 'move', folder }, text, target.list?.folder !== folder);
}

export function markSpam(target: Target): void {
  change(target, { type: 'move', folder: 'SPAM' }, words().mail.done.spam, true);
}

export function markNotSpam(target: Target): void {
  change(target, { type: 'move', folder: 'INBOX', from: ['SPAM'] }, words().mail.done.notSpam, true);
}

export function setLabel(target: Target, label: string, isOn: boolean): void {
  const { done } = words().mail;
  const text = (count: number) => (isOn ? done.labelled : done.unlabelled)(count, label);
  change(target, { type: isOn ? 'label' : 'unlabel', label }, text, !isOn && target.list?.label === label);
}

function change(target: Target, what: Change, text: (count: number) => string, leaves = false): void {
  if (target.where) {
    void changeMatching(target.where, what, text(target.whereTotal ?? 0));
    target.leave?.([]);
    return;
  }
  const rows = rowsOf(target);
  if (rows.length === 0) return;
  void applyChange(rows, what, text(rows.length));
  if (leaves) target.leave?.(rows.map(({ id }) => id));
}

function rowsOf({ conversations = [] }: Target): readonly Row[] {
  return conversations;
}

/** The folders that archived and snoozed mails leave: that of the list, and the inbox. Other mails stay where they are. */
function sourceFolders({ list }: Target): string[] {
  return [...new Set(['INBOX', ...(list?.folder && list.folder !== 'SENT' ? [list.folder] : [])])];
}
