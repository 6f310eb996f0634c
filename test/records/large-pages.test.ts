// Lists of records that are too large together for one page: the page ends early, says that there is more, and the
// pages after it hold every record exactly once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { insert, newRecord } from '../../src/records/records.ts';
import { save } from '../../src/records/save.ts';
import { event } from '../../src/resources/event.ts';
import { file } from '../../src/resources/file.ts';
import { startTestService, type TestService } from '../support/service.ts';

const LARGE = 'x'.repeat(limits.pageBytes / 20);
const MORE_THAN_FIT = 22;
const EMPTY = { mime: 'text/plain', size: 0, sha256: '', email_id: null };
const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 2, 1, 9);
const RANGE = 'from=2026-03-01&to=2026-03-07';

interface Listed {
  id: string;
  start_at: string;
  recurrence_id?: string;
  title: string;
}

interface Answer {
  data: Listed[];
  lines: string[];
  meta: { total: number; limit: number; offset: number; has_more: boolean };
}

let service: TestService;
/** Every item of the expanded list, as its title and start. */
let expected: string[] = [];

// Put in through the store, in one transaction: by requests it would take a minute.
beforeAll(async () => {
  service = await startTestService();
  await service.store.write(1, async (tx) => {
    const put = async (title: string, start: number, more: object) => {
      const start_at = new Date(start).toISOString();
      await insert(tx, event, newRecord(tx, event, { title, start_at, all_day: false, ...more }, 'test'));
    };
    for (let n = 0; n < MORE_THAN_FIT; n++) {
      const start = FIRST + (n % 7) * DAY + ((n * 17) % 60) * 60_000;
      await put(`single ${n}`, start, { description: LARGE });
      await put(`series ${n}`, start - 7 * DAY, { description: LARGE, recurrence: { freq: 'weekly' } });
    }
    await put('small series', FIRST, { recurrence: { freq: 'daily' } });
  });
  const numbers = Array.from({ length: MORE_THAN_FIT }, (_, n) => n);
  const large = numbers.flatMap((n) => [`single ${n} on ${1 + (n % 7)}`, `series ${n} on ${1 + (n % 7)}`]);
  expected = [...large, ...[1, 2, 3, 4, 5, 6, 7].map((day) => `small series on ${day}`)].sort();
});
afterAll(() => service.end());

async function pageAt(query: string, offset: number): Promise<Answer> {
  const { status, body, text } = await service.ask('GET', `/events?${query}&offset=${offset}`);
  expect(status, text.slice(0, 300)).toBe(200);
  return body as Answer;
}

/** All pages of a list, one after the other as their answers say. */
async function allPages(query: string): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let offset = 0, more = true; more; ) {
    const page = await pageAt(query, offset);
    pages.push(page);
    const shown = (page.data ?? page.lines).length;
    more = page.meta.has_more;
    expect(shown > 0 || !more, 'a page with more after it holds at least one record').toBe(true);
    offset += shown;
  }
  return pages;
}

const itemOf = ({ title, start_at }: Listed) => `${title} on ${new Date(start_at).getUTCDate()}`;

