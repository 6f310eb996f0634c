// A page of records or changes as the features return it, read into values.

interface Page {
  texts: { toString(): string }[];
  meta: object;
}

interface ReadPage<Item> {
  data: Item[];
  meta: { total: number; has_more: boolean; seq: number };
}

/** The items of a page; of a page of texts, not of compact lines. */
export function readPage<Item>(page: Page | object): ReadPage<Item> {
  const { texts, meta } = page as Page;
  return { data: texts.map((text) => JSON.parse(String(text)) as Item), meta: meta as ReadPage<Item>['meta'] };
}
