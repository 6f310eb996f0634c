// Snoozing: a mail leaves its folder until a time, and returns when it is due or on request.
import { AppError } from '../errors.ts';
import { find } from '../records/find.ts';
import { type Context, change } from '../records/records.ts';
import { newValidator, validateFields } from '../records/validate.ts';
import { asEmail, email } from '../resources/email.ts';
import { datetime, required } from '../resources/fields.ts';
import type { Tx } from '../store/port.ts';
import type { Stored } from '../store/tables/records.ts';
import { notInTrash } from './states.ts';

export const snoozeFields = {
  until: required(
    datetime({ about: 'When it returns; a time in the past returns it immediately.', example: '2099-12-31T08:00:00Z' }),
  ),
};

export async function snooze(tx: Tx, id: string, body: unknown, context: Context): Promise<Stored> {
  const validator = newValidator(context.timezone);
  const { until } = validateFields(snoozeFields, body, validator) as { until: string };
  validator.finish();
  return snoozeStored(tx, await find(tx, email, id), until);
}

/** Snoozing again changes the time and keeps the original folder. */
export async function snoozeStored(tx: Tx, before: Stored, until: string): Promise<Stored> {
  const mail = asEmail(before.record);
  notInTrash(mail, 'snoozed');
  const from = mail.snoozed_until === null ? mail.folder : mail.snoozed_from;
  return change(tx, email, before, { folder: 'SNOOZED', snoozed_from: from, snoozed_until: until }, 'snoozed');
}

export async function unsnooze(tx: Tx, id: string): Promise<Stored> {
  const before = await find(tx, email, id);
  if (asEmail(before.record).snoozed_until === null) throw new AppError('NOT_SNOOZED');
  return wake(tx, before);
}

/** Moves the mail back to its original folder. */
export async function wake(tx: Tx, before: Stored): Promise<Stored> {
  const folder = asEmail(before.record).snoozed_from ?? 'INBOX';
  return change(tx, email, before, { folder, snoozed_from: null, snoozed_until: null }, 'unsnoozed');
}
