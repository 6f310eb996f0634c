// What is left of the day in a few words, as one sentence below the greeting.
import type { Words } from '../words/words.ts';

export interface Summary {
  /** Events that have not begun. */
  left: number;
  isRunning: boolean;
  unread: number;
  /** There is older unread mail, which was not looked at. */
  mayHaveMore: boolean;
}

/** Empty if there is nothing to say: an event is running, no other follows, and all is read. */
export function summaryText({ left, isRunning, unread, mayHaveMore }: Summary, today: Words['today']): string {
  const parts = [
    ...(left > 0 ? [today.eventsLeft(left)] : []),
    ...(left === 0 && !isRunning ? [today.noEventsLeft] : []),
    ...(unread > 0 ? [today.unreadFromPeople(unread, mayHaveMore)] : []),
  ];
  const text = parts.join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
