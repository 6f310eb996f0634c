// The SQL dialect of SQLite.
import type { Dialect } from '../port.ts';
import { countIndexed, matching, searchTables } from './search.ts';

export const sqliteDialect: Dialect = {
  in: (parameter) => `in (select value from json_each(?${parameter}))`,
  notIn: (parameter) => `not in (select value from json_each(?${parameter}))`,
  list: (values) => JSON.stringify(values),
  // The cross join begins with the keys, and the sign keeps other indexes out.
  rowsOf: (table, keys) => `(${keys}) k cross join ${table} r on r.key = k.key and +r.user_id = ?1`,
  rowsOfEach: (rows, table, keys) => `${rows} cross join ${table} r on r.key in (${keys}) and +r.user_id = ?1`,
  keysIn: (parameter) => `select value as key from json_each(?${parameter})`,
  movesNulls: true,
  unindexed: (column) => `+${column}`,
  members(doc, names) {
    const paths = names.map((name) => `'$.${name}'`).join(', ');
    // Of one path it is the value alone.
    return names.length === 1 ? `json_array(json_extract(${doc}, ${paths}))` : `json_extract(${doc}, ${paths})`;
  },
  // As they are, in one row.
  bytes: (column, from) => `select 0 as place, cast(${column} as blob) as piece from ${from}`,
  // Over all users: the keys of a table are one sequence in SQLite.
  freeKey: (table, parameter) =>
    `(select coalesce(max(key) + 1, ?${parameter}) from ${table} where key between ?${parameter} and ?${parameter + 1})`,
  matching,
  countIndexed,
  userTables: searchTables,
  resumeNumbers: [],
  lockWrites: [], // there is one writer
  countServices: 'select 0 as n',
  databaseBytes: 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
};
