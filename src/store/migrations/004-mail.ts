// What moving mail needs: accounts with their sealed passwords, files and the contents they share, the lane of a mail
// that is to be sent and the mark of one whose last byte may have left, and what is known of the folders and messages
// of IMAP servers.
import type { Dialect } from './dialect.ts';

export const mail = ({ clustered }: Dialect) => `
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
  )${clustered};

  create table content_uses (
    user_id integer not null,
    kind text not null,
    owner_id text not null,
    sha256 text not null,
    primary key (user_id, kind, owner_id)
  )${clustered};
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
  )${clustered};

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
  )${clustered};
  create index imap_messages_email on imap_messages (user_id, email_id);
  create index imap_messages_identity on imap_messages (user_id, account_id, identity);
`;
