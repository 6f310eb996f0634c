// What lists have after occurrences were changed, removed and restored by their ids, and how many changes a series takes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { type Answered, startTestService, type TestService } from '../support/service.ts';

const SERIES = {
  title: 'Course',
  start_at: '2026-06-02T09:00:00Z',
  end_at: '2026-06-02T10:00:00Z',
  recurrence: { freq: 'weekly', count: 4 },
};
const SECOND = '_20260609T090000Z';
const THIRD = '_20260616T090000Z';
const YEAR = 'expand=true&from=2026-01-01&to=2026-12-31';

interface Data {
  id: string;
  title: string;
}

const dataOf = ({ body }: Answered) => (body as { data: Data }).data;
const codeOf = ({ status, body }: Answered) => [status, (body as { error?: { code: string } }).error?.code];

let service: TestService;
let ask: TestService['ask'];
let calendars = 0;

beforeAll(async () => {
  service = await startTestService();
  ask = service.ask;
});
afterAll(() => service.end());

async function makeSeries(more: object = {}): Promise<{ id: string; calendar: string }> {
  const calendar = `calendar ${++calendars}`;
  const answer = await ask('POST', '/events', { ...SERIES, calendar_name: calendar, ...more });
  if (answer.status !== 201) throw new Error(answer.text);
  return { id: dataOf(answer).id, calendar };
}

const lines = async (calendar: string, more = '') => {
  const { body } = await ask('GET', `/events?${YEAR}&format=compact&calendar_name=${calendar}${more}`);
  return (body as { lines: string[] }).lines;
};

