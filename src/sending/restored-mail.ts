// Holds back mail after a restore: what was queued or scheduled in the backup may have been sent since, and nothing is
// sent twice automatically, so a person decides. A mail that some recipients got is not retried for the others.
import { endWaiting } from '../mail/recipients.ts';
import { find } from '../records/find.ts';
import { changeIfDifferent } from '../records/records.ts';
import { asEmail, email } from '../resources/email.ts';
import type { Store, Tx } from '../store/port.ts';
import { dropJob } from '../store/tables/jobs.ts';
import { dropNote, readNote, writeNote } from '../store/tables/notes.ts';
import { mailsToSend } from '../store/tables/send-jobs.ts';
import { listUsers } from '../store/tables/users.ts';
import { formatTime } from '../values/time.ts';
import { saveDelivery } from './settle.ts';

const NOTE = 'restored';
const PIECE = 100; // mails in one transaction, so that no writer waits long

/** Records that the store was restored; its mail is held back when a service starts on it. */
export async function noteRestored(store: Store): Promise<void> {
  await store.administer((tx) => writeNote(tx, NOTE, formatTime(Date.now())));
}

/** When the store was restored, if nothing has been held back since. */
export function restoredAt(store: Store): Promise<string | undefined> {
  return readNote(store, NOTE);
}

/** Holds back the mails that waited in the restored store; returns how many. */
export async function holdRestoredMail(store: Store): Promise<number> {
  const restored = await restoredAt(store);
  if (restored === undefined) return 0;
  let held = 0;
  for (const { id } of await listUsers(store)) {
    for (let piece = PIECE; piece === PIECE; held += piece)
      piece = await store.write(id, (tx) => holdPiece(tx, restored));
  }
  await store.administer((tx) => dropNote(tx, NOTE));
  return held;
}

async function holdPiece(tx: Tx, restored: string): Promise<number> {
  const ids = await mailsToSend(tx, PIECE);
  for (const id of ids) {
    const before = await find(tx, email, id);
    const { status, scheduled_at, deliveries } = asEmail(before.record);
    if (status === 'sent') {
      const message = `waited when the backup was made that was restored at ${restored}; it may have been sent since`;
      await saveDelivery(tx, before, endWaiting(deliveries, 'unknown', { code: 'RESTORED', message }));
      dropJob(tx, 'send', id);
      continue;
    }
    const message = `This email was ${status} when the backup was made that was restored at ${restored}${scheduled_at ? `, for ${scheduled_at}` : ''}. It may have been sent since; send it again only if it was not.`;
    const send_error = { code: 'RESTORED', message };
    const values = {
      status: 'failed',
      scheduled_at: null,
      send_error,
      deliveries: endWaiting(deliveries, 'unknown', send_error),
    };
    await changeIfDifferent(tx, email, before, values, 'send_failed');
  }
  return ids.length;
}
