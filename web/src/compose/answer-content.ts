// What an answer to a mail shows before anything is written: recipients, subject and quote as the service will make them.
// The draft is created with the first change, and the service's own values then replace these.
import { collection } from '../data/live.ts';
import type { Email } from '../data/types.ts';
import { formatDayTime } from '../words/format.ts';
import type { Recipient } from './address-list.ts';
import type { AnswerMode } from './compose-address.ts';
import type { Text } from './draft-body.ts';
import type { DraftContent } from './draft-content.ts';
import { type Sender, sendersOf } from './senders.ts';

/** `empty` is a new mail without content. */
export function answerContent(email: Email, mode: AnswerMode, empty: DraftContent): DraftContent {
  const senders = sendersOf(collection('accounts').values(), collection('identities').values());
  const sender = answeringSender(email, senders);
  const isPlain = !email.body_html && Boolean(email.body_plain);
  return {
    ...empty,
    ...(sender && { account_id: sender.account_id, identity_id: sender.identity_id }),
    ...recipientsOf(email, mode, senders),
    mode: isPlain ? 'plain' : 'rich',
    subject: answerSubject(email.subject ?? '', mode),
    body: { ...empty.body, signature: sender?.signature ?? null, quote: quoteOf(email, mode) },
    attachments: mode === 'forward' ? email.attachments.filter(({ file_id }) => file_id !== undefined) : [],
  };
}

/** The sender to whom the mail was written, or one of its account. */
function answeringSender(email: Email, senders: readonly Sender[]): Sender | undefined {
  const own = email.status === 'received' ? [...email.to_addresses, ...email.cc_addresses] : [];
  const addressed = new Set([...own.map(keyOf), email.from_address?.toLowerCase()]);
  const ofAccount = senders.filter(({ account_id }) => account_id === email.account_id);
  const possible = ofAccount.length > 0 ? ofAccount : senders;
  return possible.find(({ address }) => addressed.has(address.toLowerCase())) ?? possible[0];
}

/** A reply to one's own mail goes to its recipients; own addresses are left out of a reply to all. */
export function recipientsOf(
  email: Email,
  mode: AnswerMode,
  senders: readonly Pick<Sender, 'address'>[],
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

function quoteOf(email: Email, mode: AnswerMode): Text {
  const { from_name, from_address, subject } = email;
  const text = (email.body_plain || email.preview || '').trimEnd();
  const author = from_name ? `${from_name} <${from_address ?? ''}>` : (from_address ?? '');
  if (mode === 'forward')
    return {
      plain: `---------- Forwarded message ----------\nFrom: ${author}\nSubject: ${subject ?? ''}\n\n${text}`,
      html: null,
    };
  const time = formatDayTime(email.received_at ?? email.created_at);
  const lines = text.split('\n').map((line) => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`));
  return { plain: [`On ${time}, ${author} wrote:`, ...lines].join('\n'), html: null };
}
