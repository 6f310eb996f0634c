// The time of a conversation is that of its latest mail that is not a draft, unless it has only drafts.

export const sqlite = `
  update conversations set latest_at = (
      select max(coalesce(e.received_at, e.created_at)) from emails e
      where e.user_id = conversations.user_id and e.thread_id = conversations.id
        and e.deleted_at is null and e.status <> 'draft')
    where drafts > 0 and mails > drafts;
  update conversation_lists set latest_at = (
      select c.latest_at from conversations c
      where c.user_id = conversation_lists.user_id and c.id = conversation_lists.id)
    where exists (select 1 from conversations c
      where c.user_id = conversation_lists.user_id and c.id = conversation_lists.id
        and c.latest_at <> conversation_lists.latest_at);
`;

export const postgres = sqlite;
