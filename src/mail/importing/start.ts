// Starts and cancels an import over the API: the uploaded file is kept as a content of the task, and a job imports it.

import { AppError, faulty } from '../../errors.ts';
import type { Blobs, Received } from '../../files/content-store.ts';
import { requireQuota } from '../../files/files.ts';
import { limits } from '../../limits.ts';
import { lookUp } from '../../records/find.ts';
import { runningTask, setTask, startTask } from '../../records/tasks.ts';
import { account } from '../../resources/account.ts';
import { email, folderName } from '../../resources/email.ts';
import type { Tx } from '../../store/port.ts';
import { dropUse, useContent } from '../../store/tables/contents.ts';
import { dropJob, putJob } from '../../store/tables/jobs.ts';
import { runningQuery, type TaskRow } from '../../store/tables/names/tasks.ts';
import { readIn } from '../../store/tables/record-lookups.ts';
import { readId } from '../../values/ids.ts';
import type { DeliveredBy } from '../../values/mail-facts.ts';

const IMPORT = 'email.import';

/** What is imported, and where to. */
export interface ImportParams {
  filename: string;
  /** null: by the names of files and folders. */
  folder: string | null;
  account_id: string | null;
  /** Missing in an import that an earlier version started. */
  delivered_by?: DeliveredBy;
}

/** `quota` is the number of bytes that the user's files may have, 0 for no limit: the file is one until it is imported. */
export async function startImport(
  tx: Tx,
  blobs: Blobs,
  received: Received,
  quota: number,
  asked: { filename: string; folder?: string | undefined; account_id?: string | undefined; delivered_by: DeliveredBy },
): Promise<TaskRow> {
  const { filename, account_id = null, delivered_by } = asked;
  const folder = asked.folder === undefined ? null : checkedFolder(asked.folder);
  if (account_id !== null && !(await lookUp(tx, account, account_id)))
    throw fault('account_id', 'exists', 'account_id must be the id of an email account.');
  const [running = []] = await readIn(tx, [runningQuery]);
  if (running.filter(({ kind }) => kind === IMPORT).length >= limits.imports)
    throw new AppError('CONFLICT', `At most ${limits.imports} imports can wait; wait for one, or cancel it.`);
  await requireQuota(tx, received, quota);
  const params: ImportParams = { filename, folder, account_id, delivered_by };
  const progress = { bytes: 0, total_bytes: received.size, imported: 0, known: 0 };
  const task = await startTask(tx, email, IMPORT, params, 0, progress);
  await useContent(tx, 'import', task.id, received);
  blobs.keep(tx.user, received);
  putJob(tx, 'import', task.id, tx.now);
  return task;
}

function checkedFolder(written: string): string {
  const name = written.trim();
  if (name === '' || name.length > limits.shortChars)
    throw fault('folder', 'length', `folder must have 1 to ${limits.shortChars} characters, such as ARCHIVE.`);
  return folderName(name);
}

function fault(field: string, constraint: string, message: string): AppError {
  return faulty('VALIDATION_ERROR', [{ field, constraint, message }]);
}

/** Cancels an import that is not finished; what it has imported stays. Its worker notices when it has lost the job. */
export async function cancelImport(tx: Tx, id: string): Promise<TaskRow> {
  const known = readId(id);
  const task = known && (await runningTask(tx, known));
  if (!task || task.kind !== IMPORT) throw new AppError('NOT_FOUND', 'There is no such import that is running.');
  await endImport(tx, task.id);
  dropJob(tx, 'import', task.id);
  return setTask(tx, task, 'cancelled');
}

/** The file is no longer needed. */
export function endImport(tx: Tx, id: string): Promise<void> {
  return dropUse(tx, 'import', id);
}
