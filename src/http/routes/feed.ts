// The routes of the change feed, and the parameters of its WebSocket, which http/sockets.ts serves.
import { type ChangesOptions, changes, compactPage } from '../../feed/changes.ts';
import { limits } from '../../limits.ts';
import { streamChanges } from '../event-streams.ts';
import type { Parameter } from './query.ts';
import { type Route, route } from './route.ts';

const events: Parameter = {
  name: 'events',
  type: 'patterns',
  about: 'Only these events, separated by commas; email.* means all events of emails.',
  example: 'email.*,event.created',
};

const body: Parameter = {
  name: 'body',
  type: 'boolean',
  default: true,
  about: 'false: emails without body_plain and body_html.',
};

const changesParameters: Parameter[] = [
  {
    name: 'since',
    type: 'integer',
    default: 0,
    about: 'The seq of the last change that the client has received; 0 for the whole log.',
  },
  {
    name: 'limit',
    type: 'integer',
    default: limits.changesPage,
    about: `Number of changes; at most ${limits.changesPageMax}.`,
  },
  events,
  body,
  {
    name: 'format',
    type: 'choice',
    values: ['json', 'compact'],
    default: 'json',
    about: 'compact: one short line for each change, for language models.',
  },
  {
    name: 'tz',
    type: 'timezone',
    about: 'Time zone of the times in compact lines; the default is that of the service.',
    example: 'Europe/Berlin',
  },
];

export const socketParameters: Parameter[] = [
  { name: 'since', type: 'integer', about: 'First replay every change after this seq.' },
  events,
  body,
  { name: 'token', type: 'text', about: 'The token, for clients that cannot set headers.' },
];

const streamParameters: Parameter[] = [
  ...socketParameters,
  {
    name: 'named',
    type: 'boolean',
    default: false,
    about:
      'true: each message has an event field with the name of its event, so that addEventListener of an EventSource receives it; false: none has, and onmessage receives all.',
  },
];

export const feedRoutes: Route[] = [
  route(
    'GET /changes',
    'Poll the change feed',
    { scope: null },
    {
      parameters: changesParameters,
      shape: 'changes',
      errors: ['CURSOR_EXPIRED'],
      read: ({ store, principal, query, context }) =>
        query.format === 'compact'
          ? compactPage(store, principal, query as ChangesOptions, context.timezone)
          : changes(store, principal, query as ChangesOptions),
    },
  ),
  route(
    'GET /changes/stream',
    'The live change feed (server-sent events)',
    { scope: null },
    {
      parameters: streamParameters,
      tokenInQuery: true,
      shape: 'bytes',
      mediaType: 'text/event-stream',
      notes:
        'Shows what the token may read. The messages are those of the WebSocket: first {"event": "connected", "seq"}, with `since` the missed changes, then every change as it is committed. The id of a message is its seq. A client that connects again sends the last id as Last-Event-ID, which EventSource does by itself.',
      errors: ['CURSOR_EXPIRED'],
      raw: streamChanges,
    },
  ),
];
