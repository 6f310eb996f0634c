// What a resource is: a declaration from which the routes, the validation, the columns, the lists, the search and
// the documentation of a record kind are made. Ten members and one hook; what does not fit here is an ordinary
// function with a route of its own.
import { limits } from '../limits.ts';
import { type Field, type Fields, nullable, type Reading, text, type ValuesOf } from './kinds.ts';

/** How a column is made from the field of its name, for lists to filter and sort by. */
export type ColumnKind =
  | 'time' // milliseconds of a datetime
  | 'key' // the beginning of the folded text: sorts without case and accents
  | 'folded' // the folded text, whole, for filters by a part of it; the column is called `<field>_folded`
  | 'exact' // the text as it is
  | 'flag' // 0 or 1
  | 'present'; // 1 when the field is not null

/** A list parameter that narrows the list. */
export interface Filter {
  kind: 'equals' | 'flag' | 'contains' | 'present' | 'tagged';
  column: string;
  about: string;
  values?: readonly string[];
  repeatable?: true;
  /** The value as the column has it. */
  read?: (value: string) => string;
  /** The value must be a UUID. */
  uuid?: true;
  /** The longest value, where it is not that of a line. */
  maxChars?: number;
}

export interface Resource<F extends Fields = Fields> {
  /** Singular, the first half of event names: `email` in `email.created`. */
  name: string;
  /** Plural: the path, the table and the first half of scopes. */
  path: string;
  /** The record's own fields, in the order they are served. */
  fields: F;
  /** The fields that PATCH may change. */
  patchable: readonly string[];
  /** The field whose items the list can filter by, kept in an indexed side table. */
  tags: string | null;
  columns: Record<string, ColumnKind>;
  list: {
    sorts: readonly string[];
    order: 'asc' | 'desc';
    /** The datetime that `from` and `to` (and `date`) look at. */
    range: string | null;
    filters: Record<string, Filter>;
    /** Columns of filters with few values: totals over them are kept and not counted. */
    tallied: readonly string[];
  };
  /** What full-text search looks at; `a.b` means member b of every item of a. */
  search: { words: readonly string[]; html: readonly string[]; digits: readonly string[] };
  /** Whether get-by-id and changes still reach a record in the trash. */
  trashReadable: boolean;
  /** Rules between fields, applied to every new and changed record before it is stored. */
  settle(record: RecordOf<F>, given: Partial<RecordOf<F>>, isNew: boolean, reading: Reading): void;
}

/** The fields that every record has, whatever its kind. */
export const originFields = {
  source: text(limits.shortChars, {
    min: 1,
    about: 'Where the record comes from; "local" unless the creator says otherwise.',
    example: 'local',
  }),
  source_id: nullable(
    text(limits.lineChars, {
      min: 1,
      about: 'The record’s id at its source; one record per source and source_id.',
      example: null,
    }),
  ),
} satisfies Fields;

interface CommonFields {
  id: string;
  source: string;
  source_id: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

export type RecordOf<F extends Fields> = CommonFields & ValuesOf<F>;

/** Any record, for the behaviours that all kinds share. */
export type AnyRecord = CommonFields & { [field: string]: unknown };

/** A declaration as the shared behaviours see it. */
export function declare<F extends Fields>(resource: Resource<F>): Resource<F> & Resource {
  return resource as Resource<F> & Resource;
}

/** What follows from a declaration is worked out once. */
export function perResource<T>(work: (resource: Resource) => T): (resource: Resource) => T {
  const known = new Map<Resource, T>();
  return (resource) => {
    let value = known.get(resource);
    if (value === undefined) {
      value = work(resource);
      known.set(resource, value);
    }
    return value;
  };
}

/** Names of the fields that are stored beside the record. */
export const asideOf = perResource((resource) =>
  Object.entries<Field>(resource.fields)
    .filter(([, field]) => field.aside)
    .map(([name]) => name),
);

/** Columns that every record table has besides those declared. */
export const commonColumns: Record<string, ColumnKind> = {
  source: 'exact',
  source_id: 'exact',
  created_at: 'time',
  updated_at: 'time',
  deleted_at: 'time',
};
