// Printing what could not be loaded whole: the conversation can be used while the app asks, and the question goes with it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { printed } from '../../../web/src/conversation/mails/printed.ts';
import { endPrinting, printConversation } from '../../../web/src/conversation/mails/printing.ts';
import { currentToasts, dismissToast } from '../../../web/src/ui/feedback/toast.ts';

/** The conversation, with texts that are never loaded. */
let missing = 0;
let hasFailed = false;
const prints: unknown[] = [];
const afterPrint: (() => void)[] = [];

beforeEach(() => {
  const view = {
    isConnected: true,
    dataset: {},
    querySelectorAll: () => Array(missing),
    querySelector: () => (hasFailed ? view : null),
  };
  vi.stubGlobal('document', { querySelector: () => view });
  vi.stubGlobal('print', () => prints.push(printed.get()));
  vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => afterPrint.push(listener));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  for (const listener of afterPrint.splice(0)) listener();
  prints.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const texts = () => currentToasts().map(({ action }) => action?.label);

/** Begins to print, until the app says that something is missing. */
async function printIncomplete(state: { missing: number; hasFailed: boolean }) {
  ({ missing, hasFailed } = state);
  void printConversation();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(texts()).toEqual(['Print anyway']);
}

it.each([
  ['texts that are never there', { missing: 2, hasFailed: false }],
  ['texts that cannot be loaded', { missing: 0, hasFailed: true }],
])('with %s nothing is expanded for printing until it is printed anyway', async (_name, state) => {
  await printIncomplete(state);
  expect([printed.get(), prints]).toEqual([null, []]);
  const [toast] = currentToasts();
  dismissToast(toast?.id ?? 0);
  toast?.action?.run();
  expect(printed.get()).toEqual({});
  await vi.advanceTimersByTimeAsync(3000);
  expect(prints).toEqual([{}]);
  afterPrint.splice(0)[0]?.();
  expect([printed.get(), texts()]).toEqual([null, []]);
});

it('what is loaded after all is printed whole, without another question', async () => {
  await printIncomplete({ missing: 2, hasFailed: false });
  missing = 0;
  void printConversation();
  await vi.advanceTimersByTimeAsync(100);
  expect([prints, texts()]).toEqual([[{}], []]);
});

it('the question goes when the conversation is closed', async () => {
  await printIncomplete({ missing: 2, hasFailed: false });
  endPrinting();
  expect([printed.get(), texts()]).toEqual([null, []]);
});

it('so does the message that it is being loaded', async () => {
  missing = 2;
  void printConversation();
  await vi.advanceTimersByTimeAsync(1000);
  expect(texts()).toEqual(['Cancel']);
  endPrinting();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([printed.get(), texts(), prints]).toEqual([null, [], []]);
});