describe('an expanded list', () => {
  it('loads the documents of its page alone, and reads the members of the others', async () => {
    const original = service.store.read;
    let chars = 0;
    let documents = 0;
    service.store.read = async (...args) => {
      const answers = await original(...args);
      chars += JSON.stringify(answers).length;
      documents += answers.flat().filter((row) => 'doc' in row).length;
      return answers;
    };
    try {
      expect((await pageAt(`expand=true&${RANGE}&limit=0`, 0)).meta.total).toBe(expected.length);
      expect(documents).toBe(0);
      expect(chars).toBeLessThan(expected.length * 500);
      expect((await pageAt(`expand=true&${RANGE}&limit=2`, 0)).data).toHaveLength(2);
      expect(documents).toBe(2);
    } finally {
      service.store.read = original;
    }
  });

  it('reads a series with any text in it', async () => {
    const { store } = service;
    const values = { title: 'odd', description: '\u0000 \\u0000 \\ud8"', start_at: '2019-03-01T09:00:00Z' };
    const odd = await store.write(1, async (tx) => {
      const record = newRecord(
        tx,
        event,
        { ...values, all_day: false, recurrence: { freq: 'daily', count: 3 } },
        'test',
      );
      return insert(tx, event, record);
    });
    const { data } = await pageAt('expand=true&from=2019-03-01&to=2019-03-31&fields=title,description,start_at', 0);
    expect(data.map(({ start_at }) => start_at.slice(8, 10))).toEqual(['01', '02', '03']);
    expect(data[0]).toMatchObject({ description: values.description });
    await service.ask('DELETE', `/events/${odd.record.id}?permanent=true`);
  });

  it('ends a page early that grows too large, with the right total and has_more', async () => {
    const { data, meta } = await pageAt(`expand=true&${RANGE}&limit=500`, 0);
    const large = data.filter(({ title }) => !title.includes('small')).length;
    expect([large < MORE_THAN_FIT, large > MORE_THAN_FIT / 2]).toEqual([true, true]);
    expect(meta).toEqual({ total: expected.length, limit: 500, offset: 0, has_more: true });
  });

  it('gives every event and occurrence exactly once, page after page, in order', async () => {
    const pages = await allPages(`expand=true&${RANGE}&limit=500&fields=title,start_at,recurrence_id`);
    const items = pages.flatMap(({ data }) => data);
    expect(items.map(itemOf).sort()).toEqual(expected);
    const starts = items.map(({ start_at }) => Date.parse(start_at));
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(new Set(pages.map(({ meta }) => meta.total))).toEqual(new Set([expected.length]));
    expect(items.every(({ title, recurrence_id }) => title.includes('series') === (recurrence_id !== undefined))).toBe(
      true,
    );
  });

  it('does so for a search, another order and compact lines', async () => {
    const small = await pageAt(`expand=true&${RANGE}&search=small`, 0);
    expect([small.data.length, small.meta.total, small.meta.has_more]).toEqual([7, 7, false]);
    const singles = await allPages(
      `expand=true&${RANGE}&limit=500&search=single&sort=title&order=desc&fields=title,start_at`,
    );
    const items = singles.flatMap(({ data }) => data.map(itemOf));
    expect([...items].sort()).toEqual(expected.filter((one) => one.startsWith('single')));
    const titles = singles.flatMap(({ data }) => data.map(({ title }) => title));
    expect(titles).toEqual([...titles].sort().reverse());
    const compact = await pageAt(`expand=true&${RANGE}&limit=500&format=compact`, 0);
    expect(compact.meta).toMatchObject({ total: expected.length, has_more: true });
    expect(compact.lines.length).toBeLessThan(expected.length / 2 + 7);
  });

  it('has nothing after its end, and only the total with limit 0', async () => {
    const last = await pageAt(`expand=true&${RANGE}&limit=5`, expected.length - 3);
    expect([last.data.length, last.meta.has_more]).toEqual([3, false]);
    const none = await pageAt(`expand=true&${RANGE}&limit=0`, 0);
    expect([none.data, none.meta.total]).toEqual([[], expected.length]);
  });
});

describe('an ordinary list', () => {
  it.each(['&fields=title', '&format=compact', '&sort=title&order=desc&search=series'])(
    'with %j ends a page early and holds every record once over its pages',
    async (query) => {
      const pages = await allPages(`limit=500${query}`);
      const shown = pages.map(({ data, lines }) => (data ? data.map(({ id }) => id) : lines));
      const wanted = query.includes('search') ? MORE_THAN_FIT + 1 : 2 * MORE_THAN_FIT + 1;
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.map(({ meta }) => meta.total)).toEqual(pages.map(() => wanted));
      expect(pages.map(({ meta }) => meta.has_more)).toEqual(pages.map((_, index) => index < pages.length - 1));
      expect(shown.flat()).toHaveLength(wanted);
      expect(new Set(shown.flat()).size).toBe(wanted);
    },
  );
});

describe('a list of files', () => {
  it('ends a page early too, and says so', async () => {
    const ids = Array.from(
      { length: MORE_THAN_FIT },
      (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    );
    await service.store.write(1, async (tx) => {
      for (const [n, id] of ids.entries()) {
        const at = new Date(n).toISOString();
        await save(tx, file, 'created', { ...EMPTY, id, filename: LARGE, created_at: at, updated_at: at }, null);
      }
    });
    const first = (await service.ask('GET', '/files?limit=500')).body as Answer;
    expect(first.data.length).toBeLessThan(MORE_THAN_FIT);
    expect(first.meta).toEqual({ total: MORE_THAN_FIT, limit: 500, offset: 0, has_more: true });
    const rest = (await service.ask('GET', `/files?limit=500&offset=${first.data.length}`)).body as Answer;
    expect(rest.meta.has_more).toBe(false);
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids.toReversed());
  });
});
