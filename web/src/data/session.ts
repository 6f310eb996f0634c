// Who uses the app: the session of the service, and what it may do. Without a valid session the app shows the sign-in
// screen; without a connection it goes on with what it has stored. All tabs of a browser have the same session: when
// another tab signs in as another user, or signs out, this page begins anew.
import { DaybookError } from 'daybook-client';
import { daybook } from './client.ts';
import { clearLocalValues, lastUser, setLastUser } from './storage/local-values.ts';
import { closeStorage, deleteStorage, openStorage, readValue, removeReadData, writeValue } from './storage/storage.ts';
import { createStore, useStore } from './store.ts';
import type { CurrentSession } from './types.ts';

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' /** Why: it has ended, not just begun. */; ended?: boolean; isTokenLost?: boolean }
  | { status: 'unreachable'; message: string }
  | { status: 'ready'; session: CurrentSession };

const store = createStore<SessionState>({ status: 'loading' });
let user: string | undefined;
let channel: BroadcastChannel | undefined;
let isHeld = false;
let isTokenLost = false;

/** How long the service may take when the app can start with what it has stored, and until it is asked again. */
const TIMEOUT = 2000;
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

/** Whether requests of this user may be sent: the session is theirs, as far as all tabs know. */
export function isSessionOf(owner: string | undefined): boolean {
  const state = store.get();
  return state.status === 'ready' && state.session.user === owner && (lastUser() ?? owner) === owner;
}

/** Throws, as the service would, if what this page has cannot be sent, because the session is not that of its user. */
export function requireSession(): void {
  if (!isSessionOf(user)) throw new DaybookError('UNAUTHORIZED', 'The session has ended.', { status: 401 });
}

/** Asks the service; if it does not answer, the app starts with the session that it has stored, or waits for it. */
export async function loadSession(): Promise<void> {
  watchTabs();
  const last = lastUser();
  if (last !== undefined) openStorage(last);
  const answer = daybook.session.get(undefined, { retries: 1 });
  answer.catch(() => {}); // handled below, after what is stored was read
  const kept = await readValue<CurrentSession>('values', 'session');
  const startWithKept = () => kept && store.get().status !== 'ready' && becomeReady(kept);
  const timer = setTimeout(startWithKept, TIMEOUT);
  try {
    await begin(await answer);
  } catch (error) {
    if (isUnauthorized(error)) return store.set({ status: 'signed-out', ended: kept !== undefined });
    if (kept) return void startWithKept();
    store.set({ status: 'unreachable', message: error instanceof Error ? error.message : String(error) });
    setTimeout(() => store.get().status === 'unreachable' && void loadSession(), RETRY);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws if the token is not valid. */
export async function signIn(token: string): Promise<void> {
  const session = await daybook.session.start({ token });
  // The service may learn of its first token a moment later.
  await begin({ ...session, token_required: true });
  channel?.postMessage(session.user);
}

/** Ends the session and forgets everything: the pages begin anew. */
export async function signOut(): Promise<void> {
  await daybook.session.end().catch((error: unknown) => {
    if (!isUnauthorized(error)) throw error;
  });
  // Everything stops before it is removed, in the other tabs too, so that nothing is written again.
  store.set({ status: 'loading' });
  channel?.postMessage(undefined);
  clearLocalValues();
  await deleteStorage();
  location.assign('/');
}

/**
 * The service does not accept the session any more. Nothing is sent until the same user signs in; what was not sent is
 * kept for that.
 */
export function endSession(): void {
  if (store.get().status === 'ready' && !isHeld) store.set({ status: 'signed-out', ended: true, isTokenLost });
}

/** The first token may exist, and its text has not arrived here: if the session ends now, that is why. */
export function setTokenLost(isLost: boolean): void {
  isTokenLost = isLost;
}

/** While it is held, the page stays when the session ends: it shows something that cannot be shown again. */
export function holdSession(held: boolean): void {
  isHeld = held;
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof DaybookError && error.status === 401;
}

async function begin(session: CurrentSession): Promise<void> {
  const before = user ?? lastUser();
  if (before !== undefined && before !== session.user) return changeUser(session.user);
  setLastUser(session.user);
  openStorage(session.user);
  isTokenLost = false;
  becomeReady(session);
  await writeValue('values', 'session', session);
}

/** What is in memory belongs to the user before: the page begins anew. */
async function changeUser(next: string): Promise<void> {
  if (lastUser() !== next) clearLocalValues();
  setLastUser(next);
  store.set({ status: 'loading' });
  channel?.postMessage(next);
  await removeReadData();
  location.reload();
}

function watchTabs(): void {
  if (channel) return;
  channel = new BroadcastChannel('daybook-session');
  channel.onmessage = ({ data }: MessageEvent<string | undefined>) => {
    if (data === user) {
      if (store.get().status === 'signed-out') void loadSession();
      return;
    }
    closeStorage();
    store.set({ status: 'loading' });
    // After the forms are gone, which would ask whether to leave the page.
    setTimeout(() => location.reload());
  };
}

function becomeReady(session: CurrentSession): void {
  const current = store.get();
  user = session.user;
  // The app has started with the stored session, and the service says the same: nothing has to start again.
  if (current.status === 'ready' && isSame(current.session, session)) return;
  store.set({ status: 'ready', session });
}

function isSame(one: CurrentSession, other: CurrentSession): boolean {
  const compared = ({ user, scopes, version, timezone, token_required }: CurrentSession) =>
    JSON.stringify([user, scopes, version, timezone, token_required]);
  return compared(one) === compared(other);
}
