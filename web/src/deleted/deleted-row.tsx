// One record in the trash: what it is, since when it is there, and what can be done with it.
import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Restore, Trash } from '../ui/icons.ts';
import { PHONE, useMedia } from '../ui/use-media.ts';
import { useWords } from '../words/words.ts';
import styles from './deleted.module.css';

export interface DeletedRowProps {
  title: string;
  /** When an event is, what a contact does. */
  text: string;
  /** Since when it is in the trash. */
  detail: string;
  /** A picture, or the colour of a calendar. */
  lead: ReactNode;
  /** The row that has the focus, or gets it with Tab: its buttons come next. */
  isActive: boolean;
  onRestore: () => void;
  onErase: () => void;
}

export function DeletedRow(props: DeletedRowProps) {
  return (
    <div className={styles.row} role="presentation">
      <Cell className={styles.lead}>{props.lead}</Cell>
      <Cell className={styles.text}>
        <span className={styles.title}>{props.title}</span>
        <span className={styles.line}>{props.text}</span>
        <span className={styles.detail}>{props.detail}</span>
      </Cell>
      <Cell className={styles.actions}>
        <RowActions {...props} />
      </Cell>
    </div>
  );
}

function RowActions({ isActive, onRestore, onErase }: DeletedRowProps) {
  const { deleted } = useWords();
  const isPhone = useMedia(PHONE);
  const tabIndex = isActive ? 0 : -1;
  return (
    <>
      {isPhone ? (
        <IconButton tabIndex={tabIndex} label={deleted.restore} icon={<Restore />} onClick={onRestore} />
      ) : (
        <Button size="small" tabIndex={tabIndex} icon={<Restore aria-hidden />} onClick={onRestore}>
          {deleted.restore}
        </Button>
      )}
      <IconButton tabIndex={tabIndex} label={deleted.erase} icon={<Trash />} onClick={onErase} />
    </>
  );
}

/** In the shape of a row, while its page is read. */
export function RowShape() {
  return (
    <div className={styles.row} role="presentation">
      <Cell className={styles.lead}>
        <Skeleton round width="2.25rem" height="2.25rem" />
      </Cell>
      <Cell className={styles.text}>
        <Skeleton width="30%" />
        <Skeleton width="50%" />
        <Skeleton width="20%" />
      </Cell>
    </div>
  );
}

function Cell({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows of a virtual list are not those of a table
    // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
    <div role="gridcell" className={className}>
      {children}
    </div>
  );
}
