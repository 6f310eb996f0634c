// Finds the unread conversations in which somebody wrote whom the user knows, from the latest on, until there are enough.
import { mapFewAtOnce } from '../data/few-at-once.ts';
import type { Conversation, Correspondent } from '../data/types.ts';

/** Unread conversations that are looked at, as long as few are of somebody whom the user knows. */
const MOST_UNREAD = 400;
const ENOUGH = 8;

export interface KnownConversation {
  conversation: Conversation;
  /** The senders whom the user knows; contacts first. */
  senders: readonly Correspondent[];
}

export interface UnreadMail {
  known: readonly KnownConversation[];
  /** All unread conversations of the inbox. */
  total: number;
  /** How many of them, the latest, were looked at. */
  checked: number;
}

export type Lookup = Promise<Correspondent | undefined>;

/** `lookUp` is undefined for an address that cannot be looked up this time. */
export async function collectKnown(
  readPage: (offset: number) => Promise<{ data: readonly Conversation[]; total: number }>,
  readBest: () => Promise<readonly Correspondent[]>,
  lookUp: (address: string) => Lookup | undefined,
): Promise<UnreadMail> {
  let [page, best] = await Promise.all([readPage(0), readBest()]);
  const people = new Map(best.filter(isKnown).map((one) => [one.address.toLowerCase(), one]));
  const strangers = new Set<string>();
  const found = new Map<string, KnownConversation>();
  for (let checked = 0; ; page = await readPage(checked)) {
    const unclear = new Set(page.data.flatMap(sendersOf).filter((one) => !people.has(one) && !strangers.has(one)));
    await mapFewAtOnce([...unclear], async (address) => {
      const lookup = lookUp(address);
      if (!lookup) return;
      unclear.delete(address);
      const person = await lookup;
      if (person) people.set(address, person);
      else strangers.add(address);
    });
    for (const conversation of page.data) {
      const senders = knownOf(conversation, people);
      if (senders.length > 0) found.set(conversation.id, { conversation, senders });
    }
    const open = page.data.findIndex((one) => sendersOf(one).some((address) => unclear.has(address)));
    checked += open < 0 ? page.data.length : open;
    const isEnd = open >= 0 || page.data.length === 0 || checked >= Math.min(page.total, MOST_UNREAD);
    if (isEnd || found.size >= ENOUGH) return { known: [...found.values()], total: page.total, checked };
  }
}

function knownOf(conversation: Conversation, people: ReadonlyMap<string, Correspondent>): Correspondent[] {
  return sendersOf(conversation)
    .flatMap((address) => people.get(address) ?? [])
    .sort((one, other) => Number(other.contact_id !== null) - Number(one.contact_id !== null));
}

function sendersOf({ participants }: Conversation): string[] {
  return participants.filter((one) => one.is_sender).map(({ address }) => address.toLowerCase());
}

export function isKnown({ contact_id, written_count }: Correspondent): boolean {
  return contact_id !== null || written_count > 0;
}
