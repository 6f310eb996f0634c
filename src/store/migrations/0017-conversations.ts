// Conversations: what a list of them shows and how many of their mails are where.

export const sqlite = `
  -- conversations

  -- trusted senders

  -- correspondents

  -- tasks

  -- search
`;

export const postgres = `
  -- conversations

  -- trusted senders

  -- correspondents

  -- tasks

  -- search
`;
