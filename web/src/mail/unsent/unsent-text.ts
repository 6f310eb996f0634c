// What a mail that was not sent yet waits for, or why it failed, in plain words.
import type { Email } from '../../data/types.ts';
import { formatDayTime } from '../../words/format.ts';
import type { Words } from '../../words/words.ts';
import { isUnsaved, type UnsentMail } from './use-unsent.ts';

export function recipientsOf({ to_addresses, cc_addresses, bcc_addresses }: UnsentMail, { mail }: Words): string {
  const all = [...to_addresses, ...cc_addresses, ...bcc_addresses];
  return all.length === 0 ? mail.noRecipients : all.map(({ name, address }) => name ?? address).join(', ');
}

/** The state of the mail; of a draft its text. */
export function stateOf(email: UnsentMail, { mail }: Words): string {
  if (isUnsaved(email)) return mail.unsent.unsaved;
  const { status, scheduled_at, send_attempts } = email;
  const reason = reasonOfSending(email, mail);
  if (status === 'scheduled' && scheduled_at) return mail.unsent.sendsAt(formatDayTime(scheduled_at));
  if (status === 'failed') return reason ? mail.unsent.notSent(reason) : mail.lists.failed;
  if (status === 'sending') return mail.unsent.sending;
  if (status === 'queued') return reason ? mail.unsent.tried(send_attempts, reason) : mail.unsent.waiting;
  return email.preview ?? '';
}

/** Why it was not sent, if that was tried. A refusal has the words of the mail server: only they say why. */
export function reasonOfSending({ send_error }: Pick<Email, 'send_error'>, mail: Words['mail']): string {
  if (!send_error) return '';
  const { code, message } = send_error;
  const known = mail.sendErrors[code];
  if (!known) return message;
  return code.includes('REFUSED') || code.startsWith('BAD_') ? `${known}. ${message}` : `${known}.`;
}
