// Cursors: the place of a conversation in a list as text. It stays valid when the conversation moves or goes, so that
// the next page begins where the last one ended, whatever has changed since.

import type { Place } from '../../store/tables/conversations/list.ts';
import { indexKey } from '../../values/text.ts';

const MARK = '~';

export function cursorOf({ latest_at, id }: Place): string {
  return MARK + Buffer.from(`${latest_at} ${id}`).toString('base64url');
}

/** The place that a cursor names; undefined if the text is not a cursor. */
export function readCursor(text: string): Place | undefined {
  if (!text.startsWith(MARK)) return undefined;
  const found = /^(-?\d{1,16}) (.+)$/s.exec(Buffer.from(text.slice(1), 'base64url').toString());
  return found ? { latest_at: Number(found[1]), id: indexKey(found[2] as string) } : undefined;
}
