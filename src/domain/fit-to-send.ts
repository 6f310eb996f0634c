// What a mail must be before it may wait to be sent: no control character in anything that goes into a header (it could
// smuggle a header or a recipient in), addresses that mail can be sent to, and a Message-ID that stays.
import type { Email } from '../resources/email.ts';
import { checkDeliverable } from '../resources/kinds.ts';
import { newId } from '../values/ids.ts';
import { newReader } from './reading.ts';

const LINES = ['subject', 'from_name', 'from_address', 'message_id', 'in_reply_to'] as const;
const LISTS = ['to_addresses', 'cc_addresses', 'bcc_addresses'] as const;

/** Throws VALIDATION_ERROR for a mail that cannot be sent as it is. */
export function checkFitToSend(mail: Email): void {
  const reader = newReader('UTC');
  const checkLine = (field: string, text: string | null) => {
    if (text !== null && /\p{Cc}/u.test(text)) {
      reader.fault(field, 'control', `${field} must be one line without control characters.`);
    }
  };
  for (const field of LINES) checkLine(field, mail[field]);
  for (const [index, id] of mail.references.entries()) checkLine(`references[${index}]`, id);
  for (const field of LISTS) {
    for (const [index, one] of mail[field].entries()) checkDeliverable(one, `${field}[${index}].address`, reader);
  }
  reader.finish();
}

/** Stands for the domain of a sender that is not known yet (RFC 2606 section 2). */
export const NO_DOMAIN = 'daybook.invalid';

/** A new Message-ID (RFC 5322 section 3.6.4) in the domain of the sender. */
export function newMessageId({ from_address }: Email): string {
  const domain = from_address?.match(/@([a-z0-9.-]+)$/i)?.[1] ?? NO_DOMAIN;
  return `<${newId()}@${domain}>`;
}
