// Iterates over a list that changes meanwhile. Each request begins with the last record of the previous one, so that the
// iteration continues after the last record that it has returned, wherever new and removed records have moved it.

interface Page<Item> {
  data: Item[];
  meta: { has_more: boolean; total?: number };
}

interface Position {
  limit?: number;
  offset?: number;
}

type List<Item> = (query: Position, options?: object) => Promise<Page<Item>>;

const USUAL_SIZE = 100;
const LARGEST_SIZE = 499; // with the record before it the limit of the service

export async function* pages<Item extends object>(
  list: List<Item>,
  query: Position = {},
  options?: object,
): AsyncGenerator<Item[], void, undefined> {
  const { offset: start = 0, limit = USUAL_SIZE } = query;
  const size = Math.min(LARGEST_SIZE, Math.max(1, limit));
  const returned = new Set<string>();
  const isKnown = (item: Item) => returned.has(keyOf(item));
  const read = async (offset: number) => {
    const position = { offset, limit: returned.size > 0 ? size + 1 : size };
    return { offset, ...(await list({ ...query, ...position }, options)) };
  };
  let page = await read(start);
  /** Whether a record that was returned has changed its place: others that were not may be before it now. */
  let hasMoved = false;
  for (;;) {
    const { data, meta } = page;
    const fresh = data.filter((item) => !isKnown(item));
    hasMoved ||= fresh.length > 0 && data.findLastIndex(isKnown) > data.indexOf(fresh[0] as Item);
    for (const item of fresh) returned.add(keyOf(item));
    if (fresh.length > 0) yield fresh;
    if (!meta.has_more) {
      if (!hasMoved) return;
      hasMoved = false;
      page = await read(start);
      continue;
    }
    const isStuck = fresh.length === 0 && data.length === 1;
    page = isStuck ? await following(page.offset) : await next(page.offset + data.length - 1);
  }

  /** A page ends early at a large record. If it has only the one that was returned, the next is read by itself. */
  async function following(offset: number): Promise<typeof page> {
    const ids = { ...query, fields: 'id', offset, limit: 2 };
    const [last, wanted] = (await list(ids, options)).data;
    const found = await list({ ...query, offset: offset + 1, limit: 1 }, options);
    const [item] = found.data;
    if (!last || !wanted || !item || !isKnown(last) || keyOf(item) !== keyOf(wanted)) return next(offset);
    return { offset: offset + 1, ...found };
  }

  /** The page at the offset, or one near it, that begins with a record that was returned; the first one if none is left. */
  async function next(offset: number): Promise<typeof page> {
    const isContinued = ({ data }: typeof page) => data.slice(0, 1).some(isKnown);
    for (let distance = 0; ; distance = 2 * distance + 1) {
      const before = await read(Math.max(start, offset - distance));
      if (isContinued(before)) return before;
      const after = distance > 0 ? await read(offset + distance) : before;
      if (isContinued(after)) {
        // New records alone cannot have moved it further than there are more of them.
        hasMoved ||= distance > Number(after.meta.total) - Number(page.meta.total);
        return after;
      }
      if (before.offset === start && !after.meta.has_more) return before;
    }
  }
}

export async function* all<Item extends object>(
  list: List<Item>,
  query?: Position,
  options?: object,
): AsyncGenerator<Item, void, undefined> {
  for await (const page of pages(list, query, options)) yield* page;
}

/** Folders, labels, tags and calendars have no id; folders of several accounts can have the same name. */
function keyOf(item: { id?: string; name?: string; account_id?: string }): string {
  return item.id ?? `${item.account_id} ${item.name}`;
}
