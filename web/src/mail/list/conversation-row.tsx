// One conversation of the list: picture or checkbox, people, subject, preview, labels, time and star.
import { Clock } from 'lucide-react';
import { type MouseEvent, memo, useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import type { Hue } from '../../ui/hues.ts';
import { Archive, Attachment, Mail, MarkRead, Restore, Star, Trash } from '../../ui/icons.ts';
import { formatListTime, formatNumber } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import type { Row } from '../lists.ts';
import styles from './conversation-row.module.css';
import { peopleOf } from './conversation-text.ts';
import type { RowCommand } from './row-commands.ts';

export interface ConversationRowProps {
  row: Row;
  own: ReadonlySet<string>;
  hues: ReadonlyMap<string, Hue>;
  isSelected: boolean;
  isCompact: boolean;
  /** The list shows what was sent, so it names recipients. */
  isSent: boolean;
  isTrash: boolean;
  /** The label of the list, which every row has. */
  hiddenLabel: string | undefined;
  onToggle: (row: Row, event: MouseEvent) => void;
  onCommand: (command: RowCommand, row: Row, event: MouseEvent) => void;
}

const MOST_CHIPS = 3;

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { row, own, isSelected, isCompact, isSent, onToggle, onCommand } = props;
  const { mail } = useWords();
  const [isHovered, setHovered] = useState(false);
  const { text, first } = peopleOf(row, own, mail, isSent);
  return (
    <div
      role="presentation"
      className={classes(styles.row, isCompact && styles.compact)}
      data-unread={row.unread > 0 || undefined}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <Cell className={styles.lead}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the key X does the same */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger area for the checkbox inside */}
        <span
          className={styles.select}
          data-checked={isSelected || undefined}
          onClick={(event) => onToggle(row, event)}
        >
          <Avatar name={first?.name} address={first?.address} size={isCompact ? 'small' : 'medium'} />
          <input
            type="checkbox"
            className={styles.checkbox}
            tabIndex={-1}
            aria-label={mail.selectConversation}
            checked={isSelected}
            readOnly
          />
        </span>
      </Cell>
      <Cell className={styles.text}>
        <span className={styles.top}>
          <span className={styles.people}>{text}</span>
          {row.count > 1 && <span className={styles.count}>{formatNumber(row.count)}</span>}
          {row.has_drafts && <span className={styles.draft}>{mail.draft}</span>}
          <span className={styles.time}>
            {row.has_attachments && <Attachment aria-hidden />}
            <time dateTime={row.latest_at}>{formatListTime(row.latest_at)}</time>
          </span>
        </span>
        <Texts {...props} />
      </Cell>
      <Cell className={styles.trail}>
        {isHovered && <QuickActions {...props} />}
        {!props.isTrash && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.star}
            aria-pressed={row.is_starred}
            aria-label={row.is_starred ? mail.unstar : mail.star}
            onClick={(event) => onCommand('star', row, event)}
          >
            <Star />
          </button>
        )}
      </Cell>
    </div>
  );
});

function Cell({ className, children }: { className: string | undefined; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows of a virtual list are not those of a table
    // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
    <div role="gridcell" className={className}>
      {children}
    </div>
  );
}

function Texts({ row, hues, hiddenLabel, isCompact }: ConversationRowProps) {
  const { mail } = useWords();
  const labels = row.labels.filter((label) => label !== hiddenLabel);
  const chips = labels.length > 0 && (
    <span className={styles.chips}>
      {labels.slice(0, MOST_CHIPS).map((label) => (
        <Chip key={label} hue={hues.get(label)}>
          {label}
        </Chip>
      ))}
      {labels.length > MOST_CHIPS && <Chip>{`+${labels.length - MOST_CHIPS}`}</Chip>}
    </span>
  );
  const subject = <span className={styles.subject}>{row.subject || mail.noSubject}</span>;
  const preview = <span className={styles.preview}>{row.preview}</span>;
  if (isCompact)
    return (
      <span className={styles.line}>
        {subject}
        {preview}
        {chips}
      </span>
    );
  return (
    <>
      <span className={styles.line}>{subject}</span>
      <span className={styles.line}>
        {preview}
        {chips}
      </span>
    </>
  );
}

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
      {!isTrash && button('snooze', mail.snooze, <Clock />, 'b')}
      {!isTrash &&
        button('read', isUnread ? mail.markRead : mail.markUnread, isUnread ? <MarkRead /> : <Mail />, undefined)}
    </span>
  );
}

/** In the shape of a row, while its page is read. */
export function SkeletonRow({ isCompact }: { isCompact: boolean }) {
  return (
    <Cell className={classes(styles.row, isCompact && styles.compact)}>
      <span className={styles.lead}>
        <Skeleton round width={isCompact ? '1.5rem' : '2rem'} height={isCompact ? '1.5rem' : '2rem'} />
      </span>
      <span className={classes(styles.text, styles.loading)}>
        <Skeleton width="40%" />
        <Skeleton width="70%" />
        {!isCompact && <Skeleton width="90%" />}
      </span>
    </Cell>
  );
}
