// One conversation with a page of its mails, oldest first; those that were not sent yet are last.
import { limits } from '../../limits.ts';
import type { CompactList, Meta } from '../../records/compact.ts';
import { list } from '../../records/list.ts';
import type { ListOptions } from '../../records/list-plan.ts';
import type { Conversation } from '../../resources/conversation.ts';
import { email } from '../../resources/email.ts';
import type { Store } from '../../store/port.ts';
import type { Place } from '../../store/tables/conversations/list.ts';
import type { ServedText } from '../../values/served-text.ts';
import { compactConversation } from './compact.ts';
import { findConversation, missingConversation } from './find.ts';
import { readConversations } from './summary.ts';

/** The conversation and its mails as JSON; or as compact lines. */
export type WholeConversation = { head: Conversation; texts: ServedText[]; meta: Meta } | CompactList;

export const DEFAULT_MAILS = 100;

export async function getConversation(
  store: Store,
  user: number,
  id: string,
  options: ListOptions,
  serviceZone: string,
): Promise<WholeConversation> {
  const row = await findConversation(async (query) => (await store.read(user, [query]))[0] ?? [], id);
  const { read } = await readConversations(store, user, [row as unknown as Place]);
  const head = read[0]?.conversation;
  if (!head) throw missingConversation(id); // erased in the meantime
  const chosen: ListOptions = {
    order: 'asc',
    limit: Math.min(DEFAULT_MAILS, limits.pageMax),
    ...options,
    sort: 'received_at',
    thread_id: head.id,
  };
  const mails = await list(store, user, email, chosen, serviceZone);
  if ('texts' in mails) return { head, ...mails };
  const view = { timezone: options.tz ?? serviceZone, now: Date.now() };
  return { ...mails, summary: compactConversation(head, view) };
}
