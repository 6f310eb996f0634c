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
const delivery = { sqlite: ``, postgres: `` };

// indexes of lists
const lists = { sqlite: ``, postgres: `` };

// reports (bounces and read receipts) find the email they name
const reports = { sqlite: ``, postgres: `` };

// columns that are computed from the mail itself (previews, quotes, attached mail)
const mails = { sqlite: ``, postgres: `` };

export const sqlite = `
  update notes set value = '5' where name = 'search' and value = '4';
  ${indexAgain}
  ${delivery.sqlite}
  ${lists.sqlite}
  ${reports.sqlite}
  ${mails.sqlite}
`;

export const postgres = `
  update notes set value = '6' where name = 'search' and value = '5';
  ${indexAgain}
  ${delivery.postgres}
  ${lists.postgres}
  ${reports.postgres}
  ${mails.postgres}
`;
