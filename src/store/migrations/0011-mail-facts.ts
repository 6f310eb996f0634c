// Emails say which delivery they report, what the server of their account found out about their sender, and which mailing
// list they came through. `delivery` is called `deliveries`, and a table says which reports are about which message id.
// Where step 7 has put `delivery`, it is the last member. In a record that was stored since, no member before it has names
// of the client's own, so the first such text is the member.

export const sqlite = `
    create table report_links (
      user_id integer not null,
      message_id text not null,
      email_id text not null,
      primary key (user_id, message_id, email_id)
    ) without rowid;
    update emails set doc = case
      when substr(doc, length(doc) - 14) = ',"delivery":[]}'
        then substr(doc, 1, length(doc) - 15) || ',"deliveries":[]'
      when instr(doc, ',"delivery":[') > 0
        then substr(doc, 1, instr(doc, ',"delivery":[') - 1) || ',"deliveries":['
          || substr(doc, instr(doc, ',"delivery":[') + 13, length(doc) - 13 - instr(doc, ',"delivery":['))
      else substr(doc, 1, length(doc) - 1) end || ',"report":null,"authentication":null,"list":null}';
    update accounts set doc = substr(doc, 1, length(doc) - 1) || ',"authserv_id":null}';
`;

export const postgres = `
    create table report_links (
      user_id bigint not null,
      message_id text collate "C" not null,
      email_id text collate "C" not null,
      primary key (user_id, message_id, email_id)
    );
    update emails set doc = case
      when substr(doc, length(doc) - 14) = ',"delivery":[]}'
        then substr(doc, 1, length(doc) - 15) || ',"deliveries":[]'
      when strpos(doc, ',"delivery":[') > 0
        then substr(doc, 1, strpos(doc, ',"delivery":[') - 1) || ',"deliveries":['
          || substr(doc, strpos(doc, ',"delivery":[') + 13, length(doc) - 13 - strpos(doc, ',"delivery":['))
      else substr(doc, 1, length(doc) - 1) end || ',"report":null,"authentication":null,"list":null}';
    update accounts set doc = substr(doc, 1, length(doc) - 1) || ',"authserv_id":null}';
`;
