// Rules about the status of an email, without storage.
import { AppError } from '../errors.ts';
import { type Email, folderOf } from '../resources/email.ts';
import type { Delivery } from '../resources/email-facts.ts';

/** Whether the mail waits to be sent and can still be cancelled. */
export function isWaiting({ status }: Email): boolean {
  return status === 'queued' || status === 'scheduled';
}

/** Whether the mail waits to be sent or is being sent. */
export function isOutgoing(mail: Email): boolean {
  return isWaiting(mail) || mail.status === 'sending';
}

/** The values that turn an outgoing mail back into a draft. */
export const draftAgain = {
  status: 'draft',
  folder: folderOf('draft'),
  scheduled_at: null,
  send_attempts: 0,
  send_error: null,
  deliveries: [] as Delivery[],
} as const;

/** Refuses a mail in the trash; `action` is a participle, as in "sent". */
export function notInTrash({ deleted_at }: Email, action: string): void {
  if (deleted_at !== null)
    throw new AppError('ALREADY_DELETED', `This email is in the trash and cannot be ${action}; restore it first.`);
}

/** A snoozed mail that is put into another folder is no longer snoozed. */
export function endSnoozeIfMoved(before: Email, record: Email): void {
  const stillSnoozed = record.snoozed_until !== null && record.snoozed_until === before.snoozed_until;
  if (!stillSnoozed || record.folder === before.folder) return;
  record.snoozed_until = null;
  record.snoozed_from = null;
}
