// The searches for all mails and events with a person. One search can have only so many addresses, so there can be
// several, whose results are merged. Pure functions.

/** The limits of the service for `q`. */
const MOST_CHARS = 500;
const MOST_TERMS = 32;
const MAIL_FIELDS = ['from', 'to', 'cc', 'bcc'];

/** In which mails an address takes part. */
export function mailQueriesOf(addresses: readonly string[]): string[] {
  return queriesOf(addresses.map(withoutQuotes), MAIL_FIELDS);
}

/** In which events it is found; also in their other texts. */
export function eventQueriesOf(addresses: readonly string[]): string[] {
  return queriesOf(addresses.map(withoutQuotes), ['']);
}

function queriesOf(addresses: readonly string[], fields: readonly string[]): string[] {
  if (addresses.length === 0) return [];
  const any = addresses.map((one) => `"${one}"`).join(' OR ');
  const query = fields.map((field) => (field ? `${field}:(${any})` : any)).join(' OR ');
  if (query.length <= MOST_CHARS && addresses.length * fields.length <= MOST_TERMS) return [query];
  if (addresses.length > 1) return halvesOf(addresses).flatMap((half) => queriesOf(half, fields));
  return fields.length > 1 ? halvesOf(fields).flatMap((half) => queriesOf(addresses, half)) : [];
}

function halvesOf<T>(items: readonly T[]): (readonly T[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

function withoutQuotes(address: string): string {
  return address.replaceAll('"', '');
}

export interface Found<T> {
  data: readonly T[];
  total: number;
}

export interface MergedList<T> extends Found<T> {
  /** Some were found by several searches that were not read to their ends: there can be more. */
  mayHaveMore: boolean;
}

/** The first ones of several lists, each of which has its latest first. */
export function mergeLists<T extends { id: string; latest_at: string }>(
  lists: readonly Found<T>[],
  limit: number,
): MergedList<T> {
  const all = [...new Map(lists.flatMap(({ data }) => data.map((one) => [one.id, one] as const))).values()];
  const data = all.sort((one, other) => Date.parse(other.latest_at) - Date.parse(one.latest_at)).slice(0, limit);
  const isRead = lists.every((list) => list.data.length >= list.total);
  const total = isRead ? all.length : Math.max(all.length, ...lists.map((list) => list.total));
  return { data, total, mayHaveMore: !isRead && lists.length > 1 };
}
