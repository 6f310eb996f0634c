// A request for every route, and for every way in which a list is made.
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import { resources } from '../../src/resources/resources.ts';
import { form, formType, upload } from '../support/files.ts';
import { bring } from '../support/incoming.ts';
import { message, usual } from '../support/messages.ts';
import type { TestService } from '../support/service.ts';

type Request = [
  route: string,
  path: (service: TestService) => string | Promise<string>,
  body?: object | string,
  headers?: Record<string, string>,
];

const absent = ['remote-image', 'attached-email', 'attached-html', 'attached-file'];

/** Routes that ask a mail server, which there is not, or for what there is not. */
export const refused = [
  'GET /email-accounts/:id/folders',
  'POST /email-accounts/:id/sync',
  'POST /emails/:id/unsubscribe', // the mail is of no list
  'GET /tasks/:id', // a task needs many records
  'POST /session', // there is no token
  'DELETE /sessions/:id', // so there are no sessions
  'POST /tokens', // after a first token every request would need one
  'DELETE /tokens/:id',
  'DELETE /imports/:id', // it has ended, or there is none
  ...absent.map((part) => `GET /emails/:id/${part}`), // the mail has neither images nor mail attached
  'GET /changes/stream', // one that begins does not end
];

const BODIES: Record<string, object> = {
  events: {
    title: 'Choir',
    start_at: '2026-02-17T09:00:00Z',
    recurrence: { freq: 'weekly' },
    source: 'a',
    source_id: '1',
  },
  emails: {
    from_address: 'a@b.org',
    received_at: '2026-02-17T09:00:00Z',
    body_plain: 'good morning',
    labels: ['home'],
    message_id: '<1@b.org>',
    in_reply_to: '<0@b.org>',
  },
  contacts: { display_name: 'Ann Lee', tags: ['home'], phones: [{ number: '+49 30 5550123' }] },
};
const PATCHES: Record<string, object> = {
  events: { title: 'Band' },
  emails: { labels: ['work'] },
  contacts: { tags: ['work'], notes: 'changed' },
};
const DRAFT = { subject: 'Hello', body_plain: 'as begun', to: 'b@example.org' };
const MAIL = { subject: 'Hello', body_plain: 'as sent', to_addresses: [{ address: 'b@example.org' }] };

export function requests(): Request[] {
  return [
    ...resources.filter(({ ownRoutes }) => !ownRoutes).flatMap(({ path }) => recordRequests(path)),
    ...emailRequests(),
    ...mailRequests(),
    ...threadRequests(),
    ...calendarRequests(),
    ...nameRequests(),
    ...feedRequests(),
  ];
}

function recordRequests(path: string): Request[] {
  const one = (rest = '') => made(`/${path}`, BODIES[path] as object, rest);
  const lists = [
    'limit=2&offset=1',
    'search=an&sort=created_at&order=desc',
    'search="good morning" 555',
    'include_deleted=true',
    'only_deleted=true',
    'fields=id',
    'format=compact',
    ...(path === 'events'
      ? ['from=2026-01-01&to=2026-03-01&expand=true', 'calendar_name=default', 'status=confirmed']
      : []),
    ...(path === 'emails' ? ['folder=INBOX', 'is_read=false', 'label=home', 'snoozed=true', 'from=2026-01-01'] : []),
    ...(path === 'contacts' ? ['tag=home&tag=work', 'company=x', 'sort=company'] : []),
  ];
  return [
    [`POST /${path}`, () => `/${path}`, { ...BODIES[path], source_id: '2' }, { 'idempotency-key': `${path}-1` }],
    [`POST /${path}`, () => `/${path}`, { ...BODIES[path], source_id: '2' }, { 'idempotency-key': `${path}-1` }],
    ...lists.map((parameters): Request => [`GET /${path}`, () => `/${path}?${parameters}`]),
    [`GET /${path}/:id`, one()],
    [`GET /${path}/:id`, async (service) => (await one()(service)).replace(/\/[^/]*(.{10})$/, '/$1')],
    [`PATCH /${path}/:id`, one(), PATCHES[path]],
    [`PATCH /${path}/:id/custom`, one('/custom'), { mark: 1 }],
    [`DELETE /${path}/:id`, one()],
    [`DELETE /${path}/:id`, one('?permanent=true')],
    [
      `POST /${path}/:id/restore`,
      async (service) => {
        const address = await one()(service);
        await service.ask('DELETE', address);
        return `${address}/restore`;
      },
    ],
  ];
}

