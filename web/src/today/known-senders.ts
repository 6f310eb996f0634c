// Asks the service which senders of unread mail the user knows: contacts, and addresses that the user has written to. The
// best hundred correspondents are one request; only senders that are not among them are looked up, each once.
import { daybook } from '../data/client.ts';
import { onMessage } from '../data/live/feed.ts';
import { collectKnown, isKnown, type Lookup, type UnreadMail } from './collect-known.ts';

const PAGE = 50;
const BEST = 100;
/** Each is a request. What was looked up is known the next time. */
const MOST_LOOKUPS = 48;

let lookups = new Map<string, Lookup>();
onMessage(['contact.*', 'email.sent'], () => {
  lookups = new Map();
});

/** The latest unread conversations of the inbox in which somebody wrote whom the user knows. */
export async function loadUnreadFromKnown(signal: AbortSignal): Promise<UnreadMail> {
  const readPage = async (offset: number) => {
    const query = { folder: 'INBOX', is_read: false, limit: PAGE, offset } as const;
    const { data, meta } = await daybook.threads.list(query, { signal });
    return { data, total: meta.total };
  };
  const readBest = () => daybook.contacts.suggest({ limit: BEST }, { signal });
  return collectKnown(readPage, readBest, lookUpIn(lookups));
}

/** Looks up a limited number of addresses that were not looked up before. */
function lookUpIn(known: Map<string, Lookup>): (address: string) => Lookup | undefined {
  let left = MOST_LOOKUPS;
  return (address) => {
    const running = known.get(address);
    if (running || left === 0) return running;
    left -= 1;
    const lookup = daybook.contacts
      .suggest({ q: address, limit: 10 })
      .then((found) => found.find((one) => one.address.toLowerCase() === address && isKnown(one)));
    lookup.catch(() => known.delete(address));
    known.set(address, lookup);
    return lookup;
  };
}
