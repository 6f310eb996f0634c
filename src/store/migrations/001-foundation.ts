// The first schema. Every key begins with user_id, so that the same tables can be divided by user.
// A record table holds the record as it is served (`doc`), the seq of its last change, the place of its body, and
// beside them the columns that lists filter and sort by. Times are milliseconds.
import type { Dialect } from './dialect.ts';

const common = ({ key }: Dialect) => `
  ${key},
  user_id integer not null,
  id text not null,
  handle text not null,
  seq integer not null,
  body integer,
  doc text not null,
  source text not null,
  source_id text,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer`;

const commonIndexes = (table: string) => `
  create unique index ${table}_id on ${table} (user_id, id);
  create index ${table}_handle on ${table} (user_id, handle);
  create unique index ${table}_origin on ${table} (user_id, source, source_id) where source_id is not null;
  create index ${table}_trash on ${table} (user_id, deleted_at) where deleted_at is not null;`;

const sideTable = (table: string, { clustered }: Dialect) => `
  create table ${table}_tags (
    user_id integer not null, tag text not null, id text not null,
    primary key (user_id, tag, id)
  )${clustered};`;

export const foundation = (dialect: Dialect) => `
  create table users (
    ${dialect.userNumber},
    name text not null unique,
    seq integer not null default 0,
    pruned_seq integer not null default 0,
    created_at integer not null
  );

  create table tokens (
    user_id integer not null,
    id text not null unique,
    name text not null,
    hash text not null,
    scopes text not null,
    created_at integer not null,
    expires_at integer,
    revoked_at integer,
    primary key (user_id, id)
  )${dialect.clustered};

  create table events (${common(dialect)},
    start_at integer not null,
    title text not null,
    calendar_name text not null,
    status text not null,
    recurrence integer not null${dialect.keyed}
  );
  ${commonIndexes('events')}
  create index events_start on events (user_id, start_at, id) where deleted_at is null;
  create index events_calendar on events (user_id, calendar_name, start_at, id) where deleted_at is null;
  create index events_series on events (user_id, start_at) where recurrence = 1;

  create table emails (${common(dialect)},
    received_at integer,
    subject text,
    folder text not null,
    is_read integer not null,
    is_starred integer not null,
    has_attachments integer not null,
    thread_id text,
    account_id text,
    status text not null,
    snoozed_until integer${dialect.keyed}
  );
  ${commonIndexes('emails')}
  create index emails_received on emails (user_id, ${dialect.newest('received_at')}) where deleted_at is null;
  create index emails_folder on emails (user_id, folder, ${dialect.newest('received_at')}) where deleted_at is null;
  create index emails_unread on emails (user_id, folder, ${dialect.newest('received_at')}) where deleted_at is null and is_read = 0;
  create index emails_thread on emails (user_id, thread_id, ${dialect.newest('received_at')});
  create index emails_status on emails (user_id, status, ${dialect.newest('received_at')}) where status <> 'received';
  ${sideTable('emails', dialect)}

  create table contacts (${common(dialect)},
    display_name text not null,
    company text${dialect.keyed}
  );
  ${commonIndexes('contacts')}
  create index contacts_name on contacts (user_id, display_name, id) where deleted_at is null;
  ${sideTable('contacts', dialect)}

  create table bodies (
    user_id integer not null,
    body integer not null,
    content text not null,
    primary key (user_id, body)
  );

  create table changes (
    user_id integer not null,
    seq integer not null,
    event text not null,
    at integer not null,
    record_id text not null,
    previous integer,
    body integer,
    replaced integer,
    doc text not null,
    primary key (user_id, seq)
  );
  create index changes_age on changes (user_id, at);

  create table thread_links (
    user_id integer not null,
    message_id text not null,
    id text not null,
    primary key (user_id, message_id, id)
  )${dialect.clustered};

  create table idempotency (
    user_id integer not null,
    key text not null,
    request text not null,
    status integer not null,
    etag text,
    record_id text,
    answer text not null,
    created_at integer not null,
    primary key (user_id, key)
  )${dialect.clustered};
  create index idempotency_age on idempotency (user_id, created_at);
  create index idempotency_record on idempotency (user_id, record_id);

  create table jobs (
    user_id integer not null,
    kind text not null,
    record_id text not null,
    due_at integer not null,
    attempts integer not null default 0,
    lease_until integer,
    lease_holder text,
    last_error text,
    created_at integer not null,
    primary key (user_id, kind, record_id)
  )${dialect.clustered};
  create index jobs_due on jobs (user_id, due_at);

  create table accounts (
    user_id integer not null,
    id text not null,
    doc text not null,
    address text not null,
    from_name text,
    is_default integer not null,
    status text not null,
    primary key (user_id, id)
  )${dialect.clustered};
`;
