// Whether the state of a mail has to reach its server: as soon as it differs from what the server had when it was
// last seen. Made from the two states alone, so a change that came from the server asks for nothing.
import type { Email } from '../resources/email.ts';
import { findByEmail } from '../store/imap-rows.ts';
import { dropJob, putJob } from '../store/jobs.ts';
import type { Tx } from '../store/store.ts';
import { sameState, stateOf } from './sync-merge.ts';

/** Puts or drops the job that brings the mail's state to its server. */
export async function settlePush(tx: Tx, record: Email): Promise<void> {
  const found = await findByEmail(tx, record.id);
  const { row, folder } = found ?? {};
  if (row && (folder === null || folder === undefined)) return; // its folder is being looked for
  if (row && !sameState(stateOf(record), { ...row, folder: folder as string })) putJob(tx, 'push', record.id, tx.now);
  else dropJob(tx, 'push', record.id);
}

/** The same after a change of the mail, if it was one that a server knows of. */
export async function pushIfChanged(tx: Tx, record: Email, before: Email | null): Promise<void> {
  if (before && !sameState(stateOf(before), stateOf(record))) await settlePush(tx, record);
}

/** A mail that is erased here is deleted at its server; until then its row there stays, so that it is not fetched anew. */
export async function pushErasure(tx: Tx, record: Email): Promise<void> {
  if (await findByEmail(tx, record.id)) putJob(tx, 'push', record.id, tx.now);
}
