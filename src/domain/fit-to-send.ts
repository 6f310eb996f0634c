// What a mail must be before it may wait to be sent: no control character in anything that goes into a header (it could
// smuggle a header or a recipient in), addresses that mail can be sent to, the sender's among them, which is that of the
// account it goes through, and a Message-ID that stays.
import { faulty } from '../errors.ts';
import type { Email } from '../resources/email.ts';
import { checkDeliverable } from '../resources/kinds.ts';
import { defaultAccount, findAccount } from '../store/accounts.ts';
import type { Tx } from '../store/store.ts';
import { addressKey } from '../values/addresses.ts';
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
  if (mail.from_address !== null) checkDeliverable({ address: mail.from_address, name: null }, 'from_address', reader);
  for (const [index, id] of mail.references.entries()) checkLine(`references[${index}]`, id);
  for (const field of LISTS) {
    for (const [index, one] of mail[field].entries()) checkDeliverable(one, `${field}[${index}].address`, reader);
  }
  reader.finish();
}

/** Throws VALIDATION_ERROR where the mail is from another address than that of the account it goes through. */
export async function checkSender(tx: Tx, mail: Email): Promise<void> {
  const account = mail.account_id === null ? await defaultAccount(tx) : await findAccount(tx, mail.account_id);
  if (!account || isSenderOf(mail, account)) return;
  const message = `from_address must be ${account.address}, the address of the email account it goes through, not ${JSON.stringify(mail.from_address?.slice(0, 80))}. A draft that is given its account_id again is from the address of the account.`;
  throw faulty('VALIDATION_ERROR', [{ field: 'from_address', constraint: 'account', message }]);
}

/** Whether the mail is from the address of the account, or has no sender yet and gets this one. */
export function isSenderOf({ from_address }: Pick<Email, 'from_address'>, account: { address: string }): boolean {
  if (from_address === null) return true;
  // Mailboxes whose names differ only in letter case belong to one person, whatever RFC 5321 would allow.
  return fold(from_address) === fold(account.address);
}

function fold(address: string): string {
  return (addressKey(address) ?? address).toLowerCase();
}

/** Stands for the domain of a sender that is not known yet (RFC 2606 section 2). */
export const NO_DOMAIN = 'daybook.invalid';

/** A new Message-ID (RFC 5322 section 3.6.4) in the domain of the sender. */
export function newMessageId({ from_address }: Email): string {
  const domain = from_address?.match(/@([a-z0-9.-]+)$/i)?.[1] ?? NO_DOMAIN;
  return `<${newId()}@${domain}>`;
}
