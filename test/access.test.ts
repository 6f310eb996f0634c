// Who may do what: every scope on every route, users apart from each other, and what is refused before any of that.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createToken, SCOPES, type Scope } from '../src/domain/access.ts';
import { routes } from '../src/http/routes.ts';
import { limits } from '../src/limits.ts';
import { addUser, revokeToken } from '../src/store/users.ts';
import { engine } from './support/databases.ts';
import { openFeed } from './support/feed.ts';
import { upload } from './support/files.ts';
import { eventually } from './support/process.ts';
import { type Answered, startTestService, type TestService } from './support/service.ts';

const NOBODY = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
const ALL = SCOPES.filter((scope) => scope !== 'admin');

interface Key {
  id: string;
  headers: { authorization: string };
}

async function keyOf(
  service: TestService,
  scopes: readonly string[],
  user = 1,
  expiresAt: number | null = null,
): Promise<Key> {
  const { id, text } = await createToken(service.store, { user, name: 'test', scopes: [...scopes], expiresAt });
  return { id, headers: { authorization: `Bearer ${text}` } };
}

const codeOf = (answer: Answered) => (answer.body as { error?: { code: string } }).error?.code;

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

  // The rule in words: reading reads; sending, calling back and leaving a list sends; everything else writes.
  function scopeFor(method: string, path: string): Scope | null {
    const kind = path.split('/')[1]?.replace('email-accounts', 'accounts');
    if (kind === 'changes') return null;
    if (method === 'GET') return `${kind}:read` as Scope;
    return /^\/emails\/(send|:id\/send|:id\/cancel|:id\/unsubscribe)$/.test(path)
      ? 'emails:send'
      : (`${kind}:write` as Scope);
  }

  it.each(routes.map(({ method, path }) => [method, path, scopeFor(method, path)] as const))(
    '%s %s needs %s or admin, and nothing else will do',
    async (method, path, needed) => {
      for (const scope of SCOPES) {
        const answer = await use(scope, method, path);
        const allowed = needed === null || scope === needed || scope === 'admin';
        // 415: what is sent here is no form with a file
        if (allowed) expect([200, 201, 400, 404, 415], `${scope}: ${answer.text}`).toContain(answer.status);
        else expect([answer.status, codeOf(answer)], scope).toEqual([403, 'INSUFFICIENT_SCOPE']);
      }
      if (needed === null) return;
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
    events: { title: 'Walrus', start_at: '2026-02-17T09:00:00Z', source: 'sync', source_id: '1' },
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
    const account = { address: 'walrus@b.org', smtp: { host: '127.0.0.1' } };
    const added = await service.ask('POST', '/email-accounts', account, owner.headers);
    made['email-accounts'] = (added.body as { data: { id: string; thread_id: string } }).data;
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

  it.each(['/email-accounts', '/files'])('GET %s shows another user’s to nobody', async (path) => {
    const totals = [owner, other].map(async ({ headers }) => (await service.ask('GET', path, undefined, headers)).body);
    expect(await Promise.all(totals)).toMatchObject([{ meta: { total: 1 } }, { meta: { total: 0 }, data: [] }]);
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

describe('tokens', () => {
  let service: TestService;
  let key: Key;
  const status = async (headers: Record<string, string>) =>
    (await service.ask('GET', '/events', undefined, headers)).status;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it('without any token a request from this machine acts as the owner; from the first token on it needs one', async () => {
    expect(await status({})).toBe(200);
    key = await keyOf(service, ['events:read']);
    await eventually(
      () => status({}),
      (got) => got === 401,
    );
    expect(await status(key.headers)).toBe(200);
  });

  it('listening on another address without a token is refused, with the command that makes one', async () => {
    await expect(startTestService({ host: '0.0.0.0' })).rejects.toThrow('./daybook token create');
  });

  it('a wrong, half or misplaced token is 401 UNAUTHORIZED with WWW-Authenticate', async () => {
    const text = key.headers.authorization.slice('Bearer '.length);
    const wrong = [
      '',
      'Bearer',
      `Bearer ${text}x`,
      `Bearer ${text.slice(0, -1)}`,
      `Bearer dbk_${key.id}_${'A'.repeat(43)}`,
    ];
    for (const authorization of [...wrong, text, `Basic ${text}`, `Bearer ${text} ${text}`]) {
      const answer = await service.ask('GET', '/events', undefined, { authorization });
      expect([answer.status, codeOf(answer)], authorization).toEqual([401, 'UNAUTHORIZED']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await service.ask('GET', `/events?token=${text}`)).status).toBe(401);
    const basic = await service.ask('GET', '/events', undefined, { authorization: 'Basic YW5uOnNlY3JldA==' });
    expect(basic.text).toMatch(/must be Bearer and a token.*Basic/);
  });

  it('an expired token is 401 and says so', async () => {
    const { headers } = await keyOf(service, ['admin'], 1, Date.now() - 1);
    const answer = await service.ask('GET', '/events', undefined, headers);
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('expired')]);
  });

  it('a revoked token is 401 within a second or so, and says so', async () => {
    const { id, headers } = await keyOf(service, ['admin']);
    expect(await status(headers)).toBe(200);
    await revokeToken(service.store, id);
    await eventually(
      () => status(headers),
      (got) => got === 401,
    );
    expect((await service.ask('GET', '/events', undefined, headers)).text).toContain('revoked');
    expect(await status(key.headers)).toBe(200);
  });

  it('revoking the last token does not open the service again', async () => {
    const lonely = await startTestService();
    const { id } = await keyOf(lonely, ['admin']);
    await revokeToken(lonely.store, id);
    await eventually(
      async () => (await lonely.ask('GET', '/events')).status,
      (got) => got === 401,
    );
    await lonely.end();
  });

  it('the secret of a token is in no table', async () => {
    const secret = key.headers.authorization.slice('Bearer '.length + 17);
    const named = {
      sqlite: "select name from sqlite_schema where type = 'table'",
      postgres: 'select tablename as name from pg_tables where schemaname = current_schema()',
    };
    const tables = (await service.store.catalogue(named[engine])).map(({ name }) => String(name));
    expect(tables).toEqual(expect.arrayContaining(['tokens', 'users', 'changes', 'events']));
    const found = await Promise.all(tables.map((table) => service.store.catalogue(`select * from ${table}`)));
    expect(JSON.stringify(found)).toContain(key.id);
    expect(JSON.stringify(found)).not.toContain(secret);
  });
});

describe('rates', () => {
  it('beyond --rate-limit a token gets 429 with Retry-After, and another token does not', async () => {
    const service = await startTestService({ rateLimit: '5' });
    const one = await keyOf(service, ['admin']);
    const two = await keyOf(service, ['admin']);
    for (let count = 0; count < 5; count++)
      expect((await service.ask('GET', '/events', undefined, one.headers)).status).toBe(200);
    const answer = await service.ask('GET', '/events', undefined, one.headers);
    expect([answer.status, codeOf(answer)]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers.get('retry-after'))).toSatisfy((wait: number) => wait >= 1 && wait <= 60);
    expect((await service.ask('GET', '/events', undefined, two.headers)).status).toBe(200);
    await service.end();
  });

  it('no limit is in force without tokens', async () => {
    const service = await startTestService({ rateLimit: '1' });
    for (let count = 0; count < 4; count++) expect((await service.ask('GET', '/events')).status).toBe(200);
    await service.end();
  });

  it('an address that fails to log in too often gets 429, while a good token goes on', async () => {
    const service = await startTestService();
    const key = await keyOf(service, ['admin']);
    const guess = () => service.ask('GET', '/events', undefined, { authorization: 'Bearer dbk_guess' });
    for (let count = 0; count < limits.failedLoginsPerMinute; count++) expect((await guess()).status).toBe(401);
    const answer = await guess();
    expect([answer.status, codeOf(answer)]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.ask('GET', '/events', undefined, key.headers)).status).toBe(200);
    await service.end();
  });
});

