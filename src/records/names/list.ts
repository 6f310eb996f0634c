// Lists of names with counts. A name exists as soon as a record carries it; what was set for one is in a table, and counts
// come from the counters. While a task renames, a name already counts the records that the task will give it.
import { AppError } from '../../errors.ts';
import type { Fields } from '../../resources/fields.ts';
import type { Dialect, Query, Row, Store, Tx } from '../../store/port.ts';
import { contentTag, type Version } from '../../store/tables/etags.ts';
import { type NameCounts, type NameRow, settingsQuery } from '../../store/tables/names/names.ts';
import { readIn } from '../../store/tables/record-lookups.ts';
import { clean, foldedText, nearest } from '../../values/text.ts';
import { createPause, inSlices } from '../slices.ts';
import { type NameField, type NameTask, tasksOf, tasksQuery } from './rename.ts';

/** A kind of name: what differs between folders, labels and tags. */
export interface NameKind extends Omit<NameField, 'finished'> {
  kind: 'folder' | 'label' | 'tag';
  /** Its plural, as in the path of its routes. */
  path: string;
  /** The fields of a request, and those that are served. */
  input: Fields;
  fields: Fields;
  /** The queries for the counts: name, live, trashed and, if it has it, unread. The rows of a name are added. */
  counts: NameCounts;
  /** Names that exist without records: always, or by a query. */
  always: readonly string[];
  others?: Query;
  /** The form in which a name is stored. */
  read(name: string): string;
  /** What the list is sorted by after `order`, before the name. */
  rank?(name: string): number;
  /** Why the name cannot be renamed or deleted; `others` are the rows of that query. */
  fixed?(name: string, others: readonly Row[]): string | undefined;
  /** Why records cannot be given this name by a merge. */
  closed?(name: string): string | undefined;
  /** What is served besides the name and its settings. */
  facts?(known: KnownName, others: readonly Row[]): object;
  /** How many records have the name in another field than the counted one. */
  uncounted?(tx: Tx, name: string): Promise<number>;
}

interface Counts {
  /** Records that are not in the trash, those of them that are unread, and those that are stored at all. */
  live: number;
  unread: number;
  stored: number;
}

export interface KnownName {
  name: string;
  color: string | null;
  order: number | null;
  /** Including those that a task will give this name. */
  live: number;
  unread: number;
  pending: number;
  task_id: string | null;
  /** Of its last change; 0 if nothing was set. */
  seq: number;
  /** Records that have its name, those in the trash included. */
  stored: number;
}

export interface Names {
  /** By name, in the order of the list. */
  known: Map<string, KnownName>;
  tasks: NameTask[];
  /** The rows of the query for others. */
  others: readonly Row[];
}

function queriesOf({ kind, counts, others }: NameKind): Query[] {
  return [settingsQuery(kind), counts.all(), tasksQuery, ...(others ? [others] : [])];
}

/** `wanted` are names that the caller asks for: they are found also if they are not among those that are listed. */
export async function readNames(
  store: Store,
  user: number,
  kind: NameKind,
  wanted: readonly string[] = [],
): Promise<Names> {
  return collected(kind, wanted, store.dialect, (queries) => store.read(user, queries));
}

/** The same in a transaction. */
export async function namesIn(tx: Tx, kind: NameKind, wanted: readonly string[] = []): Promise<Names> {
  return collected(kind, wanted, tx.dialect, (queries) => readIn(tx, queries));
}

async function collected(
  kind: NameKind,
  wanted: readonly string[],
  dialect: Dialect,
  read: (queries: Query[]) => Promise<Row[][]>,
): Promise<Names> {
  const pause = createPause();
  const rows = await read(queriesOf(kind));
  await pause(); // thousands of rows take a slice of their own
  const [settings = [], counted = [], running = [], others = []] = rows;
  if (counted.length < kind.counts.most()) return inSlices(namesOf(kind, rows));
  // The bound may have cut off names that are shown for another reason; they are counted on their own.
  const shown = [...settings, ...others].map(({ name }) => name as string);
  const moved = tasksOf(running, kind.kind).flatMap(({ from, to }) => [from, to ?? from]);
  const asked = wanted.flatMap((name) => spellingsOf(kind, name));
  const names = new Set([...kind.always, ...shown, ...moved, ...asked]);
  const [exact = []] = await read([kind.counts.some(dialect, [...names])]);
  const listed = counted.filter(({ name }) => !names.has(name as string));
  await pause();
  return inSlices(namesOf(kind, [settings, [...listed, ...exact], running, others]));
}

/** A name as it may be stored. */
function spellingsOf(kind: NameKind, name: string): string[] {
  return [clean(name), clean(kind.read(name.trim()))];
}

const NONE: Counts = { live: 0, unread: 0, stored: 0 };

