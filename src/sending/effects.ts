// The hooks of sending on every change of an email. A mail in the trash is not sent; a waiting mail is valid and has
// its Message-ID; the jobs depend on the state alone. The send job of a queued mail stays while it is being sent, and
// after that while recipients wait. A mail that is created as `sending` has no job and is never sent.
import { keepJobs, mailsOf } from '../mail/effects.ts';
import { endWaiting, isPartlySent, partialError, unknownOf } from '../mail/recipients.ts';
import { draftAgain, isOutgoing, isWaiting } from '../mail/states.ts';
import type { AfterSave, EraseHook, SaveHook } from '../records/effects.ts';
import { asEmail, type Email } from '../resources/email.ts';
import type { Tx } from '../store/port.ts';
import { dropUse } from '../store/tables/contents.ts';
import { dropJob, putJob } from '../store/tables/jobs.ts';
import { isMarked } from '../store/tables/send-jobs.ts';
import { checkFitToSend, checkSender, newMessageId } from './fit-to-send.ts';

const DELETED = { code: 'CANCELLED', message: 'the mail was deleted before it was sent to this recipient' };

export const cancelIfTrashed: SaveHook = (tx, saved, stored) => {
  const [record, before] = mailsOf(saved, stored);
  if (record.deleted_at === null) return undefined;
  if (isWaiting(record)) Object.assign(record, draftAgain);
  return isPartlySent(record) ? stopTries(tx, record, before) : undefined;
};

// Waiting recipients do not get a mail that is in the trash. If its last byte may have been sent, the outcome is
// unknown; the reply of the server is stored if it arrives.
async function stopTries(tx: Tx, record: Email, before: Email | null): Promise<undefined> {
  const isLeaving = before?.deleted_at === null && (await isMarked(tx, record.id));
  record.deliveries = isLeaving ? unknownOf(record) : endWaiting(record.deliveries, 'refused', DELETED);
  if (isLeaving) record.send_attempts++;
  record.send_error = partialError(record.deliveries);
}

export const prepareToSend: SaveHook = (tx, saved, stored) => {
  const [record, before] = mailsOf(saved, stored);
  const isReceived = record.status === 'received' && (!before || before.status === 'received');
  return isReceived ? undefined : prepareOutgoing(tx, record, before);
};

async function prepareOutgoing(tx: Tx, record: Email, before: Email | null): Promise<AfterSave> {
  if (isWaiting(record) && !(before && isOutgoing(before))) {
    checkFitToSend(record);
    await checkSender(tx, record);
    if (before) await dropUse(tx, 'raw', record.id); // the message that is sent becomes its source
  }
  if (record.status === 'queued') record.message_id ??= newMessageId(record); // fixed from here on
  return () => {
    keepJobs(tx, record, before, 'queue', scheduledTime);
    keepSendJob(tx, record, before);
    return [];
  };
}

export const dropSendJobs: EraseHook = (tx, erased) => {
  const record = asEmail(erased);
  if (scheduledTime(record) !== null) dropJob(tx, 'queue', record.id);
  if (needsSending(record)) dropJob(tx, 'send', record.id);
};

function scheduledTime({ status, scheduled_at }: Email): string | null {
  return status === 'scheduled' ? scheduled_at : null;
}

// A queued mail is due immediately.
function keepSendJob(tx: Tx, record: Email, before: Email | null): void {
  const had = before !== null && needsSending(before);
  const has = needsSending(record) && !(record.status === 'sending' && !before);
  if (had && !has) dropJob(tx, 'send', record.id);
  if (has && !had) putJob(tx, 'send', record.id, tx.now, record.account_id);
}

function needsSending(record: Email): boolean {
  return record.status === 'queued' || record.status === 'sending' || isPartlySent(record);
}