function threadRequests(): Request[] {
  const thread = async (service: TestService) => {
    const { body } = await service.ask('POST', '/emails', { ...BODIES.emails, thread_id: 'of the choir' });
    return (body as { data: { thread_id: string } }).data.thread_id;
  };
  const lists = [
    'limit=2&offset=1',
    'folder=INBOX&is_read=false',
    'is_starred=true&order=asc',
    'label=home&is_read=true&has_attachments=false',
    'search=good&folder=INBOX',
    'only_deleted=true',
    'include_deleted=true&status=received',
    'format=compact&snoozed=true',
  ];
  return [
    ...lists.map((parameters): Request => ['GET /threads', () => `/threads?${parameters}`]),
    ['GET /threads', async (service) => `/threads?around=${encodeURIComponent(await thread(service))}`],
    ['GET /threads/:id', async (service) => `/threads/${encodeURIComponent(await thread(service))}?body=false`],
    [
      'GET /threads/:id',
      async (service) => {
        const { body } = await service.ask('POST', '/emails', BODIES.emails as object);
        return `/threads/${(body as { data: { thread_id: string } }).data.thread_id.slice(-10)}`;
      },
    ],
  ];
}

function emailRequests(): Request[] {
  const mail = (rest: string) => made('/emails', BODIES.emails as object, rest);
  const draft = (rest: string) => made('/emails/drafts', DRAFT, rest);
  const later = { ...MAIL, scheduled_at: '2100-01-01T00:00:00Z' };
  const batch = async (service: TestService, action: string, params: object) => {
    const id = (await mail('')(service)).split('/')[2];
    await service.ask('POST', '/emails/batch', { ids: [id], action, params });
  };
  return [
    ['POST /emails/send', () => '/emails/send', MAIL],
    ['POST /emails/send', () => '/emails/send', later],
    ['POST /emails/drafts', () => '/emails/drafts', DRAFT],
    [
      'PATCH /emails/drafts/:id',
      async (service) => `/emails/drafts/${(await draft('')(service)).split('/').at(-1)}`,
      { body_plain: 'edited' },
    ],
    [
      'POST /emails/batch',
      async (service) => {
        await batch(service, 'snooze', { until: '2100-01-01T00:00:00Z' });
        await batch(service, 'delete', {});
        return '/emails/batch';
      },
      { ids: ['none'], action: 'add_label', params: { label: 'home' } },
    ],
    ['POST /emails/batch', () => '/emails/batch', { where: { search: 'lease', is_read: false }, action: 'star' }],
    ['POST /emails/:id/send', async (service) => (await draft('/send')(service)).replace('/drafts', '')],
    ['POST /emails/:id/cancel', made('/emails/send', MAIL, '/cancel')],
    ...['reply', 'reply-all', 'forward'].map((answer): Request => [`POST /emails/:id/${answer}`, mail(`/${answer}`)]),
    ['POST /emails/:id/unsubscribe', mail('/unsubscribe')],
    ['POST /emails/:id/snooze', mail('/snooze'), { until: '2020-01-01T00:00:00Z' }],
    [
      'POST /emails/:id/unsnooze',
      async (service) => {
        const address = await mail('')(service);
        await service.ask('POST', `${address}/snooze`, { until: '2100-01-01T00:00:00Z' });
        return `${address}/unsnooze`;
      },
    ],
    ...['read', 'unread', 'star', 'unstar'].map((flag): Request => [`POST /emails/:id/${flag}`, mail(`/${flag}`)]),
  ];
}

