// The bare program's database on SQLite: a copy of Daybook's file, and the least SQL that does the same work on it. One
// connection.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { email as emails } from '../src/resources/email.ts';
import type { Query, Tx } from '../src/store/port.ts';
import { sqliteDialect } from '../src/store/sqlite/dialect.ts';
import { type Entry, searchIndex, writeEntries } from '../src/store/sqlite/search.ts';
import { updateCounters } from '../src/store/tables/counters.ts';
import { join, type LimitEmail, messageIdsOf, newEmail, piecesOf, withValues, wordsOf } from './limit-email.ts';
import { newQueries, OWNER, searchOnce } from './limit-queries.ts';
import type { LimitStore } from './limit-store.ts';
import {
  ADD,
  addEmail,
  BODY,
  CHANGE,
  CHANGE_READ,
  columnsOf,
  FIND,
  pageSql,
  SEQ,
  SET_SEQ,
  TEXT,
  THREAD,
  whereOf,
} from './limit-tables.ts';

const ADD_EMAIL = addEmail('sqlite');

type Row = Record<string, SQLInputValue>;

export function openLimit(file: string): LimitStore {
  const db = new DatabaseSync(file);
  db.exec(
    `pragma temp_store = memory; pragma cache_size = -65536; pragma mmap_size = 268435456;
     pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000;`,
  );
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const get = (sql: string, ...values: SQLInputValue[]) => prepared(sql).get(OWNER, ...values) as Row | undefined;
  const all = (sql: string, ...values: SQLInputValue[]) => prepared(sql).all(OWNER, ...values) as Row[];
  const run = (sql: string, ...values: SQLInputValue[]) => Number(prepared(sql).run(OWNER, ...values).changes);
  const totalOf = ({ sql, params }: Query) => get(sql, ...params)?.total as number;
  const queries = newQueries(sqliteDialect);
  const entries: Entry[] = [];
  const index = searchIndex({ user: OWNER, seq: undefined, dueAt: undefined, written: false, atEnd: [] }, entries);
  const counters = { run } as unknown as Tx;
  const any = get(`${TEXT} from emails r ${BODY} where r.user_id = ?1 and r.body > 0 limit 1`);
  const template = JSON.parse(join(any as Row));
  let seq = get(SEQ)?.seq as number;

  async function insert(mail: LimitEmail): Promise<string> {
    const { doc, content } = piecesOf(mail);
    seq++;
    run(ADD.body, seq, content);
    const key = get(ADD_EMAIL, ...columnsOf(mail, seq, doc))?.key as number;
    index.put('emails', key, wordsOf(mail), '', false);
    for (const label of mail.labels as string[]) run(ADD.tag, label, mail.id);
    for (const messageId of messageIdsOf(mail)) run(ADD.link, messageId, mail.id);
    run(ADD.change, seq, 'email.created', Date.parse(mail.created_at as string), mail.id, null, seq, doc);
    updateCounters(counters, emails, null, mail as never);
    return join({ doc, content });
  }

  return {
    get(id) {
      const row = get(FIND, id);
      return row && join(row);
    },
    list(filter, { limit, offset }) {
      const total = totalOf(queries({ ...filter }).total);
      if (limit === 0) return { rows: [], total };
      const { where, values } = whereOf(filter);
      const { sql, backwards } = pageSql(where, limit, offset, total);
      const rows = all(sql, ...values);
      return { rows: backwards ? rows.reverse() : rows, total };
    },
    search: (text) => searchOnce(queries({ search: text }), ({ sql, params }) => all(sql, ...params)),
    create(given) {
      const threads = messageIdsOf(given).map((messageId) => get(THREAD, messageId)?.thread_id);
      return insert(newEmail(template, given, threads.find((thread) => thread !== undefined) as string | undefined));
    },
    async change(id, values) {
      const row = get(FIND, id);
      if (!row) return undefined;
      const now = Date.now();
      const before = JSON.parse(row.doc as string);
      const doc = withValues(before, values, now);
      const own = ++seq;
      const key = row.key as number;
      if (values.is_read === undefined) run(CHANGE, own, doc, now, key);
      else {
        run(CHANGE_READ, own, doc, now, key, Number(values.is_read));
        updateCounters(counters, emails, before, { ...before, ...values });
      }
      run(ADD.change, own, 'email.updated', now, id, row.seq as number, row.body as number, doc);
      return join({ doc, content: row.content });
    },
    begin: () => db.exec('begin immediate'),
    commit() {
      writeEntries(entries.splice(0), prepared);
      run(SET_SEQ, seq);
      db.exec('commit');
    },
  };
}
