// The mutations that wait to be sent, how many changes they are for the person, and how far those in parts are.
import { createStore } from '../store.ts';
import { countChanges } from './mutation-ids.ts';
import { nextIndex, type Part, type PartProgress, progressOf } from './mutation-order.ts';
import { addPending, type PendingChange } from './pending.ts';
import type { Preparation } from './preparations.ts';
import type { Request, Result } from './requests.ts';

/** Everything in it can be stored. */
export interface Mutation {
  id: string;
  user: string | undefined;
  /** The tab that sends it. */
  tab: string;
  /** Until it was prepared, a change has no requests. */
  preparation?: Preparation | undefined;
  requests: readonly Request[];
  undo?: readonly Request[];
  changes: readonly PendingChange[];
  part?: Part;
  /** The results of the requests that were made. */
  results: readonly Result[];
}

export interface Queued {
  mutation: Mutation;
  /** Resolves when it is stored. */
  stored: Promise<void>;
}

const queue: Queued[] = [];
const count = createStore(0);
const parts = createStore<readonly PartProgress[]>([]);

export const queuedChanges = { get: count.get, subscribe: count.subscribe };

/** The changes in parts that are being sent, also those of an earlier visit. */
export const partProgress = { get: parts.get, subscribe: parts.subscribe };

/** Shows what the mutations change, and adds them to the queue. */
export function enqueue(mutations: readonly Mutation[], stored: Promise<void>): void {
  for (const mutation of mutations) {
    addPending(mutation.id, mutation.changes);
    queue.push({ mutation, stored });
  }
  update();
}

export function leaveQueue(queued: Queued): void {
  queue.splice(queue.indexOf(queued), 1);
  update();
}

/** The one that is sent next. */
export function nextQueued(): Queued | undefined {
  return queue[nextIndex(queue.map(({ mutation }) => mutation))];
}

export function findQueued(id: string): Queued | undefined {
  return queue.find(({ mutation }) => mutation.id === id);
}

function update(): void {
  const mutations = queue.map(({ mutation }) => mutation);
  count.set(countChanges(mutations.map(({ id }) => id)));
  parts.set(progressOf(mutations));
}
