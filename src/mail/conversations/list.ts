// Lists of conversations: the email list's filters and search, by their latest mail. A page is found by its offset, or
// by its place: before or after a conversation, or around it.
import { faulty } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { type ListOptions, type ListRequest, planList } from '../../records/list-plan.ts';
import type { Conversation } from '../../resources/conversation.ts';
import { email } from '../../resources/email.ts';
import type { Store } from '../../store/port.ts';
import { isStored, type Place, placesQuery, type Slice, totalQueries } from '../../store/tables/conversations/list.ts';
import type { ListPlan } from '../../store/tables/list-plan.ts';
import { type CompactConversations, type ConversationMeta, compactConversations } from './compact.ts';
import { cursorOf, readCursor } from './cursor.ts';
import { findConversation } from './find.ts';
import { type Placed, readConversations } from './summary.ts';

export interface ConversationOptions extends ListOptions {
  /** A cursor or the id of a conversation: only older ones. */
  before?: string;
  /** Only newer ones. */
  after?: string;
  /** This one in the middle. */
  around?: string;
}

/** Some conversations of a list, in its order, and whether there are others before and after them. */
interface Part {
  found: Placed[];
  /** The places of its ends, also of conversations that were erased in the meantime. */
  first: Place | undefined;
  last: Place | undefined;
  hasBefore: boolean;
  hasAfter: boolean;
}

/** A page of conversations, each as JSON; or compact lines. */
export type ConversationPage = { texts: string[]; meta: ConversationMeta } | CompactConversations;

export async function listConversations(
  store: Store,
  user: number,
  options: ConversationOptions,
  serviceZone: string,
): Promise<ConversationPage> {
  const now = Date.now();
  const { fields, format, before, after, around, sort: _sort, ...filters } = options;
  checkPlaces(options);
  const request = planList(email, { ...filters, body: false }, serviceZone, now);
  const { limit, offset } = request.plan;
  const list = await openList(store, user, request);
  const { found, first, last, hasBefore, hasAfter } = await list.part(options);
  const isPlaced = (before ?? after ?? around) !== undefined;
  const meta: ConversationMeta = {
    total: list.total,
    limit,
    ...(!isPlaced && { offset }),
    has_more: hasAfter,
    next: hasAfter && last ? cursorOf(last) : null,
    previous: hasBefore && first ? cursorOf(first) : null,
    ...(request.invalid.length > 0 && { invalid_operators: request.invalid }),
  };
  if (format === 'compact') {
    const conversations = found.map(({ conversation }) => conversation);
    return compactConversations(conversations, meta, filters, request.timezone, now);
  }
  const texts = found.map(({ conversation, text }) => (fields ? JSON.stringify(pick(conversation, fields)) : text));
  return { texts, meta };
}

function checkPlaces({ before, after, around, offset }: ConversationOptions): void {
  const given = Object.entries({ before, after, around, offset }).filter(([, value]) => value !== undefined);
  if (given.length <= 1) return;
  const [first, second] = given.map(([name]) => name) as [string, string];
  const message = `${first} and ${second} exclude each other; use one of them.`;
  throw faulty('INVALID_QUERY', [{ field: second, constraint: 'exclusive', message }]);
}

function pick(conversation: Conversation, fields: string[]): object {
  const names = [...new Set(['id', ...fields])] as (keyof Conversation)[];
  return Object.fromEntries(names.map((name) => [name, conversation[name]]));
}

async function totalOf(store: Store, user: number, plan: ListPlan, slow: boolean): Promise<number> {
  const { mails, conversations } = totalQueries(store.dialect, user, plan);
  // What no mail has costs nothing to know where mails are counted; to look for it would mean to look at all of them.
  if (mails && (await store.read(user, [mails]))[0]?.[0]?.total === 0) return 0;
  return (await store.read(user, [conversations], { slow }))[0]?.[0]?.total as number;
}

async function openList(store: Store, user: number, { plan, nothing }: ListRequest) {
  const { limit, offset, order } = plan;
  const slow = !isStored(plan);
  const total = nothing ? 0 : await totalOf(store, user, plan, slow);

  async function placesOf(slice: Slice): Promise<Place[]> {
    const query = placesQuery(store.dialect, user, plan, slice, total <= limits.fewMatches);
    const [rows = []] = await store.read(user, [query], { slow: slow || slice.skipped >= limits.deepOffset });
    return rows as unknown as Place[];
  }

  /** Reads in the order of the slice; one more than asked for is read to know whether there are more. */
  async function read(slice: Slice): Promise<Omit<Part, 'hasBefore' | 'hasAfter'> & { isMore: boolean }> {
    if (total === 0 || limit === 0) return { found: [], first: undefined, last: undefined, isMore: total > 0 };
    const rows = await placesOf({ ...slice, max: slice.max + 1 });
    const places = rows.slice(0, slice.max);
    const { read: found, isCut } = await readConversations(store, user, places);
    const last = isCut ? found.at(-1)?.place : places.at(-1);
    return { found, first: places[0], last, isMore: isCut || rows.length > slice.max };
  }

  async function placeOf(text: string): Promise<Place> {
    const place = readCursor(text);
    if (place) return place;
    const row = await findConversation(async (query) => (await store.read(user, [query]))[0] ?? [], text);
    return row as unknown as Place;
  }

  /** Towards the end of the list, or its beginning. */
  async function from(place: Place, isForwards: boolean, max = limit, isIncluded = false): Promise<Part> {
    const [towards, away] = (order === 'desc') === isForwards ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const);
    const { isMore, ...part } = await read({ order: towards, max, skipped: 0, from: { place, isIncluded } });
    const behind = { order: away, max: 1, skipped: 0, from: { place, isIncluded: !isIncluded } };
    const isBehind = total > 0 && (await placesOf(behind)).length > 0;
    if (isForwards) return { ...part, hasBefore: isBehind, hasAfter: isMore };
    return {
      found: part.found.reverse(),
      first: part.last,
      last: part.first,
      hasBefore: isMore,
      hasAfter: isBehind,
    };
  }

  async function part({ before, after, around }: ConversationOptions): Promise<Part> {
    if (before !== undefined) return from(await placeOf(before), order === 'desc');
    if (after !== undefined) return from(await placeOf(after), order === 'asc');
    if (around === undefined) {
      const { isMore, ...found } = await read({ order, max: limit, skipped: offset });
      return { ...found, hasBefore: offset > 0, hasAfter: isMore };
    }
    const place = await placeOf(around);
    const half = Math.floor(limit / 2);
    const second = await from(place, true, limit - half, true);
    if (half === 0) return second;
    const first = await from(place, false, half);
    return {
      found: [...first.found, ...second.found],
      first: first.first ?? second.first,
      last: second.last ?? first.last,
      hasBefore: first.hasBefore,
      hasAfter: second.hasAfter,
    };
  }

  return { total, part };
}
