// What an answer to a mail shows before anything is written: recipients, subject and quote as the service will make them.
// The draft is created with the first change, and the service's own values then replace these.
import { collection } from '../../data/live/live.ts';
import type { Email } from '../../data/types.ts';
import { formatDayTime } from '../../words/format.ts';
import type { AnswerMode } from '../compose-address.ts';
import { type Sender, sendersOf } from '../recipients/senders.ts';
import { answerSubject, recipientsOf, writingModeOf } from './answer-rules.ts';
import type { Text } from './draft-body.ts';
import type { DraftContent } from './draft-content.ts';

/** `empty` is a new mail without content. */
export function answerContent(email: Email, mode: AnswerMode, empty: DraftContent): DraftContent {
  const senders = sendersOf(collection('accounts').values(), collection('identities').values());
  const sender = answeringSender(email, senders);
  return {
    ...empty,
    ...(sender && { account_id: sender.account_id, identity_id: sender.identity_id }),
    ...recipientsOf(email, mode, senders),
    mode: writingModeOf(email, mode, empty.mode),
    subject: answerSubject(email.subject ?? '', mode),
    body: { ...empty.body, signature: sender?.signature ?? null, quote: quoteOf(email, mode) },
    attachments: mode === 'forward' ? email.attachments.filter(({ file_id }) => file_id !== undefined) : [],
  };
}

/** The sender to whom the mail was written, or one of its account. */
function answeringSender(email: Email, senders: readonly Sender[]): Sender | undefined {
  const own = email.status === 'received' ? [...email.to_addresses, ...email.cc_addresses] : [];
  const addressed = new Set([...own.map(({ address }) => address.toLowerCase()), email.from_address?.toLowerCase()]);
  const ofAccount = senders.filter(({ account_id }) => account_id === email.account_id);
  const possible = ofAccount.length > 0 ? ofAccount : senders;
  return possible.find(({ address }) => addressed.has(address.toLowerCase())) ?? possible[0];
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
