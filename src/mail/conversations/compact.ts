// Conversations as compact lines for language models. A conversation is named by its handle, or by its id if that is
// not a UUID.

import { oneLine, shortTime, summaryOf, type View } from '../../records/compact.ts';
import type { ListOptions } from '../../records/list-plan.ts';
import type { InvalidOperator } from '../../records/query/query.ts';
import type { Conversation } from '../../resources/conversation.ts';
import { conversationHandle } from '../../store/tables/conversations/tables.ts';

const LINE_CHARS = 1000;
const NAMES = 3;

export interface ConversationMeta {
  total: number;
  limit: number;
  /** Absent where the page was found by its place. */
  offset?: number;
  has_more: boolean;
  /** Cursors of the pages after and before this one; null if there is none. */
  next: string | null;
  previous: string | null;
  /** Operators of `q` that were searched as text. */
  invalid_operators?: InvalidOperator[];
}

export interface CompactConversations {
  format: 'compact';
  summary: string;
  lines: string[];
  meta: ConversationMeta;
}

export function compactConversations(
  conversations: readonly Conversation[],
  meta: ConversationMeta,
  options: ListOptions,
  timezone: string,
  now: number,
): CompactConversations {
  const noun = { name: 'conversation', path: 'conversations' };
  return {
    format: 'compact',
    summary: summaryOf(noun, conversations.length, meta, options),
    lines: conversations.map((one) => compactConversation(one, { timezone, now })),
    meta,
  };
}

export function compactConversation(one: Conversation, view: View): string {
  const handle = conversationHandle(one.id);
  const senders = one.participants.filter(({ is_sender }) => is_sender);
  const people = senders.length > 0 ? senders : one.participants;
  const names = people.slice(0, NAMES).map(({ name, address }) => oneLine(name ?? address, 60));
  const more = people.length > NAMES ? ` +${people.length - NAMES}` : '';
  const marks = [
    one.count === 1 ? '' : `${one.count} emails`,
    one.unread > 0 ? `${one.unread} unread` : '',
    one.is_starred ? 'starred' : '',
    one.has_attachments ? 'attachment' : '',
    one.has_drafts ? 'draft' : '',
    ...one.labels,
  ].filter(Boolean);
  const line = [
    handle ? `#${handle}` : JSON.stringify(one.id),
    shortTime(one.latest_at, view),
    `${names.join(', ')}${more}:`,
    oneLine(one.subject ?? '(no subject)', 120),
    one.folders.join() === 'INBOX' ? '' : `[${one.folders.join(', ')}]`,
    marks.length > 0 ? `(${marks.join(', ')})` : '',
  ];
  return oneLine(line.filter(Boolean).join(' '), LINE_CHARS);
}
