// Requests for many records, a few at the same time: as many as a browser sends to one server.

const AT_ONCE = 6;

/** The results in the order of the items. */
export async function mapFewAtOnce<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(run))));
  return results;
}
