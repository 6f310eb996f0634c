// Sessions of browsers that have signed in with a token, stored as the hashes of their secrets. Like tokens they are part of
// the catalogue.
import type { Store } from '../../port.ts';

export interface SessionRow {
  id: string;
  user: number;
  /** The token that it was started with, on which it depends. */
  token: string;
  hash: string;
  expiresAt: number;
}

/** Adds a session; if its token has more than `max` then, the oldest of them are removed. */
export async function addSession(store: Store, session: SessionRow, max: number): Promise<void> {
  await store.administer(async (tx) => {
    tx.run(
      'insert into sessions (user_id, id, token_id, hash, created_at, expires_at) values (?1, ?2, ?3, ?4, ?5, ?6)',
      session.user,
      session.id,
      session.token,
      session.hash,
      tx.now,
      session.expiresAt,
    );
    await tx.count(
      `delete from sessions where user_id = ?1 and id in (select id from sessions
        where user_id = ?1 and token_id = ?2 and id <> ?3 order by created_at desc, id desc limit 1000 offset ?4)`,
      session.user,
      session.token,
      session.id,
      max - 1,
    );
  });
}

export async function findSession(store: Store, id: string): Promise<SessionRow | undefined> {
  const [row] = await store.catalogue('select user_id, id, token_id, hash, expires_at from sessions where id = ?1', id);
  return (
    row && {
      id: row.id as string,
      user: row.user_id as number,
      token: row.token_id as string,
      hash: row.hash as string,
      expiresAt: row.expires_at as number,
    }
  );
}

/** Which of these ids sessions have, in one query however many they are. */
export async function existingSessions(store: Store, ids: readonly string[]): Promise<Set<unknown>> {
  // A few lengths of the list, so that there are a few statements.
  const length = 4 ** Math.ceil(Math.log(ids.length) / Math.log(4));
  const padded = Array.from({ length }, (_, at) => ids[at] ?? ids[0]) as string[];
  const places = padded.map((_, at) => `?${at + 1}`).join(', ');
  const rows = await store.catalogue(`select id from sessions where id in (${places})`, ...padded);
  return new Set(rows.map(({ id }) => id));
}

/** Whose sessions: of one token, or with null of all tokens of the user. */
export interface SessionsOf {
  user: number;
  token: string | null;
}

export interface LiveSession {
  id: string;
  token: string;
  tokenName: string;
  createdAt: number;
  expiresAt: number;
}

const LIVE = `from sessions s join tokens t on t.user_id = s.user_id and t.id = s.token_id
  where s.user_id = ?1 and s.expires_at > ?2 and t.revoked_at is null and (t.expires_at is null or t.expires_at > ?2)`;

/** A page of the sessions that have not ended, newest first, and how many there are. */
export async function listSessions(
  store: Store,
  { user, token }: SessionsOf,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ sessions: LiveSession[]; total: number }> {
  const live = token === null ? LIVE : `${LIVE} and s.token_id = ?3`;
  const params = [user, Date.now(), ...(token === null ? [] : [token])];
  const [count] = await store.catalogue(`select count(*) as n ${live}`, ...params);
  const rows = await store.catalogue(
    `select s.id, s.token_id, t.name, s.created_at, s.expires_at ${live}
      order by s.created_at desc, s.id desc limit ${limit} offset ${offset}`,
    ...params,
  );
  const sessions = rows.map((row) => ({
    id: row.id as string,
    token: row.token_id as string,
    tokenName: row.name as string,
    createdAt: row.created_at as number,
    expiresAt: row.expires_at as number,
  }));
  return { sessions, total: count?.n as number };
}

/** Returns whether there was such a session. */
export async function dropSession(store: Store, { user, token }: SessionsOf, id: string): Promise<boolean> {
  const sql = 'delete from sessions where user_id = ?1 and id = ?2';
  return store.administer(async (tx) => {
    const dropped = token === null ? tx.count(sql, user, id) : tx.count(`${sql} and token_id = ?3`, user, id, token);
    return (await dropped) === 1;
  });
}

/** Removes sessions that have expired, and those whose token is revoked, expired or removed. */
export async function dropEndedSessions(store: Store): Promise<number> {
  return store.administer((tx) =>
    tx.count(
      `delete from sessions where expires_at <= ?1 or not exists (select 1 from tokens t
        where t.user_id = sessions.user_id and t.id = sessions.token_id and t.revoked_at is null
          and (t.expires_at is null or t.expires_at > ?1))`,
      tx.now,
    ),
  );
}
