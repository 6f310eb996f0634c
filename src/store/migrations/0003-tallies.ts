// How many records there are of each combination of filters, kept with every write, so that the total of a list is a sum
// over a few rows and not a walk over a million. The key of an email is made from its time, so that the search index,
// which is in the order of the keys, returns the newest first. `notes` is for the program's own memory, such as how the
// search index was made.

export const sqlite = `
  create table notes (
    name text primary key,
    value text not null
  );

  create table events_tally (
    user_id integer not null,
    trashed integer not null,
    calendar_name text not null,
    status text not null,
    source text not null,
    n integer not null,
    primary key (user_id, trashed, calendar_name, status, source)
  ) without rowid;
  create table emails_tally (
    user_id integer not null,
    trashed integer not null,
    folder text not null,
    is_read integer not null,
    is_starred integer not null,
    has_attachments integer not null,
    account_id text not null,
    status text not null,
    snoozed_until integer not null,
    n integer not null,
    primary key (user_id, trashed, folder, is_read, is_starred, has_attachments, account_id, status, snoozed_until)
  ) without rowid;
  create table contacts_tally (
    user_id integer not null,
    trashed integer not null,
    source text not null,
    n integer not null,
    primary key (user_id, trashed, source)
  ) without rowid;

  create table emails_tag_tally (
    user_id integer not null,
    tag text not null,
    trashed integer not null,
    n integer not null,
    primary key (user_id, tag, trashed)
  ) without rowid;
  create table contacts_tag_tally (
    user_id integer not null,
    tag text not null,
    trashed integer not null,
    n integer not null,
    primary key (user_id, tag, trashed)
  ) without rowid;

  create table events_time_tally (
    user_id integer not null,
    bucket integer not null,
    n integer not null,
    primary key (user_id, bucket)
  ) without rowid;
  create table emails_time_tally (
    user_id integer not null,
    bucket integer not null,
    n integer not null,
    primary key (user_id, bucket)
  ) without rowid;

  insert into events_tally (user_id, trashed, calendar_name, status, source, n)
    select user_id, case when deleted_at is null then 0 else 1 end, calendar_name, status, source, count(*)
    from events group by 1, 2, 3, 4, 5;
  insert into emails_tally (user_id, trashed, folder, is_read, is_starred, has_attachments, account_id, status, snoozed_until, n)
    select user_id, case when deleted_at is null then 0 else 1 end, folder, is_read, is_starred, has_attachments,
      coalesce(account_id, ''), status, case when snoozed_until is null then 0 else 1 end, count(*)
    from emails group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  insert into contacts_tally (user_id, trashed, source, n)
    select user_id, case when deleted_at is null then 0 else 1 end, source, count(*)
    from contacts group by 1, 2, 3;
  insert into emails_tag_tally (user_id, tag, trashed, n)
    select t.user_id, t.tag, case when r.deleted_at is null then 0 else 1 end, count(*)
    from emails_tags t join emails r on r.user_id = t.user_id and r.id = t.id group by 1, 2, 3;
  insert into contacts_tag_tally (user_id, tag, trashed, n)
    select t.user_id, t.tag, case when r.deleted_at is null then 0 else 1 end, count(*)
    from contacts_tags t join contacts r on r.user_id = t.user_id and r.id = t.id group by 1, 2, 3;
  insert into events_time_tally (user_id, bucket, n)
    select user_id, (start_at - ((start_at % 2147483648) + 2147483648) % 2147483648) / 2147483648, count(*)
    from events where deleted_at is null group by 1, 2;
  insert into emails_time_tally (user_id, bucket, n)
    select user_id, (received_at - ((received_at % 2147483648) + 2147483648) % 2147483648) / 2147483648, count(*)
    from emails where deleted_at is null and received_at is not null group by 1, 2;

  -- A key is the second in the upper bits and a number within the second in the lower 21. All keys are moved out of
  -- the way first: a new key may be one that another email still has. The keys of a table are one sequence in SQLite.
  update emails set key = key - 9007199254740991;
  create temp table new_keys as
    select key as old, second * 2097152 + row_number() over (partition by second order by received_at, id) - 1 as new
    from (
      select key, id, received_at, cast(case when received_at is null then -2147483648
        else max(-2147483647, min(4294967294, floor(received_at / 1000.0))) end as integer) as second
      from emails
    );
  create unique index temp.new_keys_old on new_keys (old);
  update emails set key = (select new from new_keys where old = emails.key);
  drop table new_keys;
`;

