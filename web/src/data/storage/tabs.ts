// The tabs of the app in this browser. Each holds a lock as long as it is open, so that others can tell whether what it
// has stored is still being taken care of. Pages without HTTPS on other machines have no locks: their tabs ask each other.
import { newKey } from '../changes/new-key.ts';

const PREFIX = 'daybook-tab-';
/** How long other tabs may take to answer, in milliseconds. One that sleeps longer is taken for closed. */
const ANSWER_TIME = 1000;

export const ownTab = newKey();

const locks = (globalThis.navigator as Navigator | undefined)?.locks as LockManager | undefined;
const askTabs = locks ? undefined : joinTabs(ownTab, new BroadcastChannel('daybook-tabs'));

/** Resolves when the lock is held, which is until the tab is closed or crashes. */
const held = new Promise<void>((resolve) => {
  if (!locks) return resolve();
  locks
    .request(PREFIX + ownTab, () => {
      resolve();
      return new Promise(() => {});
    })
    .catch(() => resolve());
});

/** Runs it with the tabs that are open; where there are locks, in one tab at a time. */
export async function withOpenTabs<T>(run: (isOpen: (tab: string) => boolean) => Promise<T>): Promise<T> {
  if (!locks) {
    const open = await askTabs?.();
    return run((tab) => open?.has(tab) ?? false);
  }
  await held;
  return locks.request('daybook-tabs', async () => {
    const names = new Set((await locks.query()).held?.map(({ name }) => name));
    return run((tab) => names.has(PREFIX + tab));
  });
}

/** Answers the other tabs; returns what asks them, and resolves with those that have answered. */
export function joinTabs(
  own: string,
  channel: BroadcastChannel,
  answerTime = ANSWER_TIME,
): () => Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  channel.onmessage = ({ data }: MessageEvent<{ tab?: string }>) => {
    if (data.tab === undefined) channel.postMessage({ tab: own });
    else open.add(data.tab);
  };
  return async () => {
    open.clear();
    channel.postMessage({});
    await new Promise((resolve) => setTimeout(resolve, answerTime));
    return open;
  };
}
