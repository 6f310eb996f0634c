// Uploads whose connection is lost without an error.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { abortIfStalled } from '../../../web/src/data/upload-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request, and what has become of it. */
function begin() {
  const events: string[] = [];
  const request = Object.assign(new EventTarget(), {
    upload: new EventTarget(),
    abort() {
      events.push('aborted');
      request.dispatchEvent(new Event('loadend'));
    },
  });
  abortIfStalled(request as unknown as XMLHttpRequest, () => events.push('timeout'));
  return { events, request };
}

it('an upload ends when nothing was sent for a minute', () => {
  const { events, request } = begin();
  for (let part = 0; part < 5; part++) {
    vi.advanceTimersByTime(50_000);
    request.upload.dispatchEvent(new Event('progress'));
  }
  expect(events).toEqual([]);
  vi.advanceTimersByTime(61_000);
  expect(events).toEqual(['aborted', 'timeout']);
});

it('the answer may take some minutes, not for ever', () => {
  const [first, second] = [begin(), begin()];
  for (const { request } of [first, second]) request.upload.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(240_000);
  first.request.dispatchEvent(new Event('loadend'));
  vi.advanceTimersByTime(120_000);
  expect([first.events, second.events]).toEqual([[], ['aborted', 'timeout']]);
});

it('nothing is left to wait for after an upload that was cancelled', () => {
  begin().request.abort();
  expect(vi.getTimerCount()).toBe(0);
});
