// The next job of a kind is found by an index, in the order in which they are due; those with a lease are few.

export const sqlite = `
  create index jobs_next on jobs (user_id, kind, due_at, record_id);
  create index jobs_leased on jobs (user_id, lease_until) where lease_until is not null;
`;

export const postgres = sqlite;