export const postgres = `
  create table notes (
    name text collate "C" primary key,
    value text collate "C" not null
  );

  create table events_tally (
    user_id bigint not null,
    trashed bigint not null,
    calendar_name text collate "C" not null,
    status text collate "C" not null,
    source text collate "C" not null,
    n bigint not null,
    primary key (user_id, trashed, calendar_name, status, source)
  );
  create table emails_tally (
    user_id bigint not null,
    trashed bigint not null,
    folder text collate "C" not null,
    is_read bigint not null,
    is_starred bigint not null,
    has_attachments bigint not null,
    account_id text collate "C" not null,
    status text collate "C" not null,
    snoozed_until bigint not null,
    n bigint not null,
    primary key (user_id, trashed, folder, is_read, is_starred, has_attachments, account_id, status, snoozed_until)
  );
  create table contacts_tally (
    user_id bigint not null,
    trashed bigint not null,
    source text collate "C" not null,
    n bigint not null,
    primary key (user_id, trashed, source)
  );

  create table emails_tag_tally (
    user_id bigint not null,
    tag text collate "C" not null,
    trashed bigint not null,
    n bigint not null,
    primary key (user_id, tag, trashed)
  );
  create table contacts_tag_tally (
    user_id bigint not null,
    tag text collate "C" not null,
    trashed bigint not null,
    n bigint not null,
    primary key (user_id, tag, trashed)
  );

  create table events_time_tally (
    user_id bigint not null,
    bucket bigint not null,
    n bigint not null,
    primary key (user_id, bucket)
  );
  create table emails_time_tally (
    user_id bigint not null,
    bucket bigint not null,
    n bigint not null,
    primary key (user_id, bucket)
  );

  insert into events_tally (user_id, trashed, calendar_name, status, source, n)
    select user_id, case when deleted_at is null then 0 else 1 end, calendar_name, status, source, count(*)
    from events group by 1, 2, 3, 4, 5;
  insert into emails_tally (user_id, trashed, folder, is_read, is_starred, has_attachments, account_id, status, snoozed_until, n)
    select user_id, case when deleted_at is null then 0 else 1 end, folder, is_read, is_starred, has_attachments,
      coalesce(account_id, ''), status, case when snoozed_until is null then 0 else 1 end, count(*)
    from emails group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  insert into contacts_tally (user_id, trashed, source, n)
    select user_id, case when deleted_at is null then 0 else 1 end, source, count(*)
    from contacts group by 1, 2, 3;
  insert into emails_tag_tally (user_id, tag, trashed, n)
    select t.user_id, t.tag, case when r.deleted_at is null then 0 else 1 end, count(*)
    from emails_tags t join emails r on r.user_id = t.user_id and r.id = t.id group by 1, 2, 3;
  insert into contacts_tag_tally (user_id, tag, trashed, n)
    select t.user_id, t.tag, case when r.deleted_at is null then 0 else 1 end, count(*)
    from contacts_tags t join contacts r on r.user_id = t.user_id and r.id = t.id group by 1, 2, 3;
  insert into events_time_tally (user_id, bucket, n)
    select user_id, (start_at - ((start_at % 2147483648) + 2147483648) % 2147483648) / 2147483648, count(*)
    from events where deleted_at is null group by 1, 2;
  insert into emails_time_tally (user_id, bucket, n)
    select user_id, (received_at - ((received_at % 2147483648) + 2147483648) % 2147483648) / 2147483648, count(*)
    from emails where deleted_at is null and received_at is not null group by 1, 2;

  -- The search tables refer to the keys. They are made anew from the records after the steps.
  drop table if exists events_search, emails_search, contacts_search;
  update emails set key = key - 9007199254740991;
  update emails set key = made.new_key from (
    select user_id, key as old_key,
      second * 2097152 + row_number() over (partition by user_id, second order by received_at, id) - 1 as new_key
    from (
      select user_id, key, id, received_at, cast(case when received_at is null then -2147483648
        else greatest(-2147483647, least(4294967294, floor(received_at / 1000.0))) end as bigint) as second
      from emails
    ) seconds
  ) made where emails.user_id = made.user_id and emails.key = made.old_key;
`;
