// The counters of each user's log get a table of their own: `users` and `tokens` are then only the catalogue, small
// and seldom written, and everything else can be divided by user. `unfinished` has a row while records are being moved
// into this database, so that half of them are never served as if they were all.

export const logs = () => `
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
`;

/** Columns whose long texts are shortened from here on (values/text.ts, indexKey). */
export const longKeys = [
  ['events', 'source_id'],
  ['emails', 'source_id'],
  ['contacts', 'source_id'],
  ['emails', 'thread_id'],
  ['thread_links', 'message_id'],
] as const;
