// What a change of a conversation means for its row, until the service has made the change.
import type { Row } from '../lists.ts';
import type { Change } from './changes.ts';

const OWN_FOLDERS = ['SENT', 'DRAFTS', 'OUTBOX'];

/** New values of a conversation as far as its row shows them. */
export function rowValues(change: Change, row: Row): Record<string, unknown> {
  switch (change.type) {
    case 'move':
      return { folders: foldersAfter(row, change.folder, change.from) };
    case 'snooze':
      return { folders: foldersAfter(row, 'SNOOZED', change.from) };
    case 'unsnooze':
      return { folders: row.folders.filter((folder) => folder !== 'SNOOZED') };
    case 'delete':
      return { is_deleted: true };
    case 'restore':
    case 'erase':
      return { is_deleted: false };
    case 'read':
      return { unread: 0 };
    case 'unread':
      return { unread: Math.max(1, row.unread) };
    case 'star':
    case 'unstar':
      return { is_starred: change.type === 'star' };
    case 'label':
      return { labels: [...new Set([...row.labels, change.label])].sort() };
    case 'unlabel':
      return { labels: row.labels.filter((one) => one !== change.label) };
  }
}

/** What the row was before, for the fields that the change has set. */
export function rowValuesBefore(change: Change, row: Row): Record<string, unknown> {
  const before: Record<string, unknown> = { ...row, is_deleted: change.type === 'restore' };
  return Object.fromEntries(Object.keys(rowValues(change, row)).map((field) => [field, before[field]]));
}

function foldersAfter(row: Row, target: string, from: readonly string[] | undefined): string[] {
  const rest = row.folders.filter((folder) => (from ? !from.includes(folder) : OWN_FOLDERS.includes(folder)));
  return [...new Set([...rest, target])];
}
