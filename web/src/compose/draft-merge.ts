// Merges a draft that was changed here and elsewhere, part by part: a part that only one side has changed is taken from
// that side. A part that both have changed differently is a conflict, which the person decides.
import { type DraftFields, differences, type FieldName } from './draft-fields.ts';

/** The draft as it was when both sides had the same: as it was sent, and as the service has stored it. */
export interface Base {
  mine: DraftFields;
  theirs: DraftFields;
}

export interface Merge {
  /** The parts to take from the service. */
  taken: FieldName[];
  /** The parts that differ on both sides. */
  conflicts: FieldName[];
}

export function merge(base: Base, mine: DraftFields, theirs: DraftFields): Merge {
  const mineChanged = new Set(differences(base.mine, mine));
  const theirsChanged = differences(base.theirs, theirs);
  const differ = new Set(differences(mine, theirs));
  return {
    taken: theirsChanged.filter((name) => !mineChanged.has(name)),
    conflicts: theirsChanged.filter((name) => mineChanged.has(name) && differ.has(name)),
  };
}

/** The base after a merge: the service has what it has, and the parts that were taken are the same here. */
export function mergedBase(base: Base, theirs: DraftFields, taken: readonly FieldName[]): Base {
  const parts = Object.fromEntries(taken.map((name) => [name, theirs[name]])) as Partial<DraftFields>;
  return { mine: { ...base.mine, ...parts }, theirs };
}
