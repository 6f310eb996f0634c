// Who delivered an email, indexes for lists, and what jobs compute again: the search index, previews, texts of attached mail.

// The index of the earlier version still finds what it found; a job adds the parts of compounds.
const indexAgain = ['emails', 'events', 'contacts']
  .map(
    (table) => `
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'index', '{"table":"${table}","after":"","done":0,"total":' || count(*) || '}', 0, 0 from ${table} group by user_id
    on conflict do nothing;`,
  )
  .join('');

// Who delivered an email: of those that are there, only mail that is at its server with its source is from an account.
const delivery = `
  alter table emails add column delivered_by text not null default 'other';
  update emails set delivered_by = 'account' where source = 'imap' and status = 'received'
    and exists (select 1 from imap_messages m where m.user_id = emails.user_id and m.email_id = emails.id)
    and exists (select 1 from content_uses u where u.user_id = emails.user_id and u.kind = 'raw' and u.owner_id = emails.id);`;

// Each sort and filter of a list has an index with its order, but those that would make writes too expensive.
const lists = {
  sqlite: `
    drop index emails_status;
    create index emails_status on emails (user_id, status, received_at, id) where deleted_at is null and status <> 'received';
    create index emails_account on emails (user_id, account_id, received_at, id) where deleted_at is null and account_id is not null;
    create index emails_unread_received on emails (user_id, received_at, id) where deleted_at is null and is_read = 0;
    create index emails_starred on emails (user_id, received_at, id) where deleted_at is null and is_starred = 1;
    create index emails_attached on emails (user_id, received_at, id) where deleted_at is null and has_attachments = 1;
    create index emails_snoozed on emails (user_id, received_at, id) where deleted_at is null and snoozed_until is not null;
    create index emails_trash_received on emails (user_id, received_at, id) where deleted_at is not null;
    create index emails_created on emails (user_id, created_at, id) where deleted_at is null;
    create index emails_subject on emails (user_id, subject, id) where deleted_at is null;
    create index events_status on events (user_id, status, start_at, id) where deleted_at is null and status <> 'confirmed';
    create index events_source on events (user_id, source, start_at, id) where deleted_at is null and source <> 'local';
    create index events_trash_start on events (user_id, start_at, id) where deleted_at is not null;
    create index events_created on events (user_id, created_at, id) where deleted_at is null;
    create index events_updated on events (user_id, updated_at, id) where deleted_at is null;
    create index events_title on events (user_id, title, id) where deleted_at is null;
    create index contacts_source on contacts (user_id, source, display_name, id) where deleted_at is null and source <> 'local';
    create index contacts_trash_name on contacts (user_id, display_name, id) where deleted_at is not null;
    create index contacts_created on contacts (user_id, created_at, id) where deleted_at is null;
    create index contacts_updated on contacts (user_id, updated_at, id) where deleted_at is null;
    create index contacts_company on contacts (user_id, company, id) where deleted_at is null;
  `,
  postgres: `
    drop index emails_status;
    create index emails_status on emails (user_id, status, received_at desc nulls last, id desc) where deleted_at is null and status <> 'received';
    create index emails_account on emails (user_id, account_id, received_at desc nulls last, id desc) where deleted_at is null and account_id is not null;
    create index emails_unread_received on emails (user_id, received_at desc nulls last, id desc) where deleted_at is null and is_read = 0;
    create index emails_starred on emails (user_id, received_at desc nulls last, id desc) where deleted_at is null and is_starred = 1;
    create index emails_attached on emails (user_id, received_at desc nulls last, id desc) where deleted_at is null and has_attachments = 1;
    create index emails_snoozed on emails (user_id, received_at desc nulls last, id desc) where deleted_at is null and snoozed_until is not null;
    create index emails_trash_received on emails (user_id, received_at desc nulls last, id desc) where deleted_at is not null;
    create index emails_created on emails (user_id, created_at, id) where deleted_at is null;
    create index emails_subject on emails (user_id, subject desc nulls last, id desc) where deleted_at is null;
    create index events_status on events (user_id, status, start_at, id) where deleted_at is null and status <> 'confirmed';
    create index events_source on events (user_id, source, start_at, id) where deleted_at is null and source <> 'local';
    create index events_trash_start on events (user_id, start_at, id) where deleted_at is not null;
    create index events_created on events (user_id, created_at, id) where deleted_at is null;
    create index events_updated on events (user_id, updated_at, id) where deleted_at is null;
    create index events_title on events (user_id, title, id) where deleted_at is null;
    create index contacts_source on contacts (user_id, source, display_name, id) where deleted_at is null and source <> 'local';
    create index contacts_trash_name on contacts (user_id, display_name, id) where deleted_at is not null;
    create index contacts_created on contacts (user_id, created_at, id) where deleted_at is null;
    create index contacts_updated on contacts (user_id, updated_at, id) where deleted_at is null;
    create index contacts_company on contacts (user_id, company nulls last, id) where deleted_at is null;
  `,
};

// The texts of attachments of mail that has mail attached: a job reads them again, with those of the attached mail.
const attachedMail = `
  delete from attachment_texts where exists (select 1 from emails e
    where e.has_attachments = 1 and e.user_id = attachment_texts.user_id and e.id = attachment_texts.email_id
      and (e.doc like '%"message/rfc822"%' or e.doc like '%"message/global"%' or e.doc like '%.eml"%'));
  delete from jobs where kind = 'extract_all';
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'extract_all', '{"after":"","done":0,"total":' || count(*) || '}', 0, 0
    from emails where has_attachments = 1 group by user_id;
`;

// Previews show less of what is quoted: the job that computes them does it again, and those of before stay until then.
const previews = `
  delete from jobs where kind = 'preview';
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'preview', '{"after":"","done":0,"total":' || count(*) || '}', 0, 0 from emails group by user_id;
`;

export const sqlite = `
  update notes set value = '5' where name = 'search' and value = '4';
  ${indexAgain}
  ${delivery}
  ${lists.sqlite}
  ${previews}
  ${attachedMail}
`;

export const postgres = `
  update notes set value = '6' where name = 'search' and value = '5';
  ${indexAgain}
  ${delivery}
  ${lists.postgres}
  ${previews}
  ${attachedMail}
`;
