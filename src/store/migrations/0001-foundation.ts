// The first schema. Every key begins with user_id, so that the same tables can be divided by user.
// A record table holds the record as it is served (`doc`), the seq of its last change, the place of its body, and
// beside them the columns that lists filter and sort by. Times are milliseconds.

export const sqlite = `
  create table users (
    user_id integer primary key,
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
  ) without rowid;

  create table events (
  key integer primary key,
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
  deleted_at integer,
    start_at integer not null,
    title text not null,
    calendar_name text not null,
    status text not null,
    recurrence integer not null
  );

  create unique index events_id on events (user_id, id);
  create index events_handle on events (user_id, handle);
  create unique index events_origin on events (user_id, source, source_id) where source_id is not null;
  create index events_trash on events (user_id, deleted_at) where deleted_at is not null;
  create index events_start on events (user_id, start_at, id) where deleted_at is null;
  create index events_calendar on events (user_id, calendar_name, start_at, id) where deleted_at is null;
  create index events_series on events (user_id, start_at) where recurrence = 1;

  create table emails (
  key integer primary key,
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
  deleted_at integer,
    received_at integer,
    subject text,
    folder text not null,
    is_read integer not null,
    is_starred integer not null,
    has_attachments integer not null,
    thread_id text,
    account_id text,
    status text not null,
    snoozed_until integer
  );

  create unique index emails_id on emails (user_id, id);
  create index emails_handle on emails (user_id, handle);
  create unique index emails_origin on emails (user_id, source, source_id) where source_id is not null;
  create index emails_trash on emails (user_id, deleted_at) where deleted_at is not null;
  create index emails_received on emails (user_id, received_at, id) where deleted_at is null;
  create index emails_folder on emails (user_id, folder, received_at, id) where deleted_at is null;
  create index emails_unread on emails (user_id, folder, received_at, id) where deleted_at is null and is_read = 0;
  create index emails_thread on emails (user_id, thread_id, received_at, id);
  create index emails_status on emails (user_id, status, received_at, id) where status <> 'received';

  create table emails_tags (
    user_id integer not null, tag text not null, id text not null,
    primary key (user_id, tag, id)
  ) without rowid;

  create table contacts (
  key integer primary key,
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
  deleted_at integer,
    display_name text not null,
    company text
  );

  create unique index contacts_id on contacts (user_id, id);
  create index contacts_handle on contacts (user_id, handle);
  create unique index contacts_origin on contacts (user_id, source, source_id) where source_id is not null;
  create index contacts_trash on contacts (user_id, deleted_at) where deleted_at is not null;
  create index contacts_name on contacts (user_id, display_name, id) where deleted_at is null;

  create table contacts_tags (
    user_id integer not null, tag text not null, id text not null,
    primary key (user_id, tag, id)
  ) without rowid;

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
  ) without rowid;

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
  ) without rowid;
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
  ) without rowid;
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
  ) without rowid;
`;

