// The port between the rules and a database engine. Only a Tx can write; a Tx and every read belong to one user,
// whose id is bound as ?1 in every statement, so a query without its user cannot be written by accident.
/** The value of a column. */
export type Value = string | number | null | Uint8Array;
/** The columns of a row by name. */
export type Row = Record<string, Value>;

/** A statement that reads. */
export interface Query {
  /** SQL whose ?1 is the user. */
  sql: string;
  /** The parameters from ?2 on. */
  params: readonly Value[];
  /**
   * Text columns that limit the rows: the rows end once their texts have more than `max` bytes in UTF-8. An empty text
   * is a huge one that was left out, and counts as such.
   */
  bounded?: readonly string[];
  /** The limit in bytes; default `limits.pageBytes`. */
  max?: number;
  /** The search table, if the first parameter is a search expression: the engine may write it in another way. */
  index?: string;
}

/** Engines answer synchronously or later; callers always await. */
export type Eventually<T> = T | Promise<T>;

/** A transaction of one user, or of the catalogue. */
export interface Tx {
  /** Bound as ?1 in every statement; negative for the catalogue, whose parameters begin with ?1. */
  readonly user: number;
  /** The time of this write by the machine's clock, in milliseconds: for jobs, leases and expiry. */
  readonly now: number;
  /** The timestamp of records and changes: `now`, but never before a stored one (clock.ts). */
  readonly timestamp: number;
  /** The time zone of the service, for records that do not name one. */
  readonly timezone: string;
  /** The SQL that differs between the engines. */
  readonly dialect: Dialect;
  /** The first row. */
  get(sql: string, ...params: Value[]): Eventually<Row | undefined>;
  /** All rows. */
  all(sql: string, ...params: Value[]): Eventually<Row[]>;
  /**
   * Runs a statement without waiting for the result. A failure surfaces in a later statement or at the end of the
   * write.
   */
  run(sql: string, ...params: Value[]): void;
  /** Runs a statement and returns the number of changed rows. */
  count(sql: string, ...params: Value[]): Eventually<number>;
  /** Runs an insert and returns the key of the row. */
  insert(sql: string, ...params: Value[]): Eventually<number>;
  /** The number of the user's next change; the feed is notified of it after the commit. */
  nextSeq(): Eventually<number>;
  /** After the commit, notifies the workers that a job is due at this time. */
  wake(dueAt: number): void;
  /** Does this work at the end of the write, in its transaction: what many records share is then stored once. */
  atEnd(work: () => Eventually<void>): void;
  /** The full-text index of the user's records. */
  readonly search: SearchIndex;
}

/** The differences between the SQL dialects: each member creates a piece of SQL or a parameter for it. */
export interface Dialect {
  /** A condition after a column: `id ${dialect.in(2)}` is true for the values of the list in parameter 2. */
  in(parameter: number): string;
  /** The opposite of `in`. */
  notIn(parameter: number): string;
  /** A list of values as one parameter, for `in` and `notIn`. */
  list(values: readonly (string | number)[]): Value;
  /**
   * The FROM clause for the records `r` of the user whose keys a select gives, each once. Each is looked up by its key,
   * whatever else is asked of it and whatever the engine knows of the table.
   */
  rowsOf(table: string, keys: string): string;
  /**
   * The FROM clause for the rows of a table, named with an alias, each with the records `r` whose keys a select gives,
   * which may name columns of the row. The rows are read first, and the records are looked up as those of `rowsOf`.
   */
  rowsOfEach(rows: string, table: string, keys: string): string;
  /** A select of the keys of the list in a parameter. */
  keysIn(parameter: number): string;
  /** Whether an index with nulls last is also read in the opposite order with nulls last. */
  readonly movesNulls: boolean;
  /** The value of a column, by which the engine does not use an index. */
  unindexed(column: string): string;
  /** A JSON array of these members of a document, so that the rest of it is not loaded. */
  members(doc: string, names: readonly string[]): string;
  /** The select for the bytes of a column of one row, for `bytesOf`; `from` is the rest of the statement. */
  bytes(column: string, from: string): string;
  /** The next free key of a table between this parameter and the one after it. */
  freeKey(table: string, parameter: number): string;
  /** How to find the user's records whose text matches; the parameter receives the value. */
  matching(table: string, user: number, search: Search, parameter: number): Matching;
  /** The statement that counts the records of a user, ?1, in the search index of a table, as `n`. */
  countIndexed(table: string, user: number): string;
  /** The statements that create the engine's tables for a user, for the transaction that adds the user. */
  userTables(user: number): string[];
  /** The statements after rows were inserted with explicit keys: the next new key follows the largest. */
  readonly resumeNumbers: readonly string[];
  /** The statements that, in a transaction of the catalogue, wait for open writes of all users and hold up new ones. */
  readonly lockWrites: readonly string[];
  /** The statement that counts the services on the database, as `n`; 0 if a lock admits only one. */
  readonly countServices: string;
  /** The statement for the size of the database, as `bytes`. */
  readonly databaseBytes: string;
}

