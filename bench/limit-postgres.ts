// The bare program's database on PostgreSQL: Daybook's own tables and indexes, and the least SQL that does the same
// work on them, over a pool of as many connections. Statements that need no answer share a round trip. Writes of a
// group do not wait for each other, since no two of a measurement change the same mail.
import pg from 'pg';
import { limits } from '../src/limits.ts';
import { migrate } from '../src/store/postgres-migrate.ts';
import {
  BODY,
  COLUMNS,
  columnsOf,
  join,
  type LimitEmail,
  messageIdsOf,
  NEWEST,
  newEmail,
  pageOf,
  piecesOf,
  searchedText,
  TEXT,
  withRead,
} from './limit-email.ts';
import type { LimitStore } from './limit-store.ts';

type Row = Record<string, unknown>;

const INT8 = 20; // the type number of bigint, which comes as text otherwise
const IN_FOLDER = 'r.user_id = 1 and r.folder = $1 and r.deleted_at is null';
const FOUND = 'from emails_search s where s.user_id = 1 and s.words @@ $1::tsquery';
const WITH_WORD = `r.user_id = 1 and r.deleted_at is null and r.key in (select s.key ${FOUND})`;
// Page and total in one statement see the same moment. Another instance may write, so no total is kept in memory.
const pageSql = (where: string) =>
  `${TEXT}, (select count(*) from emails r where ${where}) as total from emails r ${BODY} where ${where} ${NEWEST}`;

// Prepared once on each connection.
const find = statement('find', `${TEXT}, r.key, r.seq, r.body from emails r ${BODY} where r.user_id = 1 and r.id = $1`);
const folderPage = statement('folder', pageSql(IN_FOLDER));
const addBody = statement('body', 'insert into bodies (user_id, body, content) values (1, $1, $2)');
const addEmail = statement(
  'email',
  `with added as (insert into emails (${COLUMNS}) values (1, ${places(20)}) returning key)
    insert into emails_search (user_id, key, words) select 1, key, to_tsvector('simple', $21) from added`,
);
const addTags = statement(
  'tags',
  'insert into emails_tags (user_id, tag, id) select 1, tag, $2 from unnest($1::text[]) tag',
);
const addLinks = statement(
  'links',
  'insert into thread_links (user_id, message_id, id) select 1, link, $2 from unnest($1::text[]) link',
);
const addChange = statement(
  'change',
  `insert into changes (user_id, seq, event, at, record_id, previous, body, doc) values (1, ${places(7)})`,
);
const threadOf = statement(
  'thread',
  `select e.thread_id from thread_links l join emails e on e.user_id = 1 and e.id = l.id
    where l.user_id = 1 and l.message_id = any($1::text[]) order by array_position($1::text[], l.message_id) limit 1`,
);
const setFlag = statement(
  'flag',
  'update emails set seq = $1, doc = $2, is_read = $3, updated_at = $4 where user_id = 1 and key = $5',
);

export async function openLimit(url: string, servicePlace?: string): Promise<LimitStore> {
  pg.types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({ connectionString: url, pipeline: true, max: limits.databaseConnections });
  if (servicePlace) await makeTables(pool);
  const { rows } = await pool.query(`${TEXT} from emails r ${BODY} limit 1`);
  const template = rows[0] && JSON.parse(join(rows[0]));
  // Of the group that is being written.
  let writer: pg.PoolClient;
  let seq = 0;
  let sent: Promise<unknown>[] = [];

  const ask = async (one: Statement, values: unknown[]) => (await writer.query<Row>({ ...one, values })).rows[0];
  const send = (one: Statement, values: unknown[]) => void sent.push(writer.query({ ...one, values }));

  function insert(email: LimitEmail): string {
    const { doc, content } = piecesOf(email);
    const labels = email.labels as string[];
    const own = ++seq;
    send(addBody, [own, content]);
    send(addEmail, [...columnsOf(email, own, doc), searchedText(email)]);
    if (labels.length > 0) send(addTags, [labels, email.id]);
    send(addLinks, [messageIdsOf(email), email.id]);
    send(addChange, [own, 'email.created', Date.parse(email.created_at as string), email.id, null, own, doc]);
    return join({ doc, content });
  }

  return {
    async get(id) {
      const [row] = (await pool.query<Row>({ ...find, values: [id] })).rows;
      return row && join(row);
    },
    list: async (folder) => answerOf((await pool.query<Row>({ ...folderPage, values: [folder] })).rows),
    // A search is planned for its word, which decides how to go about it.
    search: async (word) => answerOf((await pool.query<Row>(pageSql(WITH_WORD), [prefix(word)])).rows),
    count: async (word) => (await pool.query(`select count(*) ${FOUND}`, [prefix(word)])).rows[0].count,
    async create(given) {
      const found = await ask(threadOf, [messageIdsOf(given)]);
      return insert(newEmail(template, given, found?.thread_id as string | undefined));
    },
    insert,
    async setRead(id, isRead) {
      const row = await ask(find, [id]);
      if (!row) return undefined;
      const now = Date.now();
      const doc = withRead(row.doc as string, isRead, now);
      const own = ++seq;
      send(setFlag, [own, doc, isRead ? 1 : 0, now, row.key]);
      send(addChange, [own, 'email.updated', now, id, row.seq, row.body, doc]);
      return join({ doc, content: row.content });
    },
    async begin() {
      writer = await pool.connect();
      sent = [writer.query('begin')];
      const { rows } = await writer.query('select seq from logs where user_id = 1 for update');
      seq = rows[0].seq;
    },
    async commit() {
      sent.push(writer.query('update logs set seq = $1 where user_id = 1', [seq]), writer.query('commit'));
      await Promise.all(sent);
      writer.release();
    },
    close: () => pool.end(),
  };
}

async function makeTables(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  await migrate(client);
  await client.query('insert into logs (user_id) values (1)');
  client.release();
}

interface Statement {
  name: string;
  text: string;
}

function statement(name: string, text: string): Statement {
  return { name, text };
}

function places(count: number): string {
  return Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ');
}

function answerOf(rows: Row[]): string {
  return pageOf(rows, (rows[0]?.total as number | undefined) ?? 0);
}

function prefix(word: string): string {
  return `'${word}':*`;
}
