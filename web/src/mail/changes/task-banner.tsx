// Shows how far changes of many mails have come.
import { partProgress } from '../../data/changes/mutation-queue.ts';
import { useStore } from '../../data/store.ts';
import { Progress } from '../../ui/feedback/progress.tsx';
import { formatNumber } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import styles from './task-banner.module.css';
import { runningTasks, type TaskProgress } from './task-progress.ts';

export function TaskBanner() {
  const { mail } = useWords();
  const tasks: TaskProgress[] = [...useStore(runningTasks), ...useStore(partProgress)];
  return tasks.map(({ id, step = 'changing', processed, total }) => {
    const text = mail.progress[step](formatNumber(processed), formatNumber(total));
    return (
      <div key={id} className={styles.task}>
        <span>{text}</span>
        <Progress label={text} value={total > 0 ? processed / total : undefined} />
      </div>
    );
  });
}
