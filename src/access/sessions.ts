// Sessions of browsers. A session is started with a token and has the same permissions; it ends with the token. Its
// secret is not derived from the token, so a cookie that leaks can be ended without replacing the token.
import { randomBytes } from 'node:crypto';
import { limits } from '../limits.ts';
import type { Store } from '../store/port.ts';
import { addSession, dropSession, findToken } from '../store/tables/users.ts';
import { type Access, hashOf, type Principal } from './access.ts';

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
export async function endSession(store: Store, access: Access, { user, session }: Principal): Promise<boolean> {
  if (session === undefined) return false;
  const ended = await dropSession(store, user, session);
  access.forgetSession(session);
  return ended;
}
