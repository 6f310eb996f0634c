// Shows how far changes of many mails have come.
import { useStore } from '../../data/store.ts';
import { Progress } from '../../ui/feedback/progress.tsx';
import { formatNumber } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import styles from './task-banner.module.css';
import { runningTasks } from './task-progress.ts';

export function TaskBanner() {
  const { mail } = useWords();
  return useStore(runningTasks).map(({ id, processed, total }) => {
    const text = mail.taskProgress(formatNumber(processed), formatNumber(total));
    return (
      <div key={id} className={styles.task}>
        <span>{text}</span>
        <Progress label={text} value={total > 0 ? processed / total : undefined} />
      </div>
    );
  });
}
