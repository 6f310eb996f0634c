// Who delivered an email, indexes for lists and reports, and the search index with parts of compounds.

// The index of the earlier version still finds what it found; a job adds the parts of compounds.
const indexAgain = ['emails', 'events', 'contacts']
  .map(
    (table) => `
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'index', '{"table":"${table}","after":"","done":0,"total":' || count(*) || '}', 0, 0 from ${table} group by user_id
    on conflict do nothing;`,
  )
  .join('');

// who delivered an email
const delivered = `
  alter table emails add column delivered_by text not null default 'other';
  update emails set delivered_by = 'account' where source = 'imap' and status = 'received'
    and exists (select 1 from imap_messages m where m.user_id = emails.user_id and m.email_id = emails.id)
    and exists (select 1 from content_uses u where u.user_id = emails.user_id and u.kind = 'raw' and u.owner_id = emails.id);`;
const delivery = { sqlite: delivered, postgres: delivered };

// indexes of lists
const lists = { sqlite: ``, postgres: `` };

// reports (bounces and read receipts) find the email they name
const reports = { sqlite: ``, postgres: `` };

// The texts of attachments of mail that has mail attached: a job reads them again, with those of the attached mail.
const attachedMail = `
  delete from attachment_texts where exists (select 1 from emails e
    where e.user_id = attachment_texts.user_id and e.id = attachment_texts.email_id
      and (e.doc like '%"message/rfc822"%' or e.doc like '%"message/global"%' or e.doc like '%.eml"%'));
  delete from jobs where kind = 'extract_all';
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'extract_all', '{"after":"","done":0,"total":' || count(*) || '}', 0, 0
    from emails where has_attachments = 1 group by user_id;
`;

// columns that are computed from the mail itself (previews, quotes, attached mail)
const mails = { sqlite: ``, postgres: `` };

export const sqlite = `
  update notes set value = '5' where name = 'search' and value = '4';
  ${indexAgain}
  ${delivery.sqlite}
  ${lists.sqlite}
  ${reports.sqlite}
  ${mails.sqlite}
  ${attachedMail}
`;

export const postgres = `
  update notes set value = '6' where name = 'search' and value = '5';
  ${indexAgain}
  ${delivery.postgres}
  ${lists.postgres}
  ${reports.postgres}
  ${mails.postgres}
  ${attachedMail}
`;
