// The first page of every sort and of every filter of the lists, by itself; and what others wait for while a client asks
// for lists without end. A list that an index serves has the goal of one, any other that of a slow query.
import { planList } from '../src/records/list-plan.ts';
import { contact } from '../src/resources/contact.ts';
import { email } from '../src/resources/email.ts';
import { event } from '../src/resources/event.ts';
import type { Filter, Resource } from '../src/resources/resource.ts';
import { effortOf } from '../src/store/tables/lists/indexes.ts';
import { figuresOf, type MeasuredRound } from './figures.ts';
import { drive, requestText } from './load.ts';
import { oneRound, ROUNDS } from './measure.ts';
import { choosing, type Operation, read } from './operations.ts';
import type { Special } from './special.ts';

const AT_ONCE = 20; // milliseconds of a list that an index serves
const SLOW = 150;
const ASKING = 10; // connections that ask for lists meanwhile
const ID = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';

/** One of the values that the invented records have, where there are many; of flags both. */
const VALUES: Record<string, string> = {
  folder: 'Music',
  label: 'home',
  tag: 'friends',
  calendar_name: 'work',
  company: 'ab',
};

interface List {
  name: string;
  path: string;
  /** Milliseconds. */
  goal: number;
}

const all: readonly List[] = [email, event, contact].flatMap((resource) => {
  const sorts = resource.list.sorts.slice(1).map((sort) => ['sort', sort] as const);
  const filters = Object.entries(resource.list.filters).flatMap(([name, filter]) =>
    valuesOf(name, filter).map((value) => [name, value] as const),
  );
  const others = [
    ['order', resource.list.order === 'asc' ? 'desc' : 'asc'],
    ['include_deleted', 'true'],
    ['only_deleted', 'true'],
  ] as const;
  const range = resource.list.range ? ([['from', '2025-06-01T00:00:00Z']] as const) : [];
  return [...sorts, ...filters, ...others, ...range].map(([name, value]) => listOf(resource, name, value));
});

function valuesOf(name: string, { type, values, uuid, column }: Filter): readonly string[] {
  if (type === 'flag' || type === 'present') return ['true', 'false'];
  if (column === 'source') return ['local', 'import'];
  return values ?? [uuid || name === 'thread_id' ? ID : (VALUES[name] as string)];
}

function listOf(resource: Resource, name: string, value: string): List {
  const given = { true: true, false: false }[value] ?? value;
  const { plan } = planList(resource, { [name]: given }, 'UTC', Date.now());
  const path = `/${resource.path}?${new URLSearchParams({ [name]: value })}`;
  return { name: `${resource.path} ${name}=${value}`, path, goal: effortOf(plan) === 'page' ? AT_ONCE : SLOW };
}

export const listOperations: readonly Operation[] = all.map(({ name, path }) => ({
  name,
  about: 'first page',
  lanes: [1],
  bare: false,
  sameBytes: false,
  requests: () => choosing([read(path)]),
}));

export const listGoals: Readonly<Record<string, number>> = Object.fromEntries(
  all.map(({ name, goal }) => [name, goal]),
);

export const besideLists: Special = {
  name: 'health beside lists',
  about: `/health while ${ASKING} ask for every list in turn`,
  lanes: 1,
  async run({ daybook: { program }, seconds }) {
    const health = { text: requestText('GET', '/health').replace('/api/v1', ''), status: 200 };
    const lists = choosing(all.map(({ path }) => read(path)));
    const rounds: MeasuredRound[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const asking = drive(program.port, ASKING, seconds, lists);
      rounds.push(await oneRound(program, this.lanes, seconds, () => health));
      (rounds.at(-1) as MeasuredRound).errors += (await asking).errors;
    }
    return { ...figuresOf(rounds, program.memory()), cpuPerRequest: undefined };
  },
};
