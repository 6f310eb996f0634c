// No query crosses users: every statement that the service sends names its user for every table, every index leads with
// the user, and PostgreSQL reaches the rows of every table by that. The catalogue of users, tokens and sessions alone spans users.
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../src/http/routes/routes.ts';
import { keepHouse } from '../../../src/jobs/housekeeping.ts';
import { resources } from '../../../src/resources/resources.ts';
import { query } from '../../instances/database.ts';
import { refused, requests } from '../../instances/requests.ts';
import { scansOf, tablesNamed } from '../../instances/statements.ts';
import { addAccount } from '../../support/accounts.ts';
import { openFeed } from '../../support/feed.ts';
import { eventually } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';

interface Sent {
  text: string;
  values: unknown[];
}

const CATALOGUE = ['users', 'tokens', 'sessions'];
const BOOKKEEPING = ['notes', 'schema_version', 'unfinished'];
const COMMON = ['matched', 'found', 'json_to_record']; // made of other tables and columns within the statement
const sent = new Map<string, Sent>();
const covered = new Set<string>();
let service: TestService;

beforeAll(async () => {
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, values = []] = args as [string | Sent, unknown[]?];
    const one = typeof first === 'string' ? { text: first, values } : first;
    sent.set(one.text, one); // of a statement that is sent often, one will do
    return Reflect.apply(original, this, args);
  } as typeof original;
  service = await startTestService({ allowHosts: '127.0.0.1' });
  sent.clear(); // the schema
  const server = { host: '127.0.0.1', port: 1, security: 'none', user: null, has_password: false, tls_ca: null };
  const smtp = { ...server, status: 'connected', status_detail: null, last_checked_at: null };
  await addAccount(service, { id: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10', isDefault: true, smtp });
  const feed = await openFeed(service.url, '?since=0');
  for (const [route, path, body, headers] of requests()) {
    const answer = await service.ask(route.split(' ')[0] as string, await path(service), body, headers);
    if (answer.status >= 300 && !refused.includes(route)) throw new Error(`${route}: ${answer.text}`);
    covered.add(route);
  }
  await feed.settled();
  await feed.close();
  await service.ask('GET', '/metrics');
  await service.ask('GET', '/health');
  await keepHouse(service.store, 1);
  // The worker claims the mail that was snoozed until a time that has passed, and wakes it.
  await eventually(
    () => [...sent.keys()].some((text) => text.startsWith('delete from jobs') && text.includes('lease_holder')),
    Boolean,
  );
  await service.stop();
  pg.Client.prototype.query = original;
});

/** Statements on rows: not begin, commit and the like. */
const statements = () =>
  [...sent.values()].filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/i.test(text) && !isNotify(text));

// Figures and the next due jobs are asked for all users at once.
function isThroughUsers(text: string): boolean {
  return /\busers u\b/.test(text);
}

function isNotify(text: string): boolean {
  return text.includes('pg_notify(');
}

describe('what the service sends', () => {
  it('was collected from every route', () => {
    expect([...covered].sort()).toEqual([...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort());
    expect(statements().length).toBeGreaterThan(60);
  });

  it('else is begin, commit, listen and the lock of a log', () => {
    const others = [...sent.keys()].filter((text) => !statements().some((one) => one.text === text) && !isNotify(text));
    for (const text of others)
      expect(text).toMatch(
        /^(begin( isolation level repeatable read read only)?(; select seq from logs where user_id = 1 for update)?|commit|rollback|listen daybook)$/,
      );
  });

  it('names its user for every table but the catalogue', () => {
    const wrong = statements().flatMap(({ text }) =>
      tablesNamed(text)
        .filter(({ table, restricted }) => ![...CATALOGUE, ...BOOKKEEPING, ...COMMON].includes(table) && !restricted)
        .map(({ table }) => `${table}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  it('goes through the catalogue to the jobs and the webhooks of all users, and to nothing else', () => {
    const tables = statements()
      .filter(({ text }) => isThroughUsers(text))
      .flatMap(({ text }) => tablesNamed(text).map(({ table }) => table))
      .filter((table) => table === 'users' || !CATALOGUE.includes(table)); // tokens are listed with the name of their user
    expect([...new Set(tables)].sort()).toEqual(['jobs', 'logs', 'users', 'webhook_progress', 'webhooks']);
  });

  it('would be found if it named its user for one table only', () => {
    const crossing = [
      'select 1 from emails e left join bodies b on b.body = e.body where e.user_id = $1',
      'select 1 from emails where user_id = $1 and exists (select 1 from emails_tags where tag = $2)',
      'update logs set seq = seq + 1 where user_id = $2',
      'delete from jobs',
      'insert into jobs (kind, user_id) values ($2, $1)',
    ];
    for (const text of crossing) expect(tablesNamed(text).some(({ restricted }) => !restricted)).toBe(true);
  });

  it('reaches the rows of every table by an index, with the user in its condition', async () => {
    const wrong: string[] = [];
    const seen = new Set<string>();
    for (const { text, values } of statements().filter((one) => !isThroughUsers(one.text))) {
      for (const { table, condition } of await scansOf(service.database, text, values)) {
        if (CATALOGUE.includes(table) || BOOKKEEPING.includes(table)) continue;
        seen.add(table);
        if (!/\buser_id = '1'::bigint/.test(condition)) wrong.push(`${table} by ${condition}: ${text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect([...seen]).toEqual(
      expect.arrayContaining([...resources.map(({ table }) => table), 'changes', 'jobs', 'logs']),
    );
  });
});

describe('the schema', () => {
  it('has no index and no key that does not lead with the user, but for the catalogue', async () => {
    const indexes = await query<{ table: string; name: string; first: string }>(
      service.database,
      `select t.relname as table, i.relname as name, a.attname as first
        from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
        join pg_namespace n on n.oid = t.relnamespace
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
        where n.nspname = current_schema()`,
    );
    const tables = new Set(indexes.map(({ table }) => table));
    expect(tables.size).toBeGreaterThan(15);
    const others = indexes.filter(({ table }) => !CATALOGUE.includes(table) && !BOOKKEEPING.includes(table));
    expect(others.filter(({ first }) => first !== 'user_id')).toEqual([]);
  });

  it('has a key with the user in every table but the bookkeeping, so rows can be divided by it', async () => {
    const without = await query(
      service.database,
      `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = current_schema() and c.relkind = 'r' and not exists (
          select 1 from pg_index x join pg_attribute a on a.attrelid = c.oid and a.attnum = any (x.indkey)
          where x.indrelid = c.oid and x.indisunique and a.attname = 'user_id'
        ) order by 1`,
    );
    expect(without).toEqual(BOOKKEEPING.map((table) => ({ table })));
  });
});
