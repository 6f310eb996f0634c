// One recipient as a chip: it can be dragged to another field, and its menu has everything for the keyboard.
import { type DragEvent, type KeyboardEvent, useRef } from 'react';
import { copyText } from '../../shell/copy-text.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Problem } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { MenuItem, MenuSeparator } from '../../ui/overlays/menu-items.tsx';
import { tooltip } from '../../ui/overlays/tooltip.tsx';
import { formatRecipient, isMailAddress, type Recipient } from '../../words/address-list.ts';
import { useWords } from '../../words/words.ts';
import styles from './recipients.module.css';

export type RecipientList = 'to' | 'cc' | 'bcc';

export const RECIPIENT_LISTS: readonly RecipientList[] = ['to', 'cc', 'bcc'];

/** What is dragged between the fields. */
const DRAGGED = 'application/x-daybook-recipient';

export interface DraggedRecipient {
  from: RecipientList;
  recipient: Recipient;
}

export function draggedRecipient({ dataTransfer }: DragEvent): DraggedRecipient | undefined {
  const text = dataTransfer.getData(DRAGGED);
  return text === '' ? undefined : (JSON.parse(text) as DraggedRecipient);
}

export function isRecipientDrag({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(DRAGGED);
}

export interface RecipientChipProps {
  list: RecipientList;
  recipient: Recipient;
  onRemove(): void;
  onEdit(): void;
  onMove(to: RecipientList): void;
  onKeyDown(event: KeyboardEvent): void;
}

export function RecipientChip({ list, recipient, onRemove, onEdit, onMove, onKeyDown }: RecipientChipProps) {
  const { compose, common } = useWords();
  const item = useRef<HTMLLIElement>(null);
  const { address, name } = recipient;
  const isValid = isMailAddress(address);
  const shown = name || address;
  const copy = () => copyText(formatRecipient(recipient), compose.copied);
  return (
    <li
      ref={item}
      className={styles.item}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, JSON.stringify({ from: list, recipient } satisfies DraggedRecipient));
        event.dataTransfer.setData('text/plain', formatRecipient(recipient));
        event.dataTransfer.effectAllowed = 'copyMove';
      }}
    >
      <Menu
        label={compose.recipientActions(shown)}
        trigger={
          <button
            type="button"
            tabIndex={-1}
            className={styles.chip}
            data-invalid={!isValid || undefined}
            {...tooltip(isValid ? address : compose.invalidAddress)}
            onKeyDown={onKeyDown}
          >
            {isValid ? (
              <Avatar className={styles.avatar ?? ''} name={name} address={address} size="small" />
            ) : (
              <Problem />
            )}
            <span className={styles.name}>{shown}</span>
            <span className="visually-hidden">
              {isValid ? name && ` <${address}>` : ` (${compose.invalidAddress})`}
            </span>
          </button>
        }
      >
        <MenuItem onSelect={onEdit}>{common.edit}</MenuItem>
        <MenuItem onSelect={() => void copy()}>{compose.copyAddress}</MenuItem>
        {RECIPIENT_LISTS.filter((one) => one !== list).map((one) => (
          <MenuItem key={one} onSelect={() => onMove(one)}>
            {compose.moveTo(compose[one])}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem destructive onSelect={onRemove}>
          {common.remove}
        </MenuItem>
      </Menu>
    </li>
  );
}
