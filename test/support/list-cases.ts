// Every list that the filters and sorts of a resource make, up to two filters at a time, for tests of how they are read.
import type { ListOptions } from '../../src/records/list-plan.ts';
import { contact } from '../../src/resources/contact.ts';
import { email } from '../../src/resources/email.ts';
import { event } from '../../src/resources/event.ts';
import type { Filter, Resource } from '../../src/resources/resource.ts';

export const listed: readonly Resource[] = [email, event, contact];

const ID = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
const TRASH: readonly ListOptions[] = [{}, { include_deleted: true }, { only_deleted: true }];

/** The values of a filter that make a difference: all that it can have, or one. */
function valuesOf({ type, values, uuid, column }: Filter): readonly (string | boolean | string[])[] {
  if (type === 'flag' || type === 'present') return [true, false];
  if (type === 'tagged') return [['home']];
  if (column === 'source') return ['local', 'import'];
  return values ?? [uuid ? ID : 'Rare'];
}

/** Each filter alone. */
export function filtersOf({ list }: Resource): ListOptions[] {
  const own = Object.entries(list.filters).flatMap(([name, filter]) =>
    valuesOf(filter).map((value): ListOptions => ({ [name]: value })),
  );
  const times: ListOptions[] = [{ from: '2026-01-01T00:00:00Z' }, { to: '2026-02-01T00:00:00Z' }];
  return list.range ? [...own, ...times] : own;
}

/** No filter, each alone, and each two. */
export function listsOf(resource: Resource): ListOptions[] {
  const single = filtersOf(resource);
  const pairs = single.flatMap((one, at) =>
    single
      .slice(at + 1)
      .filter((other) => Object.keys(one)[0] !== Object.keys(other)[0])
      .map((other) => ({ ...one, ...other })),
  );
  const orders = resource.list.sorts.flatMap((sort) => (['asc', 'desc'] as const).map((order) => ({ sort, order })));
  return [{}, ...single, ...pairs].flatMap((filters) =>
    orders.flatMap((order) => TRASH.map((trash) => ({ ...filters, ...order, ...trash }))),
  );
}
