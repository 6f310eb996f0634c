// Emails say of each recipient whether the mail was sent to them. Of mail that was sent before, nothing more is known.

export const sqlite = `
  update emails set doc = substr(doc, 1, length(doc) - 1) || ',"delivery":[]}';
`;

export const postgres = sqlite;
