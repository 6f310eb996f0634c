// GET /changes: the feed to poll.
import { setImmediate } from 'node:timers/promises';
import { limits } from '../limits.ts';
import type { Store } from '../store/store.ts';
import type { Principal } from './access.ts';
import { type Message, matches, reach, readMessages, visibleTo } from './feed.ts';
import type { Given, Parameter } from './list-parameters.ts';

export const changesParameters: Parameter[] = [
  {
    name: 'since',
    kind: 'integer',
    default: 0,
    about: 'The seq of the last change that the client has; 0 for all that are kept.',
  },
  {
    name: 'limit',
    kind: 'integer',
    default: limits.changesPage,
    about: `How many changes; at most ${limits.changesPageMax}.`,
  },
  {
    name: 'events',
    kind: 'patterns',
    about: 'Only these events, separated by commas; email.* means all of emails.',
    example: 'email.*,event.created',
  },
];

/** The page as JSON, and whether there is more after its last message. */
export async function changes(store: Store, principal: Principal, given: Given): Promise<string> {
  const since = (given.since as number | undefined) ?? 0;
  const limit = Math.min((given.limit as number | undefined) ?? limits.changesPage, limits.changesPageMax);
  const newest = await reach(store, principal.user, since);
  const wanted = given.events === undefined ? undefined : new Set(given.events as string[]);
  const visible = visibleTo(principal);
  const found: Message[] = [];
  let cursor = since;
  // What the token or the filter leaves out is passed over, a log page at a time.
  while (cursor < newest && found.length < limit) {
    const page = await readMessages(store, principal.user, cursor, limits.changesPage);
    const last = page.at(-1);
    if (!last) break;
    await setImmediate(); // the log may be long and little of it wanted; others must not wait for that
    const fitting = page.filter(({ event }) => visible(event) && (!wanted || matches(wanted, event)));
    const room = limit - found.length;
    found.push(...fitting.slice(0, room));
    cursor = fitting.length > room ? (found.at(-1) as Message).seq : last.seq;
  }
  const end = Math.max(newest, cursor); // a change may have come while the pages were read
  const more = cursor < end && found.length >= limit;
  return `{"data":[${found.map(({ text }) => text).join(',')}],"meta":${JSON.stringify({ seq: end, has_more: more })}}`;
}