it('changes of several occurrences at the same time are all kept', async () => {
  const { id, calendar } = await makeSeries({ recurrence: { freq: 'daily', count: 20 } });
  const occurrence = (day: number) => `/events/${id}_202606${String(day).padStart(2, '0')}T090000Z`;
  const days = Array.from({ length: 12 }, (_, index) => index + 2);
  const answers = await Promise.all(
    days.map((day) =>
      day % 3 === 0 ? ask('DELETE', occurrence(day)) : ask('PATCH', occurrence(day), { title: `Lesson ${day}` }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(days.map(() => 200));
  const titles = (await lines(calendar)).map((line) => /Lesson \d+|Course/.exec(line)?.[0]);
  const changed = days.filter((day) => day % 3 !== 0).map((day) => `Lesson ${day}`);
  expect(titles).toEqual([...changed, ...Array.from({ length: 8 }, () => 'Course')]);
});

describe('lists', () => {
  it('search finds the words that an occurrence was given, and not those that it no longer has', async () => {
    const { id, calendar } = await makeSeries();
    const found = async (search: string) => (await lines(calendar, `&search=${search}`)).length;
    await ask('PATCH', `/events/${id}${SECOND}`, { title: 'Excursion', description: 'by boat' });
    expect([await found('excursion'), await found('boat'), await found('course')]).toEqual([1, 1, 3]);
    await ask('PATCH', `/events/${id}${SECOND}`, { title: 'Museum' });
    expect([await found('excursion'), await found('museum boat'), await found('course')]).toEqual([0, 1, 3]);
    await ask('DELETE', `/events/${id}${SECOND}`);
    expect([await found('museum'), await found('course')]).toEqual([0, 3]);
    await ask('POST', `/events/${id}${SECOND}/restore`);
    expect(await found('museum')).toBe(1);
    await ask('POST', `/events/${id}${SECOND}/restore`);
    expect([await found('museum'), await found('course')]).toEqual([0, 4]);
  });

  it('compact lines show a changed occurrence as it is', async () => {
    const { id, calendar } = await makeSeries();
    await ask('PATCH', `/events/${id}${SECOND}`, {
      title: 'Excursion',
      location: 'Harbour',
      start_at: '2026-06-13T08:00:00Z',
      end_at: '2026-06-14T18:00:00Z',
    });
    await ask('PATCH', `/events/${id}${THIRD}`, { status: 'cancelled' });
    expect(await lines(calendar)).toEqual([
      expect.stringMatching(/_20260602T090000Z Tue 2 Jun 09:00–10:00 Course/),
      expect.stringMatching(/_20260609T090000Z Sat 13 Jun 08:00–Sun 14 Jun 18:00 Excursion.*Harbour/),
      expect.stringMatching(/_20260616T090000Z Tue 16 Jun 09:00–10:00 Course.*cancelled/),
      expect.stringMatching(/_20260623T090000Z Tue 23 Jun 09:00–10:00 Course/),
    ]);
  });

  it('an occurrence that is moved far away is on that day alone, and back again', async () => {
    const { id, calendar } = await makeSeries();
    const on = async (date: string) => {
      const { body } = await ask('GET', `/events?expand=true&date=${date}&calendar_name=${calendar}`);
      return (body as { data: Data[] }).data.map((one) => one.id);
    };
    for (const date of ['2031-02-03', '1999-12-31']) {
      await ask('PATCH', `/events/${id}${SECOND}`, { start_at: `${date}T23:30:00Z` });
      expect([await on(date), await on('2026-06-09')]).toEqual([[`${id}${SECOND}`], []]);
    }
    await ask('POST', `/events/${id}${SECOND}/restore`);
    expect([await on('1999-12-31'), await on('2026-06-09')]).toEqual([[], [`${id}${SECOND}`]]);
  });

  it('pages neither repeat nor skip an occurrence, however these were moved', async () => {
    const { id, calendar } = await makeSeries({ recurrence: { freq: 'daily', count: 60 } });
    await makeSeries({ calendar_name: calendar, recurrence: { freq: 'daily', interval: 2, count: 30 } });
    for (let day = 2; day <= 12; day++) {
      const occurrence = `/events/${id}_202606${String(day).padStart(2, '0')}T090000Z`;
      if (day % 5 === 0) await ask('DELETE', occurrence);
      else await ask('PATCH', occurrence, { start_at: `2026-06-${day % 3 === 0 ? 20 : 8}T09:00:00Z` });
    }
    const page = async (limit: number, offset: number) => {
      const path = `/events?${YEAR}&calendar_name=${calendar}&limit=${limit}&offset=${offset}`;
      return (await ask('GET', path)).body as { data: Data[]; meta: { total: number; has_more: boolean } };
    };
    const whole = await page(500, 0);
    const ids = whole.data.map((one) => one.id);
    expect([ids.length, new Set(ids).size, whole.meta.total]).toEqual([88, 88, 88]);
    for (const limit of [7, 13]) {
      const paged: string[] = [];
      for (let hasMore = true; hasMore; ) {
        const { data, meta } = await page(limit, paged.length);
        paged.push(...data.map((one) => one.id));
        hasMore = meta.has_more;
      }
      expect(paged).toEqual(ids);
    }
  });
});

describe('limits', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, day) =>
      new Date(Date.UTC(2026, 5, 3 + day, 9)).toISOString().replace('.000', ''),
    );

  it('one changed occurrence too many is refused with what the limit is', async () => {
    const overrides = Object.fromEntries(many(limits.overrides).map((id) => [id, { location: 'x' }]));
    const { id } = await makeSeries({ recurrence: { freq: 'daily' }, overrides });
    const refused = await ask('PATCH', `/events/${id}_20260602T090000Z`, { title: 'Trip' });
    expect(codeOf(refused)).toEqual([400, 'VALIDATION_ERROR']);
    expect(refused.text).toContain(`at most ${limits.overrides} changed occurrences`);
    expect((await ask('PATCH', `/events/${id}_20260603T090000Z`, { title: 'Trip' })).status).toBe(200);
  });

  it('one removed occurrence too many is refused with what to do instead', async () => {
    const exdates = many(limits.recurrenceDates);
    const { id } = await makeSeries({ recurrence: { freq: 'daily', exdates } });
    const refused = await ask('DELETE', `/events/${id}_20260602T090000Z`);
    expect(codeOf(refused)).toEqual([400, 'VALIDATION_ERROR']);
    expect(refused.text).toContain('end the series with scope=following');
    expect((await ask('POST', `/events/${id}_20260603T090000Z/restore`)).status).toBe(200);
    expect((await ask('DELETE', `/events/${id}_20260602T090000Z`)).status).toBe(200);
  });

  it('an hourly series of 100,000 occurrences has its last one by id', async () => {
    const { id } = await makeSeries({ recurrence: { freq: 'hourly', count: 100_000 } });
    const last = new Date(Date.UTC(2026, 5, 2, 9) + 99_999 * 3_600_000).toISOString();
    const suffix = `_${last.replaceAll(/[-:]|\.000/g, '')}`;
    expect(dataOf(await ask('PATCH', `/events/${id}${suffix}`, { title: 'Last' })).title).toBe('Last');
    expect(codeOf(await ask('GET', `/events/${id}_20371030T010000Z`))).toEqual([404, 'NOT_FOUND']);
  });
});