export const postgres = `
  create extension if not exists btree_gin; -- an index that leads with the user, then words
  create table schema_version (version bigint not null);
  insert into schema_version values (0);

  create table users (
    user_id bigint primary key generated by default as identity,
    name text collate "C" not null unique,
    seq bigint not null default 0,
    pruned_seq bigint not null default 0,
    created_at bigint not null
  );

  create table tokens (
    user_id bigint not null,
    id text collate "C" not null unique,
    name text collate "C" not null,
    hash text collate "C" not null,
    scopes text collate "C" not null,
    created_at bigint not null,
    expires_at bigint,
    revoked_at bigint,
    primary key (user_id, id)
  );

  create table events (
  key bigint not null generated by default as identity,
  user_id bigint not null,
  id text collate "C" not null,
  handle text collate "C" not null,
  seq bigint not null,
  body bigint,
  doc text collate "C" not null,
  source text collate "C" not null,
  source_id text collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
    start_at bigint not null,
    title text collate "C" not null,
    calendar_name text collate "C" not null,
    status text collate "C" not null,
    recurrence bigint not null, primary key (user_id, key)
  );

  create unique index events_id on events (user_id, id);
  create index events_handle on events (user_id, handle);
  create unique index events_origin on events (user_id, source, source_id) where source_id is not null;
  create index events_trash on events (user_id, deleted_at) where deleted_at is not null;
  create index events_start on events (user_id, start_at, id) where deleted_at is null;
  create index events_calendar on events (user_id, calendar_name, start_at, id) where deleted_at is null;
  create index events_series on events (user_id, start_at) where recurrence = 1;

  create table emails (
  key bigint not null generated by default as identity,
  user_id bigint not null,
  id text collate "C" not null,
  handle text collate "C" not null,
  seq bigint not null,
  body bigint,
  doc text collate "C" not null,
  source text collate "C" not null,
  source_id text collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
    received_at bigint,
    subject text collate "C",
    folder text collate "C" not null,
    is_read bigint not null,
    is_starred bigint not null,
    has_attachments bigint not null,
    thread_id text collate "C",
    account_id text collate "C",
    status text collate "C" not null,
    snoozed_until bigint, primary key (user_id, key)
  );

  create unique index emails_id on emails (user_id, id);
  create index emails_handle on emails (user_id, handle);
  create unique index emails_origin on emails (user_id, source, source_id) where source_id is not null;
  create index emails_trash on emails (user_id, deleted_at) where deleted_at is not null;
  create index emails_received on emails (user_id, received_at desc nulls last, id desc) where deleted_at is null;
  create index emails_folder on emails (user_id, folder, received_at desc nulls last, id desc) where deleted_at is null;
  create index emails_unread on emails (user_id, folder, received_at desc nulls last, id desc) where deleted_at is null and is_read = 0;
  create index emails_thread on emails (user_id, thread_id, received_at desc nulls last, id desc);
  create index emails_status on emails (user_id, status, received_at desc nulls last, id desc) where status <> 'received';

  create table emails_tags (
    user_id bigint not null, tag text collate "C" not null, id text collate "C" not null,
    primary key (user_id, tag, id)
  );

  create table contacts (
  key bigint not null generated by default as identity,
  user_id bigint not null,
  id text collate "C" not null,
  handle text collate "C" not null,
  seq bigint not null,
  body bigint,
  doc text collate "C" not null,
  source text collate "C" not null,
  source_id text collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
    display_name text collate "C" not null,
    company text collate "C", primary key (user_id, key)
  );

  create unique index contacts_id on contacts (user_id, id);
  create index contacts_handle on contacts (user_id, handle);
  create unique index contacts_origin on contacts (user_id, source, source_id) where source_id is not null;
  create index contacts_trash on contacts (user_id, deleted_at) where deleted_at is not null;
  create index contacts_name on contacts (user_id, display_name, id) where deleted_at is null;

  create table contacts_tags (
    user_id bigint not null, tag text collate "C" not null, id text collate "C" not null,
    primary key (user_id, tag, id)
  );

  create table bodies (
    user_id bigint not null,
    body bigint not null,
    content text collate "C" not null,
    primary key (user_id, body)
  );

  create table changes (
    user_id bigint not null,
    seq bigint not null,
    event text collate "C" not null,
    at bigint not null,
    record_id text collate "C" not null,
    previous bigint,
    body bigint,
    replaced bigint,
    doc text collate "C" not null,
    primary key (user_id, seq)
  );
  create index changes_age on changes (user_id, at);

  create table thread_links (
    user_id bigint not null,
    message_id text collate "C" not null,
    id text collate "C" not null,
    primary key (user_id, message_id, id)
  );

  create table idempotency (
    user_id bigint not null,
    key text collate "C" not null,
    request text collate "C" not null,
    status bigint not null,
    etag text collate "C",
    record_id text collate "C",
    answer text collate "C" not null,
    created_at bigint not null,
    primary key (user_id, key)
  );
  create index idempotency_age on idempotency (user_id, created_at);
  create index idempotency_record on idempotency (user_id, record_id);

  create table jobs (
    user_id bigint not null,
    kind text collate "C" not null,
    record_id text collate "C" not null,
    due_at bigint not null,
    attempts bigint not null default 0,
    lease_until bigint,
    lease_holder text collate "C",
    last_error text collate "C",
    created_at bigint not null,
    primary key (user_id, kind, record_id)
  );
  create index jobs_due on jobs (user_id, due_at);

  create table accounts (
    user_id bigint not null,
    id text collate "C" not null,
    doc text collate "C" not null,
    address text collate "C" not null,
    from_name text collate "C",
    is_default bigint not null,
    status text collate "C" not null,
    primary key (user_id, id)
  );
`;
