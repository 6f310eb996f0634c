// The progress of changes that the service makes in the background, from the change feed.
import { daybook } from '../../data/client.ts';
import { onMessage } from '../../data/live/feed.ts';
import { createStore, useStore } from '../../data/store.ts';
import type { Task } from '../../data/types.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { words } from '../../words/words.ts';

export interface Progress {
  id: string;
  processed: number;
  total: number;
}

const tasks = createStore<readonly Progress[]>([]);

/** The tasks of this page that run. */
export function useRunningTasks(): readonly Progress[] {
  return useStore(tasks);
}

export function showProgress(progress: Progress): void {
  tasks.set((all) => [...all.filter(({ id }) => id !== progress.id), progress]);
}

export function endProgress(ended: string): void {
  tasks.set((all) => all.filter(({ id }) => id !== ended));
}

/** Shows the progress of a task until it is done. */
export function watchTask(id: string): void {
  let isOver = false;
  const update = (task: Task) => {
    if (isOver || task.id !== id) return;
    if (task.state !== 'done') return showProgress(task);
    isOver = true;
    stop();
    endProgress(id);
    const reason = task.errors[0]?.message ?? '';
    if (task.failed > 0) showToast({ text: words().mail.partlyFailed(task.failed, reason), tone: 'danger' });
  };
  const stop = onMessage(['email.task_updated'], ({ data }) => update(data as unknown as Task));
  // It may have ended before the feed was listened to.
  void daybook.tasks.get(id).then(update, () => stop());
}
