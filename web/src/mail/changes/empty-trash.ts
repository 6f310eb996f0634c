// Deletes everything in the trash permanently, after a question, and shows how far it has come.

import { DaybookError } from 'daybook-client';
import { newKey } from '../../data/changes/new-key.ts';
import { sendRequest } from '../../data/changes/requests.ts';
import { daybook } from '../../data/client.ts';
import { mapFewAtOnce } from '../../data/few-at-once.ts';
import { refreshAll } from '../../data/live/refresh.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { words } from '../../words/words.ts';
import { erasing } from './changes.ts';
import { endProgress, showProgress } from './task-progress.ts';

const ID = 'empty-trash';
const PAGE = 100;
const MOST = 500;
/** No answer, too many requests, or a service that starts. */
const TEMPORARY = [0, 429, 502, 503, 504];
const RETRIES = 5;
const PAUSE = 250;
const LONGEST_PAUSE = 60_000;
const TRASH = { only_deleted: true, fields: ['id'] };

export async function emptyTrash(): Promise<void> {
  const { mail } = words();
  try {
    const asked = await trashedIds();
    const total = asked.size;
    const question = { title: mail.emptyTrashTitle, text: mail.emptyTrashText(total), action: mail.emptyTrash };
    if (total === 0 || !(await confirm({ ...question, danger: true }))) return;
    await eraseAll(asked);
  } catch (error) {
    showRefusal(error);
  } finally {
    endProgress(ID);
    await refreshAll();
  }
}

async function trashedIds(): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { id } of daybook.emails.all({ ...TRASH, limit: MOST })) ids.add(id as string);
  return ids;
}

/** Mail that came to the trash after the question stays there, and mail that was restored meanwhile is not deleted. */
async function eraseAll(asked: ReadonlySet<string>): Promise<void> {
  let processed = 0;
  for (let others = 0; ; ) {
    showProgress({ id: ID, step: 'erasing', processed, total: asked.size });
    const { data } = await daybook.emails.list({ ...TRASH, limit: PAGE, offset: others });
    if (data.length === 0) return;
    const ids = data.map(({ id }) => id as string).filter((id) => asked.has(id));
    await mapFewAtOnce(ids, erase);
    processed += ids.length;
    others += data.length - ids.length;
  }
}

/** What fails for a while is repeated here and not by the client, which would not look again whether it is in the trash. */
async function erase(id: string): Promise<void> {
  const key = newKey();
  for (let tries = 0; ; tries++)
    try {
      await sendRequest(erasing(id), key);
      return;
    } catch (error) {
      if (!(error instanceof DaybookError) || !TEMPORARY.includes(error.status) || tries >= RETRIES) throw error;
      const pause = Math.min(LONGEST_PAUSE, error.retryAfter ?? PAUSE * 2 ** tries);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
}
