// Mail that waited when a backup was made may have been sent since. After a restore it is held back for a person to
// decide, because nothing is sent twice by itself. So is what was scheduled: it may have been sent at once instead. A
// mail that was sent to some is not tried again for those who waited.
import { asEmail, email } from '../resources/email.ts';
import { dropJob } from '../store/jobs.ts';
import { dropNote, readNote, writeNote } from '../store/notes.ts';
import type { Store, Tx } from '../store/store.ts';
import { listUsers } from '../store/users.ts';
import { formatTime } from '../values/time.ts';
import { endWaiting } from './recipients.ts';
import { changeIfDifferent, findAnywhere } from './records.ts';
import { saveDelivery } from './settling.ts';

const NOTE = 'restored';
const PIECE = 100; // mails in one transaction, so that no writer waits long

/** Notes that the store was restored; its mail is held back when a service starts on it. */
export async function noteRestored(store: Store): Promise<void> {
  await store.administer((tx) => writeNote(tx, NOTE, formatTime(Date.now())));
}

/** Holds back what waited when the store was restored; returns how many mails. */
export async function holdRestoredMail(store: Store): Promise<number> {
  const restored = await readNote(store, NOTE);
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
  const rows = await tx.all(
    `select id from emails where user_id = ?1 and (status in ('queued', 'scheduled', 'sending') or (status = 'sent'
      and exists (select 1 from jobs j where j.user_id = ?1 and j.kind = 'send' and j.record_id = emails.id)))
      order by id limit ${PIECE}`,
  );
  for (const { id } of rows) {
    const before = await findAnywhere(tx, email, id as string);
    const { status, scheduled_at, deliveries } = asEmail(before.record);
    if (status === 'sent') {
      const message = `waited when the backup was made that was restored at ${restored}; it may have been sent since`;
      await saveDelivery(tx, before, endWaiting(deliveries, 'unknown', { code: 'RESTORED', message }));
      dropJob(tx, 'send', id as string);
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
  return rows.length;
}
