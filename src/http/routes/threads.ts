// The routes of conversations. They are read here; they change with their emails, alone or by a batch with thread_ids.
import type { Scope } from '../../access/access.ts';
import { limits } from '../../limits.ts';
import { type ConversationOptions, listConversations } from '../../mail/conversations/list.ts';
import { DEFAULT_MAILS, getConversation } from '../../mail/conversations/single.ts';
import type { ListOptions } from '../../records/list-plan.ts';
import { conversationFields } from '../../resources/conversation.ts';
import { email } from '../../resources/email.ts';
import { listedFields, listParameters } from './list-parameters.ts';
import type { Parameter } from './query.ts';
import { found, withUserZone } from './records.ts';
import { type Route, route } from './route.ts';

const reads = { resource: email, scope: 'emails:read' as Scope };
const answer = { name: 'Conversation', fields: conversationFields };

const place = (name: string, about: string): Parameter => ({
  name,
  type: 'text',
  maxChars: 2 * limits.lineChars,
  about: `${about} A cursor of meta.next or meta.previous, or the id or handle of a conversation.`,
});

const listed: Parameter[] = [
  ...listParameters(email)
    .filter(({ name }) => !['sort', 'order', 'body'].includes(name))
    .map((one) => (one.name === 'format' ? { ...one, about: one.about.replace('record', 'conversation') } : one)),
  {
    name: 'sort',
    type: 'choice',
    values: ['latest_at'],
    default: 'latest_at',
    about: 'Conversations are in the order of their latest emails.',
  },
  { name: 'order', type: 'choice', values: ['asc', 'desc'], default: 'desc', about: 'desc: newest first.' },
  place('before', 'Only older conversations than this one, beginning with the next.'),
  place('after', 'Only newer conversations than this one, ending or beginning with the next.'),
  place('around', 'The page that has this conversation in its middle.'),
];

const inside = ['limit', 'offset', 'include_deleted', 'only_deleted', 'fields', 'body', 'format', 'tz'];

const mails: Parameter[] = [
  ...listParameters(email)
    .filter(({ name }) => inside.includes(name))
    .map((one) => (one.name === 'limit' ? { ...one, default: DEFAULT_MAILS } : one)),
  {
    name: 'order',
    type: 'choice',
    values: ['asc', 'desc'],
    default: 'asc',
    about: 'asc: oldest first. Emails that were not sent yet are last in both orders.',
  },
];

export const threadRoutes: Route[] = [
  route('GET /threads', 'List conversations', reads, {
    parameters: listed,
    fields: Object.keys(conversationFields),
    shape: 'conversations',
    answer,
    errors: found,
    read: async (call) => {
      const options: ConversationOptions = await withUserZone(call);
      return listConversations(call.store, call.user, options, call.context.timezone);
    },
  }),
  route('GET /threads/:id', 'Get a conversation with its emails', reads, {
    parameters: mails,
    fields: listedFields(email),
    shape: 'conversation',
    answer,
    errors: found,
    read: ({ store, user, id, query, context }) =>
      getConversation(store, user, id, query as ListOptions, context.timezone),
  }),
];