/** Accounts, files, and mail as it came. */
function mailRequests(): Request[] {
  const account = { address: 'me@example.org', smtp: { host: '127.0.0.1', port: 1, user: null } };
  const added = (rest: string) => made('/email-accounts', account, rest);
  const ofAccount = { account_id: '', signature_plain: 'Ann' };
  const identity = async (service: TestService) => {
    const account_id = (await added('')(service)).split('/')[2];
    return made('/identities', { account_id }, '')(service);
  };
  const trusted = made('/trusted-senders', { sender: '@example.com' }, '');
  const hook = { url: 'http://127.0.0.1:1/', events: ['*'] };
  const hooked = (rest: string) => made('/webhooks', hook, rest);
  const file = (rest: string) => async (service: TestService) => `/files/${(await upload(service)).id}${rest}`;
  const arrived = (rest: string) => async (service: TestService) => {
    const reader = createMessageReader();
    const { record } = await bring(service, reader, message(usual), {});
    await reader.close();
    return `/emails/${record.id}${rest}`;
  };
  return [
    ['POST /email-accounts', () => '/email-accounts', account],
    ['GET /email-accounts', () => '/email-accounts'],
    ['GET /email-accounts/:id', added('')],
    ['PATCH /email-accounts/:id', added(''), { name: 'Home', is_default: true }],
    ['POST /email-accounts/:id/test', added('/test')],
    ['GET /email-accounts/:id/folders', added('/folders')],
    ['GET /email-accounts/:id/sync', added('/sync')],
    ['POST /email-accounts/:id/sync', added('/sync')],
    ['DELETE /email-accounts/:id', added('')],
    [
      'POST /identities',
      async (service) => {
        ofAccount.account_id = (await added('')(service)).split('/')[2] as string;
        return '/identities';
      },
      ofAccount,
    ],
    ['GET /identities', () => '/identities'],
    ['GET /identities/:id', identity],
    ['PATCH /identities/:id', identity, { name: 'Ann' }],
    ['DELETE /identities/:id', identity],
    ['POST /trusted-senders', () => '/trusted-senders', { sender: 'Ann@Example.org' }],
    ['POST /trusted-senders', () => '/trusted-senders', { sender: 'ann@example.org' }],
    ['GET /trusted-senders', () => '/trusted-senders?sender=ann@example.org'],
    ['GET /trusted-senders/:id', trusted],
    ['DELETE /trusted-senders/:id', trusted],
    ['POST /webhooks', () => '/webhooks', hook],
    ['GET /webhooks', () => '/webhooks'],
    ...['', '/secret', '/deliveries'].map((rest): Request => [`GET /webhooks/:id${rest}`, hooked(rest)]),
    ['PATCH /webhooks/:id', hooked(''), { description: 'Tickets' }],
    ['POST /webhooks/:id/rotate-secret', hooked('/rotate-secret'), {}],
    ['POST /webhooks/:id/test', hooked('/test')],
    ['DELETE /webhooks/:id', hooked('')],
    ['POST /files', () => '/files', form({ content: 'for all to see' }), formType],
    ['GET /files', () => '/files'],
    ['GET /files/:id', file('')],
    ['GET /files/:id/content', file('/content')],
    ['DELETE /files/:id', file('')],
    ...['raw', 'html', ...absent].map((part): Request => [`GET /emails/:id/${part}`, arrived(`/${part}`)]),
  ];
}

