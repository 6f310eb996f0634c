// Sessions of browsers. A session is started with a token and has the same permissions; it ends with the token. Its
// secret is not derived from the token, so a cookie that leaks can be ended without replacing the token.
import { randomBytes } from 'node:crypto';
import { limits } from '../limits.ts';
import type { Store } from '../store/port.ts';
import {
  addSession,
  dropSession,
  type LiveSession,
  listSessions,
  type SessionsOf,
} from '../store/tables/personal/sessions.ts';
import { findToken } from '../store/tables/users.ts';
import { formatTime } from '../values/time.ts';
import { type Access, hashOf, may, type Principal } from './access.ts';

const SESSION_ID = /^[0-9a-f]{12}$/;

export interface StartedSession {
  /** `<id>.<secret>`, as the cookie has it. */
  text: string;
  /** Milliseconds until it expires. */
  life: number;
}

/** Starts a session for the principal of a token. */
export async function startSession(store: Store, { user, token }: Principal): Promise<StartedSession> {
  if (token === null) throw new Error('a session needs a token');
  const id = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  const tokenEnd = (await findToken(store, token))?.expiresAt ?? Number.POSITIVE_INFINITY;
  const now = Date.now();
  const expiresAt = Math.min(now + limits.sessionLife, tokenEnd);
  await addSession(store, { id, user, token, hash: hashOf(secret), expiresAt }, limits.sessionsPerToken);
  return { text: `${id}.${secret}`, life: expiresAt - now };
}

/** Ends the session of a principal; returns false if it does not have one. */
export async function endSession(store: Store, access: Access, principal: Principal): Promise<boolean> {
  return principal.session !== undefined && endOneOf(store, access, principal, principal.session);
}

/** Ends one of the sessions that the principal can list; returns false if there is no such session. */
export async function endOneOf(store: Store, access: Access, principal: Principal, id: string): Promise<boolean> {
  if (!SESSION_ID.test(id)) return false;
  const ended = await dropSession(store, sessionsOf(principal), id);
  // Another instance may have ended the principal's own session, which is kept in memory for a while.
  if (ended || id === principal.session) access.forgetSession(id);
  return ended;
}

/** The sessions of the principal's token; with the scope admin those of all tokens of the user. */
function sessionsOf(principal: Principal): SessionsOf {
  const { user, token } = principal;
  return { user, token: may(principal, 'admin') ? null : token };
}

/** A session as it is served. */
export interface ServedSession {
  id: string;
  token_id: string;
  token_name: string;
  created_at: string;
  expires_at: string;
  /** Whether the request is of this session. */
  is_current: boolean;
}

/** A page of the sessions that have not ended, newest first. */
export async function sessionPage(
  store: Store,
  principal: Principal,
  page: { limit: number; offset: number },
): Promise<{ sessions: ServedSession[]; total: number }> {
  const { sessions, total } = await listSessions(store, sessionsOf(principal), page);
  return { sessions: sessions.map((one) => served(one, principal)), total };
}

function served({ id, token, tokenName, createdAt, expiresAt }: LiveSession, { session }: Principal): ServedSession {
  return {
    id,
    token_id: token,
    token_name: tokenName,
    created_at: formatTime(createdAt),
    expires_at: formatTime(expiresAt),
    is_current: id === session,
  };
}
