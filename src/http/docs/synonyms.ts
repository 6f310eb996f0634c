// Search terms for things that the page calls by another name. The search already covers title, path, fields and text
// of an entry; only terms that do not occur there are listed here.
import type { Operation } from './model.ts';

const byTag: Record<string, string> = {
  events: 'calendar appointment meeting schedule rrule recurring repeat ical icalendar',
  emails: 'mail message inbox',
  contacts: 'address book people person vcard phone',
  files: 'attach attachment attachments upload download document blob',
  'email-accounts': 'smtp imap server mailbox login password provider connect settings',
  changes: 'feed live realtime notifications push stream sync poll events',
};

/** By the last segment of the path that is not an id. */
const byAction: Record<string, string> = {
  snooze: 'later postpone remind reminder hide',
  reminders: 'alarm alert notification notify remind due missed valarm',
  dismiss: 'close acknowledge done stop reminder',
  unsnooze: 'wake return',
  send: 'deliver outbox queue schedule later',
  drafts: 'compose write reply',
  cancel: 'undo unsend recall stop',
  batch: 'bulk many multiple move label archive snooze star unstar mark read unread delete restore',
  custom: 'metadata properties extra own data',
  restore: 'undelete recover undo trash bin',
  raw: 'source original eml mime rfc822 headers',
  html: 'render show view body safe sanitise sanitize',
  read: 'seen flag',
  unread: 'unseen flag',
  star: 'flag important favourite favorite',
  unstar: 'flag',
  sync: 'synchronise synchronize mirror fetch imap',
  folders: 'mailboxes directories',
  content: 'attachment bytes save',
  stream: 'sse eventsource server-sent events live push realtime',
  ws: 'websocket socket live subscribe webhook push realtime',
  health: 'liveness readiness probe status ping monitoring alive',
  metrics: 'prometheus monitoring statistics performance',
  'openapi.json': 'swagger schema specification spec client generator',
  docs: 'reference documentation help',
};

const byMethod: Record<string, string> = {
  PATCH: 'update edit modify set',
  DELETE: 'remove erase destroy trash bin permanent',
};

const byChapter: Record<string, string> = {
  begin:
    'start getting started introduction hello base url address quick command line cli mbox maildir eml import export backup',
  tokens:
    'authentication authorization auth bearer api key login password scope scopes permission access 401 403 header',
  envelopes: 'pagination paging page limit offset data meta format response date time timezone list fields search',
  errors:
    'rate limit throttle quota error code codes status failure problem validation 400 401 403 404 405 409 410 412 413 415 422 429 500 503',
  retries:
    'idempotency idempotent retry duplicate etag if-match concurrency conflict lost update 409 412 import source',
  feed: 'websocket socket live realtime push notifications subscribe stream webhook since seq events',
  compact: 'llm language model ai agent handle short format',
  'clean-up': 'remove delete undo test examples',
  'create-a-token': 'create new first authentication',
};

export function synonymsOf({ tag, method, path }: Operation): string {
  const action = path.split('/').at(-1) ?? '';
  const isCollection = method === 'POST' && !path.includes('{') && byAction[action] === undefined;
  const isList = method === 'GET' && !path.includes('{') && byTag[tag] !== undefined;
  return [
    byTag[tag],
    byAction[action],
    byMethod[method],
    isCollection && 'add new insert import',
    isList && 'find query filter sort all',
  ]
    .filter(Boolean)
    .join(' ');
}

export function synonymsOfChapter(id: string): string {
  return byChapter[id] ?? '';
}
