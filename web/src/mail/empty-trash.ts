// Deletes everything in the trash permanently, after a question, and shows how far it has come.
import { daybook } from '../data/client.ts';
import { refreshAll } from '../data/refresh.ts';
import { confirm } from '../ui/confirm.tsx';
import { showToast } from '../ui/toast.ts';
import { words } from '../words/words.ts';
import { endProgress, showProgress } from './task-progress.ts';

const ID = 'empty-trash';
const AT_ONCE = 6;
const PAGE = 100;

export async function emptyTrash(): Promise<void> {
  const { mail, shell } = words();
  const query = { only_deleted: true, fields: ['id'], limit: PAGE };
  try {
    const { total } = (await daybook.emails.list({ ...query, limit: 0 })).meta;
    const question = { title: mail.emptyTrashTitle, text: mail.emptyTrashText(total), action: mail.emptyTrash };
    if (total === 0 || !(await confirm({ ...question, danger: true }))) return;
    for (let processed = 0; processed < total; ) {
      showProgress({ id: ID, processed, total });
      const { data } = await daybook.emails.list(query);
      if (data.length === 0) break;
      await eraseAll(data.map(({ id }) => id as string));
      processed += data.length;
    }
  } catch (error) {
    showToast({ text: shell.refused((error as Error).message), tone: 'danger' });
  } finally {
    endProgress(ID);
    await refreshAll();
  }
}

async function eraseAll(ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE)
    await Promise.all(ids.slice(start, start + AT_ONCE).map((id) => daybook.emails.erase(id)));
}