/** Calendars, occurrences, reminders, and when there is time. */
function calendarRequests(): Request[] {
  const SERIES = {
    title: 'Walk',
    start_at: '2026-02-02T09:00:00Z',
    recurrence: { freq: 'daily' },
    calendar_name: 'park',
  };
  const occurrence = (rest = '') => made('/events', SERIES, `_20260209T090000Z${rest}`);
  const reminder =
    (action = '') =>
    async (service: TestService) => {
      const reminders = [{ type: 'notification', minutes_before: 10 }];
      const address = await made(
        '/events',
        { title: 'Call', start_at: '2099-02-02T09:00:00Z', reminders },
        '',
      )(service);
      const { body } = await service.ask('GET', '/reminders?from=2099-02-02&to=2099-02-03');
      const found = (body as { data: { id: string; event_id: string }[] }).data.find((one) =>
        address.endsWith(one.event_id),
      );
      return `/reminders/${found?.id}${action}`;
    };
  return [
    ['GET /events/:id', occurrence()],
    ['PATCH /events/:id', occurrence(), { title: 'Run' }],
    ['PATCH /events/:id', occurrence('?scope=following'), { title: 'Run' }],
    ['PATCH /events/:id', occurrence('?scope=all'), { start_at: '2026-02-09T10:00:00Z' }],
    ['DELETE /events/:id', occurrence()],
    ['GET /events', () => '/events?expand=true&date=2026-02-10&search=walk'],
    ['GET /search', () => '/search?q=good+OR+ann+OR+choir'],
    ['GET /free-busy', () => '/free-busy?from=2026-02-02&to=2026-02-08'],
    ['GET /free-slots', () => '/free-slots?from=2026-02-02&to=2026-02-08&minutes=30'],
    ['GET /calendars', () => '/calendars'],
    ['GET /calendars/:name', () => '/calendars/park'],
    ['POST /calendars', () => '/calendars', { name: 'choir' }],
    ['PATCH /calendars/:name', () => '/calendars/park', { name: 'garden', color: '#008000' }],
    ['DELETE /calendars/:name', () => '/calendars/garden?events=move&to=choir'],
    ['DELETE /calendars/:name', () => '/calendars/choir?events=trash'],
    ['GET /reminders', () => '/reminders?from=2026-02-02&to=2026-02-08'],
    ['GET /reminders/:id', reminder()],
    ['POST /reminders/:id/snooze', reminder('/snooze'), { minutes: 5 }],
    ['POST /reminders/:id/dismiss', reminder('/dismiss')],
  ];
}

/** Folders, labels, tags, and the tasks that rename them. */
function nameRequests(): Request[] {
  const kinds = [
    ['folders', '?per_account=true'],
    ['labels', ''],
    ['tags', ''],
  ];
  return kinds.flatMap(([path, query]): Request[] => [
    [`GET /${path}`, () => `/${path}${query}`],
    [`POST /${path}`, () => `/${path}`, { name: 'garden', order: 1 }],
    [`POST /${path}`, () => `/${path}`, { name: 'yard' }],
    [`GET /${path}/:name`, () => `/${path}/garden`],
    [`PATCH /${path}/:name`, () => `/${path}/garden`, { name: 'park', color: '#008000' }],
    [`DELETE /${path}/:name`, () => `/${path}/park?to=yard`],
    [`DELETE /${path}/:name`, () => `/${path}/yard`],
  ]);
}

function feedRequests(): Request[] {
  return [
    ['GET /settings', () => '/settings'],
    ['PATCH /settings', () => '/settings', { week_start: 'SU' }],
    ['GET /changes', () => '/changes?since=0&limit=1000'],
    ['GET /changes', () => '/changes?limit=0'],
    ['GET /changes/stream', () => '/changes/stream?since=999999999'],
    ['GET /correspondents', () => '/correspondents?q=a'],
    ['GET /tasks', () => '/tasks'],
    ['GET /tasks/:id', () => '/tasks/018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10'],
    ['POST /session', () => '/session', { token: 'dbk_none' }],
    ['GET /session', () => '/session'],
    ['DELETE /session', () => '/session'],
    ['GET /sessions', () => '/sessions'],
    ['DELETE /sessions/:id', () => '/sessions/3b8f6a2c4d10'],
    ...serviceRequests(),
  ];
}

function serviceRequests(): Request[] {
  return [
    ['GET /about', () => '/about'],
    ['GET /tokens', () => '/tokens'],
    ['GET /tokens', () => '/tokens?include_ended=true&limit=2&offset=1'],
    ['POST /tokens', () => '/tokens', { name: 'phone' }],
    ['DELETE /tokens/:id', () => '/tokens/3b8f6a2c4d10'],
    ...['emails', 'emails&folder=INBOX', 'events', 'contacts'].map(
      (kind): Request => ['GET /export', () => `/export?kind=${kind}`],
    ),
    ['POST /imports', () => '/imports', form({ filename: 'a.mbox', content: 'From a\n\nHi\n' }), formType],
    ['DELETE /imports/:id', () => '/imports/018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10'],
  ];
}

/** Makes a record and returns its address. */
function made(path: string, body: object, rest: string) {
  return async (service: TestService): Promise<string> => {
    const answer = await service.ask('POST', path, { ...body, source_id: undefined });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    const { id } = (answer.body as { data: { id: string } }).data;
    return `/${path.split('/')[1]}/${id}${rest}`;
  };
}
