// One conversation of the list, with buttons for what is done most often while the pointer is over it.
import { type MouseEvent, memo, useState } from 'react';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Archive, Mail, MarkRead, Restore, Snooze, Trash } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import type { Row } from '../lists.ts';
import styles from './conversation-row.module.css';
import type { RowCommand } from './row-commands.ts';
import { RowView, type RowViewProps } from './row-view.tsx';

export interface ConversationRowProps extends Omit<RowViewProps, 'words' | 'onToggle' | 'onStar' | 'onHover'> {
  onToggle: (row: Row, event: MouseEvent) => void;
  onCommand: (command: RowCommand, row: Row, event: MouseEvent) => void;
}

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { row, onToggle, onCommand } = props;
  const { mail } = useWords();
  const [isHovered, setHovered] = useState(false);
  return (
    <RowView
      {...props}
      words={mail}
      onToggle={(event) => onToggle(row, event)}
      onStar={(event) => onCommand('star', row, event)}
      onHover={setHovered}
    >
      {isHovered && <QuickActions {...props} />}
    </RowView>
  );
});

function QuickActions({ row, isTrash, onCommand }: ConversationRowProps) {
  const { mail } = useWords();
  const isUnread = row.unread > 0;
  const button = (command: RowCommand, label: string, icon: React.ReactNode, keys?: string) => (
    <IconButton
      tabIndex={-1}
      size="small"
      label={label}
      icon={icon}
      keys={keys}
      onClick={(event) => onCommand(command, row, event)}
    />
  );
  return (
    <span className={styles.quick}>
      {isTrash ? button('restore', mail.restore, <Restore />, 'e') : button('archive', mail.archive, <Archive />, 'e')}
      {!isTrash && button('delete', mail.delete, <Trash />, '#')}
      {!isTrash && button('snooze', mail.snooze, <Snooze />, 'b')}
      {!isTrash &&
        button('read', isUnread ? mail.markRead : mail.markUnread, isUnread ? <MarkRead /> : <Mail />, undefined)}
    </span>
  );
}
