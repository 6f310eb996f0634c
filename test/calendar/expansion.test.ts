// Expanded lists with thousands of occurrences: the same answer whatever the clock says, every page of it, and other
// requests served meanwhile. Refusals say which bound was met.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expandedPage } from '../../src/calendar/expansion.ts';
import type { AppError, Fault } from '../../src/errors.ts';
import { list } from '../../src/records/list.ts';
import { insert, newRecord } from '../../src/records/records.ts';
import { event } from '../../src/resources/event.ts';
import type { Recurrence } from '../../src/resources/recurrence.ts';
import type { Tx } from '../../src/store/port.ts';
import { readPage } from '../support/pages.ts';
import { processorTime, slowness } from '../support/processor.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC', null];
const WORKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR'];
const SERIES: Recurrence[] = [
  ...Array.from({ length: 10 }, (): Recurrence => ({ freq: 'daily' })),
  ...Array.from({ length: 8 }, (): Recurrence => ({ freq: 'weekly', byday: WORKDAYS })),
  ...Array.from({ length: 18 }, (): Recurrence => ({ freq: 'weekly', byday: ['MO'] })),
  ...Array.from({ length: 20 }, (): Recurrence => ({ freq: 'monthly', byday: ['1MO'] })),
  ...Array.from({ length: 4 }, (): Recurrence => ({ freq: 'yearly' })),
];
// 65 weeks from a Monday: 10 x 455 days, 8 x 325 workdays, 18 x 65 Mondays, 20 x 15 first Mondays, 4 x 1.
const RANGE = { from: '2026-01-05', to: '2027-04-04' };
const TOTAL = 4550 + 2600 + 1170 + 300 + 4;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.store.write(1, async (tx) => {
    for (const [n, recurrence] of SERIES.entries()) {
      const start_at = new Date(Date.UTC(2020, 8, 7, 8, n)).toISOString();
      await put(tx, { start_at, end_at: start_at, timezone: ZONES[n % ZONES.length], recurrence });
    }
  });
});
afterAll(() => service.end());

async function put(tx: Tx, values: object): Promise<void> {
  await insert(tx, event, newRecord(tx, event, { title: 'series', all_day: false, ...values }, 'test'));
}

const page = (more: object) => list(service.store, 1, event, { expand: true, ...RANGE, ...more }, 'UTC', expandedPage);

type Occurrence = { id: string; recurrence_id: string; start_at: string };

async function refusal(query: string): Promise<Fault & { status: number }> {
  const { status, body } = await service.ask('GET', `/events?expand=true&${query}`);
  const [fault] = (body as { error: { details: { errors: Fault[] } } }).error.details.errors;
  return { status, ...(fault as Fault) };
}

describe('a list of thousands of occurrences', () => {
  it('has the same answer on every page and for every clock', async () => {
    const queries = [0, 37, 222, 4000, TOTAL - 30].map((offset) => ({ limit: 37, offset }));
    const answers = await Promise.all(queries.map(page));
    const now = vi.spyOn(performance, 'now');
    let time = 0;
    now.mockImplementation(() => (time += 60_000)); // a minute passes between any two looks at the clock
    try {
      for (const [index, query] of queries.entries()) expect(await page(query)).toEqual(answers[index]);
    } finally {
      now.mockRestore();
    }
    for (const answer of answers) expect(answer.meta.total).toBe(TOTAL);
  });

  it.each(['asc', 'desc'])('has every occurrence once over its pages, in order %s', async (order) => {
    const pages: ReturnType<typeof readPage<Occurrence>>[] = [];
    for (let offset = 0; offset === 0 || pages.at(-1)?.meta.has_more; offset += 500)
      pages.push(readPage<Occurrence>(await page({ limit: 500, offset, order })));
    const shown = pages.flatMap(({ data }) => data.map((one) => `${one.start_at} ${one.id}`));
    expect(new Set(shown).size).toBe(TOTAL);
    const sorted = [...shown].sort();
    expect(shown).toEqual(order === 'asc' ? sorted : sorted.reverse());
  });

  it('sorts by code points where it is sorted by title, as the engines do', async () => {
    const titles = ['z', '\uff5e', '\u{1f600}', 'Z', 'ab', 'a'];
    const start_at = '2031-01-01T09:00:00Z';
    await service.store.write(1, async (tx) => {
      for (const [n, title] of titles.entries())
        await put(tx, {
          title,
          start_at,
          calendar_name: 'titles',
          ...(n % 2 && { recurrence: { freq: 'daily', count: 1 } }),
        });
    });
    const order = async (expand: boolean) => {
      const range = { from: '2031-01-01', to: '2031-01-02' };
      const given = { expand, ...range, sort: 'title', calendar_name: 'titles', fields: ['title'] };
      const titled = await list(service.store, 1, event, given, 'UTC', expandedPage);
      return readPage<{ title: string }>(titled).data.map(({ title }) => title);
    };
    expect(await order(true)).toEqual(await order(false));
    expect(await order(true)).toHaveLength(titles.length);
  });
});

