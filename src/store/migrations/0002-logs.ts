// The counters of each user's log get a table of their own: `users` and `tokens` are then only the catalogue, small
// and seldom written, and everything else can be divided by user. `unfinished` has a row while records are being moved
// into this database, so that half of them are never served as if they were all. Long texts in indexed columns are
// shortened, because an index entry of PostgreSQL has a limit; no database of that engine is older than this step.
import { createHash } from 'node:crypto';

export const sqlite = `
  create table logs (
    user_id integer primary key,
    seq integer not null default 0,
    pruned_seq integer not null default 0
  );
  insert into logs (user_id, seq, pruned_seq) select user_id, seq, pruned_seq from users;
  alter table users drop column seq;
  alter table users drop column pruned_seq;

  create table unfinished (
    work text primary key,
    since integer not null
  );

  update or ignore events set source_id = index_key(source_id) where length(source_id) > 100;
  update or ignore emails set source_id = index_key(source_id) where length(source_id) > 100;
  update or ignore contacts set source_id = index_key(source_id) where length(source_id) > 100;
  update or ignore emails set thread_id = index_key(thread_id) where length(thread_id) > 100;
  update or ignore thread_links set message_id = index_key(message_id) where length(message_id) > 100;
`;

export const postgres = `
  create table logs (
    user_id bigint primary key,
    seq bigint not null default 0,
    pruned_seq bigint not null default 0
  );
  insert into logs (user_id, seq, pruned_seq) select user_id, seq, pruned_seq from users;
  alter table users drop column seq;
  alter table users drop column pruned_seq;

  create table unfinished (
    work text collate "C" primary key,
    since bigint not null
  );
`;

/** SQL functions that the step calls. */
export const functions = { index_key: indexKey };

const CHARS = 300;

// A long text becomes its beginning and its digest: the rule of that time, whatever the rule of today is.
function indexKey(text: string): string {
  const whole = clean(text);
  if (whole.length <= CHARS) return whole;
  const digest = createHash('sha256').update(whole).digest('hex');
  return `${clean(whole.slice(0, CHARS - 100))}\ufffd${digest}`;
}

function clean(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
