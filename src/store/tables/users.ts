// Users and their tokens: the catalogue, the only part that spans users, with the sessions (personal/sessions.ts). A token is stored
// as the hash of its secret.
import type { ReadStore, Row, Store, Tx } from '../port.ts';

export interface User {
  id: number;
  name: string;
  createdAt: number;
}

export interface TokenRow {
  id: string;
  user: number;
  userName: string;
  name: string;
  hash: string;
  scopes: string[];
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
}

export async function listUsers(store: ReadStore): Promise<User[]> {
  const rows = await store.catalogue('select user_id, name, created_at from users order by user_id');
  return rows.map((row) => ({
    id: row.user_id as number,
    name: row.name as string,
    createdAt: row.created_at as number,
  }));
}

export async function countUsers(store: ReadStore): Promise<number> {
  const [row] = await store.catalogue('select count(*) as users from users');
  return row?.users as number;
}

export async function findUser(store: Store, name: string): Promise<User | undefined> {
  return (await listUsers(store)).find((user) => user.name === name);
}

/** The user of a service without tokens. */
export const OWNER = 1;

/** Adds the first user to a store without users; another instance may do it first. */
export async function addOwner(store: Store): Promise<void> {
  await store.administer(async (tx) => {
    const sql = 'insert into users (user_id, name, created_at) values (?1, ?2, ?3) on conflict do nothing';
    if ((await tx.count(sql, OWNER, 'owner', tx.now)) === 0) return;
    tx.run('insert into logs (user_id) values (?1)', OWNER);
    createUserTables(tx, OWNER);
    resumeNumbers(tx);
  });
}

/** Adds the user and the engine's tables for it; undefined if the name is taken. */
export async function addUser(store: Store, name: string): Promise<User | undefined> {
  return store.administer(async (tx) => {
    const row = await tx.get(
      'insert into users (name, created_at) values (?1, ?2) on conflict (name) do nothing returning user_id',
      name,
      tx.now,
    );
    if (!row) return undefined;
    tx.run('insert into logs (user_id) values (?1)', row.user_id as number);
    createUserTables(tx, row.user_id as number);
    return { id: row.user_id as number, name, createdAt: tx.now };
  });
}

/** Creates the engine's tables for a user, in the transaction that adds the user. */
export function createUserTables(tx: Tx, user: number): void {
  for (const sql of tx.dialect.userTables(user)) tx.run(sql);
}

/** After users were inserted with explicit ids: the next new id follows the largest. */
export function resumeNumbers(tx: Tx): void {
  for (const sql of tx.dialect.resumeNumbers) tx.run(sql);
}

/** How many services use the database; 0 for an engine whose lock admits only one. */
export async function countServices(store: ReadStore): Promise<number> {
  const [row] = await store.catalogue(store.dialect.countServices);
  return row?.n as number;
}

const VALID = 'revoked_at is null and (expires_at is null or expires_at > ?2)';

/** Adds a token of the user of the transaction; returns false, and adds nothing, if they have `max` valid tokens. */
export async function addToken(
  tx: Tx,
  token: Pick<TokenRow, 'id' | 'name' | 'hash' | 'scopes' | 'expiresAt'>,
  max: number,
): Promise<boolean> {
  const row = await tx.get(`select count(*) as n from tokens where user_id = ?1 and ${VALID}`, tx.now);
  if ((row?.n as number) >= max) return false;
  tx.run(
    'insert into tokens (user_id, id, name, hash, scopes, created_at, expires_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)',
    token.id,
    token.name,
    token.hash,
    token.scopes.join(' '),
    tx.now,
    token.expiresAt,
  );
  return true;
}

export async function findToken(store: Store, id: string): Promise<TokenRow | undefined> {
  const [row] = await store.catalogue(`${TOKENS} where t.id = ?1`, id);
  return row && readToken(row);
}

export async function listTokens(store: Store): Promise<TokenRow[]> {
  return (await store.catalogue(`${TOKENS} order by t.created_at, t.id`)).map(readToken);
}

/** A page of the tokens of a user, newest first, and how many there are; those that have ended only if asked for. */
export async function tokensOf(
  store: ReadStore,
  user: number,
  { limit, offset, ended }: { limit: number; offset: number; ended: boolean },
): Promise<{ tokens: TokenRow[]; total: number }> {
  const where = `t.user_id = ?1${ended ? '' : ` and ${VALID}`}`;
  const params = ended ? [] : [Date.now()];
  const [rows = [], counts = []] = await store.read(user, [
    { sql: `${TOKENS} where ${where} order by t.created_at desc, t.id desc limit ${limit} offset ${offset}`, params },
    { sql: `select count(*) as n from tokens t where ${where}`, params },
  ]);
  return { tokens: rows.map(readToken), total: counts[0]?.n as number };
}

/** Whether any token was ever created: from then on requests need one. dropEndedTokens leaves one row for this. */
export async function hasTokens(store: Store): Promise<boolean> {
  return (await store.catalogue('select 1 as found from tokens limit 1')).length > 0;
}

/** Returns whether there was such a valid token. */
export async function revokeToken(store: Store, id: string): Promise<boolean> {
  return store.administer(
    async (tx) =>
      (await tx.count('update tokens set revoked_at = ?2 where id = ?1 and revoked_at is null', id, tx.now)) === 1,
  );
}

/** Revokes a token of the user of the transaction; returns whether there was such a valid token. */
export async function revokeOwnToken(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.count(`update tokens set revoked_at = ?2 where user_id = ?1 and id = ?3 and ${VALID}`, tx.now, id)) === 1
  );
}

/**
 * Removes tokens that were revoked or expired before this time. The newest token stays whatever its state: the table
 * must never become empty again, or a service on loopback would serve everyone without a token.
 */
export async function dropEndedTokens(store: Store, before: number): Promise<number> {
  return store.administer((tx) =>
    tx.count(
      `delete from tokens where (revoked_at < ?1 or expires_at < ?1)
        and id <> (select id from tokens order by created_at desc, id desc limit 1)`,
      before,
    ),
  );
}

const TOKENS = `select t.id, t.user_id, u.name as user_name, t.name, t.hash, t.scopes, t.created_at, t.expires_at, t.revoked_at
  from tokens t join users u on u.user_id = t.user_id`;

function readToken(row: Row): TokenRow {
  return {
    id: row.id as string,
    user: row.user_id as number,
    userName: row.user_name as string,
    name: row.name as string,
    hash: row.hash as string,
    scopes: (row.scopes as string).split(' ').filter(Boolean),
    createdAt: row.created_at as number,
    expiresAt: row.expires_at as number | null,
    revokedAt: row.revoked_at as number | null,
  };
}
