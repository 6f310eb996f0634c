import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../src/access/access.ts';
import { routes } from '../../src/http/routes/routes.ts';
import { startTask } from '../../src/records/tasks.ts';
import { email } from '../../src/resources/email.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { openFeed } from '../support/feed.ts';
import { upload } from '../support/files.ts';
import { codeOf, type Key, keyOf } from '../support/keys.ts';
import { startTestService, type TestService } from '../support/service.ts';

const NOBODY = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
const ALL = SCOPES.filter((scope) => scope !== 'admin');

describe('scopes', () => {
  let service: TestService;
  const keys = new Map<string, Key>();
  beforeAll(async () => {
    service = await startTestService({ rateLimit: '0' });
    for (const scope of SCOPES) keys.set(scope, await keyOf(service, [scope]));
    for (const scope of ALL)
      keys.set(
        `all but ${scope}`,
        await keyOf(
          service,
          ALL.filter((one) => one !== scope),
        ),
      );
  });
  afterAll(() => service.end());

  const use = (name: string, method: string, path: string, body?: unknown) =>
    service.ask(method, path.replace(':id', NOBODY), body, keys.get(name)?.headers);

  const OF_EVENTS = Object.fromEntries(
    ['calendars', 'free-busy', 'free-slots', 'reminders'].map((path) => [path, 'events']),
  );
  const OF_NAMES = { threads: 'emails', imports: 'emails', folders: 'emails', labels: 'emails', tags: 'contacts' };

  // The rule in words: reading reads; sending, calling back and leaving a list sends; everything else writes.
  function scopeFor(method: string, path: string): Scope | Scope[] | null {
    const [, first = ''] = path.split('/');
    const kind = { ...OF_EVENTS, ...OF_NAMES, 'email-accounts': 'accounts', identities: 'accounts' }[first] ?? first;
    if (kind === 'trusted-senders') return method === 'GET' ? 'emails:read' : 'settings:write';
    if (kind === 'correspondents') return ['emails:read', 'contacts:read'];
    const anyToken = ['changes', 'tasks', 'session', 'sessions', 'search', 'about', 'export'];
    if (anyToken.includes(kind) || (kind === 'settings' && method === 'GET')) return null;
    if (kind === 'tokens') return 'admin';
    if (path.endsWith('/secret')) return 'webhooks:write';
    if (method === 'GET') return `${kind}:read` as Scope;
    return /^\/emails\/(send|:id\/send|:id\/cancel|:id\/unsubscribe)$/.test(path)
      ? 'emails:send'
      : (`${kind}:write` as Scope);
  }

  const ofTwoScopes = routes.filter(({ path }) => path.startsWith('/emails/:id/attached-'));
  it.each(ofTwoScopes)('$method $path needs emails:read and files:read', async ({ method, path }) => {
    for (const scope of SCOPES) {
      const answer = await use(scope, method, path);
      expect([scope, answer.status]).toEqual([scope, scope === 'admin' ? 404 : 403]);
    }
    for (const missing of ['emails:read', 'files:read'])
      expect((await use(`all but ${missing}`, method, path)).status).toBe(403);
  });

  const ofOneScope = routes.filter((route) => !ofTwoScopes.includes(route));
  it.each(ofOneScope.map(({ method, path }) => [method, path, scopeFor(method, path)] as const))(
    '%s %s needs %s or admin, and nothing else will do',
    async (method, path, needed) => {
      for (const scope of SCOPES) {
        // A stream of changes does not end by itself.
        const answer = await use(scope, method, path === '/changes/stream' ? `${path}?since=none` : path);
        const allowed = needed === null || [needed].flat().includes(scope) || scope === 'admin';
        // 415: what is sent here is no form with a file
        if (allowed) expect([200, 201, 400, 404, 415], `${scope}: ${answer.text}`).toContain(answer.status);
        else expect([answer.status, codeOf(answer)], scope).toEqual([403, 'INSUFFICIENT_SCOPE']);
      }
      if (needed === null || needed === 'admin' || Array.isArray(needed)) return;
      const answer = await use(`all but ${needed}`, method, path);
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ error: { details: { scope: needed } } });
    },
  );

  it.each(['queued', 'scheduled'])(
    'POST /emails with status %s needs emails:send beside emails:write',
    async (status) => {
      const mail = { from_address: 'a@b.org', to_addresses: ['c@d.org'], body_plain: 'Hi', status };
      const body = status === 'scheduled' ? { ...mail, scheduled_at: '2099-01-01T00:00:00Z' } : mail;
      const refused = await use('emails:write', 'POST', '/emails', body);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'INSUFFICIENT_SCOPE']);
      const both = await keyOf(service, ['emails:write', 'emails:send']);
      expect((await service.ask('POST', '/emails', body, both.headers)).status).toBe(201);
    },
  );

  it('birthdays need contacts:read beside events:read, and are not in the list of calendars without it', async () => {
    const added = { display_name: 'Ann', birthday: '1980-05-10' };
    const ann = (await use('admin', 'POST', '/contacts', added)).body as { data: { id: string } };
    const both = await keyOf(service, ['events:read', 'contacts:read']);
    const paths = [
      '/events?calendar_name=birthdays&expand=true&date=2026-05-10',
      `/events/${ann.data.id}_birthday_20260510`,
    ];
    for (const path of paths) {
      const refused = await use('events:read', 'GET', path);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'INSUFFICIENT_SCOPE']);
      expect((await service.ask('GET', path, undefined, both.headers)).status).toBe(200);
    }
    const path = '/calendars/birthdays';
    expect((await use('events:read', 'GET', path)).status).toBe(404);
    expect((await service.ask('GET', path, undefined, both.headers)).status).toBe(200);
    expect((await use('events:write', 'PATCH', path, { order: 1 })).status).toBe(404);
    expect((await use('admin', 'PATCH', path, { order: 1 })).status).toBe(200);
    const feed = await use('events:read', 'GET', '/changes?since=0&events=calendar.*');
    expect(feed.text).toContain('"birthdays"');
    expect(feed.text).not.toContain('total');
  });

  it('the figures need admin; health, the document and the reference need nothing', async () => {
    for (const scope of SCOPES)
      expect((await use(scope, 'GET', '/metrics')).status).toBe(scope === 'admin' ? 200 : 403);
    for (const path of ['/health', '/openapi.json', '/docs']) expect((await service.ask('GET', path)).status).toBe(200);
    expect((await service.ask('GET', '/metrics')).status).toBe(401);
  });
});

