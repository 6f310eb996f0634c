// What moving mail needs: accounts with their sealed passwords, files and the contents they share, the lane of a mail
// that is to be sent and the mark of one whose last byte may have left, and what is known of the folders and messages
// of IMAP servers.

export const sqlite = `
  alter table jobs add column marked_at integer;
  alter table jobs add column lane text;
  update jobs set lane = (select e.account_id from emails e where e.user_id = jobs.user_id and e.id = jobs.record_id)
    where kind = 'send';
  create index jobs_lanes on jobs (user_id, kind, lane, due_at);

  drop table accounts; -- nothing could be stored in it before
  create table accounts (
    user_id integer not null,
    id text not null,
    seq integer not null,
    created_at integer not null,
    doc text not null,
    secrets text,
    address text not null,
    from_name text,
    is_default integer not null,
    status text not null,
    primary key (user_id, id)
  );

  create table files (
    user_id integer not null,
    id text not null,
    seq integer not null,
    created_at integer not null,
    doc text not null,
    email_id text,
    primary key (user_id, id)
  );
  create index files_age on files (user_id, created_at, id);
  create index files_email on files (user_id, email_id) where email_id is not null;

  create table contents (
    user_id integer not null,
    sha256 text not null,
    size integer not null,
    primary key (user_id, sha256)
  ) without rowid;

  create table content_uses (
    user_id integer not null,
    kind text not null,
    owner_id text not null,
    sha256 text not null,
    primary key (user_id, kind, owner_id)
  ) without rowid;
  create index content_uses_content on content_uses (user_id, sha256);

  create table imap_folders (
    user_id integer not null,
    account_id text not null,
    path text not null,
    folder text not null,
    uid_validity integer,
    mod_seq text,
    server_total integer,
    missing integer,
    extra integer,
    last_success integer,
    last_error text,
    next_try integer,
    primary key (user_id, account_id, path)
  ) without rowid;

  create table imap_messages (
    user_id integer not null,
    account_id text not null,
    path text not null,
    uid_validity integer not null,
    uid integer not null,
    email_id text not null,
    identity text not null,
    size integer not null,
    seen integer not null,
    flagged integer not null,
    primary key (user_id, account_id, path, uid_validity, uid)
  ) without rowid;
  create index imap_messages_email on imap_messages (user_id, email_id);
  create index imap_messages_identity on imap_messages (user_id, account_id, identity);
`;

export const postgres = `
  alter table jobs add column marked_at bigint;
  alter table jobs add column lane text collate "C";
  update jobs set lane = (select e.account_id from emails e where e.user_id = jobs.user_id and e.id = jobs.record_id)
    where kind = 'send';
  create index jobs_lanes on jobs (user_id, kind, lane, due_at);

  drop table accounts; -- nothing could be stored in it before
  create table accounts (
    user_id bigint not null,
    id text collate "C" not null,
    seq bigint not null,
    created_at bigint not null,
    doc text collate "C" not null,
    secrets text collate "C",
    address text collate "C" not null,
    from_name text collate "C",
    is_default bigint not null,
    status text collate "C" not null,
    primary key (user_id, id)
  );

  create table files (
    user_id bigint not null,
    id text collate "C" not null,
    seq bigint not null,
    created_at bigint not null,
    doc text collate "C" not null,
    email_id text collate "C",
    primary key (user_id, id)
  );
  create index files_age on files (user_id, created_at, id);
  create index files_email on files (user_id, email_id) where email_id is not null;

  create table contents (
    user_id bigint not null,
    sha256 text collate "C" not null,
    size bigint not null,
    primary key (user_id, sha256)
  );

  create table content_uses (
    user_id bigint not null,
    kind text collate "C" not null,
    owner_id text collate "C" not null,
    sha256 text collate "C" not null,
    primary key (user_id, kind, owner_id)
  );
  create index content_uses_content on content_uses (user_id, sha256);

  create table imap_folders (
    user_id bigint not null,
    account_id text collate "C" not null,
    path text collate "C" not null,
    folder text collate "C" not null,
    uid_validity bigint,
    mod_seq text collate "C",
    server_total bigint,
    missing bigint,
    extra bigint,
    last_success bigint,
    last_error text collate "C",
    next_try bigint,
    primary key (user_id, account_id, path)
  );

  create table imap_messages (
    user_id bigint not null,
    account_id text collate "C" not null,
    path text collate "C" not null,
    uid_validity bigint not null,
    uid bigint not null,
    email_id text collate "C" not null,
    identity text collate "C" not null,
    size bigint not null,
    seen bigint not null,
    flagged bigint not null,
    primary key (user_id, account_id, path, uid_validity, uid)
  );
  create index imap_messages_email on imap_messages (user_id, email_id);
  create index imap_messages_identity on imap_messages (user_id, account_id, identity);
`;
