// The bare program's database on SQLite: the tables and indexes that emails have in Daybook, and the least SQL that
// does the same work on them. One connection.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
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

type Row = Record<string, SQLInputValue>;

const IN_FOLDER = 'r.user_id = 1 and r.deleted_at is null and r.folder = ?';
const WITH_WORD = 'r.user_id = 1 and r.deleted_at is null and r.key in (select rowid from words where words match ?)';

export function openLimit(file: string, serviceFile?: string): LimitStore {
  const db = new DatabaseSync(file);
  if (serviceFile) db.exec('pragma page_size = 8192');
  db.exec(
    `pragma temp_store = memory; pragma cache_size = -65536; pragma mmap_size = 268435456;
     pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000;`,
  );
  if (serviceFile) {
    db.exec(schemaOf(serviceFile));
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
  const any = db.prepare(`${TEXT} from emails r ${BODY} limit 1`).get();
  const template = any && JSON.parse(join(any));

  function insert(email: LimitEmail): string {
    const { doc, content } = piecesOf(email);
    const folder = email.folder as string;
    seq++;
    addBody.run(seq, content);
    const { lastInsertRowid } = addEmail.run(...columnsOf(email, seq, doc));
    addWords.run(lastInsertRowid, searchedText(email));
    for (const label of email.labels as string[]) addTag.run(label, email.id);
    for (const messageId of messageIdsOf(email)) addLink.run(messageId, email.id);
    totals.set(folder, (totals.get(folder) ?? 0) + 1);
    addChange.run(seq, 'email.created', Date.parse(email.created_at as string), email.id, null, seq, doc);
    return join({ doc, content });
  }

  function count(word: string): number {
    return wordTotal.get(prefix(word))?.total as number;
  }

  return {
    get(id) {
      const row = find.get(id);
      return row && join(row);
    },
    list: (folder) => pageOf(folderPage.all(folder), totals.get(folder) ?? 0),
    search: (word) => pageOf(wordPage.all(prefix(word)), count(word)),
    count,
    create(given) {
      const threads = messageIdsOf(given).map((messageId) => threadOf.get(messageId)?.thread_id);
      return insert(newEmail(template, given, threads.find((thread) => thread !== undefined) as string | undefined));
    },
    insert,
    setRead(id, isRead) {
      const row = find.get(id) as Row | undefined;
      if (!row) return undefined;
      const now = Date.now();
      const doc = withRead(row.doc as string, isRead, now);
      seq++;
      setFlag.run(seq, doc, isRead ? 1 : 0, now, row.key as number);
      addChange.run(seq, 'email.updated', now, id, row.seq as number, row.body as number, doc);
      return join({ doc, content: row.content });
    },
    begin: () => db.exec('begin immediate'),
    commit: () => db.exec('commit'),
    close: () => db.close(),
  };
}

// As Daybook's database has them, so that both stay the same.
function schemaOf(serviceFile: string): string {
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

function prefix(word: string): string {
  return `"${word}" *`;
}
