// Conversations: how many mails each has, the lists that it is on with its latest mail (of a folder, of a folder in an
// account, of a label), and how many conversations are on each list.

export const sqlite = `
  -- conversations
  create table conversations (
    user_id integer not null,
    id text not null,
    handle text,
    latest_at integer not null,
    mails integer not null,
    unread integer not null,
    starred integer not null,
    attached integer not null,
    drafts integer not null,
    trashed integer not null,
    primary key (user_id, id)
  ) without rowid;

  create table conversation_lists (
    user_id integer not null,
    id text not null,
    list text not null,
    latest_at integer not null,
    mails integer not null,
    unread integer not null,
    starred integer not null,
    attached integer not null,
    primary key (user_id, id, list)
  ) without rowid;

  create table conversation_tally (
    user_id integer not null,
    list text not null,
    unread integer not null,
    starred integer not null,
    attached integer not null,
    n integer not null,
    primary key (user_id, list, unread, starred, attached)
  ) without rowid;

  insert into conversations (user_id, id, handle, latest_at, mails, unread, starred, attached, drafts, trashed)
    select user_id, thread_id,
      case when length(thread_id) = 36 and substr(thread_id, 9, 1) = '-' and substr(thread_id, 14, 1) = '-'
        and substr(thread_id, 19, 1) = '-' and substr(thread_id, 24, 1) = '-' then substr(thread_id, 27) end,
      coalesce(max(case when deleted_at is null then coalesce(received_at, created_at) end),
        max(coalesce(received_at, created_at))),
      sum(case when deleted_at is null then 1 else 0 end),
      sum(case when deleted_at is null and is_read = 0 then 1 else 0 end),
      sum(case when deleted_at is null and is_starred = 1 then 1 else 0 end),
      sum(case when deleted_at is null and has_attachments = 1 then 1 else 0 end),
      sum(case when deleted_at is null and status = 'draft' then 1 else 0 end),
      sum(case when deleted_at is null then 0 else 1 end)
    from emails where thread_id is not null group by user_id, thread_id;

  insert into conversation_lists (user_id, id, list, latest_at, mails, unread, starred, attached)
    select g.user_id, g.thread_id, g.list, c.latest_at, g.mails, g.unread, g.starred, g.attached
    from (
      select r.user_id, r.thread_id, 'folder ' || r.folder as list, count(*) as mails,
        sum(1 - r.is_read) as unread, sum(r.is_starred) as starred, sum(r.has_attachments) as attached
      from emails r
      where r.deleted_at is null and r.thread_id is not null group by r.user_id, r.thread_id, r.folder
    ) g join conversations c on c.user_id = g.user_id and c.id = g.thread_id;
  insert into conversation_lists (user_id, id, list, latest_at, mails, unread, starred, attached)
    select g.user_id, g.thread_id, g.list, c.latest_at, g.mails, g.unread, g.starred, g.attached
    from (
      select r.user_id, r.thread_id, 'account ' || r.account_id || ' ' || r.folder as list, count(*) as mails,
        sum(1 - r.is_read) as unread, sum(r.is_starred) as starred, sum(r.has_attachments) as attached
      from emails r
      where r.deleted_at is null and r.account_id is not null and r.thread_id is not null group by r.user_id, r.thread_id, r.account_id, r.folder
    ) g join conversations c on c.user_id = g.user_id and c.id = g.thread_id;
  insert into conversation_lists (user_id, id, list, latest_at, mails, unread, starred, attached)
    select g.user_id, g.thread_id, g.list, c.latest_at, g.mails, g.unread, g.starred, g.attached
    from (
      select r.user_id, r.thread_id, 'label ' || t.tag as list, count(*) as mails,
        sum(1 - r.is_read) as unread, sum(r.is_starred) as starred, sum(r.has_attachments) as attached
      from emails_tags t join emails r on r.user_id = t.user_id and r.id = t.id
      where r.deleted_at is null and r.thread_id is not null group by r.user_id, r.thread_id, t.tag
    ) g join conversations c on c.user_id = g.user_id and c.id = g.thread_id;

  create index conversations_all on conversations (user_id, latest_at, id);
  create index conversations_latest on conversations (user_id, latest_at, id) where mails > 0;
  create index conversations_handle on conversations (user_id, handle) where handle is not null;
  create index conversations_unread on conversations (user_id, latest_at, id) where unread > 0;
  create index conversations_starred on conversations (user_id, latest_at, id) where starred > 0;
  create index conversations_attached on conversations (user_id, latest_at, id) where attached > 0;
  create index conversations_trashed on conversations (user_id, latest_at, id) where trashed > 0;
  create index conversation_lists_latest on conversation_lists (user_id, list, latest_at, id);
  create index conversation_lists_unread on conversation_lists (user_id, list, latest_at, id) where unread > 0;
  create index conversation_lists_starred on conversation_lists (user_id, list, latest_at, id) where starred > 0;
  create index conversation_lists_attached on conversation_lists (user_id, list, latest_at, id) where attached > 0;
  create index emails_thread_live on emails (user_id, thread_id, received_at, id) where deleted_at is null;

  insert into conversation_tally (user_id, list, unread, starred, attached, n)
    select user_id, list, case when unread > 0 then 1 else 0 end, case when starred > 0 then 1 else 0 end,
      case when attached > 0 then 1 else 0 end, count(*)
    from conversation_lists group by 1, 2, 3, 4, 5;
  insert into conversation_tally (user_id, list, unread, starred, attached, n)
    select user_id, '', case when unread > 0 then 1 else 0 end, case when starred > 0 then 1 else 0 end,
      case when attached > 0 then 1 else 0 end, count(*)
    from conversations where mails > 0 group by 1, 2, 3, 4, 5;
  insert into conversation_tally (user_id, list, unread, starred, attached, n)
    select user_id, 'all', 0, 0, 0, count(*) from conversations group by user_id;
  insert into conversation_tally (user_id, list, unread, starred, attached, n)
    select user_id, 'trash', 0, 0, 0, count(*) from conversations where trashed > 0 group by user_id;

  -- trusted senders
  create table trusted_senders (
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
    sender text not null
  );
  create unique index trusted_senders_id on trusted_senders (user_id, id);
  create index trusted_senders_handle on trusted_senders (user_id, handle);
  create unique index trusted_senders_sender on trusted_senders (user_id, sender);

  -- correspondents
  create table correspondent_uses (
    user_id integer not null,
    address text not null,
    kind text not null,
    at integer not null,
    record_id text not null,
    name text,
    shown text not null,
    words text,
    primary key (user_id, address, kind, at, record_id)
  ) without rowid;
  create table correspondents (
    user_id integer not null,
    address text not null,
    shown text not null,
    written integer not null,
    received integer not null,
    bulk integer not null,
    score real not null,
    last_written_at integer,
    mail_name text,
    name_at integer,
    mail_words text not null,
    contact_id text,
    contact_name text,
    contact_order text,
    contact_shown text,
    contact_words text not null,
    primary key (user_id, address)
  ) without rowid;
  create index correspondents_score on correspondents (user_id, score);
  create index correspondents_contact on correspondents (user_id, score) where contact_id is not null;
  create index correspondents_order on correspondents (user_id, contact_order) where contact_id is not null;
  create table correspondent_words (
    user_id integer not null,
    word text not null,
    address text not null,
    primary key (user_id, word, address)
  ) without rowid;

  -- tasks
  alter table tasks add column failed integer not null default 0;
  alter table tasks add column errors text not null default '[]';
  alter table tasks add column position text;
  alter table emails add column first_seq integer not null default 0;

  -- search
  create table attachment_texts (
    user_id integer not null,
    email_id text not null,
    texts text not null,
    primary key (user_id, email_id)
  );
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'extract_all', '{"after":"","done":0,"total":' || count(*) || '}', 0, 0
    from emails where has_attachments = 1 group by user_id;
  -- The index of the earlier version still finds what it found; a job adds the rest.
  update notes set value = '4' where name = 'search' and value = '3';
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'index', '{"table":"emails","after":"","done":0,"total":' || count(*) || '}', 0, 0 from emails group by user_id;
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'index', '{"table":"events","after":"","done":0,"total":' || count(*) || '}', 0, 0 from events group by user_id;
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'index', '{"table":"contacts","after":"","done":0,"total":' || count(*) || '}', 0, 0 from contacts group by user_id;

  -- names
  update emails set snoozed_from = json_extract(doc, '$.snoozed_from')
    where snoozed_until is not null and snoozed_from is null and instr(doc, '\\u') > 0;
`;

