// Merges what was changed here and elsewhere, field by field: a field that only one side has changed is taken from that
// side. One that both have changed differently is a conflict, which the person decides.

interface FieldChanges<F> {
  /** The fields that differ from what both sides began with. */
  here: readonly F[];
  elsewhere: readonly F[];
  /** The fields that differ between the two sides. */
  differing: readonly F[];
}

export interface Merge<F> {
  /** To take from the other side. */
  taken: F[];
  conflicts: F[];
}

export function mergeFields<F>({ here, elsewhere, differing }: FieldChanges<F>): Merge<F> {
  return {
    taken: elsewhere.filter((field) => !here.includes(field)),
    conflicts: elsewhere.filter((field) => here.includes(field) && differing.includes(field)),
  };
}
