// The progress of changes that the service makes in the background, from the change feed.
import { onMessage, onResync } from '../../data/live/feed.ts';
import { createStore } from '../../data/store.ts';
import type { Task } from '../../data/types.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { words } from '../../words/words.ts';

export interface TaskProgress {
  id: string;
  /** What is done with the mails; default: they are changed. */
  step?: 'reading' | 'changing' | 'erasing';
  processed: number;
  total: number;
}

const tasks = createStore<readonly TaskProgress[]>([]);

/** Those that run, of this page. */
export const runningTasks = { get: tasks.get, subscribe: tasks.subscribe };

export function showProgress(progress: TaskProgress): void {
  tasks.set((all) => [...all.filter(({ id }) => id !== progress.id), progress]);
}

export function endProgress(ended: string): void {
  tasks.set((all) => all.filter(({ id }) => id !== ended));
}

/** Shows the progress of a task until it is done; `read` asks the service for it. */
export function watchTask(id: string, read: () => Promise<Task>): void {
  let isOver = false;
  const end = () => {
    isOver = true;
    for (const stop of stops) stop();
    endProgress(id);
  };
  const update = (task: Task) => {
    if (isOver || task.id !== id) return;
    if (task.state !== 'done') return showProgress({ id, processed: task.processed, total: task.total });
    end();
    const reason = task.errors[0]?.message ?? '';
    if (task.failed > 0) showToast({ text: words().mail.partlyFailed(task.failed, reason), tone: 'danger' });
  };
  // After another failure than NOT_FOUND, the next message or a resync says what has become of the task.
  const ask = () => void read().then(update, (error) => (error as { code?: string }).code === 'NOT_FOUND' && end());
  const stops = [onMessage(['email.task_updated'], ({ data }) => update(data as unknown as Task)), onResync(ask)];
  // It may have ended before the feed was listened to.
  ask();
}
