// The SQL dialect of PostgreSQL.
import type { Dialect } from '../port.ts';
import { countServices } from './notifier.ts';
import { countIndexed, matching } from './search.ts';

const PIECE = 1_000_000;

export const postgresDialect: Dialect = {
  in: (parameter) => `= any(?${parameter})`,
  notIn: (parameter) => `<> all(?${parameter})`,
  // As the text of an array; its type is that of the compared column.
  list: (values) => `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`,
  rowsOf,
  rowsOfEach: (rows, table, keys) => `${rows} cross join lateral ${rowsOf(table, keys)}`,
  keysIn: (parameter) => `select unnest(?${parameter}::bigint[]) as key`,
  // In one pass over the document.
  movesNulls: false,
  unindexed: (column) => column, // it knows how many records there are of a value
  members(doc, names) {
    const columns = names.map((name) => `${name} json`).join(', ');
    return `(select json_build_array(${names.join(', ')})::text from json_to_record(${readableJson(doc)}) as x (${columns}))`;
  },
  // The server sends text, which `pg` decodes value by value. So a large text is split into pieces, each as a text of
  // its bytes, one character per byte (LATIN1), because a piece may begin or end within a character. Without the offset
  // PostgreSQL would convert the whole text for each piece.
  bytes: (column, from) => `select place,
    convert_from(substring(whole from 1 + place * ${PIECE} for ${PIECE}), 'LATIN1') as piece
    from (select convert_to(${column}, 'UTF8') as whole from ${from} offset 0) t, generate_series(0, (length(whole) - 1) / ${PIECE}) place`,
  freeKey: (table, parameter) =>
    `(select coalesce(max(key) + 1, ?${parameter}) from ${table} where user_id = ?1 and key between ?${parameter} and ?${parameter + 1})`,
  matching,
  countIndexed,
  userTables: () => [],
  resumeNumbers: [
    "select setval(pg_get_serial_sequence('users', 'user_id'), (select coalesce(max(user_id), 0) + 1 from users), false)",
  ],
  lockWrites: ['lock table logs in exclusive mode'], // every write locks the row of its user
  countServices,
  databaseBytes: 'select pg_database_size(current_database()) as bytes',
};

// Before the table was analysed, the server would rather go through all records of the user. Of what is offset it does
// not move conditions inside.
function rowsOf(table: string, keys: string): string {
  return `(${keys}) k cross join lateral (select * from ${table} t where t.user_id = ?1 and t.key = k.key offset 0) r`;
}

/**
 * The SQL for a document as JSON. A text of PostgreSQL cannot contain \u0000 or a lone surrogate, and `->` fails on a
 * document that contains one; for reading they are replaced by U+FFFD.
 */
export function readableJson(doc: string): string {
  return String.raw`(case when position('\u' in ${doc}) = 0 then ${doc}
    else regexp_replace(${doc}, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\ufffd', 'g') end)::json`;
}
