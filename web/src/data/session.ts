// Who uses the app: the session of the service, and what it may do. Without a valid session the app shows the sign-in
// screen; without a connection it goes on with what it has stored.
import { DaybookError } from 'daybook-client';
import { daybook } from './client.ts';
import { clearStorage, readValue, writeValue } from './storage.ts';
import { createStore, useStore } from './store.ts';
import type { CurrentSession } from './types.ts';

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' /** Why: the session has ended, not just begun. */; ended?: boolean }
  | { status: 'unreachable'; message: string }
  | { status: 'ready'; session: CurrentSession };

const store = createStore<SessionState>({ status: 'loading' });

export const sessionState = { get: store.get, subscribe: store.subscribe };

export function useSessionState(): SessionState {
  return useStore(store);
}

/** The session, for components that are only shown when there is one. */
export function useSession(): CurrentSession {
  const state = useStore(store);
  if (state.status !== 'ready') throw new Error('There is no session.');
  return state.session;
}

export function may(session: CurrentSession, scope: string): boolean {
  return session.scopes.includes(scope) || session.scopes.includes('admin');
}

export async function loadSession(): Promise<void> {
  try {
    await begin(await daybook.session.get(undefined, { retries: 1 }));
  } catch (error) {
    const kept = await readValue<CurrentSession>('values', 'session');
    if (isUnauthorized(error)) return endSession(kept !== undefined);
    if (kept) store.set({ status: 'ready', session: kept });
    else store.set({ status: 'unreachable', message: error instanceof Error ? error.message : String(error) });
  }
}

/** Throws if the token is not valid. */
export async function signIn(token: string): Promise<void> {
  await begin(await daybook.session.start({ token }));
}

/** Ends the session and forgets everything: the page begins anew. */
export async function signOut(): Promise<void> {
  await daybook.session.end();
  await clearStorage();
  location.assign('/');
}

/** The service does not accept the session any more. What was not sent yet is kept for the next sign-in. */
export function endSession(ended = true): void {
  store.set({ status: 'signed-out', ended });
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof DaybookError && error.status === 401;
}

async function begin(session: CurrentSession): Promise<void> {
  const kept = await readValue<CurrentSession>('values', 'session');
  const isOther = kept !== undefined && kept.user !== session.user;
  if (isOther) await clearStorage();
  await writeValue('values', 'session', session);
  // What is in memory belongs to the other person.
  if (isOther) return location.reload();
  store.set({ status: 'ready', session });
}
