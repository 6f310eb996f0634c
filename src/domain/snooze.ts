// Snoozing: a mail leaves its folder until a time, and returns by the clock or by hand.
import { AppError } from '../errors.ts';
import { asEmail, email } from '../resources/email.ts';
import { datetime, required } from '../resources/kinds.ts';
import type { Stored } from '../store/rows.ts';
import type { Tx } from '../store/store.ts';
import { notInTrash } from './email-states.ts';
import { newReader, readFields } from './reading.ts';
import { type Context, change, find } from './records.ts';

export const snoozeFields = {
  until: required(
    datetime({ about: 'When it returns; a time that has passed wakes it at once.', example: '2099-12-31T08:00:00Z' }),
  ),
};

export async function snooze(tx: Tx, id: string, body: unknown, context: Context): Promise<Stored> {
  const reader = newReader(context.timezone);
  const { until } = readFields(snoozeFields, body, reader) as { until: string };
  reader.finish();
  return snoozeStored(tx, await find(tx, email, id), until);
}

/** Snoozing again moves the time and keeps the first folder. */
export async function snoozeStored(tx: Tx, before: Stored, until: string): Promise<Stored> {
  const mail = asEmail(before.record);
  notInTrash(mail, 'snoozed');
  const from = mail.snoozed_until === null ? mail.folder : mail.snoozed_from;
  return change(
    tx,
    email,
    before,
    { folder: 'SNOOZED', snoozed_from: from, snoozed_until: until },
    newReader('UTC'),
    'snoozed',
  );
}

export async function unsnooze(tx: Tx, id: string): Promise<Stored> {
  const before = await find(tx, email, id);
  if (asEmail(before.record).snoozed_until === null) throw new AppError('NOT_SNOOZED');
  return wake(tx, before);
}

/** Back to where it came from. */
export async function wake(tx: Tx, before: Stored): Promise<Stored> {
  const folder = asEmail(before.record).snoozed_from ?? 'INBOX';
  return change(tx, email, before, { folder, snoozed_from: null, snoozed_until: null }, newReader('UTC'), 'unsnoozed');
}
