// Search over all kinds of records: for each a page of matches, how many there are, and where they have what was
// searched for.
import { AppError, faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import { textsIn } from '../mail/previews/content-prefix.ts';
import { compactLine } from '../records/compact.ts';
import { firstPage, textsOf } from '../records/list.ts';
import { type ListOptions, type ListRequest, planList } from '../records/list-plan.ts';
import { type InvalidOperator, readQuery } from '../records/query/query.ts';
import { inSlices } from '../records/slices.ts';
import { contact } from '../resources/contact.ts';
import { email } from '../resources/email.ts';
import { event } from '../resources/event.ts';
import { type AnyRecord, asideOf, type Resource } from '../resources/resource.ts';
import type { Row, Store } from '../store/port.ts';
import { beginningsQuery } from '../store/tables/record-lookups.ts';
import { attachmentTextsQuery } from '../store/tables/search/attachment-texts.ts';
import type { ServedText } from '../values/served-text.ts';
import { type Highlight, highlightsOf, type Room, type SoughtTerm, soughtTerms } from './highlights.ts';

/** What can be searched, by the names in `kinds`, in the order of the response. */
export const searchedKinds: ReadonlyMap<string, Resource> = new Map(
  [email, event, contact].map((one) => [one.path, one]),
);

export interface SearchOptions extends ListOptions {
  q: string;
  limit: number;
}

/** The matches of one kind. */
interface Group {
  kind: string;
  total: number;
  results: { text: ServedText; highlights: Highlight[] }[];
}

export interface SearchResult {
  groups: Group[];
  meta: { kinds: string[]; limit: number; offset: number; invalid_operators: InvalidOperator[] };
}

export async function searchEverything(
  store: Store,
  user: number,
  kinds: readonly string[],
  options: SearchOptions,
  serviceZone: string,
): Promise<SearchResult> {
  const now = Date.now();
  const zone = options.tz ?? options.query_timezone ?? serviceZone;
  const { node, invalid } = readQuery(options.q, zone, now);
  const sought = node ? soughtTerms(node) : [];
  const room = { chars: limits.highlightedInAll };
  const groups = await Promise.all(
    kinds.map(async (kind): Promise<Group> => {
      const resource = searchedKinds.get(kind) as Resource;
      const request = planList(resource, options, serviceZone, now);
      const { rows, total } = await firstPage(store, user, request);
      return { kind, total, results: await resultsOf(store, user, request, rows, options, sought, room) };
    }),
  );
  const { limit, offset = 0 } = options;
  return { groups, meta: { kinds: [...kinds], limit, offset, invalid_operators: invalid } };
}

async function resultsOf(
  store: Store,
  user: number,
  { plan, timezone }: ListRequest,
  rows: Row[],
  options: SearchOptions,
  sought: readonly SoughtTerm[],
  room: Room,
): Promise<Group['results']> {
  const { resource } = plan;
  const records = rows.map(({ doc }) => JSON.parse(doc as string) as AnyRecord);
  const view = { timezone, now: Date.now() };
  const served =
    options.format === 'compact'
      ? records.map((record) => JSON.stringify(compactLine(resource, record, view)))
      : await textsOf(store, user, resource, rows, options.fields);
  if (served.length !== records.length)
    throw new AppError('SERVICE_UNAVAILABLE', 'A record has just been deleted; try again.');
  const results: Group['results'] = [];
  for (let from = 0; from < records.length; from += limits.highlightBatch) {
    const some = records.slice(from, from + limits.highlightBatch);
    const aside = await textsBeside(store, user, resource, some);
    for (const [index, record] of some.entries()) {
      const highlights = await inSlices(highlightsIn(resource, record, aside, sought, room));
      results.push({ text: served[from + index] as ServedText, highlights });
    }
  }
  return results;
}

function* highlightsIn(
  resource: Resource,
  record: AnyRecord,
  { contents, attached }: TextsBeside,
  sought: readonly SoughtTerm[],
  room: Room,
): Generator<undefined, Highlight[]> {
  const { plain, html } = textsIn(contents.get(record.id) ?? null);
  yield;
  const texts = JSON.parse(attached.get(record.id) ?? '[]') as string[];
  yield;
  const known = contents.has(record.id) ? { ...record, body_plain: plain, body_html: html } : record;
  return yield* highlightsOf(resource, known, sought, texts, room);
}

/** Texts that are not in the row of a record, by its id, as they are stored. */
interface TextsBeside {
  /** The beginnings of the contents. */
  contents: ReadonlyMap<string, string>;
  /** The texts of the attachments. */
  attached: ReadonlyMap<string, string>;
}

async function textsBeside(
  store: Store,
  user: number,
  resource: Resource,
  records: readonly AnyRecord[],
): Promise<TextsBeside> {
  if (asideOf(resource).length === 0) return { contents: new Map(), attached: new Map() };
  const ids = records.map(({ id }) => id);
  const withFiles = records.filter(({ attachments }) => Array.isArray(attachments) && attachments.length > 0);
  const [contents = [], attached = []] = await store.read(
    user,
    [
      beginningsQuery(store.dialect, resource, ids, limits.highlightHtmlChars),
      attachmentTextsQuery(
        store.dialect,
        withFiles.map(({ id }) => id),
      ),
    ],
    { slow: true },
  );
  return {
    contents: new Map(contents.map(({ id, content }) => [id as string, content as string])),
    attached: new Map(attached.map(({ email_id, texts }) => [email_id as string, texts as string])),
  };
}

/** The kinds that a request names, separated by commas. */
export function readKinds(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !searchedKinds.has(name));
  if (unknown !== undefined) {
    const message = `kinds must be ${[...searchedKinds.keys()].join(', ')}, or some of them separated by commas; not ${JSON.stringify(unknown.slice(0, 80))}.`;
    throw faulty('INVALID_QUERY', [{ field: 'kinds', constraint: 'choice', message }]);
  }
  return [...searchedKinds.keys()].filter((name) => names.includes(name));
}
