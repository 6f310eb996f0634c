// The requests to send and to cancel. A mail then waits as `queued` with a `send` job, or as `scheduled` with a `queue`
// job; effects.ts creates the jobs from its state.
import { AppError } from '../errors.ts';
import { readOutgoing, sendFields, sendTimeFields } from '../mail/outgoing.ts';
import { defaultIdentity, namedIdentity, type SenderInput, senderOf, usableAccount } from '../mail/senders.ts';
import { draftAgain, isWaiting, notInTrash } from '../mail/states.ts';
import { find } from '../records/find.ts';
import { type Context, change, newRecord } from '../records/records.ts';
import { save } from '../records/save.ts';
import { collectFaults, newValidator, type Validator, validateFields } from '../records/validate.ts';
import { asEmail, type Email, email, folderOf } from '../resources/email.ts';
import { settingsIn } from '../settings/settings.ts';
import type { Tx } from '../store/port.ts';
import { findAccount } from '../store/tables/accounts.ts';
import type { Stored } from '../store/tables/records.ts';
import { formatTime } from '../values/time.ts';

/** When a request says that a mail is to be sent. */
interface SendTime {
  scheduled_at?: string | null;
  hold_seconds?: number | null;
}

/** POST /emails/send: queues or schedules a new mail. */
export async function sendNew(tx: Tx, body: unknown, context: Context): Promise<Stored> {
  const validator = newValidator(context.timezone);
  const values = (await readOutgoing(tx, sendFields, body, validator)) as Partial<Email> & SendTime & SenderInput;
  checkSendTime(values, validator);
  if (validator.faults.length === 0 && !values.body_plain && !values.body_html) {
    validator.fault('body_plain', 'required', 'At least one of body_plain and body_html is required.');
  }
  validator.finish();
  const named = await namedIdentity(tx, values);
  const account = await usableAccount(tx, named?.account_id ?? values.account_id);
  const state = await queuedState(tx, values);
  const sender = senderOf(account, named ?? (await defaultIdentity(tx, account.id)));
  const record = newRecord(tx, email, { ...values, ...sender, ...state, is_read: true }, context.source);
  return save(tx, email, state.status, record, null);
}

/**
 * POST /emails/:id/send: queues or schedules a draft or a failed mail. Without an account it waits until there is one.
 */
export async function sendDraft(tx: Tx, id: string, body: unknown, context: Context): Promise<Stored> {
  const validator = newValidator(context.timezone);
  const values: SendTime = validateFields(sendTimeFields, body === undefined ? {} : body, validator);
  checkSendTime(values, validator);
  validator.finish();
  const before = await find(tx, email, id);
  const mail = asEmail(before.record);
  if (mail.status === 'sent')
    throw new AppError('ALREADY_SENT', `This email was sent${mail.sent_at ? ` at ${mail.sent_at}` : ' already'}.`);
  if (mail.status !== 'draft' && mail.status !== 'failed') {
    throw new AppError('NOT_A_DRAFT', `This email is ${mail.status}; only a draft or a failed email can be sent.`);
  }
  notInTrash(mail, 'sent');
  if (mail.status === 'draft') checkComplete(mail, before.isBrief);
  const lost = mail.account_id !== null && !(await findAccount(tx, mail.account_id));
  const sender = lost ? { account_id: null, from_address: null, from_name: null, reply_to: undefined } : {};
  const state = await queuedState(tx, values);
  return change(tx, email, before, { ...sender, ...ANEW, ...state, is_read: true }, state.status);
}

function checkSendTime({ scheduled_at, hold_seconds }: SendTime, validator: Validator): void {
  if ((scheduled_at ?? null) === null || (hold_seconds ?? null) === null) return;
  const message = 'hold_seconds and scheduled_at exclude each other: a scheduled mail can be cancelled until its time.';
  validator.fault('hold_seconds', 'exclusive', message);
}

/**
 * The state of a mail that is sent now, at a given time, or after it was held. A held mail is a scheduled one: its job is
 * stored with it, so that neither a restart nor another instance sends it earlier or never.
 */
async function queuedState(tx: Tx, { scheduled_at, hold_seconds }: SendTime) {
  const hold = scheduled_at ? 0 : (hold_seconds ?? (await settingsIn(tx)).hold_seconds);
  const at = scheduled_at ?? (hold > 0 ? formatTime(tx.now + hold * 1000) : null);
  const status = at === null ? 'queued' : 'scheduled';
  return { status, folder: folderOf(status), scheduled_at: at } as const;
}

const ANEW = { send_attempts: 0, send_error: null, deliveries: [] };

// A failed mail is not checked again: it is sent unchanged, because its content can no longer be edited.
function checkComplete(mail: Email, hasLargeText: boolean): void {
  const faults = collectFaults();
  const edit = `PATCH /emails/drafts/${mail.id}`;
  if ([mail.to_addresses, mail.cc_addresses, mail.bcc_addresses].every((list) => list.length === 0))
    faults.fault('to_addresses', 'minItems', `The draft has no recipient; add one with ${edit} before it is sent.`);
  const hasText = hasLargeText || mail.body_plain || mail.body_html;
  if (!mail.subject && !hasText && mail.attachments.length === 0)
    faults.fault('body_plain', 'required', `The draft is empty; add body_plain or body_html with ${edit}.`);
  faults.finish();
}

/** Queues a scheduled mail that is due. */
export async function queueDue(tx: Tx, before: Stored): Promise<Stored> {
  return change(tx, email, before, { ...ANEW, status: 'queued', folder: folderOf('queued') }, 'queued');
}

/** POST /emails/:id/cancel: makes it a draft again, as long as sending has not begun. */
export async function cancel(tx: Tx, id: string): Promise<Stored> {
  const before = await find(tx, email, id);
  const mail = asEmail(before.record);
  if (!isWaiting(mail))
    throw new AppError(
      'NOT_CANCELLABLE',
      `This email is ${mail.status}; only a queued or scheduled email can be cancelled.`,
    );
  return change(tx, email, before, draftAgain);
}