/** The full-text index of an engine; `records/search.ts` folds the words first. */
export interface SearchIndex {
  /** Adds or replaces a record. A `trashed` record is found only by searches in the trash. */
  put(table: string, key: number, words: string, digits: string, trashed: boolean): void;
  /** Removes a record. */
  remove(table: string, key: number): void;
}

/** Consecutive words. */
export interface Phrase {
  words: string[];
  /** Whether the last word is a prefix. */
  prefix: boolean;
  /** Digits within a number that match instead. */
  digits: string | null;
  /** A prefix that matches instead: the same without its apostrophe, or with umlauts in their second spelling. */
  joined: string | null;
}

/** A term: all of the phrases, or the digits in a number. */
export interface SearchTerm {
  /** All of them must match, in any order. */
  phrases: Phrase[];
  /** The digits that match instead. */
  digits: string | null;
}

/** Which texts of a record a term is looked for in: the main ones, these and the further ones, or those of a field. */
export type SearchScope = 'main' | 'all' | { field: string };

/**
 * A combination of terms. Of an `and`, at least one part is not a `not`; a `not` is nowhere else, so that every
 * combination has something to look up.
 */
export type SearchNode =
  | { type: 'term'; term: SearchTerm; scope: SearchScope }
  | { type: 'and' | 'or'; parts: SearchNode[] }
  | { type: 'not'; part: SearchNode };

/** A search of one table. */
export interface Search {
  node: SearchNode;
  /** Whether it searches the trash. */
  trash: 'without' | 'with' | 'only';
}

/** How an engine finds the matches of a search. */
export interface Matching {
  /** The value of the search's parameter. */
  value: Value;
  /** The condition on records `r`. */
  sql: string;
  /** `index` of the queries. */
  index?: string;
  /** If the index alone is sufficient: the statement that counts the records as `total`. */
  total?: string;
  /** If the index is in key order: the condition for at least as many of the newest as the parameter says. */
  newest?(parameter: number): string;
  /** The same in one pass that also counts: common tables, including `found` with the `total`, and the condition. */
  once?(parameter: number): { found: string; newest: string };
}

/** The changes of a committed write. */
export interface Commit {
  /** The user of the write. */
  user: number;
  /** The seq of the last change, if any. */
  seq: number | undefined;
  /** When the first new job is due, if any. */
  dueAt: number | undefined;
}

/** A read across users from one snapshot, for copies and checks; its parameters are ?1 and on. */
export type Snapshot = (query: Query) => Promise<Row[]>;

/** How a store is opened. */
export interface Opening {
  /**
   * Whether an older database is upgraded to the newest schema; otherwise it is refused. Only for serve and restore.
   * With 'empty', only a server database without records is upgraded, because records will be inserted into it.
   */
  upgrade?: boolean | 'empty';
  /** Called before the upgrade of an older database begins, because it can take a while. */
  onUpgrade?: (from: number, to: number) => void;
  /** Whether the database must already exist. */
  existing?: boolean;
  /** The time zone of the service, UTC when not given. */
  timezone?: string;
  /** The maximum number of connections to a server. */
  connections?: number;
}

/** Properties of a store. */
export interface About {
  /** SQLite or PostgreSQL. */
  engine: string;
  /** The version of the engine. */
  version: string;
  /** The file, or the URL of the database without its password. */
  location: string;
  /** Whether only one service at a time can use the store. */
  exclusive: boolean;
}

/** The health of a store, for health checks and metrics. */
interface StoreHealth {
  /** Why the last write failed because of the disk or the server, without private data; undefined if it succeeded. */
  writeProblem: string | undefined;
  /** How many milliseconds the newest stored time was ahead of the machine's clock when the store was opened. */
  clockAhead: number;
  /** Connections to a server by their state; empty for an embedded engine. */
  connections: Record<string, number>;
}

/** A read-only store. */
export interface ReadStore {
  /** The engine and the location of the store. */
  readonly about: About;
  /** The SQL that differs between the engines. */
  readonly dialect: Dialect;
  /** The rows of each query, from one snapshot. `slow` queries run where they do not delay others. */
  read(user: number, queries: readonly Query[], options?: { slow?: boolean }): Promise<Row[][]>;
  /** A read-only statement that spans users: the catalogue of users and tokens, the due jobs. */
  catalogue(sql: string, ...params: Value[]): Promise<Row[]>;
  /** Everything that the work reads is from one snapshot, however long it takes. */
  snapshot<T>(work: (read: Snapshot) => Promise<T>): Promise<T>;
  /** Finishes current operations, then closes all connections. */
  close(): Promise<void>;
}

/** A store that can be read and written. */
export interface Store extends ReadStore {
  /** Runs the work in a transaction and returns when it is durable; a throw rolls all of it back. */
  write<T>(user: number, work: (tx: Tx) => Eventually<T>): Promise<T>;
  /** A write to the catalogue. */
  administer<T>(work: (tx: Tx) => Eventually<T>): Promise<T>;
  /** Calls the listener after each commit with a change or a job, also of other processes if the engine notifies. */
  onCommit(listener: (commit: Commit) => void): void;
  /** Whether another process may have written since the last call; false if processes notify each other. */
  writtenElsewhere(): boolean;
  /** Whether writes succeed, the clock and the connections, at this moment. */
  health(): StoreHealth;
}
