// Messages of the change feed, for the parts of the app that show lists or records. live.ts receives them.
import type { Message } from 'daybook-client';

type Listener = (message: Message) => void;

const listeners = new Set<{ events: readonly string[]; listener: Listener }>();
const resyncs = new Set<() => void>();

/** Calls the listener with messages of these events: `email.created`, or `email.*` for all of a kind. */
export function onMessage(events: readonly string[], listener: Listener): () => void {
  const entry = { events, listener };
  listeners.add(entry);
  return () => listeners.delete(entry);
}

/** Calls the listener when messages may have been missed, so that everything shown has to be read again. */
export function onResync(listener: () => void): () => void {
  resyncs.add(listener);
  return () => resyncs.delete(listener);
}

export function emitMessage(message: Message): void {
  for (const { events, listener } of [...listeners]) if (matches(events, message.event)) listener(message);
}

export function emitResync(): void {
  for (const listener of [...resyncs]) listener();
}

function matches(events: readonly string[], event: string): boolean {
  return events.some((one) => one === event || (one.endsWith('*') && event.startsWith(one.slice(0, -1))));
}