describe('users', () => {
  let service: TestService;
  let owner: Key;
  let other: Key;
  const made: Record<string, { id: string; thread_id: string }> = {};
  const bodies: Record<string, object> = {
    events: {
      title: 'Walrus',
      start_at: '2099-02-17T09:00:00Z',
      reminders: [{ minutes_before: 10 }],
      source: 'sync',
      source_id: '1',
    },
    contacts: { display_name: 'Walrus', phones: [{ number: '030 5550123' }], source: 'sync', source_id: '1' },
    emails: {
      from_address: 'walrus@b.org',
      subject: 'Walrus',
      received_at: '2026-02-17T09:00:00Z',
      message_id: '<1@b.org>',
      labels: ['walrus'],
      source: 'sync',
      source_id: '1',
    },
  };
  const stateOf = async (key: Key) => {
    const lists = ['/events', '/emails', '/contacts'].map((path) => `${path}?include_deleted=true`);
    return Promise.all(
      [...lists, '/changes'].map(async (path) => (await service.ask('GET', path, undefined, key.headers)).text),
    );
  };

  beforeAll(async () => {
    service = await startTestService();
    const user = await addUser(service.store, 'other');
    owner = await keyOf(service, ['admin']);
    other = await keyOf(service, ['admin'], user?.id);
    for (const [kind, body] of Object.entries(bodies)) {
      const { body: answer } = await service.ask('POST', `/${kind}`, body, {
        ...owner.headers,
        'idempotency-key': kind,
      });
      made[kind] = (answer as { data: { id: string; thread_id: string } }).data;
    }
    const { body } = await service.ask('GET', '/reminders?from=2099-02-17&to=2099-02-17', undefined, owner.headers);
    made.reminders = (body as { data: [{ id: string; thread_id: string }] }).data[0];
    const account = { address: 'walrus@b.org', smtp: { host: '127.0.0.1' } };
    const added = await service.ask('POST', '/email-accounts', account, owner.headers);
    made['email-accounts'] = (added.body as { data: { id: string; thread_id: string } }).data;
    const task = await service.store.write(1, (tx) => startTask(tx, email, 'label.rename', {}, 1));
    made.tasks = { id: task.id, thread_id: '' };
    const identity = { account_id: made['email-accounts']?.id };
    made.identities = (await service.ask('POST', '/identities', identity, owner.headers)).body['data' as never];
    const trusted = await service.ask('POST', '/trusted-senders', { sender: '@b.org' }, owner.headers);
    const session = await service.ask('POST', '/session', { token: owner.headers.authorization.slice(7) });
    expect(session.status).toBe(201);
    made.sessions = (await service.ask('GET', '/sessions', undefined, owner.headers)).body['data' as never][0];
    made.imports = made.tasks;
    made.tokens = { id: owner.id, thread_id: '' };
    made['trusted-senders'] = trusted.body['data' as never];
    const hook = { url: 'https://hooks.example.org', events: ['*'], enabled: false };
    made.webhooks = (await service.ask('POST', '/webhooks', hook, owner.headers)).body['data' as never];
    made.threads = { id: made.emails?.thread_id as string, thread_id: '' };
    made.files = { ...(await upload(service, {}, owner.headers)), thread_id: '' };
  });
  afterAll(() => service.end());

  const single = routes.filter(({ path }) => path.includes(':id'));
  it.each(single.map(({ method, path }) => [method, path]))(
    '%s %s of another user’s record is 404, by id and by handle, and changes nothing',
    async (method, path) => {
      const before = await stateOf(owner);
      const kind = path.split('/')[1] as string;
      const id = made[kind]?.id as string;
      const body = path.endsWith('/snooze') ? { until: '2099-01-01T00:00:00Z' } : method === 'PATCH' ? {} : undefined;
      for (const name of [id, id.slice(-10)])
        for (const query of method === 'DELETE' && bodies[kind] ? ['', '?permanent=true'] : ['']) {
          const answer = await service.ask(method, path.replace(':id', name) + query, body, other.headers);
          expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND']);
        }
      expect(await stateOf(owner)).toEqual(before);
    },
  );

  it('a token sees the tasks of the records that it may read', async () => {
    for (const [scope, total] of [
      ['emails:read', 1],
      ['contacts:read', 0],
    ] as const) {
      const { headers } = await keyOf(service, [scope]);
      expect((await service.ask('GET', '/tasks', undefined, headers)).body).toMatchObject({ meta: { total } });
      const { status } = await service.ask('GET', `/tasks/${made.tasks?.id}`, undefined, headers);
      expect(status).toBe(total === 1 ? 200 : 404);
      const feed = await service.ask('GET', '/changes?since=0&events=email.task_updated', undefined, headers);
      expect((feed.body as { data: unknown[] }).data).toHaveLength(total);
    }
  });

  const queries = ['', '?search=walrus', '?include_deleted=true', '?only_deleted=true', '?format=compact'];
  it.each(
    ['/events', '/emails', '/contacts']
      .flatMap((path) => queries.map((query) => path + query))
      .concat('/emails?label=walrus', '/events?source=sync'),
  )('GET %s shows another user’s records to nobody', async (path) => {
    const answer = await service.ask('GET', path, undefined, other.headers);
    expect(answer.status).toBe(200);
    expect((answer.body as { meta: { total: number } }).meta.total).toBe(0);
    expect(answer.text.toLowerCase()).not.toContain('walrus@b.org');
    const own = await service.ask('GET', path, undefined, owner.headers);
    expect((own.body as { meta: { total: number } }).meta.total).toBe(path.includes('only_deleted') ? 0 : 1);
  });

  it.each(['/email-accounts', '/files'])('GET %s does not show the records of another user', async (path) => {
    const totals = [owner, other].map(async ({ headers }) => (await service.ask('GET', path, undefined, headers)).body);
    expect(await Promise.all(totals)).toMatchObject([{ meta: { total: 1 } }, { meta: { total: 0 }, data: [] }]);
  });

  it('GET /calendars counts the events of the user alone', async () => {
    const lists = [owner, other].map(async ({ headers }) => {
      const { body } = await service.ask('GET', '/calendars', undefined, headers);
      return (body as { data: { name: string; total: number }[] }).data.map(({ name, total }) => [name, total]);
    });
    expect(await Promise.all(lists)).toEqual([[['default', 1]], [['default', 0]]]);
  });

  it('folders, labels and tags count the records of the user alone', async () => {
    const totals = [owner, other].flatMap(({ headers }) =>
      ['/folders', '/labels', '/tags'].map(async (path) => {
        const { data } = (await service.ask('GET', path, undefined, headers)).body as { data: { total: number }[] };
        return data.reduce((sum, { total }) => sum + total, 0);
      }),
    );
    expect(await Promise.all(totals)).toEqual([1, 1, 0, 0, 0, 0]);
  });

  it('changes, the feed and the batch know only the user’s own', async () => {
    const { body } = await service.ask('GET', '/changes', undefined, other.headers);
    expect(body).toEqual({ data: [], meta: { seq: 0, has_more: false } });
    const feed = await openFeed(service.url, '?since=0', other.headers);
    const ids = [made.emails?.id];
    const tally = await service.ask('POST', '/emails/batch', { ids, action: 'delete' }, other.headers);
    expect(tally.body).toMatchObject({ processed: 0, failed: 1, errors: [{ id: ids[0], code: 'NOT_FOUND' }] });
    await service.ask('PATCH', `/contacts/${made.contacts?.id}`, { notes: 'mine' }, owner.headers);
    await feed.settled();
    expect(feed.changes()).toEqual([]);
    await feed.close();
  });

  it('the same source_id, idempotency key and message id in two users have nothing to do with each other', async () => {
    const feed = await openFeed(service.url, '?since=0', other.headers);
    for (const [kind, body] of Object.entries(bodies)) {
      const answer = await service.ask('POST', `/${kind}`, body, { ...other.headers, 'idempotency-key': kind });
      const { data } = answer.body as { data: { id: string; thread_id?: string } };
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, null]);
      expect(data.id).not.toBe(made[kind]?.id);
      if (kind === 'emails') expect(data.thread_id).not.toBe(made.emails?.thread_id);
    }
    await feed.until(() => feed.changes().length === 3);
    expect(feed.changes().map(({ seq }) => seq)).toEqual([1, 2, 3]);
    await feed.close();
  });
});
