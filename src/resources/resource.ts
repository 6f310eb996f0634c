// The declaration of a resource, from which its routes, validation, columns, lists, search and documentation are
// derived. Trash, search, tags and secrets are optional traits. What does not fit is an ordinary function with its own
// route.
import { limits } from '../limits.ts';
import { type Field, type FieldContext, type Fields, nullable, text, type ValuesOf } from './fields.ts';

/** How a column is derived from the field of its name, for lists to filter and sort by. */
export type ColumnType =
  | 'time' // milliseconds of a datetime
  | 'key' // the beginning of the folded text: sorts without case and accents
  | 'folded' // the folded text, whole, for filters by a part of it; the column is called `<field>_folded`
  | 'exact' // the text as it is
  | 'flag' // 0 or 1
  | 'number' // as it is; computed by a hook, which sets it in the record without it being served (records/effects.ts)
  | 'present'; // 1 when the field is not null

/** A list parameter that narrows the list. */
export interface Filter {
  type: 'equals' | 'flag' | 'contains' | 'present' | 'tagged';
  column: string;
  about: string;
  values?: readonly string[];
  repeatable?: true;
  /** Converts the value to the form of the column. */
  read?: (value: string) => string;
  /** The value must be a UUID. */
  uuid?: true;
  /** The maximum length of the value, if it is not that of a line. */
  maxChars?: number;
}

/** An index of the table that has the records in the order of a list, and by which nothing else is read. */
export interface ListIndex {
  sort: string;
  /** Columns that the list names the value of. Of a column in `usual`, the index has the other values only. */
  equals?: readonly string[];
  /** Which records it has: those with this flag, or with a value in this column. */
  only?: Readonly<Record<string, 0 | 1 | 'present'>>;
  /** Whether it has the records in the trash; otherwise it has those outside of it. */
  trashed?: true;
}

/** What full-text search looks at; `a.b` means member b of every item of the list or object a. */
export interface SearchedFields {
  words: readonly string[];
  html: readonly string[];
  digits: readonly string[];
  /** What only `q` looks at, besides those. */
  further?: readonly string[];
  /** What the operators of `q` look at, by their names: `from:ann`. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** Operators of `q` that are list filters, by their names: the filter that takes the value, or the filters by value. */
  operators?: Readonly<Record<string, string | Readonly<Record<string, Readonly<Record<string, boolean>>>>>>;
}

export interface Resource<F extends Fields = Fields> {
  /** Singular, the first half of event names: `email` in `email.created`. */
  name: string;
  /** Plural, as in the path of its routes. */
  path: string;
  table: string;
  /** The first half of its scopes, as `emails` in `emails:read`. */
  scope: string;
  /** The record's own fields, in the order they are served. */
  fields: F;
  /** Fields that exist only in some lists, such as those of an occurrence. */
  listFields?: Fields;
  /** Fields that records with those do not have. */
  listOmits?: readonly string[];
  /** The fields that only the service sets. */
  serverFields: readonly string[];
  /** The fields that PATCH may change. */
  patchable: readonly string[];
  columns: Record<string, ColumnType>;
  /** What a column is made from, where that is not the value of the field of its name. */
  columnSources: Record<string, (record: AnyRecord) => unknown>;
  list: {
    sorts: readonly string[];
    order: 'asc' | 'desc';
    /** The datetime that `from`, `to` and `date` filter by. */
    range: string | null;
    /**
     * The flag of records that are on dates and not at moments: `from` and `to` compare dates with them. Such a resource
     * has the columns of calendar/span.ts, and `date` selects what overlaps the days.
     */
    onDates?: string;
    filters: Record<string, Filter>;
    /** Columns with few values: totals over them are kept in counters. */
    counted: readonly string[];
    /** Columns that are flags, by which the records of a tag are counted. */
    countedByTag?: readonly string[];
    /** The values that most records have, of columns with an index of the other records only. */
    usual?: Readonly<Record<string, string>>;
    /** The indexes that serve lists; any other list is read as a slow query. */
    indexes?: readonly ListIndex[];
  };
  /** Whether records have `source` and `source_id`. */
  origin: boolean;
  /** null: a deleted record is erased. `readable`: whether a record in the trash can be read and changed by id. */
  trash: { readable: boolean } | null;
  /** The field whose items the list can filter by, kept in an indexed side table. */
  tags: string | null;
  search: SearchedFields | null;
  /** Whether sealed passwords are stored beside the record; they are never returned. */
  secrets: boolean;
  /** Whether a row keeps the seq of its first change as `first_seq`, so that later and earlier records can be distinguished. */
  firstSeq: boolean;
  /** Whether a row keeps who delivered its record, as `delivered_by` (values/mail-facts.ts): set once, and not served. */
  deliveredBy: boolean;
  /** `content`: a part of the record changes without an entry in the log, so the ETag is made from the text too. */
  etag: 'seq' | 'content';
  /** A field that is null until a job of the service has computed it, without an entry in the log. */
  computedLater: string | null;
  /** Actions besides created, updated, deleted and restored: the second halves of event names. */
  actions: readonly string[];
  /** Whether it has its own routes, because creating or changing a record is more than storing it. */
  ownRoutes: boolean;
  /** The field with the time zone in which times without an offset are read. */
  zoneField: string | null;
  /**
   * Rules between fields, applied to every new and changed record before it is stored; `before` is the stored version of
   * a changed one.
   */
  settle(
    record: RecordOf<F>,
    input: Partial<RecordOf<F>>,
    isNew: boolean,
    context: FieldContext,
    before?: RecordOf<F>,
  ): void;
}

