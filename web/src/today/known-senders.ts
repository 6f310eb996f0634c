// Which senders the user knows: those of contacts, and addresses that the user has written to. The best hundred
// correspondents are one request; only senders that are not among them are looked up, each once.
import { daybook } from '../data/client.ts';
import { onMessage } from '../data/live/feed.ts';
import type { Conversation, Correspondent } from '../data/types.ts';

const MOST_UNREAD = 50;
const BEST = 100;
const MOST_LOOKUPS = 12;

export interface KnownConversation {
  conversation: Conversation;
  /** The senders whom the user knows; contacts first. */
  senders: readonly Correspondent[];
}

export interface UnreadMail {
  known: readonly KnownConversation[];
  /** All unread conversations of the inbox. */
  total: number;
}

let lookups = new Map<string, Promise<Correspondent | undefined>>();
onMessage(['contact.*', 'email.sent'], () => {
  lookups = new Map();
});

/** The latest unread conversations of the inbox in which somebody wrote whom the user knows. */
export async function loadUnreadFromKnown(signal: AbortSignal): Promise<UnreadMail> {
  const [unread, best] = await Promise.all([
    daybook.threads.list({ folder: 'INBOX', is_read: false, limit: MOST_UNREAD }, { signal }),
    daybook.contacts.suggest({ limit: BEST }, { signal }),
  ]);
  const people = new Map(best.filter(isKnown).map((one) => [one.address.toLowerCase(), one]));
  const others = unread.data.flatMap((conversation) => sendersOf(conversation)).filter((one) => !people.has(one));
  const found = await Promise.all([...new Set(others)].slice(0, MOST_LOOKUPS).map(lookUp));
  for (const one of found) if (one) people.set(one.address.toLowerCase(), one);
  const known = unread.data.map((conversation) => ({
    conversation,
    senders: sendersOf(conversation)
      .flatMap((address) => people.get(address) ?? [])
      .sort((one, other) => Number(other.contact_id !== null) - Number(one.contact_id !== null)),
  }));
  return { known: known.filter(({ senders }) => senders.length > 0), total: unread.meta.total };
}

function sendersOf({ participants }: Conversation): string[] {
  return participants.filter((one) => one.is_sender).map(({ address }) => address.toLowerCase());
}

function isKnown({ contact_id, written_count }: Correspondent): boolean {
  return contact_id !== null || written_count > 0;
}

function lookUp(address: string): Promise<Correspondent | undefined> {
  let running = lookups.get(address);
  if (!running) {
    running = daybook.contacts
      .suggest({ q: address, limit: 10 })
      .then((found) => found.find((one) => one.address.toLowerCase() === address && isKnown(one)));
    running.catch(() => lookups.delete(address));
    lookups.set(address, running);
  }
  return running;
}
