// GET /changes: the feed to poll.
import { setImmediate } from 'node:timers/promises';
import { limits } from '../limits.ts';
import type { Store } from '../store/store.ts';
import type { Principal } from './access.ts';
import { charsOf, type Message, matches, readWanted, seesEverything, visibleTo } from './feed.ts';
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
  const isWanted = filterOf(principal, given);
  const found: Message[] = [];
  let cursor = since;
  let newest: number | undefined;
  // Until there is one more than asked for, which says that there are more, or the page is full by its size.
  for (;;) {
    const room = { changes: Math.min(limit + 1 - found.length, limits.changesPage), chars: limits.pageChars };
    const stretch = await readWanted(store, principal.user, cursor, room, isWanted);
    newest ??= stretch.newest;
    found.push(...stretch.messages);
    cursor = stretch.end;
    if (cursor >= newest || found.length > limit || charsOf(found) >= limits.pageChars) break;
    await setImmediate(); // the log may be long and little of it wanted; others must not wait for that
  }
  const texts = found.slice(0, limit).map(({ text }) => text);
  const more = found.length > limit || cursor < newest;
  const seq = Math.max(newest, cursor); // a change may have come while the log was read
  return `{"data":[${texts.join(',')}],"meta":${JSON.stringify({ seq, has_more: more })}}`;
}

/** Which events the client gets; undefined where it gets all. */
function filterOf(principal: Principal, given: Given): ((event: string) => boolean) | undefined {
  if (given.events === undefined && seesEverything(principal)) return undefined;
  const wanted = given.events === undefined ? undefined : new Set(given.events as string[]);
  const visible = visibleTo(principal);
  return (event) => visible(event) && (!wanted || matches(wanted, event));
}
