// The links between the three parts of the trash: mail, events and contacts.
import { Link } from 'wouter';
import { classes } from '../../ui/classes.ts';
import styles from '../../ui/controls/segmented.module.css';
import { useWords } from '../../words/words.ts';
import { TRASH_PARTS, TRASH_PATHS, type TrashPart } from './trash-parts.ts';

export function TrashLinks({ current, className }: { current: TrashPart; className?: string }) {
  const { deleted } = useWords();
  return (
    <nav aria-label={deleted.trash} className={classes(styles.segmented, className)}>
      {TRASH_PARTS.map((part) => (
        <Link
          key={part}
          href={TRASH_PATHS[part]}
          className={classes(styles.segment, styles.link)}
          data-checked={part === current || undefined}
          aria-current={part === current ? 'page' : undefined}
        >
          {deleted.parts[part]}
        </Link>
      ))}
    </nav>
  );
}