describe('Host and Origin', () => {
  let open: TestService;
  let named: TestService;
  let keyed: TestService;
  let key: Key;
  beforeAll(async () => {
    open = await startTestService();
    named = await startTestService({ hostnames: 'daybook.example.org' });
    keyed = await startTestService();
    key = await keyOf(keyed, ['admin']);
    await eventually(
      () => keyed.ask('GET', '/events'),
      ({ status }) => status === 401,
    );
  });
  afterAll(() => Promise.all([open, named, keyed].map((service) => service.end())));

  // fetch would not send these headers as they are.
  function plain(
    service: TestService,
    headers: Record<string, string>,
    path = '/api/v1/events',
    method = 'GET',
  ): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request(service.url + path, { method, headers, agent: false }, (response) => {
        let text = '';
        response.on('data', (piece) => {
          text += piece;
        });
        response.on('end', () => resolve(`${response.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1] ?? 'fine'}`));
      });
      sent.on('error', reject).end();
    });
  }

  function upgrade(service: TestService, headers: Record<string, string>): Promise<string> {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/ws`, { headers });
    return new Promise((resolve) => {
      socket.on('open', () => {
        resolve('200 fine');
        socket.terminate();
      });
      socket.on('unexpected-response', (_, response) => {
        response
          .setEncoding('utf8')
          .on('data', (text) => resolve(`${response.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1]}`));
      });
      socket.on('error', () => {});
    });
  }

  const both = async (service: TestService, headers: Record<string, string>) => [
    await plain(service, headers),
    await upgrade(service, headers),
  ];
  const port = () => new URL(open.url).port;

  it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LocalHost:PORT', '[::1]:PORT', '127.0.0.1', 'localhost'])(
    'without tokens the Host %s is let in, over HTTP and on the upgrade',
    async (host) => {
      expect(await both(open, { host: host.replace('PORT', port()) })).toEqual(['200 fine', '200 fine']);
    },
  );

  const strangers = [
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1.evil.example',
    'localhost.evil.example:PORT',
    '10.0.0.1',
    '[::2]',
    'daybook.example.org',
  ];
  it.each(strangers)(
    'without tokens the Host "%s" is 403 FORBIDDEN_HOST, over HTTP and on the upgrade',
    async (host) => {
      const headers = { host: host.replace('PORT', port()) };
      const refused = '403 FORBIDDEN_HOST';
      expect(await both(open, headers)).toEqual([refused, refused]);
      expect(await plain(open, headers, '/health')).toBe(refused);
      expect(await plain(open, headers, '/metrics')).toBe(refused);
    },
  );

  it('--hostnames lets the names of a proxy in, and no other', async () => {
    expect(await both(named, { host: 'daybook.example.org' })).toEqual(['200 fine', '200 fine']);
    expect(await both(named, { host: 'Daybook.Example.org:443' })).toEqual(['200 fine', '200 fine']);
    expect(await both(named, { host: 'x.daybook.example.org' })).toEqual(['403 FORBIDDEN_HOST', '403 FORBIDDEN_HOST']);
  });

  it('with tokens the Host is free, for the token is the proof', async () => {
    expect(await both(keyed, { host: 'anything.example', ...key.headers })).toEqual(['200 fine', '200 fine']);
  });

  it.each([
    ['127.0.0.1:PORT', 'http://127.0.0.1:PORT'],
    ['localhost:PORT', 'http://localhost:PORT'],
  ])('a page of the service itself (Host %s, Origin %s) is let in', async (host, origin) => {
    const headers = { host: host.replace('PORT', port()), origin: origin.replace('PORT', port()) };
    expect(await both(open, headers)).toEqual(['200 fine', '200 fine']);
  });

  const foreign = [
    'http://evil.example',
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'http://localhost',
    'http://127.0.0.1.evil.example:PORT',
    'file://',
    'chrome-extension://abcdef',
    'nonsense',
  ];
  it.each(foreign)('a page of the Origin %s is 403 FORBIDDEN_ORIGIN, over HTTP and on the upgrade', async (origin) => {
    const headers = { host: `127.0.0.1:${port()}`, origin: origin.replace('PORT', port()) };
    const refused = '403 FORBIDDEN_ORIGIN';
    expect(await both(open, headers)).toEqual([refused, refused]);
    expect(await plain(open, headers, '/api/v1/events', 'OPTIONS')).toBe(refused);
    const port2 = new URL(keyed.url).port;
    expect(await both(keyed, { ...headers, host: `127.0.0.1:${port2}`, ...key.headers })).toEqual([refused, refused]);
  });

  const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const picture = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
  it.each(['cross-site', 'same-site', 'anything'])(
    'without tokens a request that a %s page has made is 403 FORBIDDEN_ORIGIN, however it was made',
    async (site) => {
      const refused = '403 FORBIDDEN_ORIGIN';
      for (const how of [{}, visit, picture, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }]) {
        const headers = { host: `127.0.0.1:${port()}`, 'sec-fetch-site': site, ...how };
        expect(await both(open, headers)).toEqual([refused, refused]);
        expect(await plain(open, headers, '/api/v1/events', 'POST')).toBe(refused);
        expect(await plain(open, headers, '/metrics')).toBe(refused);
        expect(await plain(open, headers, '/docs', 'POST')).toBe(refused);
        const port2 = new URL(keyed.url).port;
        const withToken = { ...headers, host: `127.0.0.1:${port2}`, ...key.headers };
        expect(await plain(keyed, withToken)).toBe('200 fine');
      }
      const framed = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
      expect(await plain(open, framed, '/docs')).toBe(refused);
    },
  );

  it.each(['cross-site', 'same-site'])('a link of a %s page to a page of ours may be followed', async (site) => {
    const headers = { 'sec-fetch-site': site, ...visit };
    expect(await plain(open, headers, '/')).toBe('302 fine');
    for (const path of ['/docs', '/openapi.json', '/health']) expect(await plain(open, headers, path)).toMatch(/^200 /);
  });

  it.each(['same-origin', 'none'])('a request whose site is %s is let in', async (site) => {
    expect(await both(open, { 'sec-fetch-site': site })).toEqual(['200 fine', '200 fine']);
  });

  it('no other page may show an answer, but for the pictures in the page of a mail', async () => {
    const policyOf = async (path: string) => (await fetch(open.url + path)).headers.get('cross-origin-resource-policy');
    for (const path of ['/docs', '/health', '/api/v1/events', '/api/v1/nowhere', '/openapi.json'])
      expect(await policyOf(path)).toBe('same-origin');
    const content = '/api/v1/files/018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10/content';
    expect(await policyOf(content)).toBe('cross-origin');
    expect(await plain(open, { 'sec-fetch-site': 'cross-site', ...picture }, content)).toBe('404 NOT_FOUND');
    expect(await plain(open, { 'sec-fetch-site': 'cross-site', ...visit }, content)).toBe('403 FORBIDDEN_ORIGIN');
  });

  it('no answer allows another origin to read it', async () => {
    const answer = await open.ask('GET', '/events');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
