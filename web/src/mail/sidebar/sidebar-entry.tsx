// An entry of the sidebar: a link to a list. Conversations can be dropped on folders and labels.
import { type DragEvent, useState } from 'react';
import { Link } from 'wouter';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { type Hue, hueStyle } from '../../ui/hues.ts';
import { ChevronDown, More } from '../../ui/icons.ts';
import { contextMenuPoint } from '../../ui/overlays/menu.tsx';
import type { Box } from '../../ui/overlays/place.ts';
import { formatNumber } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { moveTo, moveToTrash, setLabel, star, type Target } from '../changes/mail-operations.ts';
import { iconOf } from '../list/list-icons.ts';
import { folderOf, isUnsent } from '../list-query.ts';
import { type MailList, mailPath } from '../mail-address.ts';
import { DRAG_TYPE, draggedTarget, endDrag } from './drag-store.ts';
import styles from './sidebar.module.css';

export interface SidebarEntryProps {
  list: MailList;
  title: string;
  count: number;
  isCurrent: boolean;
  depth?: number;
  hue?: Hue;
  isFolded?: boolean;
  onFold?: () => void;
  onMenu?: (at: Box) => void;
}

export function SidebarEntry(props: SidebarEntryProps) {
  const { list, title, count, isCurrent, depth = 0, hue, isFolded, onFold, onMenu } = props;
  const { mail } = useWords();
  const drop = useDrop(list);
  const Icon = iconOf(list);
  const countLabel = isUnsent(list) ? mail.totalCount(count) : mail.unreadCount(count);
  return (
    <li
      className={classes(styles.entry, drop.isOver && styles.over)}
      style={{ paddingInlineStart: `${depth * 0.875}rem` }}
      {...drop.handlers}
      onContextMenu={onMenu && ((event) => onMenu(contextMenuPoint(event)))}
    >
      {onFold && (
        <button type="button" className={styles.fold} aria-label={title} aria-expanded={!isFolded} onClick={onFold}>
          <ChevronDown />
        </button>
      )}
      <Link href={mailPath(list)} className={styles.link} aria-current={isCurrent ? 'page' : undefined}>
        {list.kind === 'label' ? (
          <span className={styles.dot} style={hueStyle(hue ?? 'gray')} />
        ) : (
          <Icon aria-hidden {...(hue && { color: `var(--hue-${hue}-solid)` })} />
        )}
        <span className={styles.name}>{title}</span>
        {count > 0 && (
          <span className={styles.count}>
            <span aria-hidden="true">{formatNumber(count)}</span>
            <span className="visually-hidden">{countLabel}</span>
          </span>
        )}
      </Link>
      {onMenu && (
        <IconButton
          size="small"
          className={styles.more ?? ''}
          label={mail.optionsOf(title)}
          icon={<More />}
          onClick={(event) => onMenu(event.currentTarget.getBoundingClientRect())}
        />
      )}
    </li>
  );
}

/** What dropping conversations on a list does; undefined if nothing. */
function dropOn(list: MailList): ((target: Target) => void) | undefined {
  if (list.kind === 'label') return (target) => setLabel(target, list.name, true);
  if (list.kind === 'trash') return moveToTrash;
  if (list.kind === 'starred') return star;
  const folder = folderOf(list);
  if (folder === undefined || list.kind === 'sent' || list.kind === 'snoozed') return undefined;
  return (target) => moveTo(target, folder);
}

function useDrop(list: MailList) {
  const [isOver, setOver] = useState(false);
  const drop = dropOn(list);
  const accepts = (event: DragEvent) => drop !== undefined && event.dataTransfer.types.includes(DRAG_TYPE);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!accepts(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const target = draggedTarget();
      if (!accepts(event) || !target) return;
      event.preventDefault();
      drop?.(target);
      endDrag();
    },
  };
  return { isOver, handlers };
}
