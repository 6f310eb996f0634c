// Changes of all mail that matches the filters of a list. They cannot be undone mail by mail, so the request is sent only
// when the message that offers to undo it has closed, or when the page is left.

import { newKey } from '../../data/changes/new-key.ts';
import { daybook } from '../../data/client.ts';
import { createStore, useStore } from '../../data/store.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo, withdrawUndo } from '../../shell/undo.ts';
import { currentToasts, showToast, subscribeToToasts } from '../../ui/feedback/toast.ts';
import { words } from '../../words/words.ts';
import type { ListQuery } from '../list-query.ts';
import { send, sendInParts } from './apply-change.ts';
import type { Change } from './changes.ts';
import { type MatchingRequests, requestsForMatching } from './matching-requests.ts';
import { endProgress, showProgress, watchTask } from './task-progress.ts';

/** The filters of changes that wait to be sent: their lists show that they are about to change. */
const waiting = createStore<readonly ListQuery[]>([]);

export function useIsWaiting(where: ListQuery): boolean {
  const key = JSON.stringify(where);
  return useStore(waiting).some((one) => JSON.stringify(one) === key);
}

export async function changeMatching(filters: ListQuery, change: Change, text: string): Promise<void> {
  const found = await findMatching(filters, change).catch(showRefusal);
  if (!found) return;
  const { matched, requests, parts } = found;
  if (matched === 0) {
    showToast({ text: words().mail.nothingToChange });
    return;
  }
  if (await isUndone(filters, `${text} ${words().mail.deferred(matched)}`)) return;
  void sendInParts(parts);
  for (const { body } of await send(requests)) {
    const task = (body as { data?: { id?: string } } | undefined)?.data?.id;
    if (task) watchTask(task, () => daybook.tasks.get(task));
  }
}

async function findMatching(filters: ListQuery, change: Change): Promise<MatchingRequests> {
  const id = newKey();
  try {
    return await requestsForMatching(daybook, filters, change, (processed, total) =>
      showProgress({ id, step: 'reading', processed, total }),
    );
  } finally {
    endProgress(id);
  }
}

/** Resolves when the message has closed, or the page is left: with whether the change was undone. */
function isUndone(filters: ListQuery, text: string): Promise<boolean> {
  waiting.set((all) => [...all, filters]);
  return new Promise((resolve) => {
    const end = (undone: boolean) => {
      unsubscribe();
      removeEventListener('pagehide', leave);
      withdrawUndo(toast);
      waiting.set((all) => all.filter((one) => one !== filters));
      resolve(undone);
    };
    const leave = () => end(false);
    let undone = false;
    const undo = () => {
      undone = true;
      end(true);
    };
    const toast = offerUndo(text, undo, { isKept: true });
    // The button closes the message first and then undoes, so the end of the message is looked at afterwards.
    const unsubscribe = subscribeToToasts(() => {
      if (currentToasts().some(({ id }) => id === toast)) return;
      setTimeout(() => !undone && end(false));
    });
    addEventListener('pagehide', leave);
  });
}
