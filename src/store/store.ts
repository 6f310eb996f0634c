// The port between the rules and a database engine. Only a Tx can write; a Tx and every read belong to one user,
// whose id is bound as ?1 in every statement, so a query without its user cannot be written by accident.
export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

/** SQL whose ?1 is the user; `params` are ?2 and on. */
export interface Query {
  sql: string;
  params: readonly Value[];
  /** Columns of text that bound the rows: they end once these are too large together, at least after the first. */
  bounded?: readonly string[];
  /** How large they may be together, where it is not `limits.pageChars`. */
  most?: number;
}

/** Refuses a statement that does not say whose rows it is about. */
export function requireUser(sql: string): void {
  if (!/\?1\b/.test(sql)) throw new Error(`a statement without its user: ${sql}`);
}

/** How an engine takes a list of values as one parameter. */
export interface Lists {
  /** The condition that follows a column: `id ${lists.in(2)}` is true for what is in the list that is parameter 2. */
  in(parameter: number): string;
  notIn(parameter: number): string;
  /** The list as a parameter. */
  of(values: readonly (string | number)[]): Value;
}

/** Engines answer at once or later; callers always await. */
export type Eventually<T> = T | Promise<T>;

export interface Tx {
  readonly user: number;
  /** The moment of this write by the machine's clock, in milliseconds: for jobs, leases and ends. */
  readonly now: number;
  /** The time that records and changes are given: `now`, but never before what is stored (clock.ts). */
  readonly timestamp: number;
  get(sql: string, ...params: Value[]): Eventually<Row | undefined>;
  all(sql: string, ...params: Value[]): Eventually<Row[]>;
  /** Stores something. Nobody waits for the answer: should it fail, a later statement does, or the end of the write. */
  run(sql: string, ...params: Value[]): void;
  /** The same, and how many rows it has touched. */
  count(sql: string, ...params: Value[]): Eventually<number>;
  /** Tells the workers, after the commit, that a job is due then. */
  wake(dueAt: number): void;
  /** Runs an insert and returns the key of the row. */
  insert(sql: string, ...params: Value[]): Eventually<number>;
  /** The number of the user's next change; the feed is told of it after the commit. */
  nextSeq(): Eventually<number>;
  readonly search: SearchIndex;
  /** SQL for the next free key of a table between the parameters of this number and the one after it. */
  freeKey(table: string, parameter: number): string;
  /** Statements that were made for this engine, by what they were made for. */
  readonly texts: Map<object, string>;
  /** A list of values as one parameter. */
  readonly lists: Lists;
}

/** The full-text index of one engine; words are folded by `domain/search.ts` before they come here. */
export interface SearchIndex {
  /** `trashed` ones are found only by searches that look into the trash. */
  put(table: string, key: number, words: string, digits: string, trashed: boolean): void;
  remove(table: string, key: number): void;
}

/** Words in a row; with `prefix` the last may go on. */
export interface Phrase {
  words: string[];
  prefix: boolean;
  /** Digits that will do instead, in a number. */
  digits: string | null;
  /** One word that will do instead, as a beginning: the same without its apostrophe. */
  joined: string | null;
}

/** What must be found: all of the phrases, or the digits in a number. */
export interface SearchTerm {
  phrases: Phrase[];
  digits: string | null;
}

export interface Search {
  terms: SearchTerm[];
  trash: 'without' | 'with' | 'only';
}

export interface Matching {
  value: Value;
  /** The condition on records `r`. */
  sql: string;
  /** Where the index alone can tell: the statement that counts the records as `total`. */
  total?: string;
  /** Where the index is in the order of the keys: the condition for the newest, as many as the parameter says or more. */
  newest?(parameter: number): string;
  /** The same in one pass that also counts: common tables, `found` with the `total` among them, and the condition on them. */
  once?(parameter: number): { found: string; newest: string };
}

export interface Commit {
  user: number;
  seq: number | undefined;
  dueAt: number | undefined;
}

/** A read across users at one moment, for copies and examinations; its parameters are ?1 and on. */
export type Snapshot = (query: Query) => Promise<Row[]>;

/** How a store is opened. */
export interface Opening {
  /**
   * Whether an older database is brought to the newest schema; else it is refused. For serve and restore alone. With
   * 'empty' only a server's database without records is, because records are to be put into it.
   */
  upgrade?: boolean | 'empty';
  /** Called before the upgrade of an older database begins: it can take a while. */
  onUpgrade?: (from: number, to: number) => void;
  /** Whether there must be a Daybook already. */
  existing?: boolean;
  /** The most connections to a server. */
  connections?: number;
}

/** What can be asked of a store that nobody writes to through us. */
export interface ReadStore {
  /** The rows of each query, all of one moment. `slow` ones run where they do not delay others. */
  read(user: number, queries: readonly Query[], options?: { slow?: boolean }): Promise<Row[][]>;
  /** Statements that span users: the catalogue of users and tokens, the due jobs. Read only. */
  catalogue(sql: string, ...params: Value[]): Promise<Row[]>;
  /** Everything the work reads is of one moment, however long it takes. */
  snapshot<T>(work: (read: Snapshot) => Promise<T>): Promise<T>;
  /** The statement that counts the records of a user, ?1, in the search index of a table. */
  indexed(table: string, user: number): string;
  /** A list of values as one parameter. */
  readonly lists: Lists;
  readonly about: { engine: string; version: string; location: string };
  close(): Promise<void>;
}

export interface Store extends ReadStore {
  /** Runs the work in a transaction and returns when it is durable; a throw undoes all of it. */
  write<T>(user: number, work: (tx: Tx) => Eventually<T>): Promise<T>;
  /** How to find the user's records whose text has all terms; the parameter gets the value. */
  matching(table: string, user: number, search: Search, parameter: number): Matching;
  /** The SQL for a JSON array of these members of a document, so that the rest of it is not loaded. */
  members(doc: string, names: readonly string[]): string;
  /** A write to the catalogue. */
  administer<T>(work: (tx: Tx) => Eventually<T>): Promise<T>;
  onCommit(listener: (commit: Commit) => void): void;
  /** Whether another process may have written since this was last asked; false where processes tell each other. */
  writtenElsewhere(): boolean;
  /** Makes what the engine keeps per user, inside the transaction that adds the user. */
  addUser(tx: Tx, user: number): Eventually<void>;
  /** Whether only one service at a time can hold this store. */
  readonly exclusive: boolean;
  /** How many services are on it, as far as the engine can tell; where only one may be, its lock tells. */
  services(): Promise<number>;
  /** After rows were put in with numbers of their own: the next new one goes on after the largest. */
  resumeNumbers(tx: Tx): Eventually<void>;
  /** How many milliseconds the newest stored time was ahead of the machine's clock when the store was opened. */
  readonly clockAhead: number;
  /** Why the last write failed for the sake of the disk or the server, in words for anybody; undefined when it did not. */
  writeProblem(): string | undefined;
  /** Connections to a server by what they do; none for an engine inside the process. */
  connections(): Record<string, number>;
}
