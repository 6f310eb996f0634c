// The operations that sequences on series are made of, as plain data, and how they are drawn. Rules begin around the
// changes of the clocks in spring and in autumn.
import fc from 'fast-check';
import type { Rule } from '../../src/resources/recurrence.ts';
import { DAY, type ListQuery, type SeriesBody } from './series-world.ts';

const HOUR = 3_600_000;

/** Which series and which of its occurrences: counted from the first, and from the beginning again. */
interface Target {
  series: number;
  slot: number;
}

/** What is changed: texts, and by how much the start and the end move. */
export interface Edit {
  title?: string;
  location?: string | null;
  status?: string;
  days: number;
  minutes: number;
  /** How much longer it becomes, in minutes or days. */
  longer: number;
  zone?: string;
}

export type Scope = 'this' | 'following' | 'all';

export type SeriesOperation =
  | { do: 'create'; body: SeriesBody }
  | ({ do: 'get' | 'restore' | 'restore series' } & Target)
  | ({ do: 'patch'; scope: Scope; edit: Edit } & Target)
  | ({ do: 'remove'; scope: Scope; isPermanent: boolean } & Target)
  | ({ do: 'move'; edit: Edit } & Target)
  | ({ do: 'make single'; scope: 'following' | 'all' } & Target)
  | ({ do: 'miss'; method: 'GET' | 'PATCH' | 'DELETE' } & Target)
  | { do: 'list'; query: ListQuery; limit: number; offset: number };

const title = fc.constantFrom('Course', 'Trip', 'Class', 'Yoga');
const location = fc.constantFrom(null, 'Hall', 'Park');
const status = fc.constantFrom('confirmed', 'tentative', 'cancelled');
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata');

const target = {
  series: fc.nat(4),
  // The first ones have the most neighbours.
  slot: fc.oneof({ weight: 3, arbitrary: fc.nat(5) }, { weight: 1, arbitrary: fc.nat(40) }),
};

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const dateText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Rules that give their start. */
function ruleAt(start: number): fc.Arbitrary<Rule> {
  const date = new Date(start);
  const own = WEEKDAYS[date.getUTCDay()] as string;
  const interval = fc.integer({ min: 1, max: 3 });
  const byday = fc
    .subarray(WEEKDAYS, { maxLength: 4 })
    .map((days) => WEEKDAYS.filter((day) => day === own || days.includes(day)));
  const numbered = `${Math.ceil(date.getUTCDate() / 7)}${own}`;
  const rule = fc.oneof(
    interval.map((every): Rule => ({ freq: 'daily', interval: every })),
    interval.map((every): Rule => ({ freq: 'weekly', interval: every })),
    fc.tuple(interval, byday).map(([every, days]): Rule => ({ freq: 'weekly', interval: every, byday: days })),
    fc.constantFrom<Rule>(
      { freq: 'monthly' },
      { freq: 'monthly', bymonthday: [date.getUTCDate()] },
      { freq: 'monthly', byday: [numbered] },
      { freq: 'yearly' },
    ),
  );
  const end = fc.oneof(
    fc.integer({ min: 1, max: 12 }).map((count) => ({ count })),
    fc.integer({ min: 0, max: 150 }).map((days) => ({ until: dateText(start + days * DAY) })),
    fc.constant({}),
  );
  return fc.tuple(rule, end).map(([one, ended]) => ({ ...one, ...ended }));
}

const firstDay = fc.oneof(
  fc.integer({ min: 0, max: 50 }).map((days) => Date.UTC(2026, 1, 16) + days * DAY),
  fc.integer({ min: 0, max: 30 }).map((days) => Date.UTC(2026, 9, 5) + days * DAY),
);

const body: fc.Arbitrary<SeriesBody> = fc
  .tuple(firstDay, fc.boolean(), fc.integer({ min: 12, max: 40 }))
  .chain(([day, allDay, half]) => {
    const start = allDay ? day : day + (half * HOUR) / 2;
    const lengths = allDay ? [DAY, 3 * DAY] : [0, HOUR / 2, 2 * HOUR, 26 * HOUR];
    const extra = fc.integer({ min: -9, max: 40 }).map((days) => day + days * DAY + (allDay ? 0 : 12.25 * HOUR));
    return fc.record({
      ...{ title, location, status, zone: allDay ? fc.constant('UTC') : zone },
      ...{ allDay: fc.constant(allDay), start: fc.constant(start) },
      extras: fc.oneof(
        { weight: 3, arbitrary: fc.constant<number[]>([]) },
        { weight: 1, arbitrary: fc.uniqueArray(extra, { maxLength: 2 }) },
      ),
      length: fc.constantFrom(...lengths),
      rule: ruleAt(start),
    });
  });

const edit: fc.Arbitrary<Edit> = fc.record(
  {
    ...{ title, location, status, zone },
    days: fc.constantFrom(0, 0, 1, -1, 2, 7, -7, 40),
    minutes: fc.constantFrom(0, 0, 30, -90, 180),
    longer: fc.constantFrom(0, 0, 0, 1, 2),
  },
  { requiredKeys: ['days', 'minutes', 'longer'], noNullPrototype: true },
);

const query: fc.Arbitrary<ListQuery> = fc
  .tuple(fc.nat(330), fc.constantFrom(0, 1, 6, 30, 90))
  .map(([days, length]) => ({ from: Date.UTC(2026, 1, 1) + days * DAY, length }))
  .chain(({ from, length }) =>
    fc.record({
      ...{ from: fc.constant(from), to: fc.constant(from + length * DAY) },
      offset: fc.constantFrom(0, 5.5),
      search: fc.constantFrom(null, null, 'course', 'tri'),
      status: fc.constantFrom(null, null, 'cancelled', 'confirmed'),
      order: fc.constantFrom('asc', 'asc', 'desc'),
    }),
  );

const scope = fc.constantFrom<Scope>('this', 'this', 'following', 'all');

function drawn(weight: number, name: SeriesOperation['do'], members: Record<string, fc.Arbitrary<unknown>>) {
  const arbitrary = fc.record({ do: fc.constant(name), ...members }, { noNullPrototype: true });
  return { weight, arbitrary: arbitrary as unknown as fc.Arbitrary<SeriesOperation> };
}

const creating = drawn(3, 'create', { body });
const listing = drawn(12, 'list', { query, limit: fc.constantFrom(3, 10, 500), offset: fc.constantFrom(0, 0, 2, 9) });

const doing = fc.oneof(
  creating,
  listing,
  drawn(3, 'get', target),
  drawn(14, 'patch', { ...target, scope, edit }),
  drawn(8, 'remove', { ...target, scope, isPermanent: fc.constantFrom(false, false, true) }),
  drawn(5, 'restore', target),
  drawn(2, 'restore series', target),
  drawn(5, 'move', { ...target, edit }),
  drawn(1, 'make single', { ...target, scope: fc.constantFrom('following', 'all') }),
  drawn(1, 'miss', { ...target, method: fc.constantFrom('GET', 'PATCH', 'DELETE') }),
);

/** The first steps make series, the others change them; at the end everything is listed. */
export const seriesSequence: fc.Arbitrary<SeriesOperation[]> = fc
  .tuple(
    fc.array(creating.arbitrary, { minLength: 2, maxLength: 3 }),
    fc.array(doing, { minLength: 30, maxLength: 30 }),
    fc.array(listing.arbitrary, { minLength: 4, maxLength: 4 }),
  )
  .map((parts) => parts.flat());
