// Which addresses a mail or a contact uses, and how.
import { limits } from '../limits.ts';
import { readWords } from '../records/words/search-words.ts';
import type { Contact } from '../resources/contact.ts';
import type { Email } from '../resources/email.ts';
import { isTrashed } from '../resources/resource.ts';
import type { Use, UseKind } from '../store/tables/personal/correspondents.ts';
import { type Address, addressKey } from '../values/addresses.ts';
import { clean } from '../values/text.ts';

const IGNORED_FOLDERS = ['SPAM', 'TRASH'];
/** Local parts of addresses that nobody reads. */
const NO_REPLY =
  /^(?:.*[._+-])?(?:no|not|do[._-]?not)[._-]?reply(?:[._+-].*)?@|^(?:mailer-daemon|postmaster|bounces?)(?:[._+-].*)?@/i;

export function usesOfMail(mail: Email): Use[] {
  if (isTrashed(mail) || IGNORED_FOLDERS.includes(mail.folder)) return [];
  if (mail.status === 'sent' || (mail.status === 'received' && mail.folder === 'SENT')) {
    const recipients = [...mail.to_addresses, ...mail.cc_addresses, ...mail.bcc_addresses];
    return usesOf(mail, 'written', recipients.slice(0, limits.correspondentRecipients));
  }
  if (mail.status !== 'received' || mail.from_address === null) return [];
  return usesOf(mail, isBulk(mail) ? 'bulk' : 'received', [{ address: mail.from_address, name: mail.from_name }]);
}

function usesOf(mail: Email, kind: UseKind, addresses: readonly Address[]): Use[] {
  const created = Date.parse(mail.created_at);
  const time = kind === 'written' ? (mail.sent_at ?? mail.received_at) : mail.received_at;
  // A date in the future would count for ever.
  const at = time === null ? created : Math.min(Date.parse(time), created);
  const uses = new Map<string, Use>();
  for (const { address, name } of addresses) {
    const key = keyOf(address);
    if (key === undefined || uses.has(key)) continue;
    const person = { name: nameOf(name, address), shown: clean(address), words: null };
    uses.set(key, { address: key, kind, at, recordId: mail.id, ...person });
  }
  return [...uses.values()];
}

function isBulk({ list, report, from_address }: Email): boolean {
  return list !== null || report !== null || NO_REPLY.test(from_address as string);
}

export function usesOfContact(contact: Contact): Use[] {
  if (isTrashed(contact)) return [];
  const { display_name, first_name, last_name, company } = contact;
  const at = Date.parse(contact.created_at);
  const uses = new Map<string, Use>();
  for (const { address } of contact.emails) {
    const key = keyOf(address);
    if (key === undefined) continue;
    const words = wordsOf([display_name, first_name, last_name, company, address]);
    const person = { name: clean(display_name), shown: clean(address), words };
    uses.set(key, { address: key, kind: 'contact', at, recordId: contact.id, ...person });
  }
  return [...uses.values()];
}

/** The same for every spelling; undefined if it is not a mail address. */
function keyOf(address: string): string | undefined {
  const key = addressKey(address);
  return key === undefined ? undefined : clean(key.toLowerCase());
}

// Programs repeat the address as the name.
function nameOf(name: string | null, address: string): string | null {
  const visible = clean(name?.replaceAll(/\p{Cc}+/gu, ' ').trim() ?? '');
  return visible === '' || visible.toLowerCase() === address.toLowerCase() ? null : visible;
}

/** The words that find a correspondent, separated by spaces. */
export function wordsOf(texts: readonly (string | null)[]): string {
  const found = texts.flatMap((text) => {
    const { words, joined } = readWords(text ?? '', limits.correspondentWords);
    return [...words, ...joined];
  });
  return [...new Set(found.map(cutWord))].slice(0, limits.correspondentWords).join(' ');
}

export function cutWord(word: string): string {
  return clean(word.slice(0, limits.correspondentWordChars));
}
