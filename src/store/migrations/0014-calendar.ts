// Events know their dates and where they lie in time: from their first start (first_at) up to their last end (last_at),
// which `long` says are more than 32 days apart. The columns hold bounds that are too wide until the service starts, which
// computes them and the dates of all-day events (calendar/event-rows.ts): only it knows the time zone of the service. Contacts
// have birthdays and anniversaries. Calendars and reminders get their tables. A reminder of a single event has an empty recurrence_id.

export const sqlite = `
  alter table events add column all_day integer not null default 0;
  alter table events add column first_at integer not null default 0;
  alter table events add column last_at integer not null default 253402300800000;
  alter table events add column long integer not null default 1;
  alter table events add column last_start integer;
  update events set first_at = start_at,
    doc = substr(doc, 1, length(doc) - 1) || ',"start_date":null,"end_date":null,"overrides":null,"transparency":"opaque"}';

  drop index events_start;
  drop index events_calendar;
  drop index events_series;
  create index events_start on events (user_id, start_at, id, all_day) where deleted_at is null;
  create index events_calendar on events (user_id, calendar_name, start_at, id, all_day) where deleted_at is null;
  create index events_series on events (user_id, last_at, first_at) where recurrence = 1;
  create index events_series_seq on events (user_id, seq) where recurrence = 1;
  create index events_series_start on events (user_id, start_at, id) where recurrence = 1;
  create index events_short on events (user_id, first_at, last_at) where recurrence = 0 and long = 0;
  create index events_long on events (user_id, last_at, first_at) where recurrence = 0 and long = 1;

  update contacts set doc = substr(doc, 1, length(doc) - 1) || ',"birthday":null,"anniversary":null}';
  alter table contacts add column birthday text;
  alter table contacts add column anniversary text;
  create index contacts_birthday on contacts (user_id, birthday) where birthday is not null and deleted_at is null;
  create index contacts_anniversary on contacts (user_id, anniversary) where anniversary is not null and deleted_at is null;

  create table calendars (
    user_id integer not null,
    name text not null,
    seq integer not null,
    color text,
    position integer,
    default_reminders text,
    is_visible integer,
    counts_as_busy integer,
    created_at integer not null,
    updated_at integer not null,
    primary key (user_id, name)
  ) without rowid;

  create table reminders (
    user_id integer not null,
    id text not null,
    event_id text not null,
    recurrence_id text not null,
    type text not null,
    minutes_before integer not null,
    due_at integer not null,
    status text not null,
    fired_at integer,
    late integer,
    dismissed_at integer,
    snoozed_until integer,
    email_id text,
    detail text,
    created_at integer not null,
    updated_at integer not null,
    primary key (user_id, id)
  ) without rowid;
  create unique index reminders_of on reminders (user_id, event_id, recurrence_id, type, minutes_before, due_at);
  create index reminders_due on reminders (user_id, due_at, id);
  create index reminders_snoozed on reminders (user_id, snoozed_until) where snoozed_until is not null;

  delete from notes where name = 'events';
`;

export const postgres = `
  alter table events add column all_day bigint not null default 0;
  alter table events add column first_at bigint not null default 0;
  alter table events add column last_at bigint not null default 253402300800000;
  alter table events add column long bigint not null default 1;
  alter table events add column last_start bigint;
  update events set first_at = start_at,
    doc = substr(doc, 1, length(doc) - 1) || ',"start_date":null,"end_date":null,"overrides":null,"transparency":"opaque"}';

  drop index events_start;
  drop index events_calendar;
  drop index events_series;
  create index events_start on events (user_id, start_at, id, all_day) where deleted_at is null;
  create index events_calendar on events (user_id, calendar_name, start_at, id, all_day) where deleted_at is null;
  create index events_series on events (user_id, last_at, first_at) where recurrence = 1;
  create index events_series_seq on events (user_id, seq) where recurrence = 1;
  create index events_series_start on events (user_id, start_at, id) where recurrence = 1;
  create index events_short on events (user_id, first_at, last_at) where recurrence = 0 and long = 0;
  create index events_long on events (user_id, last_at, first_at) where recurrence = 0 and long = 1;

  update contacts set doc = substr(doc, 1, length(doc) - 1) || ',"birthday":null,"anniversary":null}';
  alter table contacts add column birthday text collate "C";
  alter table contacts add column anniversary text collate "C";
  create index contacts_birthday on contacts (user_id, birthday) where birthday is not null and deleted_at is null;
  create index contacts_anniversary on contacts (user_id, anniversary) where anniversary is not null and deleted_at is null;

  create table calendars (
    user_id bigint not null,
    name text collate "C" not null,
    seq bigint not null,
    color text collate "C",
    position bigint,
    default_reminders text collate "C",
    is_visible bigint,
    counts_as_busy bigint,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, name)
  );

  create table reminders (
    user_id bigint not null,
    id text collate "C" not null,
    event_id text collate "C" not null,
    recurrence_id text collate "C" not null,
    type text collate "C" not null,
    minutes_before bigint not null,
    due_at bigint not null,
    status text collate "C" not null,
    fired_at bigint,
    late bigint,
    dismissed_at bigint,
    snoozed_until bigint,
    email_id text collate "C",
    detail text collate "C",
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, id)
  );
  create unique index reminders_of on reminders (user_id, event_id, recurrence_id, type, minutes_before, due_at);
  create index reminders_due on reminders (user_id, due_at, id);
  create index reminders_snoozed on reminders (user_id, snoozed_until) where snoozed_until is not null;

  delete from notes where name = 'events';
`;
