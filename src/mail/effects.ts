// Hooks that run on every change of an email, whatever its origin: attachments must be files of the user, a move ends a
// snooze, and the mail is assigned to a conversation. Jobs depend on the state alone, so a job exists exactly as long
// as the state that needs it.
import { eraseFilesOf } from '../files/files.ts';
import type { AfterSave, EraseHook, SaveHook } from '../records/effects.ts';
import { asEmail, type Email } from '../resources/email.ts';
import type { Tx } from '../store/port.ts';
import { countedFields, noteMail } from '../store/tables/conversations/updates.ts';
import { putEmailFiles } from '../store/tables/email-files.ts';
import { dropJob, type JobKind, putJob } from '../store/tables/jobs.ts';
import type { Stored } from '../store/tables/records.ts';
import { checkClaims, filesOf } from './attachments.ts';
import { forgetLinks, keepLinks, mailsOfThreads, resolveThread } from './conversations/assign.ts';
import { previewOf } from './previews/preview.ts';
import { forgetReport, giveReport, takeReports } from './reports.ts';
import { endSnoozeIfMoved } from './states.ts';

export const keepAttachments: SaveHook = (tx, saved, stored) => {
  const [record, before] = mailsOf(saved, stored);
  return record.attachments === before?.attachments ? undefined : claimAttachments(tx, record, before);
};

async function claimAttachments(tx: Tx, record: Email, before: Email | null): Promise<AfterSave> {
  await checkClaims(tx, record, before);
  return () => {
    putEmailFiles(tx, record.id, filesOf(record), filesOf(before));
    return [];
  };
}

export const eraseAttachments: EraseHook = async (tx, erased) => {
  const record = asEmail(erased);
  await eraseFilesOf(tx, record.id);
  putEmailFiles(tx, record.id, new Set(), filesOf(record));
};

/**
 * Sets the preview when the text changes. A text that was not loaded is unchanged. A new mail without a text may have the
 * preview of a mail that is attached to it.
 */
export const keepPreview: SaveHook = (_tx, saved, stored) => {
  const [record, before] = mailsOf(saved, stored);
  const { body_plain, body_html } = record;
  if (body_plain === undefined || body_html === undefined) return undefined;
  const isSame = before?.body_plain === body_plain && before.body_html === body_html;
  if (isSame && record.preview !== null) return undefined;
  const attached = before === null ? record.preview : null;
  record.preview = previewOf(body_plain, body_html) || (attached ?? '');
  return undefined;
};

export const keepSnooze: SaveHook = (tx, saved, stored) => {
  const [record, before] = mailsOf(saved, stored);
  if (before) endSnoozeIfMoved(before, record);
  if (record.snoozed_until === before?.snoozed_until) return undefined;
  return () => {
    keepJobs(tx, record, before, 'wake', (mail) => mail.snoozed_until);
    return [];
  };
};

/** Updates the conversation of the mail, and the mail that a delivery report is about. */
export const keepConversation: SaveHook = (tx, saved, stored) => {
  const [record, before] = mailsOf(saved, stored);
  return before && conversationFields.every((field) => record[field] === before[field])
    ? undefined
    : joinConversation(tx, record, before);
};

// With `status`, because a mail takes earlier reports when it becomes sent.
const conversationFields = ['message_id', 'in_reply_to', 'references', 'status', 'send_error'] as const;

async function joinConversation(tx: Tx, record: Email, before: Email | null): Promise<AfterSave> {
  await takeReports(tx, record, before);
  const bridged = await resolveThread(tx, record, before);
  return async () => {
    keepLinks(tx, record, before);
    const joined = (await mailsOfThreads(tx, bridged)).map((mail) => ({
      stored: mail,
      values: { thread_id: record.thread_id },
    }));
    const reported = (await giveReport(tx, record, before)).map(({ mail, deliveries }) => ({
      stored: mail,
      values: { deliveries },
    }));
    return [...joined, ...reported];
  };
}

/** Counts the mail in its conversation. It runs last: a hook before it may change the mail. */
export const countInConversation: SaveHook = (tx, saved, stored) => {
  const [record, before] = mailsOf(saved, stored);
  if (!before || countedFields.some((field) => record[field] !== before[field])) noteMail(tx, before, record);
  return undefined;
};

export const leaveConversation: EraseHook = (tx, erased) => {
  const record = asEmail(erased);
  noteMail(tx, record, null);
  forgetLinks(tx, record);
  forgetReport(tx, record);
  if (record.snoozed_until !== null) dropJob(tx, 'wake', record.id);
};

/** The saved email and its previous version. */
export function mailsOf(record: unknown, stored: Stored | null): [record: Email, before: Email | null] {
  return [record as Email, stored ? asEmail(stored.record) : null];
}

/** Puts, moves or drops the job that is due at a time of the mail. */
export function keepJobs(
  tx: Tx,
  record: Email,
  before: Email | null,
  kind: JobKind,
  dueOf: (mail: Email) => string | null,
): void {
  const [had, has] = [before && dueOf(before), dueOf(record)];
  if (had === has) return;
  if (has === null) dropJob(tx, kind, record.id);
  else putJob(tx, kind, record.id, Date.parse(has));
}
