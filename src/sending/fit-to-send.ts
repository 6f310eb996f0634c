// Checks a mail before it is queued: no control characters in header values (they could inject a header or a
// recipient), valid recipient addresses, and the address of the account as the sender. Also creates its permanent
// Message-ID.
import { faulty } from '../errors.ts';
import { isSenderOf } from '../mail/senders.ts';
import { collectFaults } from '../records/validate.ts';
import type { Email } from '../resources/email.ts';
import { checkDeliverable } from '../resources/fields.ts';
import type { Tx } from '../store/port.ts';
import { defaultAccount, findAccount } from '../store/tables/accounts.ts';
import { newId } from '../values/ids.ts';

const LINES = ['subject', 'from_name', 'from_address', 'message_id', 'in_reply_to'] as const;
const LISTS = ['to_addresses', 'cc_addresses', 'bcc_addresses', 'reply_to'] as const;

/** Throws VALIDATION_ERROR for a mail that cannot be sent as it is. */
export function checkFitToSend(mail: Email): void {
  const reader = collectFaults();
  const checkLine = (field: string, text: string | null) => {
    if (text !== null && /\p{Cc}/u.test(text)) {
      reader.fault(field, 'control', `${field} must be one line without control characters.`);
    }
  };
  for (const field of LINES) checkLine(field, mail[field]);
  if (mail.from_address !== null) checkDeliverable({ address: mail.from_address, name: null }, 'from_address', reader);
  for (const [index, id] of mail.references.entries()) checkLine(`references[${index}]`, id);
  for (const field of LISTS) {
    for (const [index, one] of (mail[field] ?? []).entries())
      checkDeliverable(one, `${field}[${index}].address`, reader);
  }
  reader.finish();
}

/** Throws VALIDATION_ERROR if the sender is neither the address of the account nor that of one of its identities. */
export async function checkSender(tx: Tx, mail: Email): Promise<void> {
  const account = mail.account_id === null ? await defaultAccount(tx) : await findAccount(tx, mail.account_id);
  if (!account || (await isSenderOf(tx, mail, account))) return;
  const message = `from_address must be ${account.address}, the address of the email account it goes through, or that of one of its identities, not ${JSON.stringify(mail.from_address?.slice(0, 80))}. A draft that is given its account_id again is from the address of the account.`;
  throw faulty('VALIDATION_ERROR', [{ field: 'from_address', constraint: 'account', message }]);
}

/** The domain while the sender is not known yet (RFC 2606 section 2). */
export const NO_DOMAIN = 'daybook.invalid';

/** A new Message-ID (RFC 5322 section 3.6.4) in the domain of the sender. */
export function newMessageId({ from_address }: Email): string {
  const domain = from_address?.match(/@([a-z0-9.-]+)$/i)?.[1] ?? NO_DOMAIN;
  return `<${newId()}@${domain}>`;
}