/** There can be thousands of names, so it pauses between them. */
function* namesOf(
  kind: NameKind,
  [rows = [], counted = [], running = [], others = []]: Row[][],
): Generator<undefined, Names> {
  const settings = new Map((rows as unknown as NameRow[]).map((row) => [row.name, row]));
  yield;
  const counts = yield* countsByName(counted);
  const tasks = tasksOf(running, kind.kind);
  const named = [...counts].filter(([, { live }]) => live > 0).map(([name]) => name);
  const elsewhere = others.map(({ name }) => name as string);
  const targets = tasks.flatMap(({ to }) => to ?? []);
  const names = new Set([...kind.always, ...settings.keys(), ...named, ...elsewhere, ...targets]);
  for (const { from } of tasks) names.delete(from); // shown under its new name, or deleted
  const all: KnownName[] = [];
  for (const name of names) {
    all.push(knownName(name, settings.get(name), counts, tasks));
    yield;
  }
  const sorted = yield* inListOrder(all, (one) => one, kind.rank);
  return { known: new Map(sorted.map((one) => [one.name, one])), tasks, others };
}

function knownName(
  name: string,
  row: NameRow | undefined,
  counts: ReadonlyMap<string, Counts>,
  tasks: readonly NameTask[],
): KnownName {
  const coming = tasks.filter(({ to }) => to === name);
  const { pending, live, unread } = sumOf(coming.map(({ from }) => counts.get(from) ?? NONE));
  const own = counts.get(name) ?? NONE;
  return {
    ...{ name, color: row?.color ?? null, order: row?.position ?? null },
    ...{ live: own.live + live, unread: own.unread + unread, pending },
    ...{ task_id: coming[0]?.row.id ?? null, seq: Number(row?.seq ?? 0), stored: own.stored },
  };
}

function* countsByName(rows: readonly Row[]): Generator<undefined, Map<string, Counts>> {
  const counts = new Map<string, Counts>();
  for (const row of rows) {
    const known = counts.get(row.name as string) ?? NONE;
    const live = Number(row.live);
    counts.set(row.name as string, {
      live: known.live + live,
      unread: known.unread + Number(row.unread ?? 0),
      stored: known.stored + live + Number(row.trashed),
    });
    yield;
  }
  return counts;
}

function sumOf(counts: readonly Counts[]): { live: number; unread: number; pending: number } {
  const sum = (member: keyof Counts) => counts.reduce((all, one) => all + one[member], 0);
  return { live: sum('live'), unread: sum('unread'), pending: sum('stored') };
}

interface Ordered {
  name: string;
  order: number | null;
}

/**
 * By `order`, those without one last, then by rank, then as lists of records are: regardless of case and accents. A name
 * is folded once and not at every comparison, which would take a second for ten thousand names.
 */
export function* inListOrder<T>(
  all: readonly T[],
  nameOf: (one: T) => Ordered,
  rank: (name: string) => number = () => 0,
): Generator<undefined, T[]> {
  const keyed: (Keyed & { one: T })[] = [];
  for (const one of all) {
    const { name, order } = nameOf(one);
    keyed.push({ one, name, folded: foldedText(name), place: order ?? Number.MAX_SAFE_INTEGER, rank: rank(name) });
    yield;
  }
  keyed.sort(byPlace);
  yield;
  return keyed.map(({ one }) => one);
}

/** What a name is sorted by. */
interface Keyed {
  name: string;
  folded: string;
  place: number;
  rank: number;
}

function byPlace(a: Keyed, b: Keyed): number {
  return a.place - b.place || a.rank - b.rank || byText(a.folded, b.folded) || byText(a.name, b.name);
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export function shownName(kind: NameKind, known: KnownName, { others }: Pick<Names, 'others'>): object {
  const { name, color, order, live, pending, task_id } = known;
  const all = { name, color, order, total: live, pending, task_id, ...kind.facts?.(known, others) };
  return Object.fromEntries(Object.keys(kind.fields).map((field) => [field, all[field as keyof typeof all]]));
}

/** A name as a response has it. */
export function servedName(kind: NameKind, known: KnownName, names: Names): Version & { text: string } {
  const text = JSON.stringify(shownName(kind, known, names));
  return { text, seq: known.seq, etag: contentTag(known.seq, text) };
}

export function findName(kind: NameKind, { known }: Names, name: string): KnownName {
  for (const spelling of spellingsOf(kind, name)) {
    const found = known.get(spelling);
    if (found) return found;
  }
  throw new AppError('NOT_FOUND', noSuchName(kind.kind, name, [...known.keys()]));
}

const NAMED = 20;
// Names that a misspelt one is compared with, and its longest length: the time grows with both.
const COMPARED = 100;
const COMPARED_CHARS = 60;

/** Says that there is no such name, and which was probably meant; `what` is such as `label`. */
export function noSuchName(what: string, name: string, names: readonly string[]): string {
  const near = name.length > COMPARED_CHARS ? undefined : nearest(name, names.slice(0, COMPARED));
  const quoted = names.slice(0, NAMED).map((one) => JSON.stringify(one));
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  const all = names.length === 0 ? `there are no ${what}s.` : `the ${what}s are ${quoted.join(', ')}${more}.`;
  return `There is no ${what} ${JSON.stringify(name.slice(0, 80))}; ${near ? `did you mean ${JSON.stringify(near)}?` : all}`;
}
