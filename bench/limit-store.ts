// The bare program's database: the tables and indexes that emails have in Daybook, and the least SQL that does the
// same work on them. One connection; the caller groups writes into transactions.
import { randomUUIDv7 } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

export type LimitEmail = Record<string, unknown> & { id: string; body_plain: string | null; body_html: string | null };
type Row = Record<string, SQLInputValue>;

export interface LimitStore {
  get(id: string): string | undefined;
  list(folder: string): string;
  search(word: string): string;
  /** How many mails have the word. */
  count(word: string): number;
  /** Makes a mail from what a client sent, stores it with its change, and returns it as JSON. */
  create(given: Record<string, unknown>): string;
  insert(email: LimitEmail): string;
  setRead(id: string, isRead: boolean): string | undefined;
  begin(): void;
  commit(): void;
  close(): void;
}

const PAGE = 20;
const TEXT = 'select r.doc, b.content';
const BODY = 'left join bodies b on b.user_id = 1 and b.body = r.body';
const IN_FOLDER = 'r.user_id = 1 and r.deleted_at is null and r.folder = ?';
const WITH_WORD = 'r.user_id = 1 and r.deleted_at is null and r.key in (select rowid from words where words match ?)';
const NEWEST = `order by r.received_at desc nulls last, r.id desc limit ${PAGE}`;
const COLUMNS = `user_id, id, handle, seq, body, doc, source, source_id, created_at, updated_at, deleted_at, received_at,
  subject, folder, is_read, is_starred, has_attachments, thread_id, account_id, status, snoozed_until`;

/** The tables and indexes to work on, as Daybook's database has them, so that both stay the same. */
export function schemaOf(serviceFile: string): string {
  const db = new DatabaseSync(serviceFile, { readOnly: true });
  const rows = db
    .prepare(
      `select sql from sqlite_master where sql is not null and type in ('table', 'index')
        and tbl_name in ('emails', 'emails_tags', 'thread_links', 'bodies', 'changes') order by type desc`,
    )
    .all();
  db.close();
  return rows.map((row) => `${row.sql};`).join('\n');
}

