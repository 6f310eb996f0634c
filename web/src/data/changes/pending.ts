// Changes that are shown before the service has made them. Lists and records apply them to what the service last
// returned; when the feed has reached the change, or the service has refused it, it is removed here.
import { useMemo } from 'react';
import { createStore, useStore } from '../store.ts';

export type PendingKind = 'threads' | 'emails' | 'events' | 'contacts' | 'reminders' | 'calendars' | 'settings';

/** New values of fields of one record. A plain value, so that it can be stored with the request. */
export interface PendingChange {
  kind: PendingKind;
  id: string;
  values: Readonly<Record<string, unknown>>;
}

interface Pending {
  owner: string;
  changes: readonly PendingChange[];
}

const store = createStore<readonly Pending[]>([]);

export const pendingChanges = { get: store.get, subscribe: store.subscribe };

/** `owner` is the id of the mutation that makes the changes. */
export function addPending(owner: string, changes: readonly PendingChange[]): void {
  if (changes.length > 0) store.set((all) => [...all, { owner, changes }]);
}

export function removePending(owner: string): void {
  store.set((all) => (all.some((one) => one.owner === owner) ? all.filter((one) => one.owner !== owner) : all));
}

/** The record as it will be. The same object if nothing is pending. */
export function withPending<T extends { id: string }>(kind: PendingKind, record: T): T {
  let result = record;
  for (const { changes } of store.get())
    for (const change of changes)
      if (change.kind === kind && change.id === record.id) result = { ...result, ...change.values };
  return result;
}

/** The records of a live query as they will be. */
export function usePending<T extends { id: string }>(kind: PendingKind, records: readonly T[]): readonly T[] {
  const pending = useStore(store);
  // biome-ignore lint/correctness/useExhaustiveDependencies: withPending reads what is pending.
  return useMemo(() => records.map((record) => withPending(kind, record)), [kind, records, pending]);
}
