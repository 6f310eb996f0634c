// The counts of folders, labels, calendars and tags that a token may read, for counts.updated on the feed.
import { may, type Principal } from '../access/access.ts';
import { readCalendars } from '../calendar/calendars/list.ts';
import { tags } from '../contacts/tags.ts';
import type { Counted, CountsByList } from '../feed/counts.ts';
import { folders } from '../mail/folders.ts';
import { labels } from '../mail/labels.ts';
import { type NameKind, readNames } from '../records/names/list.ts';
import type { Store } from '../store/port.ts';

export async function readCounts(store: Store, principal: Principal): Promise<CountsByList> {
  const counts: CountsByList = {};
  if (may(principal, 'emails:read')) {
    counts.folders = await countsOf(store, principal, folders);
    counts.labels = await countsOf(store, principal, labels);
  }
  if (may(principal, 'events:read')) {
    const { known } = await readCalendars(store, principal.user, may(principal, 'contacts:read'));
    counts.calendars = [...known.values()].map(({ calendar: { name, total } }) => ({ name, total }));
  }
  if (may(principal, 'contacts:read')) counts.tags = await countsOf(store, principal, tags);
  return counts;
}

async function countsOf(store: Store, { user }: Principal, kind: NameKind): Promise<Counted[]> {
  const { known } = await readNames(store, user, kind);
  return [...known.values()].map(({ name, live, unread }) => ({
    name,
    total: live,
    ...('unread' in kind.fields && { unread }),
  }));
}
