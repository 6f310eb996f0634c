// The push job of a mail: it exists while the state here differs from the one that the server had at the last scan. It
// depends on the two states alone, so a change that came from the server does not create one.
import type { Email } from '../resources/email.ts';
import type { Tx } from '../store/port.ts';
import { findByEmail } from '../store/tables/imap-messages.ts';
import { dropJob, putJob } from '../store/tables/jobs.ts';
import { sameState, stateOf } from './merge.ts';

/** Creates or drops the job that pushes the state of the mail. */
export async function settlePush(tx: Tx, record: Email): Promise<void> {
  const found = await findByEmail(tx, record.id);
  const { row, folder } = found ?? {};
  if (row && (folder === null || folder === undefined)) return; // the next scan finds its folder
  if (row && !sameState(stateOf(record), { ...row, folder: folder as string })) putJob(tx, 'push', record.id, tx.now);
  else dropJob(tx, 'push', record.id);
}

/** An erased mail is deleted at its server. Its row stays until then, so that the message is not fetched again. */
export async function pushErasure(tx: Tx, record: Email): Promise<void> {
  if (await findByEmail(tx, record.id)) putJob(tx, 'push', record.id, tx.now);
}
