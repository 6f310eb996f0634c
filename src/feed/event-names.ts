// The names of all events, and the error for a pattern that matches none of them.
import { resources } from '../resources/resources.ts';
import { nearest } from '../values/text.ts';

/** The actions of each event group. */
const EVENTS: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    resources.map(({ name, trash, actions }) => [
      name,
      ['created', 'updated', 'deleted', ...(trash ? ['restored'] : []), ...actions],
    ]),
  ),
  ...Object.fromEntries(
    ['calendar', 'folder', 'label', 'tag'].map((name) => [name, ['created', 'updated', 'deleted']]),
  ),
  counts: ['updated'],
  settings: ['updated'],
  sync: ['started', 'progress', 'completed', 'error'],
};

/** Every event of the change log, by its group: that of emails has email.created. Counts are sent to sockets only. */
export const loggedEvents: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(EVENTS)
    .filter(([group]) => group !== 'counts')
    .map(([group, actions]) => [group, actions.map((action) => `${group}.${action}`)]),
);

/** The error for the first pattern that no entry of the log can match; it says what there is. */
export function unloggedEvent(patterns: readonly string[]): string | undefined {
  for (const pattern of patterns.filter((one) => one !== '*')) {
    const shown = JSON.stringify(pattern.slice(0, 100));
    const [group = '', action = ''] = pattern.split('.');
    if (!loggedEvents.has(group) || pattern !== `${group}.${action}`)
      return `${shown} fits no event; there are *, ${[...loggedEvents.keys()].map((one) => `${one}.*`).join(', ')}.`;
    const unknown = unknownEvent([pattern]);
    if (unknown) return unknown;
  }
  return undefined;
}

/** Groups of other services that clients may subscribe to; they have no events here. */
const ELSEWHERE = ['note'];

const MEANT: Record<string, string> = {
  message: 'email',
  person: 'contact',
  account: 'email_account',
};

/** The error for the first pattern that cannot match an event; each must be a valid pattern. */
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
