// Hooks per resource that run in the transaction that saves or erases a record. src/effects.ts provides the table, so
// that the code shared by all resources does not import their features.
import type { AnyRecord, Resource } from '../resources/resource.ts';
import type { Tx } from '../store/port.ts';
import type { Stored } from '../store/tables/records.ts';

/** Another record of the same resource that changes with the one that was saved. */
export interface Following {
  stored: Stored;
  values: Record<string, unknown>;
}

/** Runs after the record is stored; returns the records that change with it. */
export type AfterSave = () => Promise<Following[]> | Following[];

/**
 * Runs before the record is stored: it may refuse the record, change it, or set columns of the type `number` in it, which
 * are not served; it returns what is to be done afterwards. `before` is the stored version, null for a new record; a
 * field that a change leaves alone has the same value in both, so that `===` also finds unchanged objects. `secrets` are
 * the sealed passwords that are stored with it.
 */
export type SaveHook = (
  tx: Tx,
  record: AnyRecord,
  before: Stored | null,
  secrets: string | null,
) => Promise<AfterSave | undefined> | AfterSave | undefined;

/** Runs before the record is erased. */
export type EraseHook = (tx: Tx, record: AnyRecord) => Promise<void> | void;

/** The hooks of a resource, in the order in which they run. */
export interface Effects {
  save: readonly SaveHook[];
  erase: readonly EraseHook[];
  /** Texts by which a record is found and which are not in it; of more than `max` bytes, none: a job indexes them. */
  searchedTexts?: (tx: Tx, record: AnyRecord, max?: number) => Promise<readonly string[]>;
}

export type EffectsTable = ReadonlyMap<Resource, Effects>;

let table: EffectsTable | undefined;

/** Provides the table; done once, before anything is saved. */
export function provideEffects(effects: EffectsTable): void {
  table = effects;
}

const NONE: Effects = { save: [], erase: [] };

export function effectsOf(resource: Resource): Effects {
  // Without the table mail would be stored without its jobs and its conversation.
  if (!table) throw new Error('The table of effects was not provided; import src/effects.ts first.');
  return table.get(resource) ?? NONE;
}

/** Each following record once, with all of its new values. */
export function mergeFollowing(following: Following[]): Following[] {
  const merged = new Map<string, Following>();
  for (const { stored, values } of following) {
    const known = merged.get(stored.record.id);
    merged.set(stored.record.id, { stored, values: { ...known?.values, ...values } });
  }
  return [...merged.values()];
}
