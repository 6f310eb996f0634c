// The mails of a conversation, live. A long one is read at both ends; the mails between them when they are asked for.
import { DaybookError, type Message } from 'daybook-client';
import { useMemo, useSyncExternalStore } from 'react';
import { pendingChanges, withPending } from '../data/changes/pending.ts';
import { daybook } from '../data/client.ts';
import { prefetch, type QueryOptions, type QueryState, useQuery } from '../data/live/query.ts';
import type { Conversation, Email } from '../data/types.ts';

export interface Mails {
  head: Conversation;
  /** Oldest first, unsent mail last; without `missing` ones after the first `before`. */
  emails: Email[];
  before: number;
  missing: number;
}

const NEWEST = 40;
const OLDEST = 2;
const PAGE = 200;
const QUERY = { order: 'asc', body: false, include_deleted: true } as const;

/** The ids of mails by conversation: `email.deleted` has only an id. */
const known = new Map<string, ReadonlySet<string>>();

export function useConversation(threadId: string, isWhole: boolean): QueryState<Mails> {
  const options = useMemo(() => optionsOf(threadId), [threadId]);
  const ends = useQuery(keyOf(threadId), (signal) => loadEnds(threadId, signal), options);
  const isLonger = isWhole && (ends.data?.missing ?? 0) > 0;
  const wholeKey = isLonger ? `${keyOf(threadId)}/whole` : null;
  const whole = useQuery(wholeKey, (signal) => loadWhole(threadId, signal), { ...options, isStored: false });
  const changes = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
  const data = whole.data ?? ends.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: withPending reads the pending changes.
  const shown = useMemo(
    () =>
      data && {
        ...data,
        head: withPending('threads', data.head),
        emails: data.emails.map((one) => withPending('emails', one)),
      },
    [data, changes],
  );
  return { data: shown, error: ends.error, isLoading: ends.isLoading || whole.isLoading };
}

/** The mails from this one on, and maybe some before it. Those that were not read need a connection. */
export async function mailsFrom({ head, emails, before, missing }: Mails, first: Email): Promise<Email[]> {
  const isBeforeGap = emails.findIndex(({ id }) => id === first.id) < before;
  if (missing === 0 || !isBeforeGap) return emails;
  return (await loadWhole(head.id, new AbortController().signal)).emails;
}

/** Reads a conversation before it is opened, for example when the pointer is over its row. */
export function prefetchConversation(threadId: string): void {
  prefetch(keyOf(threadId), (signal) => loadEnds(threadId, signal), optionsOf(threadId));
}

/** The mail with its text. The text of a mail that was received or sent does not change. */
export function useEmailText(id: string | null): QueryState<Email> {
  return useQuery(id && `email/${id}`, (signal) => daybook.emails.get(id ?? '', undefined, { signal }), {
    events: ['email.updated'],
    concerns: ({ data }) => (data as { id?: string; status?: string }).id === id && isEditable(data),
  });
}

/** The conversation to which the mails of one that is gone have moved. */
export async function movedTo(threadId: string): Promise<string | undefined> {
  for (const id of [...(known.get(threadId) ?? [])].slice(-3))
    try {
      const { thread_id } = await daybook.emails.get(id, { fields: ['thread_id'] });
      if (thread_id && thread_id !== threadId) return thread_id;
    } catch (error) {
      if (!(error instanceof DaybookError)) throw error;
    }
  return undefined;
}

function isEditable(data: unknown): boolean {
  const { status } = data as { status?: string };
  return status !== 'received' && status !== 'sent';
}

function keyOf(threadId: string): string {
  return `thread/${threadId}`;
}

function optionsOf(threadId: string): QueryOptions {
  return { events: ['email.*'], concerns: (message) => isAbout(message, threadId) };
}

function isAbout({ data }: Message, threadId: string): boolean {
  const { id, thread_id } = data as { id?: string; thread_id?: string };
  return thread_id === threadId || (id !== undefined && known.get(threadId)?.has(id) === true);
}

async function loadEnds(threadId: string, signal: AbortSignal): Promise<Mails> {
  const first = await page(threadId, { limit: NEWEST }, signal);
  const { total } = first.meta;
  if (total <= NEWEST)
    return remember(threadId, { head: first.data, emails: first.data.emails, before: 0, missing: 0 });
  const { data } = await page(threadId, { limit: NEWEST, offset: total - NEWEST }, signal);
  const oldest = first.data.emails.slice(0, OLDEST).filter(({ id }) => !data.emails.some((one) => one.id === id));
  const emails = [...oldest, ...data.emails];
  return remember(threadId, { head: data, emails, before: oldest.length, missing: Math.max(0, total - emails.length) });
}

async function loadWhole(threadId: string, signal: AbortSignal): Promise<Mails> {
  const first = await page(threadId, { limit: PAGE }, signal);
  const emails = new Map(first.data.emails.map((one) => [one.id, one]));
  for (let offset = PAGE; offset < first.meta.total; offset += PAGE)
    for (const one of (await page(threadId, { limit: PAGE, offset }, signal)).data.emails) emails.set(one.id, one);
  return remember(threadId, { head: first.data, emails: [...emails.values()], before: 0, missing: 0 });
}

/** The order of the service is that of the screen: oldest first, and what was not sent last. */
function page(threadId: string, query: { limit: number; offset?: number }, signal: AbortSignal) {
  return daybook.get('/threads/{id}', { path: { id: threadId }, query: { ...QUERY, ...query }, signal });
}

function remember(threadId: string, mails: Mails): Mails {
  known.set(threadId, new Set([...(known.get(threadId) ?? []), ...mails.emails.map(({ id }) => id)]));
  return mails;
}
