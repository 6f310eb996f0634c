// Small rules about the state an email is in, free of storage, for all who change emails.
import { AppError } from '../errors.ts';
import { type Email, folderOf } from '../resources/email.ts';
import type { Delivery } from '../resources/email-facts.ts';

/** Whether the mail is on its way out and can still be called back. */
export function isWaiting({ status }: Email): boolean {
  return status === 'queued' || status === 'scheduled';
}

/** Whether the mail waits to be sent or is being sent. */
export function isOutgoing(mail: Email): boolean {
  return isWaiting(mail) || mail.status === 'sending';
}

/** What makes an outgoing mail a draft again. */
export const draftAgain = {
  status: 'draft',
  folder: folderOf('draft'),
  scheduled_at: null,
  send_attempts: 0,
  send_error: null,
  deliveries: [] as Delivery[],
} as const;

/** A mail in the trash is neither sent nor snoozed. */
export function notInTrash({ deleted_at }: Email, deed: string): void {
  if (deleted_at !== null)
    throw new AppError('ALREADY_DELETED', `This email is in the trash and cannot be ${deed}; restore it first.`);
}

/** A snoozed mail that is put into another folder is no longer snoozed. */
export function endSnoozeIfMoved(before: Email, record: Email): void {
  const stillSnoozed = record.snoozed_until !== null && record.snoozed_until === before.snoozed_until;
  if (!stillSnoozed || record.folder === before.folder) return;
  record.snoozed_until = null;
  record.snoozed_from = null;
}
