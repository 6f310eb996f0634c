// Each server of an account gets a status of its own, and the status of the account is that of its SMTP server. Until
// now there was one for both; what was wrong with IMAP began with "IMAP:", alone or after what was wrong with SMTP.
import type { Dialect } from './dialect.ts';

export const serverStatus = ({ member }: Dialect) => {
  const status = member('doc', 'status');
  const detail = member('doc', 'status_detail');
  const checked = member('doc', 'last_checked_at');
  // Within the texts of a record every quote is escaped, so these members are found nowhere else.
  const withHealth = (server: string, is: string, why: string) => {
    const now = member('doc', server);
    return `replace(doc, '"${server}":' || ${now}, '"${server}":' || substr(${now}, 1, length(${now}) - 1)
      || ',"status":' || ${is} || ',"status_detail":' || ${why} || ',"last_checked_at":' || ${checked} || '}')`;
  };
  return `
  update accounts set doc = ${withHealth('imap', `'"error"'`, detail)}
    where ${member('doc', 'imap')} <> 'null' and status = 'error' and ${detail} like '%IMAP:%';
  update accounts set doc = ${withHealth('imap', `'"connected"'`, `'null'`)}
    where ${member('doc', 'imap')} <> 'null' and status = 'error' and ${detail} not like '%IMAP:%';
  update accounts set doc = ${withHealth('imap', status, detail)}
    where ${member('doc', 'imap')} <> 'null' and status <> 'error';
  update accounts set status = 'connected',
      doc = replace(doc, ',"status":"error","status_detail":' || ${detail} || ',"last_checked_at":' || ${checked} || ',"created_at":',
        ',"status":"connected","status_detail":null,"last_checked_at":' || ${checked} || ',"created_at":')
    where status = 'error' and ${detail} like '"IMAP:%';
  update accounts set doc = ${withHealth('smtp', status, detail)} where ${member('doc', 'smtp')} <> 'null';
  insert into jobs (user_id, kind, record_id, due_at, created_at)
    select user_id, 'check_imap', record_id, due_at, created_at from jobs where kind = 'check';
`;
};
