// The store of toasts: how long they stay, and how many there are.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast, pauseToasts, showToast } from '../../../web/src/ui/feedback/toast.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});

const texts = () => currentToasts().map((toast) => toast.text);

test('a toast goes after 5 seconds, one with an action after 10', () => {
  showToast({ text: 'Saved' });
  showToast({ text: 'Archived', action: { label: 'Undo', run: () => undefined } });
  vi.advanceTimersByTime(5000);
  expect(texts()).toEqual(['Archived']);
  vi.advanceTimersByTime(5000);
  expect(texts()).toEqual([]);
});

test('there are three at most, the oldest goes', () => {
  for (const text of ['1', '2', '3', '4']) showToast({ text });
  expect(texts()).toEqual(['2', '3', '4']);
});

test('a toast with a last moment goes then, also under the pointer', () => {
  showToast({ text: 'Sending', until: Date.now() + 9500 });
  pauseToasts(true);
  vi.advanceTimersByTime(9499);
  expect(texts()).toEqual(['Sending']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('others do not push out what waits for an answer, or what happens when it closes', () => {
  showToast({ text: 'Reminder', duration: Number.POSITIVE_INFINITY });
  showToast({ text: 'All deleted', isKept: true });
  for (const text of ['1', '2', '3']) showToast({ text });
  expect(texts()).toEqual(['Reminder', 'All deleted', '3']);
  showToast({ text: 'Question', onClose: () => undefined });
  showToast({ text: '4' });
  expect(texts()).toEqual(['Reminder', 'All deleted', 'Question', '4']);
});

test('a paused toast has the rest of its time afterwards', () => {
  showToast({ text: 'Saved' });
  vi.advanceTimersByTime(4000);
  pauseToasts(true);
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['Saved']);
  pauseToasts(false);
  vi.advanceTimersByTime(999);
  expect(texts()).toEqual(['Saved']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('a toast without end stays until it is dismissed', () => {
  const id = showToast({ text: 'Offline', duration: Number.POSITIVE_INFINITY });
  vi.advanceTimersByTime(10_000_000);
  expect(texts()).toEqual(['Offline']);
  dismissToast(id);
  expect(texts()).toEqual([]);
});
