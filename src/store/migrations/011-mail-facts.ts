// Emails say which delivery they report, what the server of their account found out about their sender, and which mailing
// list they came through. `delivery` is called `deliveries`, and a table says which reports are about which message id.
import type { Dialect } from './dialect.ts';

// Where step 7 has put it, it is the last member. In a record that was stored since, no member before it has names of the
// client's own, so the first such text is the member.
const MEMBER = ',"delivery":[';
const LAST = ',"delivery":[]}';
const RENAMED = ',"deliveries":[]}';

export const mailFacts = ({ engine, clustered }: Dialect) => {
  const place = engine === 'sqlite' ? `instr(doc, '${MEMBER}')` : `strpos(doc, '${MEMBER}')`;
  return `
    create table report_links (
      user_id integer not null,
      message_id text not null,
      email_id text not null,
      primary key (user_id, message_id, email_id)
    )${clustered};
    update emails set doc = case
      when substr(doc, length(doc) - ${LAST.length - 1}) = '${LAST}'
        then substr(doc, 1, length(doc) - ${LAST.length}) || '${RENAMED}'
      when ${place} > 0
        then substr(doc, 1, ${place} - 1) || ',"deliveries":[' || substr(doc, ${place} + ${MEMBER.length})
      else doc end;
    update emails set doc = substr(doc, 1, length(doc) - 1) || ',"report":null,"authentication":null,"list":null}';
    update accounts set doc = substr(doc, 1, length(doc) - 1) || ',"authserv_id":null}';
  `;
};
