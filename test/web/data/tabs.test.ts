// Tabs of pages without HTTPS, which have no locks: each learns from the others that they are open.
import { expect, it } from 'vitest';
import { joinTabs } from '../../../web/src/data/storage/tabs.ts';

/** Channels of one name, each of a tab; messages come a moment later. */
function openChannels() {
  const open = new Set<BroadcastChannel>();
  return (): BroadcastChannel => {
    const channel = {
      onmessage: null,
      postMessage(data: unknown) {
        for (const other of open)
          if (other !== channel) queueMicrotask(() => other.onmessage?.(new MessageEvent('message', { data })));
      },
      close: () => void open.delete(channel),
    } as unknown as BroadcastChannel;
    open.add(channel);
    return channel;
  };
}

it('tabs that are open answer, those that were closed do not', async () => {
  const join = openChannels();
  const second = join();
  const askOfFirst = joinTabs('first', join(), 0);
  joinTabs('second', second, 0);
  const askOfThird = joinTabs('third', join(), 0);
  expect([...(await askOfFirst())].sort()).toEqual(['second', 'third']);
  second.close();
  expect([...(await askOfThird())]).toEqual(['first']);
});
