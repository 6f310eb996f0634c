// From draft to queue: what a person decides about sending. The mail then waits as `queued` with its `send` job for
// the sender, or as `scheduled` with a `queue` job for the clock (both follow from its state in email-effects.ts).
import { AppError } from '../errors.ts';
import { asEmail, type Email, email, folderOf } from '../resources/email.ts';
import { findAccount } from '../store/accounts.ts';
import type { Stored } from '../store/rows.ts';
import type { Tx } from '../store/store.ts';
import { draftAgain, isWaiting, notInTrash } from './email-states.ts';
import { readOutgoing, sendFields, usableAccount } from './outgoing.ts';
import { newReader } from './reading.ts';
import { type Context, change, find, newRecord } from './records.ts';
import { save } from './saving.ts';

/** POST /emails/send: a new mail into the queue, or onto the schedule. */
export async function sendNew(tx: Tx, body: unknown, context: Context): Promise<Stored> {
  const reader = newReader(context.timezone);
  const values = (await readOutgoing(tx, sendFields, body, reader)) as Partial<Email>;
  if (reader.faults.length === 0 && !values.body_plain && !values.body_html) {
    reader.fault('body_plain', 'required', 'At least one of body_plain and body_html is required.');
  }
  reader.finish();
  const account = await usableAccount(tx, values.account_id);
  const status = values.scheduled_at ? 'scheduled' : 'queued';
  const sender = { account_id: account.id, from_address: account.address, from_name: account.fromName };
  const record = newRecord(tx, email, { ...values, ...sender, status, folder: folderOf(status) }, context.source);
  return save(tx, email, status, record, null);
}

/** POST /emails/:id/send: a draft, or a failed mail once more. It needs no account: it waits until it has one. */
export async function sendDraft(tx: Tx, id: string): Promise<Stored> {
  const before = await find(tx, email, id);
  const mail = asEmail(before.record);
  if (mail.status === 'sent')
    throw new AppError('ALREADY_SENT', `This email was sent${mail.sent_at ? ` at ${mail.sent_at}` : ' already'}.`);
  if (mail.status !== 'draft' && mail.status !== 'failed') {
    throw new AppError('NOT_A_DRAFT', `This email is ${mail.status}; only a draft or a failed email can be sent.`);
  }
  notInTrash(mail, 'sent');
  if (mail.status === 'draft') checkComplete(mail);
  const lost = mail.account_id !== null && !(await findAccount(tx, mail.account_id));
  return queue(tx, before, lost ? { account_id: null, from_address: null, from_name: null } : {});
}

// A failed mail is not looked at again: it is tried once more as it is, and its content can no longer be edited.
function checkComplete(mail: Email): void {
  const reader = newReader('UTC');
  const edit = `PATCH /emails/drafts/${mail.id}`;
  if ([mail.to_addresses, mail.cc_addresses, mail.bcc_addresses].every((list) => list.length === 0))
    reader.fault('to_addresses', 'minItems', `The draft has no recipient; add one with ${edit} before it is sent.`);
  if (!mail.subject && !mail.body_plain && !mail.body_html && mail.attachments.length === 0)
    reader.fault('body_plain', 'required', `The draft is empty; add body_plain or body_html with ${edit}.`);
  reader.finish();
}

/** Into the queue: by hand, or when a scheduled mail's time has come. */
export async function queue(tx: Tx, before: Stored, sender: Partial<Email> = {}): Promise<Stored> {
  const anew = { send_attempts: 0, send_error: null, deliveries: [] };
  const values = { ...sender, status: 'queued', folder: folderOf('queued'), ...anew };
  return change(tx, email, before, values, newReader('UTC'), 'queued');
}

/** POST /emails/:id/cancel: back to a draft, as long as nobody has begun to send it. */
export async function cancel(tx: Tx, id: string): Promise<Stored> {
  const before = await find(tx, email, id);
  const mail = asEmail(before.record);
  if (!isWaiting(mail))
    throw new AppError(
      'NOT_CANCELLABLE',
      `This email is ${mail.status}; only a queued or scheduled email can be cancelled.`,
    );
  return change(tx, email, before, draftAgain, newReader('UTC'));
}
