// Events and contacts in the trash: what lists, messages and changes need to know of one of them.
import type { ListSource } from '../data/live/paged-list.ts';

export type DeletedKind = 'events' | 'contacts';

export interface DeletedItem {
  kind: DeletedKind;
  id: string;
  title: string;
  /** The page that shows it when it is restored. */
  path: string;
}

/** The last deleted first: a record in the trash changes only when its calendar or a tag is renamed. */
export const NEWEST_FIRST = { only_deleted: true, sort: 'updated_at', order: 'desc' } as const;

/** Whether a record is still in the trash with its pending changes, which are the only ones to set `is_erased`. */
export function isInTrash({ deleted_at, is_erased }: { deleted_at: string | null; is_erased?: boolean }): boolean {
  return deleted_at !== null && !is_erased;
}

/** The messages that can change a list of deleted records. */
export function messagesOf(kind: DeletedKind): Pick<ListSource<unknown>, 'events' | 'concerns'> {
  if (kind === 'contacts') return { events: ['contact.*'] };
  // Reminders are messages about events, but do not change them.
  return { events: ['event.*'], concerns: ({ event }) => !event.startsWith('event.reminder') };
}
