// Merges a draft that was changed here and elsewhere, part by part.
import { type Merge, mergeFields } from '../../data/changes/merge-fields.ts';
import { type DraftFields, differences, type FieldName } from './draft-fields.ts';

/** The draft as it was when both sides had the same: as it was sent, and as the service has stored it. */
export interface Base {
  mine: DraftFields;
  theirs: DraftFields;
}

export function merge(base: Base, mine: DraftFields, theirs: DraftFields): Merge<FieldName> {
  return mergeFields({
    here: differences(base.mine, mine),
    elsewhere: differences(base.theirs, theirs),
    differing: differences(mine, theirs),
  });
}

/** The base after a merge: the service has what it has, and the parts that were taken are the same here. */
export function mergedBase(base: Base, theirs: DraftFields, taken: readonly FieldName[]): Base {
  const parts = Object.fromEntries(taken.map((name) => [name, theirs[name]])) as Partial<DraftFields>;
  return { mine: { ...base.mine, ...parts }, theirs };
}
