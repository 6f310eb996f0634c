// Who gets an answer to a mail, and what its subject is, as the service decides it (src/mail/replies); how it is written.
import type { Email } from '../../data/types.ts';
import type { Recipient } from '../../words/address-list.ts';
import type { AnswerMode } from '../compose-address.ts';
import type { ComposeMode } from './draft-content.ts';

type AnsweredMail = Pick<Email, 'status' | 'from_address' | 'from_name' | 'reply_to' | 'to_addresses' | 'cc_addresses'>;

/** A reply to one's own mail goes to its recipients; own addresses are left out of a reply to all. */
export function recipientsOf(
  email: AnsweredMail,
  mode: AnswerMode,
  senders: readonly { address: string }[],
): { to: Recipient[]; cc: Recipient[] } {
  if (mode === 'forward') return { to: [], cc: [] };
  const own = new Set(senders.map(({ address }) => address.toLowerCase()));
  const isOther = (one: Recipient) => !own.has(keyOf(one));
  const author = email.from_address === null ? [] : [{ address: email.from_address, name: email.from_name }];
  const replyTo = email.reply_to?.length ? email.reply_to : author;
  const isOwn = email.status !== 'received' || !replyTo.some(isOther);
  const main = isOwn ? email.to_addresses : replyTo;
  if (mode === 'reply') return { to: distinct(main), cc: [] };
  const all = distinct(isOwn ? main : [...main, ...email.to_addresses.filter(isOther)]);
  const named = new Set(all.map(keyOf));
  const cc = distinct(email.cc_addresses.filter((one) => isOther(one) && !named.has(keyOf(one))));
  const others = all.filter(isOther);
  return { to: others.length > 0 || cc.length > 0 ? others : all, cc };
}

function keyOf({ address }: { address: string }): string {
  return address.toLowerCase();
}

function distinct(recipients: readonly Recipient[]): Recipient[] {
  return [...Map.groupBy(recipients, keyOf).values()].flatMap(([first]) =>
    first ? { address: first.address, name: first.name } : [],
  );
}

/** "Re: Lunch" for "Lunch" and for "Re: re: Lunch". */
export function answerSubject(subject: string, mode: AnswerMode): string {
  const [known, added] =
    mode === 'forward' ? [/^\s*(?:fwd?|wg)\s*:/i, 'Fwd:'] : [/^\s*(?:re|aw|antw)\s*(?:\[\d+\])?\s*:/i, 'Re:'];
  let rest = subject;
  while (known.test(rest)) rest = rest.replace(known, '');
  return `${added} ${rest.trim()}`.trim();
}

/**
 * Plain text is answered with plain text, and so is everything else by a person who prefers that; what is forwarded
 * keeps its formatting.
 */
export function writingModeOf(
  email: Pick<Email, 'body_html' | 'body_plain'>,
  mode: AnswerMode,
  preferred: ComposeMode,
): ComposeMode {
  if (!email.body_html && email.body_plain) return 'plain';
  return mode === 'forward' ? 'rich' : preferred;
}
