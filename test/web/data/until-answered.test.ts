// A form waits for the answer to its change, but not for a connection.
import { beforeEach, expect, it, vi } from 'vitest';
import { untilAnswered } from '../../../web/src/data/changes/until-answered.ts';
import { connectionState } from '../../../web/src/data/live/live.ts';
import type { Store } from '../../../web/src/data/store.ts';

vi.mock('../../../web/src/data/live/live.ts', async () => {
  const { createStore } = await import('../../../web/src/data/store.ts');
  return { connectionState: createStore('live') };
});

const connection = connectionState as unknown as Store<string>;
const never = new Promise<void>(() => {});

beforeEach(() => connection.set('live'));

it('resolves with the answer, and rejects with a refusal', async () => {
  expect(await untilAnswered(Promise.resolve())).toBe(true);
  await expect(untilAnswered(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});

it('does not wait without a connection, nor after it was lost', async () => {
  const waiting = untilAnswered(never);
  connection.set('offline');
  expect(await waiting).toBe(false);
  expect(await untilAnswered(never)).toBe(false);
});