interface Turns {
  longest: number;
  total: number;
}

const TRIES = 10;

/**
 * The longest time that the main thread worked without a turn for others, in milliseconds of its processor time. The
 * least of a few tries, because compiling and collecting garbage belong to no list.
 */
async function longestTurn(most: number, work: () => Promise<unknown>): Promise<Turns> {
  const least = { longest: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < TRIES && least.longest >= most; tries++) {
    const { longest, total } = await turnsOf(work);
    least.longest = Math.min(least.longest, longest);
    least.total = Math.min(least.total, total);
  }
  return least;
}

async function turnsOf(work: () => Promise<unknown>): Promise<Turns> {
  const began = processorTime();
  let last = began;
  let longest = 0;
  let done = false;
  const turn = () => {
    const now = processorTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!done) setImmediate(turn);
  };
  const turns = setImmediate(turn);
  await work();
  done = true;
  clearImmediate(turns);
  turn();
  const factor = slowness();
  return { longest: longest / factor, total: (last - began) / factor };
}

describe('processor time of the main thread', () => {
  it('no turn of a page takes 50 ms, and the page less than 300 ms', async () => {
    await page({ limit: 37, offset: 222 });
    const { longest, total } = await longestTurn(50, () => page({ limit: 37, offset: 259 }));
    expect(longest).toBeLessThan(50);
    expect(total).toBeLessThan(300);
  });

  it('no turn of a list takes 50 ms that is refused because it needs too many steps', async () => {
    await service.store.write(1, async (tx) => {
      const recurrence = {
        freq: 'yearly',
        exrules: [{ freq: 'hourly', byminute: [0, 6, 12, 18, 24, 30, 36, 42, 48, 54] }],
      };
      for (let n = 0; n < 25; n++)
        await put(tx, {
          start_at: '2020-01-01T09:00:00Z',
          timezone: 'Europe/Berlin',
          calendar_name: 'old',
          status: 'tentative',
          recurrence,
        });
    });
    let error: unknown;
    const { longest } = await longestTurn(50, async () => {
      error = await page({ calendar_name: 'old' }).catch((thrown: unknown) => thrown);
    });
    const { status, details, message } = error as AppError;
    expect([status, details.errors]).toMatchObject([400, [{ field: 'expand', constraint: 'steps' }]]);
    expect(message).toContain('more than 2000000 steps');
    expect(longest).toBeLessThan(50);
  });
});

describe('a refused list says which bound was met and what would be right', () => {
  it('a range that is too long', async () => {
    expect(await refusal('from=2026-01-01&to=2036-12-31')).toEqual({
      status: 400,
      field: 'expand',
      constraint: 'range',
      message: 'The range is 4018 days long; an expanded list covers at most 3660 days. Ask for a shorter range.',
    });
  });

  it('too many occurrences', async () => {
    const { status, constraint, message } = await refusal('from=2026-01-05&to=2035-12-31&status=confirmed');
    expect([status, constraint]).toEqual([400, 'occurrences']);
    expect(message).toContain('more than 50000 occurrences');
    expect(message).toContain('Ask for a shorter range, or narrow the list with calendar_name, status or search.');
  });
});
