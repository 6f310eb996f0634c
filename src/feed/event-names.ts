// The names of all events, and the error for a pattern that matches none of them.
import { resources } from '../resources/resources.ts';
import { nearest } from '../values/text.ts';

/** Event groups with their actions. */
type Groups = ReadonlyMap<string, readonly string[]>;

const EVENTS: Groups = new Map([
  ...resources.map(({ name, trash, actions }): [string, string[]] => [
    name,
    ['created', 'updated', 'deleted', ...(trash ? ['restored'] : []), ...actions],
  ]),
  ...['calendar', 'folder', 'label', 'tag'].map((name): [string, string[]] => [
    name,
    ['created', 'updated', 'deleted'],
  ]),
  ['counts', ['updated']],
  ['settings', ['updated']],
  ['sync', ['started', 'progress', 'completed', 'error']],
]);

/** Counts are sent to sockets only. */
const LOGGED: Groups = new Map([...EVENTS].filter(([group]) => group !== 'counts'));

/** Every event of the change log, by its group: that of emails has email.created. */
export const loggedEvents: ReadonlyMap<string, readonly string[]> = new Map(
  [...LOGGED].map(([group, actions]) => [group, actions.map((action) => `${group}.${action}`)]),
);

/** The error for the first pattern that no entry of the log can match; it says what there is. */
export function unloggedEvent(patterns: readonly string[]): string | undefined {
  for (const pattern of patterns.filter((one) => one !== '*')) {
    const isPattern = /^[^.]+\.[^.]+$/.test(pattern);
    const problem = isPattern ? misfit(pattern, LOGGED) : fitsNone(pattern, everyGroup(LOGGED));
    if (problem) return problem;
  }
  return undefined;
}

/** Groups of other services that clients may subscribe to; they have no events here. */
const ELSEWHERE = ['note'];

/** The error for the first pattern that cannot match an event; each must be a valid pattern. */
export function unknownEvent(patterns: readonly string[]): string | undefined {
  for (const pattern of patterns) {
    const [group = ''] = pattern.split('.');
    const problem = pattern === '*' || ELSEWHERE.includes(group) ? undefined : misfit(pattern, EVENTS);
    if (problem) return problem;
  }
  return undefined;
}

const MEANT = new Map([
  ['message', 'email'],
  ['person', 'contact'],
  ['account', 'email_account'],
]);

/** The error for a pattern that fits none of these groups, with the nearest that there is. */
function misfit(pattern: string, groups: Groups): string | undefined {
  const [group = '', action = ''] = pattern.split('.');
  const actions = groups.get(group);
  if (!actions) {
    // A name that exists, such as that of counts, is not misspelt.
    const near = EVENTS.has(group)
      ? undefined
      : (MEANT.get(group) ?? MEANT.get(group.replace(/s$/, '')) ?? nearest(group, [...groups.keys()]));
    return fitsNone(pattern, near ? `did you mean ${near}.*?` : everyGroup(groups));
  }
  if (action === '*' || actions.includes(action)) return undefined;
  const near = nearest(action, actions);
  const all = actions.map((one) => `${group}.${one}`).join(', ');
  return fitsNone(pattern, near ? `did you mean ${group}.${near}?` : `there are ${all}.`);
}

function fitsNone(pattern: string, hint: string): string {
  return `${JSON.stringify(pattern)} fits no event; ${hint}`;
}

function everyGroup(groups: Groups): string {
  return `there are ${[...groups.keys()].map((name) => `${name}.*`).join(', ')}.`;
}
