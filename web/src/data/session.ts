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
let user: string | undefined;

/** How long the service may take when the app can start with what it has stored, and until it is asked again. */
const PATIENCE = 2000;
const RETRY = 5000;

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

/** Whose session it is, or was before it ended. */
export function currentUser(): string | undefined {
  return user;
}

export function may(session: CurrentSession, scope: string): boolean {
  return session.scopes.includes(scope) || session.scopes.includes('admin');
}

/** Asks the service; if it does not answer, the app starts with the session that it has stored, or waits for it. */
export async function loadSession(): Promise<void> {
  const kept = await readValue<CurrentSession>('values', 'session');
  const startWithKept = () => kept && store.get().status !== 'ready' && becomeReady(kept);
  const patience = setTimeout(startWithKept, PATIENCE);
  try {
    await begin(await daybook.session.get(undefined, { retries: 1 }));
  } catch (error) {
    if (isUnauthorized(error)) return endSession(kept !== undefined);
    if (kept) return void startWithKept();
    store.set({ status: 'unreachable', message: error instanceof Error ? error.message : String(error) });
    setTimeout(() => store.get().status === 'unreachable' && void loadSession(), RETRY);
  } finally {
    clearTimeout(patience);
  }
}

/** Throws if the token is not valid. */
export async function signIn(token: string): Promise<void> {
  // The service may learn of its first token a moment later.
  await begin({ ...(await daybook.session.start({ token })), token_required: true });
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
  becomeReady(session);
}

function becomeReady(session: CurrentSession): void {
  const current = store.get();
  user = session.user;
  // The app has started with the stored session, and the service says the same: nothing has to start again.
  if (current.status === 'ready' && isSame(current.session, session)) return;
  store.set({ status: 'ready', session });
}

function isSame(one: CurrentSession, other: CurrentSession): boolean {
  const essence = ({ user, scopes, version, timezone }: CurrentSession) =>
    JSON.stringify([user, scopes, version, timezone]);
  return essence(one) === essence(other);
}
