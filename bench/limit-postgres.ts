// The bare program's database on PostgreSQL: a copy of Daybook's, and the least SQL that does the same work on it, over
// a pool of as many connections. Statements that need no answer share a round trip. Writes of a group do not wait for
// each other, since no two of a measurement change the same mail.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { limits } from '../src/limits.ts';
import { email as emails } from '../src/resources/email.ts';
import type { Query, Tx } from '../src/store/port.ts';
import { postgresDialect } from '../src/store/postgres/dialect.ts';
import { searchIndex } from '../src/store/postgres/search.ts';
import { updateCounters } from '../src/store/tables/counters.ts';
import { join, type LimitEmail, messageIdsOf, newEmail, piecesOf, withValues, wordsOf } from './limit-email.ts';
import { newQueries, OWNER, searchOnce } from './limit-queries.ts';
import type { Found, LimitStore } from './limit-store.ts';
import {
  ADD,
  addEmail,
  BODY,
  CHANGE,
  CHANGE_READ,
  columnsOf,
  FIND,
  pageSql,
  SET_SEQ,
  TEXT,
  THREAD,
  whereOf,
} from './limit-tables.ts';

const ADD_EMAIL = addEmail('postgres');

type Row = Record<string, unknown>;

// The type numbers of bigint and of its sums, which come as text otherwise.
const INT8 = 20;
const NUMERIC = 1700;

export async function openLimit(url: string): Promise<LimitStore> {
  for (const type of [INT8, NUMERIC]) pg.types.setTypeParser(type, Number);
  const pool = new pg.Pool({ connectionString: url, pipeline: true, max: limits.databaseConnections });
  const ask = async (on: pg.Pool | pg.PoolClient, sql: string, ...values: unknown[]) =>
    (await on.query<Row>({ ...statement(sql), values: [OWNER, ...values] })).rows;
  const [any] = await ask(pool, `${TEXT} from emails r ${BODY} where r.user_id = ?1 and r.body > 0 limit 1`);
  const template = JSON.parse(join(any as Row));
  // Of the group that is being written.
  let writer: pg.PoolClient;
  let seq = 0;
  let sent: Promise<unknown>[] = [];

  const send = (sql: string, ...values: unknown[]) => void sent.push(ask(writer, sql, ...values));
  const run = async (sql: string, ...values: unknown[]) => {
    send(sql, ...values);
    return 1;
  };
  const index = searchIndex(run);
  const counters = { run } as unknown as Tx;
  const queries = newQueries(postgresDialect);

  async function insert(mail: LimitEmail): Promise<string> {
    const { doc, content } = piecesOf(mail);
    const own = ++seq;
    send(ADD.body, own, content);
    const added = ask(writer, ADD_EMAIL, ...columnsOf(mail, own, doc));
    for (const label of mail.labels as string[]) send(ADD.tag, label, mail.id);
    for (const messageId of messageIdsOf(mail)) send(ADD.link, messageId, mail.id);
    send(ADD.change, own, 'email.created', Date.parse(mail.created_at as string), mail.id, null, own, doc);
    await index.put('emails', (await added)[0]?.key as number, wordsOf(mail), '', false);
    updateCounters(counters, emails, null, mail as never);
    return join({ doc, content });
  }

  const totalOf = async ({ sql, params }: Query) => (await ask(pool, sql, ...params))[0]?.total as number;

  return {
    async get(id) {
      const [row] = await ask(pool, FIND, id);
      return row && join(row);
    },
    async list(filter, { limit, offset }): Promise<Found> {
      const { where, values } = whereOf(filter);
      const total = await totalOf(queries({ ...filter }).total);
      if (limit === 0) return { rows: [], total };
      const { sql, backwards } = pageSql(where, limit, offset, total);
      const rows = await ask(pool, sql, ...values);
      return { rows: backwards ? rows.reverse() : rows, total };
    },
    // A search is planned for its words, which decide how to go about it: not prepared.
    search: (text) =>
      searchOnce(
        queries({ search: text }),
        async ({ sql, params }) => (await pool.query<Row>(numbered(sql), [OWNER, ...params])).rows,
      ),
    async create(given) {
      const threads = await Promise.all(messageIdsOf(given).map((messageId) => ask(writer, THREAD, messageId)));
      return insert(newEmail(template, given, threads.find(([row]) => row)?.[0]?.thread_id as string | undefined));
    },
    async change(id, values) {
      const [row] = await ask(writer, FIND, id);
      if (!row) return undefined;
      const now = Date.now();
      const before = JSON.parse(row.doc as string);
      const doc = withValues(before, values, now);
      const own = ++seq;
      if (values.is_read === undefined) send(CHANGE, own, doc, now, row.key);
      else {
        send(CHANGE_READ, own, doc, now, row.key, Number(values.is_read));
        updateCounters(counters, emails, before, { ...before, ...values });
      }
      send(ADD.change, own, 'email.updated', now, id, row.seq, row.body, doc);
      return join({ doc, content: row.content });
    },
    async begin() {
      writer = await pool.connect();
      sent = [writer.query('begin')];
      const { rows } = await writer.query('select seq from logs where user_id = 1 for update');
      seq = rows[0].seq;
    },
    async commit() {
      send(SET_SEQ, seq);
      sent.push(writer.query('commit'));
      await Promise.all(sent);
      writer.release();
    },
  };
}

const statements = new Map<string, { name: string; text: string }>();

// Prepared once on each connection, under a name made from its text.
function statement(sql: string): { name: string; text: string } {
  let known = statements.get(sql);
  if (!known) {
    const name = createHash('sha256').update(sql).digest('hex').slice(0, 16);
    known = { name, text: numbered(sql) };
    statements.set(sql, known);
  }
  return known;
}

function numbered(sql: string): string {
  return sql.replace(/\?(\d+)/g, '$$$1');
}
