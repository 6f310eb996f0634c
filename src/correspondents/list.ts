// The list of correspondents: addresses from contacts and past mail, ranked by how often and how recently the user wrote
// to them. A token sees what it may read: of mail, of contacts, or both.
import { faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import { readWords } from '../records/words/search-words.ts';
import { choice, nullable, text } from '../resources/fields.ts';
import type { Query, Store } from '../store/port.ts';
import {
  bestContactsQuery,
  bestQuery,
  type Correspondent,
  contactsQuery,
  matchingQuery,
  ownAddressesQueries,
  picturesQuery,
  readCorrespondent,
} from '../store/tables/personal/correspondents.ts';
import { personKey } from '../values/addresses.ts';
import { Type } from '../values/schema.ts';
import { formatTime } from '../values/time.ts';
import { cutWord } from './uses.ts';

/** Which records the token may read. */
export interface Visible {
  emails: boolean;
  contacts: boolean;
}

export const correspondentFields = {
  address: text(limits.lineChars, { about: 'The address as it was written.', example: 'ann@example.org' }),
  name: nullable(text(limits.nameChars, { about: 'Of the contact, else of the latest mail.', example: 'Ann Lee' })),
  contact_id: nullable(text(limits.lineChars, { example: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10' })),
  avatar_path: nullable(text(limits.pathChars, { about: 'Of the contact.', example: null })),
  last_written_at: nullable(
    text(limits.lineChars, { about: 'When the user last wrote to the address.', example: '2026-02-17T09:00:00Z' }),
  ),
  written_count: {
    schema: Type.Integer({ minimum: 0, description: 'Mails that the user wrote to it.', examples: [12] }),
  },
  source: choice(['contact', 'mail', 'both'], 'Where the address is from.', 'both'),
};

interface Served {
  address: string;
  name: string | null;
  contact_id: string | null;
  avatar_path: string | null;
  last_written_at: string | null;
  written_count: number;
  source: 'contact' | 'mail' | 'both';
}

export interface CorrespondentOptions {
  q?: string;
  limit?: number;
}

export async function listCorrespondents(
  store: Store,
  user: number,
  visible: Visible,
  { q = '', limit: wanted = limits.correspondentsDefault }: CorrespondentOptions,
): Promise<Served[]> {
  const limit = Math.min(wanted, limits.correspondentsMax);
  const terms = termsOf(q);
  if (limit === 0 || terms === null) return [];
  const found = await bestMatches(store, user, visible, terms, limit);
  const shown = found.slice(0, limit);
  const ids = visible.contacts ? shown.flatMap(({ contact_id }) => contact_id ?? []) : [];
  const [rows = []] = ids.length > 0 ? await store.read(user, [picturesQuery(store.dialect, ids)]) : [];
  const pictures = new Map(rows.map(({ id, members }) => [id as string, firstMember(members as string)]));
  return shown.map((row) => served(row, visible, pictures));
}

/** The words that must each begin a word; null if the text has none. */
function termsOf(q: string): string[] | null {
  if (q.trim() === '') return [];
  const terms = [...new Set(readWords(q).words.map(cutWord))];
  if (terms.length > limits.searchWords) {
    const message = `q must have at most ${limits.searchWords} words; this one has ${terms.length}.`;
    throw faulty('INVALID_QUERY', [{ field: 'q', constraint: 'maxWords', message }]);
  }
  return terms.length > 0 ? terms : null;
}

async function bestMatches(
  store: Store,
  user: number,
  visible: Visible,
  terms: readonly string[],
  limit: number,
): Promise<Correspondent[]> {
  const read = async (query: Query, slow = false) =>
    ((await store.read(user, [query], { slow }))[0] ?? []).map(readCorrespondent);
  const scan = limits.correspondentsScan;
  // Without mail by name: neither the order nor the choice may show to whom the user writes.
  const [own, best] = visible.emails
    ? [await readOwn(store, user), await read(bestQuery(scan))]
    : [NOBODY, await read(contactsQuery(scan))];
  const ranked = (rows: Correspondent[]) => {
    const found = rows.filter((row) => isVisible(row, visible) && fits(row, visible, terms));
    return visible.emails ? found.sort((a, b) => compare(a, b, visible, own)) : found;
  };
  const first = ranked(best);
  // What was not read has a lower score, but may be a contact, which comes before lists and programs.
  const sure = visible.emails ? first.filter((row) => classOf(row, visible, own) === PERSON) : first;
  if (best.length < scan || sure.length >= limit) return first;
  // The user's own addresses come last, but have their place by score in the rows.
  if (terms.length > 0) return ranked(await read(matchingQuery({ terms, ...visible }, limit + own.size), true));
  const others = visible.contacts ? await read(bestContactsQuery(scan)) : [];
  return ranked([...new Map([...best, ...others].map((row) => [row.address, row])).values()]);
}

const NOBODY: ReadonlySet<string> = new Set();

async function readOwn(store: Store, user: number): Promise<Set<string>> {
  const [accounts = [], identities = []] = await store.read(user, ownAddressesQueries(store.dialect));
  const addresses = [
    ...accounts.map(({ address }) => address as string),
    ...identities.map(({ members }) => firstMember(members as string) ?? ''),
  ];
  return new Set(addresses.map(personKey));
}

function firstMember(members: string): string | null {
  return (JSON.parse(members) as (string | null)[])[0] ?? null;
}

function isVisible({ written, received, bulk, contact_id }: Correspondent, visible: Visible): boolean {
  return (visible.emails && written + received + bulk > 0) || (visible.contacts && contact_id !== null);
}

function fits(row: Correspondent, visible: Visible, terms: readonly string[]): boolean {
  const words = [...(visible.emails ? [row.mail_words] : []), ...(visible.contacts ? [row.contact_words] : [])];
  const text = ` ${words.join(' ')}`;
  return terms.every((term) => text.includes(` ${term}`));
}

const PERSON = 0;

/** People first, then lists and programs that are not contacts, then the user's own addresses. */
function classOf(
  { address, written, received, contact_id }: Correspondent,
  visible: Visible,
  own: ReadonlySet<string>,
): number {
  if (own.has(address)) return 2;
  return written + received > 0 || (visible.contacts && contact_id !== null) ? PERSON : 1;
}

function compare(a: Correspondent, b: Correspondent, visible: Visible, own: ReadonlySet<string>): number {
  return classOf(a, visible, own) - classOf(b, visible, own) || b.score - a.score || order(a.address, b.address);
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function served(row: Correspondent, visible: Visible, pictures: Map<string, string | null>): Served {
  const contact = visible.contacts ? row.contact_id : null;
  const hasMail = visible.emails && row.written + row.received + row.bulk > 0;
  const last = hasMail ? row.last_written_at : null;
  return {
    address: contact === null ? row.shown : (row.contact_shown as string),
    name: (contact === null ? null : row.contact_name) ?? (visible.emails ? row.mail_name : null),
    contact_id: contact,
    avatar_path: contact === null ? null : (pictures.get(contact) ?? null),
    last_written_at: last === null ? null : formatTime(last),
    written_count: hasMail ? row.written : 0,
    source: contact === null ? 'mail' : hasMail ? 'both' : 'contact',
  };
}
