// The series and single events that can be in an expanded list, read together at one moment. The series of a list without
// a search are kept with the version of the user's series, for the next list of the same kind near the same range: a
// calendar of thousands of series is then not read again for every week.
import { setImmediate } from 'node:timers/promises';
import { limits } from '../limits.ts';
import type { Query, Row, Store, Value } from '../store/port.ts';
import {
  LIST_COLUMNS,
  type SingleColumn,
  seriesAfter,
  seriesOf,
  seriesVersion,
  singleEvents,
} from '../store/tables/list.ts';
import type { Condition, ListPlan } from '../store/tables/list-plan.ts';
import type { ClosedRange } from '../store/tables/overlap.ts';
import { DAY } from '../values/time.ts';
import { tooMany } from './budget.ts';
import { FEW_SERIES, type KnownSeries, keptLists, knownSeries } from './series-cache.ts';

/** A series, without its document. */
export interface Candidate {
  key: number;
  id: string;
  /** Of the document. */
  bytes: number;
  /** What the list is sorted by, as the column has it. */
  sorted: Value;
  known: KnownSeries;
}

export interface Candidates extends SeriesCandidates {
  singles: Row[];
}

interface SeriesCandidates {
  series: Candidate[];
  /** The keys of series that a foreign program has written wrongly: when they take place is unknown. */
  unreadable: number[];
}

/** What is kept of a list. */
interface KeptList {
  /** Changes with every change of a series. */
  version: string;
  range: ClosedRange;
  candidates: SeriesCandidates;
}

export async function candidatesOf(
  store: Store,
  user: number,
  plan: ListPlan,
  range: ClosedRange,
  serviceZone: string,
  columns: readonly SingleColumn[] = LIST_COLUMNS,
): Promise<Candidates> {
  const most = limits.occurrences;
  // The status of an occurrence may differ from that of its series.
  const others = plan.conditions.filter((one) => !(one.type === 'equals' && one.column === 'status'));
  const withCondition = (conditions: Condition[], one: Condition) => ({ ...plan, conditions: [...conditions, one] });
  const singles = singleEvents(
    store.dialect,
    user,
    withCondition(plan.conditions, { type: 'single', range }),
    most + 1,
    columns,
  );
  const series = (within: ClosedRange) =>
    seriesOf(store.dialect, user, withCondition(others, { type: 'series', range: within }), most + 1);
  if (plan.search.length > 0) return readBoth(store, user, [series(range), singles], serviceZone);
  const name = JSON.stringify([others, plan.sort, plan.trash, serviceZone]);
  const kept = keptLists<KeptList>(store, user).get(name);
  const isLong = range.before - range.from > MANY_DAYS;
  if (kept && isWithin(range, kept.range)) {
    const [version, rows = []] = await store.read(user, [seriesVersion(), singles], { slow: isLong });
    if (versionOf(version) === kept.version) return { ...kept.candidates, singles: checked(rows, 'single events') };
  }
  const around = widened(range);
  const slow = isLong || (await hasManySeries(store, user));
  const [version, found = [], rows = []] = await store.read(user, [seriesVersion(), series(around), singles], { slow });
  if (found.length > most) return readBoth(store, user, [series(range), singles], serviceZone);
  if (slow) await setImmediate(); // receiving this many rows has already blocked the event loop for a while
  const candidates = await withKnown(store, user, found, serviceZone);
  keptLists<KeptList>(store, user).set(name, { version: versionOf(version), range: around, candidates });
  return { ...candidates, singles: checked(rows, 'single events') };
}

// What is read without holding up other requests for long, and faster than by a thread that may have to be started.
const MANY_DAYS = 100 * DAY;

async function hasManySeries(store: Store, user: number): Promise<boolean> {
  const [rows = []] = await store.read(user, [seriesAfter(FEW_SERIES)]);
  return rows.length > 0;
}

async function readBoth(store: Store, user: number, queries: Query[], serviceZone: string): Promise<Candidates> {
  const [series = [], singles = []] = await store.read(user, queries, { slow: true });
  checked(series, 'series');
  return { ...(await withKnown(store, user, series, serviceZone)), singles: checked(singles, 'single events') };
}

function checked(rows: Row[], what: 'series' | 'single events'): Row[] {
  if (rows.length > limits.occurrences) throw tooMany(what);
  return rows;
}

async function withKnown(store: Store, user: number, rows: Row[], serviceZone: string): Promise<SeriesCandidates> {
  const wrong = new Set<number>();
  const known = await knownSeries(store, user, rows, serviceZone, (key) => wrong.add(key));
  const all = rows as unknown as Candidate[];
  const series = all.flatMap(({ key, id, bytes, sorted }) => {
    const found = known.get(key);
    return found ? [{ key, id, bytes, sorted, known: found }] : []; // deleted in the meantime
  });
  return { series, unreadable: [...wrong] };
}

function versionOf(rows: Row[] | undefined): string {
  return JSON.stringify(rows?.[0]);
}

const BEFORE = 60 * DAY;
const AFTER = 180 * DAY;

function widened({ from, before, local }: ClosedRange): ClosedRange {
  return {
    from: from - BEFORE,
    before: before + AFTER,
    local: { from: local.from - BEFORE, before: local.before + AFTER },
  };
}

function isWithin(range: ClosedRange, around: ClosedRange): boolean {
  const pairs = [
    [range, around],
    [range.local, around.local],
  ] as const;
  return pairs.every(([inner, outer]) => inner.from >= outer.from && inner.before <= outer.before);
}
