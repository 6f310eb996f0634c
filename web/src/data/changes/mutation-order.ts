// Which mutation is sent next. They are sent in the order in which they were made, with one exception: the parts of a
// change of many records let others pass, which else would wait for minutes. One that may concern a record of a part
// comes after this part, so that each record gets its changes in their order. Pure functions.
import { wholeOf } from './mutation-ids.ts';
import type { Preparation } from './preparations.ts';
import type { Request } from './requests.ts';

/** Of a mutation that is one part of a change of many records. */
export interface Part {
  /** The ids of all records that it may concern. */
  records: readonly string[];
  /** How many records this part changes, and how many all parts do. */
  size: number;
  total: number;
}

export interface Ordered {
  id: string;
  requests: readonly Pick<Request, 'path' | 'body'>[];
  preparation?: Preparation | undefined;
  part?: Part | undefined;
}

export interface PartProgress {
  id: string;
  processed: number;
  total: number;
}

const NONE: readonly PartProgress[] = [];

/** The place in the queue of the mutation that is sent next; -1 if the queue is empty. */
export function nextIndex(queue: readonly Ordered[]): number {
  const first = queue.findIndex(({ part }) => !part);
  const mutation = queue[first];
  if (first <= 0 || !mutation) return queue.length === 0 ? -1 : 0;
  // Which records match a filter is not known here.
  if (mutation.requests.some(isByFilter)) return 0;
  return firstConcerned(queue, first, stringsOf([mutation.preparation?.input, mutation.requests]));
}

/** The part that has to be sent before this mutation, which concerns these records; else the mutation itself. */
function firstConcerned(queue: readonly Ordered[], index: number, records: ReadonlySet<string>): number {
  const before = queue.slice(0, index).findIndex(({ part }) => part?.records.some((id) => records.has(id)));
  return before < 0 ? index : firstConcerned(queue, before, new Set(queue[before]?.part?.records));
}

/** How far the changes in parts are, of which a part is in the queue. */
export function progressOf(queue: readonly Ordered[]): readonly PartProgress[] {
  if (!queue.some(({ part }) => part)) return NONE;
  const left = new Map<string, PartProgress>();
  for (const { id, part } of queue) {
    if (!part) continue;
    const whole = wholeOf(id);
    const { processed, total } = left.get(whole) ?? { processed: part.total, total: part.total };
    left.set(whole, { id: whole, processed: processed - part.size, total });
  }
  return [...left.values()];
}

function isByFilter({ body }: Pick<Request, 'body'>): boolean {
  return typeof body === 'object' && body !== null && 'where' in body;
}

/** All texts in a value, and of paths also their parts: among them are the ids of the records that it is about. */
function stringsOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') for (const one of [value, ...value.split('/')]) found.add(one);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) stringsOf(one, found);
  return found;
}
