// The list of conversations is a recount of the emails: grouped by thread_id, the one with the latest email that is
// not a draft first.
import type { Fields, Item } from './kinds.ts';
import { recordsOf, type World } from './world.ts';

/** The choices of a list that are compared, each with its query. */
export const conversationQueries: [query: string, meets: (mail: Item) => boolean][] = [
  ['', () => true],
  ['folder=INBOX', ({ folder }) => folder === 'INBOX'],
  ['folder=INBOX&is_read=false', ({ folder, is_read }) => folder === 'INBOX' && !is_read],
  [
    'label=home&is_starred=true',
    ({ labels, is_starred }) => (labels as string[]).includes('home') && is_starred === true,
  ],
  ['is_read=true&is_starred=true', ({ is_read, is_starred }) => is_read === true && is_starred === true],
];

/** What the service must show of the conversations with an email that meets the condition. */
export function conversations(world: World, meets: (mail: Item) => boolean): Fields[] {
  const live = recordsOf(world, 'email')
    .map(({ record }) => record)
    .filter(({ deleted_at }) => deleted_at === null);
  const threads = [...new Set(live.filter(meets).map(({ thread_id }) => thread_id))];
  const shown = threads.map((id) =>
    shownOf(
      id,
      live.filter(({ thread_id }) => thread_id === id),
    ),
  );
  return shown.sort((a, b) => byTime(b.latest_at, a.latest_at) || compare(b.id, a.id));
}

function shownOf(id: unknown, mails: Item[]): Fields {
  const others = mails.filter(({ status }) => status !== 'draft');
  const inOrder = (others.length > 0 ? others : mails).toSorted(
    (a, b) => byTime(timeOf(a), timeOf(b)) || compare(a.id, b.id),
  );
  const [oldest, latest] = [inOrder[0] as Item, inOrder.at(-1) as Item];
  const names = (all: unknown[]) => [...new Set(all)].sort();
  return {
    id,
    subject: oldest.subject,
    count: mails.length,
    unread: mails.filter(({ is_read }) => !is_read).length,
    is_starred: mails.some(({ is_starred }) => is_starred),
    has_attachments: mails.some(({ has_attachments }) => has_attachments),
    has_drafts: mails.some(({ status }) => status === 'draft'),
    folders: names(mails.map(({ folder }) => folder)),
    labels: names(mails.flatMap(({ labels }) => labels as string[])),
    latest_at: timeOf(latest),
    latest_id: latest.id,
  };
}

/** The fields that are compared. */
export const conversationFields =
  'id,subject,count,unread,is_starred,has_attachments,has_drafts,folders,labels,latest_at,latest_id';

function timeOf({ received_at, created_at }: Item): string {
  return (received_at ?? created_at) as string;
}

/** Milliseconds are written only where they are not zero, so times are compared as numbers. */
function byTime(a: unknown, b: unknown): number {
  return Date.parse(a as string) - Date.parse(b as string);
}

function compare(a: unknown, b: unknown): number {
  const [one, other] = [String(a), String(b)];
  return one === other ? 0 : one < other ? -1 : 1;
}
