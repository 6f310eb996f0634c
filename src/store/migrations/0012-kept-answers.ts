// An answer kept under an idempotency key can leave a large content where it is stored: `body` says where.

export const sqlite = `
  alter table idempotency add column body integer;
`;

export const postgres = `
  alter table idempotency add column body bigint;
`;
