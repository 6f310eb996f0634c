// Which columns make up the cells of a tally: those that a list filters by and that have few values. Every record is
// in exactly one cell, so any choice of these filters is a sum over cells.
import { type ColumnKind, commonColumns, perResource } from '../resources/resource.ts';

export interface TallyColumn {
  name: string;
  type: 'integer' | 'text';
  /** Its value as SQL, from the record's own columns. */
  of: string;
  /** Whether only its presence is told apart. */
  presence: boolean;
}

export const tallyColumns = perResource((resource): TallyColumn[] => {
  const kinds: Record<string, ColumnKind> = { ...commonColumns, ...resource.columns };
  return resource.list.tallied.map((name) => {
    const presence = kinds[name] === 'time';
    if (presence) return { name, type: 'integer', of: `case when r.${name} is null then 0 else 1 end`, presence };
    if (kinds[name] === 'flag' || kinds[name] === 'present')
      return { name, type: 'integer', of: `r.${name}`, presence };
    return { name, type: 'text', of: `coalesce(r.${name}, '')`, presence };
  });
});

/** Milliseconds of time that are counted together: about 25 days. */
export const BUCKET = 2 ** 31;

export function bucketOf(time: number): number {
  return Math.floor(time / BUCKET);
}
