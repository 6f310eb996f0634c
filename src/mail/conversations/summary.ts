// What a list shows of conversations. Counts and names are stored; subject, people and preview are taken from the mails
// when they are asked for, so that a change of a mail never leaves something old behind. A draft that answers shows
// neither as the latest mail nor as one of the user's: it is not a part of the conversation yet.
import { limits } from '../../limits.ts';
import { createPause } from '../../records/slices.ts';
import type { Conversation, Participant } from '../../resources/conversation.ts';
import type { Row, Store } from '../../store/port.ts';
import { contentQueries, documentOf, MEMBERS } from '../../store/tables/conversations/contents.ts';
import type { Place } from '../../store/tables/conversations/list.ts';
import type { Address } from '../../values/addresses.ts';
import { formatTime } from '../../values/time.ts';

interface Mail {
  id: string;
  thread_id: string;
  subject: string | null;
  preview: string | null;
  from_address: string | null;
  from_name: string | null;
  to_addresses: Address[];
  cc_addresses: Address[];
}

const AT_ONCE = 50; // conversations whose mails are read together

/** A conversation with its place in a list. */
export interface Placed {
  place: Place;
  conversation: Conversation;
  /** The same as JSON. */
  text: string;
}

/**
 * The conversations at these places, in their order, without those that have just gone. They end once they have more
 * bytes than a page may have (`isCut`).
 */
export async function readConversations(
  store: Store,
  user: number,
  places: readonly Place[],
): Promise<{ read: Placed[]; isCut: boolean }> {
  const read: Placed[] = [];
  const pause = createPause();
  let bytes = 0;
  for (let done = 0; done < places.length; done += AT_ONCE) {
    const some = places.slice(done, done + AT_ONCE);
    const [counts = [], lists = [], mails = []] = await store.read(
      user,
      contentQueries(
        store.dialect,
        some.map(({ id }) => id),
      ),
    );
    const [countsOf, listsOf, mailsOf] = [byId(counts, 'id'), byId(lists, 'id'), byId(mails, 'conversation')];
    for (const place of some) {
      const row = countsOf.get(place.id)?.[0];
      const own = mailsOf.get(place.id);
      if (!row || !own) continue;
      const hasOthers = (row.mails as number) > (row.drafts as number);
      const shown = own.filter(({ status }) => !hasOthers || status !== 'draft').sort(byTime);
      const mailsShown = await readMails(store, user, shown);
      await pause();
      if (mailsShown.length === 0) continue;
      const conversation = conversationOf(row, listsOf.get(place.id) ?? [], shown.at(-1) as Row, mailsShown);
      const text = JSON.stringify(conversation);
      bytes += text.length + own.reduce((sum, one) => sum + (one.doc || one.members ? 0 : (one.bytes as number)), 0);
      if (bytes > limits.pageBytes && read.length > 0) return { read, isCut: true };
      read.push({ place, conversation, text });
    }
  }
  return { read, isCut: false };
}

function byId(rows: Row[], column: string): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const id = row[column] as string;
    const others = found.get(id);
    if (others) others.push(row);
    else found.set(id, [row]);
  }
  return found;
}

const timeOf = ({ received_at, created_at }: Row) => (received_at ?? created_at) as number;

function byTime(a: Row, b: Row): number {
  return timeOf(a) - timeOf(b) || ((a.id as string) < (b.id as string) ? -1 : 1);
}

/** The mails of the rows. Of huge ones only the oldest and the latest are read. */
async function readMails(store: Store, user: number, rows: readonly Row[]): Promise<Mail[]> {
  const mails: Mail[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.doc) mails.push(readBeginning(row.doc as string));
    else if (row.members) {
      const values = JSON.parse(row.members as string) as unknown[];
      mails.push(Object.fromEntries(MEMBERS.map((name, at) => [name, values[at]])) as unknown as Mail);
    } else if (index === 0 || index === rows.length - 1) {
      const [found] = await store.read(user, [documentOf(row.key as number)]);
      if (found?.[0]) mails.push(JSON.parse(found[0].doc as string));
    }
  }
  return mails;
}

/** The field after those that are read, in the order in which records are stored. */
const NEXT_FIELD = ',"bcc_addresses":';

// To parse a whole document takes twice as long. Within a text the quotation marks are escaped, so what is found is the
// field. In documents of an earlier version, fields that were added since are at the end.
function readBeginning(doc: string): Mail {
  const end = doc.indexOf(NEXT_FIELD);
  const mail = JSON.parse(end < 0 ? doc : `${doc.slice(0, end)}}`);
  return MEMBERS.every((name) => name in mail) ? mail : JSON.parse(doc);
}

function conversationOf(row: Row, lists: Row[], last: Row, mails: readonly Mail[]): Conversation {
  const [oldest, latest] = [mails[0] as Mail, mails.at(-1) as Mail];
  return {
    id: latest.thread_id,
    subject: oldest.subject,
    participants: participantsOf(mails),
    preview: latest.preview,
    count: row.mails as number,
    unread: row.unread as number,
    is_starred: (row.starred as number) > 0,
    has_attachments: (row.attached as number) > 0,
    has_drafts: (row.drafts as number) > 0,
    folders: namesOf(lists, 'folder '),
    labels: namesOf(lists, 'label '),
    latest_at: formatTime(row.latest_at as number),
    latest_id: last.id as string,
  };
}

function namesOf(lists: Row[], prefix: string): string[] {
  return lists
    .flatMap(({ list }) => ((list as string).startsWith(prefix) ? [(list as string).slice(prefix.length)] : []))
    .sort()
    .slice(0, limits.conversationLists);
}

function participantsOf(mails: readonly Mail[]): Participant[] {
  const found = new Map<string, Participant>();
  const add = (address: string | null, name: string | null, isSender: boolean) => {
    if (address === null) return;
    const key = address.toLowerCase();
    const known = found.get(key);
    if (known) known.name = name ?? known.name;
    else found.set(key, { address, name, is_sender: isSender });
  };
  for (const { from_address, from_name } of mails) add(from_address, from_name, true);
  for (const { to_addresses, cc_addresses } of mails)
    for (const { address, name } of [...to_addresses, ...cc_addresses])
      if (!isSenderOf(found, address)) add(address, name, false);
  return [...found.values()].slice(0, limits.participants);
}

// How others write the name of a sender is not how the sender does.
function isSenderOf(found: Map<string, Participant>, address: string): boolean {
  return found.get(address.toLowerCase())?.is_sender === true;
}