/** Opens the database; with a schema, a new one. */
export function openLimitStore(file: string, schema?: string): LimitStore {
  const db = new DatabaseSync(file);
  if (schema) db.exec('pragma page_size = 8192');
  db.exec(
    `pragma temp_store = memory; pragma cache_size = -65536; pragma mmap_size = 268435456;
     pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000;`,
  );
  if (schema) {
    db.exec(schema);
    db.exec(`create virtual table words using
      fts5(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2')`);
  }
  const find = db.prepare(
    `${TEXT}, r.key, r.seq, r.body, r.deleted_at from emails r ${BODY} where r.user_id = 1 and r.id = ?`,
  );
  const folderPage = db.prepare(`${TEXT} from emails r ${BODY} where ${IN_FOLDER} ${NEWEST}`);
  const wordPage = db.prepare(`${TEXT} from emails r ${BODY} where ${WITH_WORD} ${NEWEST}`);
  // The page goes through the newest mails until it is full, the total through all that have the word: `cross join`
  // says so to SQLite, which would otherwise go through all mails.
  const wordTotal = db.prepare(
    `select count(*) as total from words cross join emails r on r.key = words.rowid
      where words match ? and r.user_id = 1 and r.deleted_at is null`,
  );
  const addEmail = db.prepare(`insert into emails (${COLUMNS}) values (1${', ?'.repeat(20)})`);
  const addBody = db.prepare('insert into bodies (user_id, body, content) values (1, ?, ?)');
  const addWords = db.prepare('insert into words (rowid, text) values (?, ?)');
  const addTag = db.prepare('insert into emails_tags (user_id, tag, id) values (1, ?, ?)');
  const addLink = db.prepare('insert into thread_links (user_id, message_id, id) values (1, ?, ?)');
  const addChange = db.prepare(
    'insert into changes (user_id, seq, event, at, record_id, previous, body, doc) values (1, ?, ?, ?, ?, ?, ?, ?)',
  );
  const threadOf = db.prepare(
    `select e.thread_id from thread_links l cross join emails e on e.user_id = 1 and e.id = l.id
      where l.user_id = 1 and l.message_id = ? limit 1`,
  );
  const setFlag = db.prepare('update emails set seq = ?, doc = ?, is_read = ?, updated_at = ? where key = ?');
  // Counted once and then kept: to count a large folder for every list would be most of its cost.
  const totals = new Map(
    db
      .prepare('select folder, count(*) as total from emails where user_id = 1 and deleted_at is null group by folder')
      .all()
      .map((row) => [row.folder as string, row.total as number]),
  );
  let seq = Number(db.prepare('select coalesce(max(seq), 0) as seq from changes').get()?.seq);
  // Any stored mail: it has every field in the order in which Daybook serves it, and those that no request of this
  // measurement sets at their defaults.
  const any = db.prepare(`${TEXT} from emails r ${BODY} limit 1`).get() as Row | undefined;
  const template = any && JSON.parse(join(any));

  function insert(email: LimitEmail): string {
    const { body_plain, body_html, ...rest } = email;
    const doc = JSON.stringify(rest);
    const content = `"body_plain":${JSON.stringify(body_plain)},"body_html":${JSON.stringify(body_html)}`;
    seq++;
    addBody.run(seq, content);
    const { lastInsertRowid } = addEmail.run(...columnsOf(email, seq, doc));
    addWords.run(lastInsertRowid, [rest.subject, rest.from_address, rest.from_name, body_plain].join('\n'));
    for (const label of rest.labels as string[]) addTag.run(label, email.id);
    for (const messageId of messageIdsOf(rest)) addLink.run(messageId, email.id);
    totals.set(rest.folder as string, (totals.get(rest.folder as string) ?? 0) + 1);
    addChange.run(seq, 'email.created', Date.parse(rest.created_at as string), email.id, null, seq, doc);
    return join({ doc, content });
  }

  function count(word: string): number {
    return wordTotal.get(prefix(word))?.total as number;
  }

  return {
    get(id) {
      const row = find.get(id) as Row | undefined;
      return row && join(row);
    },
    list: (folder) => pageOf(folderPage.all(folder) as Row[], totals.get(folder) ?? 0),
    search: (word) => pageOf(wordPage.all(prefix(word)) as Row[], count(word)),
    count,
    create(given) {
      const now = timeText(Date.now());
      const threads = messageIdsOf(given).map((messageId) => threadOf.get(messageId)?.thread_id);
      return insert({
        ...template,
        ...given,
        id: randomUUIDv7(),
        thread_id: threads.find((thread) => thread !== undefined) ?? randomUUIDv7(),
        received_at: timeText(Date.parse(given.received_at as string)),
        created_at: now,
        updated_at: now,
      });
    },
    insert,
    setRead(id, isRead) {
      const row = find.get(id) as Row | undefined;
      if (!row) return undefined;
      const now = Date.now();
      const record = JSON.parse(row.doc as string);
      record.is_read = isRead;
      record.updated_at = timeText(now);
      const doc = JSON.stringify(record);
      seq++;
      setFlag.run(seq, doc, isRead ? 1 : 0, now, row.key as number);
      addChange.run(seq, 'email.updated', now, id, row.seq as number, row.body as number, doc);
      return join({ doc, content: row.content as string });
    },
    begin: () => db.exec('begin immediate'),
    commit: () => db.exec('commit'),
    close: () => db.close(),
  };
}

function columnsOf(email: LimitEmail, seq: number, doc: string): SQLInputValue[] {
  const text = (name: string) => email[name] as string | null;
  const time = (name: string) => (email[name] === null ? null : Date.parse(email[name] as string));
  const flag = (name: string) => (email[name] ? 1 : 0);
  // biome-ignore format: in the order of COLUMNS
  return [
    email.id, email.id.slice(-10), seq, seq, doc, text('source'), text('source_id'), time('created_at'),
    time('updated_at'), time('deleted_at'), time('received_at'), text('subject')?.toLowerCase() ?? null,
    text('folder'), flag('is_read'), flag('is_starred'), flag('has_attachments'), text('thread_id'),
    text('account_id'), text('status'), time('snoozed_until'),
  ];
}

function messageIdsOf({ message_id, in_reply_to, references }: Record<string, unknown>): string[] {
  const ids = new Set([message_id, in_reply_to, ...(references as string[])]);
  return [...ids].filter((id) => typeof id === 'string');
}

function join({ doc, content }: Row): string {
  return `${(doc as string).slice(0, -1)},${content}}`;
}

function pageOf(rows: Row[], total: number): string {
  const meta = { total, limit: PAGE, offset: 0, has_more: rows.length < total };
  return `{"data":[${rows.map(join).join(',')}],"meta":${JSON.stringify(meta)}}`;
}

function prefix(word: string): string {
  return `"${word}" *`;
}

function timeText(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}
