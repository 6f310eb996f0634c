// The recipients of a field as chips, of a long list the first ones with a button that shows the others.
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import type { Recipient } from '../../words/address-list.ts';
import { useWords } from '../../words/words.ts';
import { RecipientChip } from './recipient-chip.tsx';
import type { RecipientFieldProps } from './recipient-field.tsx';
import styles from './recipients.module.css';
import type { Folding } from './use-folding.ts';

interface RecipientChipsProps extends Pick<RecipientFieldProps, 'list' | 'recipients' | 'onRemove' | 'onMove'> {
  id: string;
  folding: Folding;
  onEdit(recipient: Recipient): void;
  onKeyDown(event: KeyboardEvent, remove?: () => void): void;
  focusInput(): void;
}

export function RecipientChips(props: RecipientChipsProps) {
  const { id, list, recipients, folding, onRemove, onMove, onEdit, onKeyDown, focusInput } = props;
  const { compose } = useWords();
  return (
    <ul id={id} className={styles.chips}>
      {folding.shown.map((recipient) => (
        <RecipientChip
          key={recipient.address.toLowerCase()}
          list={list}
          recipient={recipient}
          onEdit={() => onEdit(recipient)}
          onRemove={() => {
            onRemove(list, recipient);
            focusInput();
          }}
          onMove={(to) => {
            onMove(recipient, list, to);
            focusInput();
          }}
          onKeyDown={(event) => onKeyDown(event, () => onRemove(list, recipient))}
        />
      ))}
      {folding.shown.length < recipients.length && (
        <li>
          <button
            type="button"
            tabIndex={-1}
            className={styles.fold}
            aria-expanded={false}
            aria-controls={id}
            data-unfold
            onClick={() => folding.change(true)}
            onKeyDown={(event) => onKeyDown(event)}
          >
            {compose.moreRecipients(recipients.length - folding.shown.length)}
          </button>
        </li>
      )}
    </ul>
  );
}

/** Buttons at the end of the row: the one that folds the list again, and those of the other fields. */
export function RowEnd({ id, folding, end }: { id: string; folding: Folding; end: ReactNode }) {
  const { compose } = useWords();
  if (!end && !folding.isUnfolded) return null;
  return (
    <div className={styles.end}>
      {folding.isUnfolded && (
        <Button size="small" variant="quiet" aria-expanded aria-controls={id} onClick={() => folding.change(false)}>
          {compose.fewerRecipients}
        </Button>
      )}
      {end}
    </div>
  );
}
