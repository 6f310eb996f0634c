// Each server of an account gets a status of its own, and the status of the account is that of its SMTP server. Until
// now there was one for both; what was wrong with IMAP began with "IMAP:", alone or after what was wrong with SMTP.
// Within the texts of a record every quote is escaped, so the members that are replaced are found nowhere else.

export const sqlite = `
  update accounts set doc = replace(
      doc,
      '"imap":' || (doc -> '$.imap'),
      '"imap":' || substr((doc -> '$.imap'), 1, length((doc -> '$.imap')) - 1)
        || ',"status":"error"'
        || ',"status_detail":' || (doc -> '$.status_detail')
        || ',"last_checked_at":' || (doc -> '$.last_checked_at') || '}'
    )
    where (doc -> '$.imap') <> 'null' and status = 'error'
      and (doc -> '$.status_detail') like '%IMAP:%';
  update accounts set doc = replace(
      doc,
      '"imap":' || (doc -> '$.imap'),
      '"imap":' || substr((doc -> '$.imap'), 1, length((doc -> '$.imap')) - 1)
        || ',"status":"connected"'
        || ',"status_detail":null'
        || ',"last_checked_at":' || (doc -> '$.last_checked_at') || '}'
    )
    where (doc -> '$.imap') <> 'null' and status = 'error'
      and (doc -> '$.status_detail') not like '%IMAP:%';
  update accounts set doc = replace(
      doc,
      '"imap":' || (doc -> '$.imap'),
      '"imap":' || substr((doc -> '$.imap'), 1, length((doc -> '$.imap')) - 1)
        || ',"status":' || (doc -> '$.status')
        || ',"status_detail":' || (doc -> '$.status_detail')
        || ',"last_checked_at":' || (doc -> '$.last_checked_at') || '}'
    )
    where (doc -> '$.imap') <> 'null' and status <> 'error';
  update accounts set status = 'connected', doc = replace(
      doc,
      ',"status":"error","status_detail":' || (doc -> '$.status_detail')
        || ',"last_checked_at":' || (doc -> '$.last_checked_at') || ',"created_at":',
      ',"status":"connected","status_detail":null'
        || ',"last_checked_at":' || (doc -> '$.last_checked_at') || ',"created_at":'
    )
    where status = 'error' and (doc -> '$.status_detail') like '"IMAP:%';
  update accounts set doc = replace(
      doc,
      '"smtp":' || (doc -> '$.smtp'),
      '"smtp":' || substr((doc -> '$.smtp'), 1, length((doc -> '$.smtp')) - 1)
        || ',"status":' || (doc -> '$.status')
        || ',"status_detail":' || (doc -> '$.status_detail')
        || ',"last_checked_at":' || (doc -> '$.last_checked_at') || '}'
    )
    where (doc -> '$.smtp') <> 'null';
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'check_imap', record_id, due_at, created_at from jobs where kind = 'check';
`;

export const postgres = `
  update accounts set doc = replace(
      doc,
      '"imap":' || ((doc::json -> 'imap')::text collate "C"),
      '"imap":' || substr(((doc::json -> 'imap')::text collate "C"), 1, length(((doc::json -> 'imap')::text collate "C")) - 1)
        || ',"status":"error"'
        || ',"status_detail":' || ((doc::json -> 'status_detail')::text collate "C")
        || ',"last_checked_at":' || ((doc::json -> 'last_checked_at')::text collate "C") || '}'
    )
    where ((doc::json -> 'imap')::text collate "C") <> 'null' and status = 'error'
      and ((doc::json -> 'status_detail')::text collate "C") like '%IMAP:%';
  update accounts set doc = replace(
      doc,
      '"imap":' || ((doc::json -> 'imap')::text collate "C"),
      '"imap":' || substr(((doc::json -> 'imap')::text collate "C"), 1, length(((doc::json -> 'imap')::text collate "C")) - 1)
        || ',"status":"connected"'
        || ',"status_detail":null'
        || ',"last_checked_at":' || ((doc::json -> 'last_checked_at')::text collate "C") || '}'
    )
    where ((doc::json -> 'imap')::text collate "C") <> 'null' and status = 'error'
      and ((doc::json -> 'status_detail')::text collate "C") not like '%IMAP:%';
  update accounts set doc = replace(
      doc,
      '"imap":' || ((doc::json -> 'imap')::text collate "C"),
      '"imap":' || substr(((doc::json -> 'imap')::text collate "C"), 1, length(((doc::json -> 'imap')::text collate "C")) - 1)
        || ',"status":' || ((doc::json -> 'status')::text collate "C")
        || ',"status_detail":' || ((doc::json -> 'status_detail')::text collate "C")
        || ',"last_checked_at":' || ((doc::json -> 'last_checked_at')::text collate "C") || '}'
    )
    where ((doc::json -> 'imap')::text collate "C") <> 'null' and status <> 'error';
  update accounts set status = 'connected', doc = replace(
      doc,
      ',"status":"error","status_detail":' || ((doc::json -> 'status_detail')::text collate "C")
        || ',"last_checked_at":' || ((doc::json -> 'last_checked_at')::text collate "C") || ',"created_at":',
      ',"status":"connected","status_detail":null'
        || ',"last_checked_at":' || ((doc::json -> 'last_checked_at')::text collate "C") || ',"created_at":'
    )
    where status = 'error' and ((doc::json -> 'status_detail')::text collate "C") like '"IMAP:%';
  update accounts set doc = replace(
      doc,
      '"smtp":' || ((doc::json -> 'smtp')::text collate "C"),
      '"smtp":' || substr(((doc::json -> 'smtp')::text collate "C"), 1, length(((doc::json -> 'smtp')::text collate "C")) - 1)
        || ',"status":' || ((doc::json -> 'status')::text collate "C")
        || ',"status_detail":' || ((doc::json -> 'status_detail')::text collate "C")
        || ',"last_checked_at":' || ((doc::json -> 'last_checked_at')::text collate "C") || '}'
    )
    where ((doc::json -> 'smtp')::text collate "C") <> 'null';
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'check_imap', record_id, due_at, created_at from jobs where kind = 'check';
`;
