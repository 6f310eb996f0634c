// The feed for polling clients: a page of the changes after a seq.
import { setImmediate } from 'node:timers/promises';
import type { Principal } from '../access/access.ts';
import { limits } from '../limits.ts';
import type { Store } from '../store/port.ts';
import type { ServedText } from '../values/served-text.ts';
import { type ChangesMeta, type CompactChanges, compactChanges } from './compact.ts';
import { bytesOf, type Message, matches, readWanted, seesEverything, visibleTo } from './messages.ts';

export interface ChangesOptions {
  /** The seq of the last change that the client has; 0 for all retained changes. */
  since?: number;
  limit?: number;
  /** Patterns such as `email.*`; all events when not given. */
  events?: string[];
  /** false: without the fields of bodies. */
  body?: boolean;
  format?: 'json' | 'compact';
  /** The time zone of compact lines. */
  tz?: string;
}

export interface ChangesPage {
  /** Each message as JSON. */
  texts: ServedText[];
  meta: ChangesMeta;
}

export async function changes(store: Store, principal: Principal, options: ChangesOptions): Promise<ChangesPage> {
  const { found, meta } = await readPage(store, principal, options, options.body !== false);
  return { texts: found.map(({ text }) => text), meta };
}

/** The same page for language models. */
export async function compactPage(
  store: Store,
  principal: Principal,
  options: ChangesOptions,
  serviceZone: string,
): Promise<CompactChanges> {
  const { found, meta } = await readPage(store, principal, options, false);
  return compactChanges(found, meta, { timezone: options.tz ?? serviceZone, now: Date.now() });
}

interface Found {
  found: Message[];
  meta: ChangesMeta;
}

async function readPage(store: Store, principal: Principal, options: ChangesOptions, bodies: boolean): Promise<Found> {
  const { since = 0 } = options;
  const limit = Math.min(options.limit ?? limits.changesPage, limits.changesPageMax);
  const isWanted = filterOf(principal, options);
  const found: Message[] = [];
  let cursor = since;
  let newest: number | undefined;
  // Until there is one more than requested, which shows that there are more, or the page is full.
  for (;;) {
    const room = Math.min(limit + 1 - found.length, limits.changesPage);
    const part = { limit: room, bytes: limits.pageBytes, bodies };
    const stretch = await readWanted(store, principal.user, cursor, part, isWanted);
    newest ??= stretch.newest;
    found.push(...stretch.messages);
    cursor = stretch.end;
    if (cursor >= newest || found.length > limit || bytesOf(found) >= limits.pageBytes) break;
    await setImmediate(); // the log may be long and few of its changes wanted; other requests must not wait
  }
  const more = found.length > limit || cursor < newest;
  const seq = Math.max(newest, cursor); // a change may have been added while the log was read
  return { found: found.slice(0, limit), meta: { seq, has_more: more } };
}

/** Which events the client receives; undefined for all. */
function filterOf(principal: Principal, { events }: ChangesOptions): ((event: string) => boolean) | undefined {
  if (events === undefined && seesEverything(principal)) return undefined;
  const wanted = events && new Set(events);
  const visible = visibleTo(principal);
  return (event) => visible(event) && (!wanted || matches(wanted, event));
}
