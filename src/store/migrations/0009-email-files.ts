// Which emails have which files attached, so that a file is looked up by an index and not in the text of every email.

export const sqlite = `
  create table email_files (
    user_id integer not null,
    file_id text not null,
    email_id text not null,
    primary key (user_id, file_id, email_id)
  ) without rowid;

  insert into email_files (user_id, file_id, email_id)
    select distinct e.user_id, json_extract(a.value, '$.file_id'), e.id
    from emails e, json_each(e.doc, '$.attachments') a
    where e.doc like '%"file_id":"%' and json_extract(a.value, '$.file_id') is not null;
`;

export const postgres = String.raw`
  create table email_files (
    user_id bigint not null,
    file_id text collate "C" not null,
    email_id text collate "C" not null,
    primary key (user_id, file_id, email_id)
  );

  -- A member of a text with \u0000 or half a surrogate pair cannot be read by PostgreSQL; ids have neither.
  insert into email_files (user_id, file_id, email_id)
    select distinct e.user_id, a.value ->> 'file_id', e.id
    from emails e, json_array_elements(
      regexp_replace(e.doc, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\ufffd', 'g')::json -> 'attachments'
    ) a
    where e.doc like '%"file_id":"%' and a.value ->> 'file_id' is not null;
`;
