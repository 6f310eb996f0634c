// Orders to the database: in every parameter of every list and in every place of an address where a client may write,
// as the OpenAPI document names them. Each is only text: it finds what it says, and changes nothing.
import { beforeAll, describe, expect, it } from 'vitest';
import { openApi } from '../../src/http/docs/openapi.ts';
import type { Victim } from './victim.ts';

const SQL = [
  `'`,
  `"`,
  `''`,
  `' or '1'='1`,
  `' or 1=1 --`,
  `1; drop table events; --`,
  `'; attach database '/tmp/x.db' as x; --`,
  `') union select doc, null from emails --`,
  `x' and (select count(*) from tokens) > 0 --`,
  `?1`,
  `?999`,
  `:name`,
  `%`,
  `_`,
  `\\`,
  `%_\\%`,
  `null`,
  `0x00`,
  `\0`,
  `/* */`,
  `-- `,
  '`events`',
  `[events]`,
  `randomblob(1000000000)`,
];

let turn = 0;

/**
 * Every third text, another third for each place: each place gets the kinds of texts, each text comes to a third of the
 * places, and a service that is asked 10,000 times takes minutes.
 */
function aThird(texts: readonly string[]): string[] {
  turn += 1;
  return texts.filter((_, index) => (index + turn) % 3 === 0);
}

const FTS5 = [
  `*`,
  `"`,
  `""`,
  `a*b`,
  `a OR b`,
  `NOT`,
  `AND`,
  `NEAR(a b, 999999999)`,
  `NEAR(`,
  `words:a`,
  `{words digits}:a`,
  `- a`,
  `^a`,
  `a + b`,
  `(((((((((((((((((((`,
  `))))`,
  `"a" "`,
  `a"b"c`,
  `fts5(`,
  `rank:bm25`,
  `'a'`,
  `${'('.repeat(200)}a${')'.repeat(200)}`,
  `a${' OR a'.repeat(100)}`,
  `${'1 '.repeat(249)}`,
  `"${'a '.repeat(249)}"`,
];

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: unknown;
}
const { paths } = openApi('0') as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith('/api/v1') && !/\/(ws|stream)$/.test(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ path: path.slice(7), method: method.toUpperCase(), ...one })),
  );
const lists = operations.flatMap(({ path, method, parameters = [] }) =>
  method === 'GET' ? parameters.filter((one) => one.in === 'query').map(({ name }) => [path, name] as const) : [],
);

/** Parameters whose text is looked for in the index. */
const SEARCHES = ['q', 'search'];

/** Parameters of the list of conversations that name one of them. */
const PLACES = ['before', 'after', 'around'];

export function hostileQueries(victim: () => Victim): void {
  const totals = async () => {
    const counted = ['events', 'emails', 'contacts'].map(async (path) => {
      const { body } = await victim().ask('GET', `/${path}?limit=0&include_deleted=true`);
      return (body as unknown as { meta: { total: number } }).meta.total;
    });
    return Promise.all(counted);
  };
  let before: number[];
  let id: string;
  beforeAll(async () => {
    const { make } = victim();
    await make('/events', { title: '100% sure_thing', start_at: '2026-02-17' });
    await make('/contacts', { display_name: 'Ann', company: '100%_\\x', tags: ['wild'] });
    await make('/contacts', { display_name: 'Bob', company: '100 a b x', tags: ['wild'] });
    id = (await make('/emails', { from_address: 'a@x.org', received_at: '2026-02-17', folder: `' or '1'='1` })).id;
    before = await totals();
  });

  it.each(lists)('%s: the parameter %s takes orders for text', async (path, name) => {
    const address = path.replace('{id}', id).replace('{name}', 'default');
    expect(address).not.toContain('{');
    // An image, an attached mail or a conversation that is not there is not found.
    const namesOne = /\/(remote-image|attached-\w+)$/.test(path) || (path === '/threads' && PLACES.includes(name));
    const expected = namesOne ? [400, 404] : [200, 400, 410];
    for (const text of SEARCHES.includes(name) ? [...SQL, ...FTS5] : aThird(SQL)) {
      const { status } = await victim().ask('GET', `${address}?${name}=${encodeURIComponent(text)}`);
      expect(expected, text).toContain(status);
    }
  });

  it.each(operations.filter(({ path }) => path.includes('{id}')))(
    '$method $path: the id takes orders for no record',
    async ({ path, method, requestBody }) => {
      for (const text of aThird(SQL)) {
        const address = path.replace('{id}', encodeURIComponent(text));
        const { status } = await victim().ask(method, address, requestBody ? {} : undefined);
        expect([400, 404], text).toContain(status);
      }
    },
  );

  describe('an order that is text finds the text', () => {
    const found = async (query: string) => {
      const { body } = await victim().ask('GET', query);
      return (body.data as unknown as Record<string, unknown>[]).map((one) => one.display_name ?? one.id);
    };
    it('in a folder of that name', async () => {
      expect(await found(`/emails?folder=${encodeURIComponent(`' or '1'='1`)}`)).toEqual([id]);
    });
    it.each([
      ['%', ['Ann']],
      ['_', ['Ann']],
      ['\\', ['Ann']],
      ['100%_', ['Ann']],
      ['100', ['Ann', 'Bob']],
      [`100' or '1'='1`, []],
    ])('in a company that contains %j', async (part, names) => {
      expect(await found(`/contacts?tag=wild&company=${encodeURIComponent(part)}`)).toEqual(names);
    });
    it('in ids of a batch, each of which fails by itself', async () => {
      const { body } = await victim().ask('POST', '/emails/batch', { ids: [...SQL, id], action: 'mark_read' });
      expect(body).toMatchObject({ processed: 1, failed: new Set(SQL).size });
    });
  });

  it('orders in headers are text, too', async () => {
    for (const text of SQL.filter((one) => !one.includes('\0'))) {
      for (const header of ['x-source', 'idempotency-key', 'if-match', 'if-none-match', 'x-request-id']) {
        const { status } = await victim().ask('GET', `/emails/${id}`, undefined, { [header]: text });
        expect(status).toBe(200);
        const made = await victim().ask(
          'POST',
          '/emails/drafts',
          { subject: text.replace('\0', '') },
          { [header]: text },
        );
        expect([201, 400, 409]).toContain(made.status);
        await victim().ask('DELETE', `/emails/${made.body.data?.id ?? 'none'}?permanent=true`, undefined, {});
      }
      const { status } = await victim().ask('GET', '/emails', undefined, { authorization: `Bearer ${text}` });
      expect(status).toBe(401);
    }
  });

  it('and nothing is more or less than before', async () => {
    expect(await totals()).toEqual(before);
  });
}