/** The defaults of a declaration. */
interface Defaults {
  serverFields: readonly string[];
  origin: boolean;
  trash: { readable: boolean } | null;
  tags: string | null;
  search: SearchedFields | null;
  secrets: boolean;
  firstSeq: boolean;
  deliveredBy: boolean;
  etag: 'seq' | 'content';
  computedLater: string | null;
  actions: readonly string[];
  ownRoutes: boolean;
  columnSources: Resource['columnSources'];
  zoneField: string | null;
  settle(): void;
}

const defaults: Defaults = {
  serverFields: [],
  origin: true,
  trash: { readable: false },
  tags: null,
  search: null,
  secrets: false,
  firstSeq: false,
  deliveredBy: false,
  etag: 'seq',
  computedLater: null,
  actions: [],
  ownRoutes: false,
  columnSources: {},
  zoneField: null,
  settle() {},
};

type Optional = keyof Defaults | 'table' | 'scope' | 'patchable';
type Declaration<F extends Fields> = Omit<Resource<F>, Optional> & Partial<Pick<Resource<F>, Optional>>;

/** The fields of a resource with `origin`. */
export const originFields = {
  source: text(limits.shortChars, {
    min: 1,
    about: 'Where the record comes from; "local" by default.',
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

/** What every record has. */
export interface BaseRecord {
  id: string;
  created_at: string;
  updated_at: string;
}

interface CommonFields extends BaseRecord {
  source: string;
  source_id: string | null;
  deleted_at: string | null;
}

export type RecordOf<F extends Fields> = CommonFields & ValuesOf<F>;

/** A record of a resource without trash and origin. */
export type PlainRecordOf<F extends Fields> = BaseRecord & ValuesOf<F>;

/** Any record, for the behaviours that all resources share. Without trash or origin it does not have their fields. */
export type AnyRecord = CommonFields & { [field: string]: unknown };

export function isTrashed(record: Pick<AnyRecord, 'deleted_at'>): boolean {
  return (record.deleted_at ?? null) !== null;
}

/** Completes a declaration with the defaults. */
export function declare<F extends Fields>(declaration: Declaration<F>): Resource<F> & Resource {
  const { path, fields } = declaration;
  const named = { table: path, scope: path, patchable: Object.keys(fields) };
  return { ...defaults, ...named, ...declaration } as Resource<F> & Resource;
}

/** Caches a value that is derived from a declaration. */
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

/** The fields that the records of a resource have besides their own. */
export function commonFields({ origin, trash }: Resource): string[] {
  return [
    'id',
    ...(origin ? Object.keys(originFields) : []),
    'created_at',
    'updated_at',
    ...(trash ? ['deleted_at'] : []),
  ];
}

/** Columns that every record table has besides those declared. */
export const commonColumns: Record<string, ColumnType> = {
  source: 'exact',
  source_id: 'exact',
  created_at: 'time',
  updated_at: 'time',
  deleted_at: 'time',
};
