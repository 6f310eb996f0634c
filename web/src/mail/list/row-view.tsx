// What a conversation of the list looks like. It has no state and uses no hooks, because it is also painted before the app
// is there.
import type { MouseEvent, ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { Initials } from '../../ui/display/avatar.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import type { Hue } from '../../ui/hues.ts';
import { Attachment, Star } from '../../ui/icons.ts';
import { formatListTime, formatNumber } from '../../words/format.ts';
import type { Words } from '../../words/words.ts';
import type { Row } from '../lists.ts';
import styles from './conversation-row.module.css';
import { peopleOf } from './conversation-text.ts';

export interface RowViewProps {
  row: Row;
  words: Words['mail'];
  /** One's own addresses, in lower case. */
  own: ReadonlySet<string>;
  hues: ReadonlyMap<string, Hue>;
  isSelected: boolean;
  isCompact: boolean;
  /** The list shows what was sent, so it names recipients. */
  isSent: boolean;
  isTrash: boolean;
  /** The label of the list, which every row has. */
  hiddenLabel: string | undefined;
  onToggle?: (event: MouseEvent) => void;
  onStar?: (event: MouseEvent) => void;
  onHover?: (isHovered: boolean) => void;
  /** Instead of the time of the conversation. */
  time?: string;
  /** Buttons beside the star. */
  children?: ReactNode;
}

const MOST_CHIPS = 3;

export function RowView(props: RowViewProps) {
  const { row, words, own, isSelected, isCompact, isSent, onToggle, onHover } = props;
  const { text, first } = peopleOf(row, own, words, isSent);
  return (
    <div
      role="presentation"
      className={classes(styles.row, isCompact && styles.compact)}
      data-unread={row.unread > 0 || undefined}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onHover?.(true)}
      onPointerLeave={() => onHover?.(false)}
    >
      <Cell className={styles.lead}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the key X does the same */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger area for the checkbox inside */}
        <span className={styles.select} data-checked={isSelected || undefined} onClick={onToggle}>
          <Initials name={first?.name} address={first?.address} size={isCompact ? 'small' : 'medium'} />
          <input
            type="checkbox"
            className={styles.checkbox}
            tabIndex={-1}
            aria-label={words.selectConversation}
            checked={isSelected}
            readOnly
          />
        </span>
      </Cell>
      <Cell className={styles.text}>
        <span className={styles.top}>
          <span className={styles.people}>{text}</span>
          {row.count > 1 && <span className={styles.count}>{formatNumber(row.count)}</span>}
          {row.has_drafts && <span className={styles.draft}>{words.draft}</span>}
          <span className={styles.time}>
            {row.has_attachments && <Attachment aria-hidden />}
            <time dateTime={row.latest_at}>{props.time ?? formatListTime(row.latest_at)}</time>
          </span>
        </span>
        <Texts {...props} />
      </Cell>
      <Cell className={styles.trail}>
        {props.children}
        {!props.isTrash && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.star}
            aria-pressed={row.is_starred}
            aria-label={row.is_starred ? words.unstar : words.star}
            onClick={props.onStar}
          >
            <Star />
          </button>
        )}
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

function Texts({ row, words, hues, hiddenLabel, isCompact }: RowViewProps) {
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
  const subject = <span className={styles.subject}>{row.subject || words.noSubject}</span>;
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