export const postgres = `
  -- conversations
  create table conversations (
    user_id bigint not null,
    id text collate "C" not null,
    handle text collate "C",
    latest_at bigint not null,
    mails bigint not null,
    unread bigint not null,
    starred bigint not null,
    attached bigint not null,
    drafts bigint not null,
    trashed bigint not null,
    primary key (user_id, id)
  );

  create table conversation_lists (
    user_id bigint not null,
    id text collate "C" not null,
    list text collate "C" not null,
    latest_at bigint not null,
    mails bigint not null,
    unread bigint not null,
    starred bigint not null,
    attached bigint not null,
    primary key (user_id, id, list)
  );

  create table conversation_tally (
    user_id bigint not null,
    list text collate "C" not null,
    unread bigint not null,
    starred bigint not null,
    attached bigint not null,
    n bigint not null,
    primary key (user_id, list, unread, starred, attached)
  );

  insert into conversations (user_id, id, handle, latest_at, mails, unread, starred, attached, drafts, trashed)
    select user_id, thread_id,
      case when length(thread_id) = 36 and substr(thread_id, 9, 1) = '-' and substr(thread_id, 14, 1) = '-'
        and substr(thread_id, 19, 1) = '-' and substr(thread_id, 24, 1) = '-' then substr(thread_id, 27) end,
      coalesce(max(case when deleted_at is null then coalesce(received_at, created_at) end),
        max(coalesce(received_at, created_at))),
      sum(case when deleted_at is null then 1 else 0 end),
      sum(case when deleted_at is null and is_read = 0 then 1 else 0 end),
      sum(case when deleted_at is null and is_starred = 1 then 1 else 0 end),
      sum(case when deleted_at is null and has_attachments = 1 then 1 else 0 end),
      sum(case when deleted_at is null and status = 'draft' then 1 else 0 end),
      sum(case when deleted_at is null then 0 else 1 end)
    from emails where thread_id is not null group by user_id, thread_id;

  insert into conversation_lists (user_id, id, list, latest_at, mails, unread, starred, attached)
    select g.user_id, g.thread_id, g.list, c.latest_at, g.mails, g.unread, g.starred, g.attached
    from (
      select r.user_id, r.thread_id, 'folder ' || r.folder as list, count(*) as mails,
        sum(1 - r.is_read) as unread, sum(r.is_starred) as starred, sum(r.has_attachments) as attached
      from emails r
      where r.deleted_at is null and r.thread_id is not null group by r.user_id, r.thread_id, r.folder
    ) g join conversations c on c.user_id = g.user_id and c.id = g.thread_id;
  insert into conversation_lists (user_id, id, list, latest_at, mails, unread, starred, attached)
    select g.user_id, g.thread_id, g.list, c.latest_at, g.mails, g.unread, g.starred, g.attached
    from (
      select r.user_id, r.thread_id, 'account ' || r.account_id || ' ' || r.folder as list, count(*) as mails,
        sum(1 - r.is_read) as unread, sum(r.is_starred) as starred, sum(r.has_attachments) as attached
      from emails r
      where r.deleted_at is null and r.account_id is not null and r.thread_id is not null group by r.user_id, r.thread_id, r.account_id, r.folder
    ) g join conversations c on c.user_id = g.user_id and c.id = g.thread_id;
  insert into conversation_lists (user_id, id, list, latest_at, mails, unread, starred, attached)
    select g.user_id, g.thread_id, g.list, c.latest_at, g.mails, g.unread, g.starred, g.attached
    from (
      select r.user_id, r.thread_id, 'label ' || t.tag as list, count(*) as mails,
        sum(1 - r.is_read) as unread, sum(r.is_starred) as starred, sum(r.has_attachments) as attached
      from emails_tags t join emails r on r.user_id = t.user_id and r.id = t.id
      where r.deleted_at is null and r.thread_id is not null group by r.user_id, r.thread_id, t.tag
    ) g join conversations c on c.user_id = g.user_id and c.id = g.thread_id;

  create index conversations_all on conversations (user_id, latest_at, id);
  create index conversations_latest on conversations (user_id, latest_at, id) where mails > 0;
  create index conversations_handle on conversations (user_id, handle) where handle is not null;
  create index conversations_unread on conversations (user_id, latest_at, id) where unread > 0;
  create index conversations_starred on conversations (user_id, latest_at, id) where starred > 0;
  create index conversations_attached on conversations (user_id, latest_at, id) where attached > 0;
  create index conversations_trashed on conversations (user_id, latest_at, id) where trashed > 0;
  create index conversation_lists_latest on conversation_lists (user_id, list, latest_at, id);
  create index conversation_lists_unread on conversation_lists (user_id, list, latest_at, id) where unread > 0;
  create index conversation_lists_starred on conversation_lists (user_id, list, latest_at, id) where starred > 0;
  create index conversation_lists_attached on conversation_lists (user_id, list, latest_at, id) where attached > 0;
  create index emails_thread_live on emails (user_id, thread_id, received_at desc nulls last, id desc) where deleted_at is null;

  insert into conversation_tally (user_id, list, unread, starred, attached, n)
    select user_id, list, case when unread > 0 then 1 else 0 end, case when starred > 0 then 1 else 0 end,
      case when attached > 0 then 1 else 0 end, count(*)
    from conversation_lists group by 1, 2, 3, 4, 5;
  insert into conversation_tally (user_id, list, unread, starred, attached, n)
    select user_id, '', case when unread > 0 then 1 else 0 end, case when starred > 0 then 1 else 0 end,
      case when attached > 0 then 1 else 0 end, count(*)
    from conversations where mails > 0 group by 1, 2, 3, 4, 5;
  insert into conversation_tally (user_id, list, unread, starred, attached, n)
    select user_id, 'all', 0, 0, 0, count(*) from conversations group by user_id;
  insert into conversation_tally (user_id, list, unread, starred, attached, n)
    select user_id, 'trash', 0, 0, 0, count(*) from conversations where trashed > 0 group by user_id;

  -- trusted senders
  create table trusted_senders (
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
    sender text collate "C" not null,
    primary key (user_id, key)
  );
  create unique index trusted_senders_id on trusted_senders (user_id, id);
  create index trusted_senders_handle on trusted_senders (user_id, handle);
  create unique index trusted_senders_sender on trusted_senders (user_id, sender);

  -- correspondents
  create table correspondent_uses (
    user_id bigint not null,
    address text collate "C" not null,
    kind text collate "C" not null,
    at bigint not null,
    record_id text collate "C" not null,
    name text collate "C",
    shown text collate "C" not null,
    words text collate "C",
    primary key (user_id, address, kind, at, record_id)
  );
  create table correspondents (
    user_id bigint not null,
    address text collate "C" not null,
    shown text collate "C" not null,
    written bigint not null,
    received bigint not null,
    bulk bigint not null,
    score double precision not null,
    last_written_at bigint,
    mail_name text collate "C",
    name_at bigint,
    mail_words text collate "C" not null,
    contact_id text collate "C",
    contact_name text collate "C",
    contact_order text collate "C",
    contact_shown text collate "C",
    contact_words text collate "C" not null,
    primary key (user_id, address)
  );
  create index correspondents_score on correspondents (user_id, score);
  create index correspondents_contact on correspondents (user_id, score) where contact_id is not null;
  create index correspondents_order on correspondents (user_id, contact_order) where contact_id is not null;
  create table correspondent_words (
    user_id bigint not null,
    word text collate "C" not null,
    address text collate "C" not null,
    primary key (user_id, word, address)
  );

  -- tasks
  alter table tasks add column failed bigint not null default 0;
  alter table tasks add column errors text collate "C" not null default '[]';
  alter table tasks add column position text collate "C";
  alter table emails add column first_seq bigint not null default 0;

  -- search
  create table attachment_texts (
    user_id bigint not null,
    email_id text collate "C" not null,
    texts text collate "C" not null,
    primary key (user_id, email_id)
  );
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'extract_all', '{"after":"","done":0,"total":' || count(*) || '}', 0, 0
    from emails where has_attachments = 1 group by user_id;
  -- The index of the earlier version still finds what it found; a job adds the rest.
  update notes set value = '5' where name = 'search' and value = '4';
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'index', '{"table":"emails","after":"","done":0,"total":' || count(*) || '}', 0, 0 from emails group by user_id;
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'index', '{"table":"events","after":"","done":0,"total":' || count(*) || '}', 0, 0 from events group by user_id;
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'index', '{"table":"contacts","after":"","done":0,"total":' || count(*) || '}', 0, 0 from contacts group by user_id;

  -- names: without the escapes that PostgreSQL cannot decode, which names of folders never have
  update emails set snoozed_from = regexp_replace(doc, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\1', 'g')::json ->> 'snoozed_from'
    where snoozed_until is not null and snoozed_from is null and strpos(doc, '\\u') > 0;
`;
