// The demo data is repeatable: the same at the same time, and complete on any day.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Filled, type Life, liveFrom, NOW } from './life.ts';

describe('the demo data', () => {
  let evening: Filled;
  beforeAll(async () => {
    evening = await liveFrom(NOW);
  });
  afterAll(() => evening.end());

  it('is the same for two runs at the same time', async () => {
    const again = await liveFrom(NOW);
    expect(comparable(again.life)).toEqual(comparable(evening.life));
    await again.end();
  });

  it('later on the same day is the same, with what was received since', async () => {
    const morning = await liveFrom(NOW - 14 * 3_600_000);
    const ids = (life: Life) => life.emails.map((mail) => mail.message_id);
    const early = new Set(ids(morning.life));
    const since = evening.life.emails.filter((mail) => mail.received_at !== null && !early.has(mail.message_id));
    expect(ids(morning.life).filter((id) => !ids(evening.life).includes(id))).toEqual([]);
    expect(since.length).toBeGreaterThan(0);
    expect(since.every((mail) => Date.parse(mail.received_at as string) > NOW - 14 * 3_600_000)).toBe(true);
    await morning.end();
  });

  // A leap day, the last day of a year, days of daylight saving changes, every weekday, just after midnight.
  it.each([
    '2028-02-29T09:00:00Z',
    '2026-12-31T23:30:00Z',
    '2026-03-29T01:30:00Z',
    '2026-10-25T00:30:00Z',
    '2026-06-01T22:05:00Z',
    '2026-06-02T12:00:00Z',
    '2026-06-04T12:00:00Z',
    '2026-06-05T12:00:00Z',
    '2026-06-06T12:00:00Z',
  ])('at %s can be generated, and nothing in it is in the future', async (moment) => {
    const now = Date.parse(moment);
    const { life, end } = await liveFrom(now);
    expect(life.contacts).toHaveLength(83);
    expect(life.emails.length).toBeGreaterThan(290);
    expect(life.emails.filter((mail) => Date.parse(mail.received_at ?? '2000-01-01') > now)).toEqual([]);
    expect(life.emails.filter((mail) => mail.snoozed_until && Date.parse(mail.snoozed_until) <= now)).toEqual([]);
    await end();
  });
});

/** The demo data without what differs in each run: ids, and the time at which it was generated. */
function comparable(life: Life): unknown {
  const changing = ['id', 'file_id', 'thread_id', 'created_at', 'updated_at', 'deleted_at'];
  return JSON.parse(JSON.stringify(life, (key, value) => (changing.includes(key) ? undefined : value)));
}
