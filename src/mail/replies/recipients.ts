// Who gets a reply (RFC 5322 section 3.6.3). A reply to an own mail goes to its recipients; own
// addresses are left out of a reply to all.
import { limits } from '../../limits.ts';
import type { Email } from '../../resources/email.ts';
import { type Address, isMailAddress, personKey } from '../../values/addresses.ts';

export type Answer = 'reply' | 'reply-all' | 'forward';

export interface Recipients {
  to_addresses: Address[];
  cc_addresses: Address[];
}

/** `own` are the addresses of the user. */
export function recipientsOf(mail: Email, answer: Answer, own: readonly string[]): Recipients {
  if (answer === 'forward') return { to_addresses: [], cc_addresses: [] };
  const ownKeys = new Set(own.map(personKey));
  const isOwn = ({ address }: Address) => ownKeys.has(personKey(address));
  const author: Address[] = mail.from_address === null ? [] : [{ address: mail.from_address, name: mail.from_name }];
  const replyTo = (mail.reply_to ?? []).filter(({ address }) => isMailAddress(address));
  // A web form sends mail from the user's own address, with the person to answer in Reply-To.
  const isOwnMail = mail.status !== 'received' || (author.some(isOwn) && replyTo.every(isOwn));
  const main = isOwnMail ? mail.to_addresses : replyTo.length > 0 ? replyTo : author;
  if (answer === 'reply') return { to_addresses: distinct([main])[0] ?? [], cc_addresses: [] };
  const others = isOwnMail ? [] : mail.to_addresses.filter((one) => !isOwn(one));
  const copies = mail.cc_addresses.filter((one) => !isOwn(one));
  const [to = [], cc = []] = distinct([[...main, ...others], copies]);
  const withoutOwn = to.filter((one) => !isOwn(one));
  // A mail to oneself is answered to oneself.
  return { to_addresses: withoutOwn.length > 0 || cc.length > 0 ? withoutOwn : to, cc_addresses: cc };
}

/** The addresses that mail can be sent to, each in the first list that has it. */
function distinct(lists: Address[][]): Address[][] {
  const seen = new Set<string>();
  return lists.map((list) =>
    list
      .filter(({ address }) => {
        const key = personKey(address);
        if (seen.has(key) || !isMailAddress(address)) return false;
        seen.add(key);
        return true;
      })
      .slice(0, limits.addresses)
      .map(({ address, name }) => ({ address, name: name?.replaceAll(/\p{Cc}+/gu, ' ') ?? null })),
  );
}
