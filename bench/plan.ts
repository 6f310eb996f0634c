// The order of a measurement: what only reads comes first, since what writes makes the two databases differ.
import { calendar } from './calendar.ts';
import type { Result } from './figures.ts';
import { besideLists, listOperations } from './lists.ts';
import { type Bench, measure } from './measure.ts';
import { operations } from './operations.ts';
import { reports } from './reports.ts';
import { type Special, specials } from './special.ts';

interface Step {
  name: string;
  run(bench: Bench, concurrency: number | undefined): Promise<Result[]>;
}

const besideBare = [...listOperations, ...operations].map((operation): Step & { reads: boolean } => ({
  name: operation.name,
  reads: operation.sameBytes,
  async run(bench, concurrency) {
    const results: Result[] = [];
    for (const lanes of concurrency === undefined ? operation.lanes : [concurrency])
      results.push(await measure(bench, operation, lanes));
    return results;
  },
}));

export const steps: readonly Step[] = [
  ...besideBare.filter(({ reads }) => reads),
  ...[specials.besideSearches, besideLists, specials.feed, specials.feedMany, specials.replay].map(alone),
  ...besideBare.filter(({ reads }) => !reads),
  ...[specials.besideBatch, specials.import, reports].map(alone),
  ...[calendar.cold, calendar.besideCold, calendar.warm, calendar.beside].map(alone),
];

/** The operations whose growth is shown, at concurrency 1. */
export const growing: readonly string[] = [
  'get',
  'list',
  'list last',
  'unread count',
  'search rare',
  'search common',
  'search prefix',
  'patch',
  'create',
];

function alone(special: Special): Step {
  const { name, about, lanes } = special;
  return {
    name,
    async run(bench) {
      bench.status(`${name}: ${about}`);
      const daybook = await special.run(bench);
      return [{ operation: name, about, lanes, daybook, bare: undefined, ratio: undefined }];
    },
  };
}
