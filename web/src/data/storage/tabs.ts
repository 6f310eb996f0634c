// The tabs of the app in this browser. Each holds a lock as long as it is open, so that others can tell whether what it
// has stored is still being taken care of. Pages without HTTPS on other machines have no locks: each tab is then alone.
import { newKey } from '../changes/new-key.ts';

const PREFIX = 'daybook-tab-';

export const ownTab = newKey();

const locks = (globalThis.navigator as Navigator | undefined)?.locks as LockManager | undefined;

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

/** Runs it in one tab at a time, with the tabs that are open. */
export async function withOpenTabs<T>(run: (isOpen: (tab: string) => boolean) => Promise<T>): Promise<T> {
  if (!locks) return run((tab) => tab === ownTab);
  await held;
  return locks.request('daybook-tabs', async () => {
    const names = new Set((await locks.query()).held?.map(({ name }) => name));
    return run((tab) => names.has(PREFIX + tab));
  });
}
