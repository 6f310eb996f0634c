// The messages that a client sends over its socket: subscribe, unsubscribe, ping.
import { limits } from '../limits.ts';
import { isObject } from '../records/validate.ts';
import { unknownEvent } from './event-names.ts';
import { isPattern, type Subscription } from './messages.ts';

export interface Instruction {
  ping?: boolean;
  /** Why the message was refused. */
  problem?: string;
}

/** Reads one message, and applies it if it changes the subscription. */
export function readInstruction(text: string, wanted: Subscription): Instruction {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { problem: 'A message must be JSON, such as {"action": "subscribe", "events": ["email.*"]}.' };
  }
  if (!isObject(message)) return { problem: 'A message must be a JSON object with an action.' };
  if (message.action === 'ping') return { ping: true };
  if (message.action !== 'subscribe' && message.action !== 'unsubscribe')
    return { problem: 'action must be subscribe, unsubscribe or ping.' };
  const { events } = message;
  if (
    !Array.isArray(events) ||
    events.length === 0 ||
    !events.every((one) => typeof one === 'string' && isPattern(one))
  )
    return { problem: 'events must be a list of names such as email.created, email.* or *.' };
  const unknown = unknownEvent(events);
  if (unknown) return { problem: unknown };
  if (Math.max(events.length, wanted.sizeWith(events)) > limits.socketPatterns)
    return { problem: `A connection has at most ${limits.socketPatterns} patterns.` };
  if (message.action === 'subscribe') wanted.add(events);
  else wanted.remove(events);
  return {};
}
