// Names: what was set for a folder, a label or a tag. Tasks: changes of many records in bounded transactions; a rename that
// was only a job becomes a task. The folder that a snoozed mail returns to has a column, so that a rename finds it;
// a record with a character that PostgreSQL does not store gets it with its next change. Sessions: browsers that have
// signed in with a token, each by the hash of the secret in its cookie.
// Previews: stored mail has none yet; a job for each user computes them, and its record_id says how far it is.
// Settings: what a user has set, as JSON; what is not in it has its default. Identities: records with the name, the
// address and the signature with which the mail of an account is sent.

export const sqlite = `
  -- names
  create table names (
    user_id integer not null,
    kind text not null,
    name text not null,
    seq integer not null,
    color text,
    position integer,
    created_at integer not null,
    updated_at integer not null,
    primary key (user_id, kind, name)
  ) without rowid;

  create table tasks (
    user_id integer not null,
    id text not null,
    kind text not null,
    resource text not null,
    state text not null,
    params text not null,
    processed integer not null,
    total integer not null,
    error text,
    created_at integer not null,
    updated_at integer not null,
    finished_at integer,
    primary key (user_id, id)
  ) without rowid;
  create index tasks_running on tasks (user_id, kind) where finished_at is null;

  insert into tasks (user_id, id, kind, resource, state, params, processed, total, created_at, updated_at)
    select user_id, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
        || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
      'calendar.rename', 'event', 'running', record_id, 0, 0, created_at, created_at
    from jobs where kind = 'rename';
  delete from jobs where kind = 'rename';
  insert into jobs (user_id, kind, record_id, due_at, created_at, attempts)
    select user_id, 'rename', id, created_at, created_at, 0 from tasks;

  alter table emails add column snoozed_from text;
  update emails set snoozed_from = json_extract(doc, '$.snoozed_from') where snoozed_until is not null and instr(doc, '\\u') = 0;
  create index emails_snoozed_from on emails (user_id, snoozed_from) where snoozed_from is not null;
  create index emails_trash_folder on emails (user_id, folder) where deleted_at is not null;

  -- sessions
  create table sessions (
    user_id integer not null,
    id text not null unique,
    token_id text not null,
    hash text not null,
    created_at integer not null,
    expires_at integer not null,
    primary key (user_id, id)
  ) without rowid;
  create index sessions_token on sessions (user_id, token_id, created_at, id);

  -- previews
  update emails set doc = substr(doc, 1, length(doc) - 1) || ',"preview":null}';
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'preview', '{"after":"","done":0,"total":' || count(*) || '}', 0, 0 from emails group by user_id;

  -- settings
  create table settings (
    user_id integer not null primary key,
    seq integer not null,
    doc text not null,
    created_at integer not null,
    updated_at integer not null
  );

  -- identities
  create table identities (
    key integer primary key,
    user_id integer not null,
    id text not null,
    handle text not null,
    seq integer not null,
    body integer,
    doc text not null,
    source text,
    source_id text,
    created_at integer not null,
    updated_at integer not null,
    deleted_at integer,
    account_id text not null,
    is_default integer not null
  );
  create unique index identities_id on identities (user_id, id);
  create index identities_handle on identities (user_id, handle);
  create index identities_account on identities (user_id, account_id, created_at, id);
`;

export const postgres = `
  -- names
  create table names (
    user_id bigint not null,
    kind text collate "C" not null,
    name text collate "C" not null,
    seq bigint not null,
    color text collate "C",
    position bigint,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, kind, name)
  );

  create table tasks (
    user_id bigint not null,
    id text collate "C" not null,
    kind text collate "C" not null,
    resource text collate "C" not null,
    state text collate "C" not null,
    params text collate "C" not null,
    processed bigint not null,
    total bigint not null,
    error text collate "C",
    created_at bigint not null,
    updated_at bigint not null,
    finished_at bigint,
    primary key (user_id, id)
  );
  create index tasks_running on tasks (user_id, kind) where finished_at is null;

  insert into tasks (user_id, id, kind, resource, state, params, processed, total, created_at, updated_at)
    select user_id, gen_random_uuid()::text, 'calendar.rename', 'event', 'running', record_id, 0, 0, created_at, created_at
    from jobs where kind = 'rename';
  delete from jobs where kind = 'rename';
  insert into jobs (user_id, kind, record_id, due_at, created_at, attempts)
    select user_id, 'rename', id, created_at, created_at, 0 from tasks;

  alter table emails add column snoozed_from text collate "C";
  update emails set snoozed_from = doc::json ->> 'snoozed_from'
    where snoozed_until is not null and strpos(doc, '\\u') = 0;
  create index emails_snoozed_from on emails (user_id, snoozed_from) where snoozed_from is not null;
  create index emails_trash_folder on emails (user_id, folder) where deleted_at is not null;

  -- sessions
  create table sessions (
    user_id bigint not null,
    id text collate "C" not null unique,
    token_id text collate "C" not null,
    hash text collate "C" not null,
    created_at bigint not null,
    expires_at bigint not null,
    primary key (user_id, id)
  );
  create index sessions_token on sessions (user_id, token_id, created_at, id);

  -- previews
  update emails set doc = substr(doc, 1, length(doc) - 1) || ',"preview":null}';
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'preview', '{"after":"","done":0,"total":' || count(*) || '}', 0, 0 from emails group by user_id;

  -- settings
  create table settings (
    user_id bigint not null primary key,
    seq bigint not null,
    doc text collate "C" not null,
    created_at bigint not null,
    updated_at bigint not null
  );

  -- identities
  create table identities (
    key bigint not null generated by default as identity,
    user_id bigint not null,
    id text collate "C" not null,
    handle text collate "C" not null,
    seq bigint not null,
    body bigint,
    doc text collate "C" not null,
    source text collate "C",
    source_id text collate "C",
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint,
    account_id text collate "C" not null,
    is_default bigint not null,
    primary key (user_id, key)
  );
  create unique index identities_id on identities (user_id, id);
  create index identities_handle on identities (user_id, handle);
  create index identities_account on identities (user_id, account_id, created_at, id);
`;
