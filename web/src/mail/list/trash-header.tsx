// What can be done with the whole trash.
import { Button } from '../../ui/controls/button.tsx';
import { useWords } from '../../words/words.ts';
import { emptyTrash } from '../changes/empty-trash.ts';
import styles from './action-bar.module.css';

export function TrashHeader({ total }: { total: number }) {
  const { mail } = useWords();
  return (
    <div className={styles.bar}>
      <Button size="small" disabled={total === 0} onClick={() => void emptyTrash()}>
        {mail.emptyTrash}
      </Button>
    </div>
  );
}
