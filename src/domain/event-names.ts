// The names of all events that there are, and what is wrong with a pattern that fits none of them.
import { kinds, resources } from '../resources/all.ts';
import { nearest } from '../values/text.ts';

const OF_KINDS = ['created', 'updated', 'deleted'];
const OF_RESOURCES = [...OF_KINDS, 'restored'];
const MORE: Record<string, string[]> = {
  email: ['queued', 'scheduled', 'sent', 'send_failed', 'snoozed', 'unsnoozed'],
  email_account: ['status_changed'],
};

/** By what they are about, what can happen to it. */
const EVENTS: Record<string, readonly string[]> = {
  ...Object.fromEntries(resources.map(({ name }) => [name, [...OF_RESOURCES, ...(MORE[name] ?? [])]])),
  ...Object.fromEntries(kinds.map(({ name }) => [name, [...OF_KINDS, ...(MORE[name] ?? [])]])),
  sync: ['started', 'progress', 'completed', 'error'],
};

/** Clients that are written for services with notes too may name them here; nothing comes of it. */
const ELSEWHERE = ['note'];

const MEANT: Record<string, string> = {
  calendar: 'event',
  message: 'email',
  person: 'contact',
  account: 'email_account',
};

/** What is wrong with the first of these patterns that can fit no event, as a sentence; each must be a pattern. */
export function unknownEvent(patterns: readonly string[]): string | undefined {
  for (const pattern of patterns) {
    const [about = '', action = ''] = pattern.split('.');
    if (pattern === '*' || ELSEWHERE.includes(about)) continue;
    const actions = EVENTS[about];
    const shown = JSON.stringify(pattern);
    if (!actions) {
      const names = Object.keys(EVENTS);
      const near = MEANT[about] ?? MEANT[about.replace(/s$/, '')] ?? nearest(about, names);
      const hint = near ? `did you mean ${near}.*?` : `there are ${names.map((name) => `${name}.*`).join(', ')}.`;
      return `${shown} fits no event; ${hint}`;
    }
    if (action === '*' || actions.includes(action)) continue;
    const near = nearest(action, actions);
    const hint = near
      ? `did you mean ${about}.${near}?`
      : `there are ${actions.map((one) => `${about}.${one}`).join(', ')}.`;
    return `${shown} fits no event; ${hint}`;
  }
  return undefined;
}
