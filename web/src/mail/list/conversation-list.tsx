// The list of conversations: a grid with one active row, selection, drag, and a context menu.
import { type KeyboardEvent, type MouseEvent, type Ref, useCallback, useMemo, useRef, useState } from 'react';
import { prefetchConversation } from '../../conversation/conversation-data.ts';
import { useCollection } from '../../data/live/live.ts';
import type { PagedList } from '../../data/live/paged-list.ts';
import { useOwnAddresses } from '../../data/own-people.ts';
import { usePreferences } from '../../data/storage/preferences.ts';
import type { ActionTarget } from '../../shell/actions/action-target.ts';
import { type Hue, hueOf } from '../../ui/hues.ts';
import { VirtualList, type VirtualListHandle } from '../../ui/lists/virtual-list.tsx';
import { contextMenuPoint } from '../../ui/overlays/menu.tsx';
import type { Box } from '../../ui/overlays/place.ts';
import { useWords } from '../../words/words.ts';
import { type Row, titleOf } from '../lists.ts';
import type { MailList } from '../mail-address.ts';
import { endDrag, startDrag } from '../sidebar/drag-store.ts';
import styles from './conversation-list.module.css';
import { ConversationMenu } from './conversation-menu.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { peopleOf, spokenRow } from './conversation-text.ts';
import { type RowCommand, runCommand } from './row-commands.ts';
import { rowHeight } from './row-height.ts';
import { SkeletonRow } from './row-view.tsx';
import type { ActiveRow } from './use-active-row.ts';
import { useLongPress } from './use-long-press.ts';
import type { SelectionControl } from './use-selection.ts';

export interface ConversationListProps {
  ref: Ref<VirtualListHandle>;
  list: MailList;
  view: PagedList<Row>;
  active: ActiveRow<Row>;
  select: SelectionControl;
  openId: string | undefined;
  /** What actions on this row are for: the selection if the row is part of it, else the row alone. */
  targetOf: (row: Row) => ActionTarget;
  onOpen: (row: Row) => void;
}

export function ConversationList(props: ConversationListProps) {
  const { list, view, active } = props;
  const words = useWords();
  const isCompact = usePreferences().density === 'compact';
  const [menu, setMenu] = useState<{ at: Box; target: ActionTarget } | null>(null);
  const renderRow = useRenderRow(props, isCompact);
  const rowProps = useRowProps(props, setMenu);
  const latest = useRef(props);
  latest.current = props;
  // The same function for as long as the list is shown: rows are rendered again when it changes.
  const onActive = useCallback((index: number, event?: KeyboardEvent) => {
    const { view: shown, active: before, select: now } = latest.current;
    const to = shown.row(index);
    if (event?.shiftKey && before.row && to) now.step(before.row, to);
    before.setIndex(index);
    if (to) prefetchConversation(to.id);
  }, []);
  const onRange = useCallback((first: number, last: number) => view.show(first, last), [view.show]);
  return (
    <>
      <VirtualList
        ref={props.ref}
        label={words.mail.listOf(titleOf(list, words))}
        className={styles.list as string}
        count={view.total ?? 0}
        rowHeight={rowHeight(isCompact)}
        active={active.index}
        onActive={onActive}
        renderRow={renderRow}
        rowProps={rowProps}
        rowKey={useCallback((index: number) => view.row(index)?.id ?? index, [view])}
        indexOfKey={useCallback((key: string | number) => indexIn(view, key), [view])}
        onRange={onRange}
        multiselectable
      />
      <ConversationMenu menu={menu} onClose={() => setMenu(null)} />
    </>
  );
}

function indexIn(view: PagedList<Row>, key: string | number): number | undefined {
  const index = typeof key === 'number' ? key : view.indexOf(key);
  return index < 0 ? undefined : index;
}

function useRenderRow(props: ConversationListProps, isCompact: boolean): (index: number) => React.ReactNode {
  const { list, view, select } = props;
  const own = useOwnAddresses();
  const hues = useLabelHues();
  const latest = useRef(props);
  latest.current = props;
  const { selection } = select;
  const onToggle = useCallback((row: Row, event: MouseEvent) => {
    event.stopPropagation();
    const { select: now, view: shown, active } = latest.current;
    if (event.shiftKey) now.extendTo(shown.indexOf(row.id), active.index);
    else now.toggle(row);
  }, []);
  const onCommand = useCallback((command: RowCommand, row: Row, event: MouseEvent) => {
    event.stopPropagation();
    const { where: _, ...target } = latest.current.targetOf(row);
    runCommand(command, { ...target, conversations: [row] });
  }, []);
  return useCallback(
    (index: number) => {
      const row = view.row(index);
      if (!row) return <SkeletonRow isCompact={isCompact} />;
      return (
        <ConversationRow
          row={row}
          own={own}
          hues={hues}
          isSelected={selection.isAll || selection.rows.has(row.id)}
          isCompact={isCompact}
          isSent={list.kind === 'sent'}
          isTrash={list.kind === 'trash'}
          hiddenLabel={list.kind === 'label' ? list.name : undefined}
          onToggle={onToggle}
          onCommand={onCommand}
        />
      );
    },
    [view, list, own, hues, selection, isCompact, onToggle, onCommand],
  );
}

type OpenMenu = (menu: { at: Box; target: ActionTarget }) => void;

function useRowProps(props: ConversationListProps, openMenu: OpenMenu) {
  const { view, select, openId, list } = props;
  const { mail } = useWords();
  const own = useOwnAddresses();
  const latest = useRef(props);
  latest.current = props;
  const press = useLongPress((row: Row) => latest.current.select.toggle(row));
  const { selection } = select;
  return useCallback(
    (index: number) => {
      const row = view.row(index);
      if (!row) return { className: styles.row as string };
      const isSelected = selection.isAll || selection.rows.has(row.id);
      const people = peopleOf(row, own, mail, list.kind === 'sent').text;
      return {
        className: styles.row as string,
        'aria-label': spokenRow(row, people, mail),
        'aria-selected': isSelected,
        'aria-current': row.id === openId || undefined,
        'data-id': row.id,
        draggable: true,
        onDragStart: (event: React.DragEvent) => startDrag(latest.current.targetOf(row), event.dataTransfer),
        onDragEnd: endDrag,
        onPointerEnter: (event: React.PointerEvent) => event.pointerType === 'mouse' && prefetchConversation(row.id),
        ...press(row),
        onClick: (event: MouseEvent) => !press.isEnded() && clickRow(latest.current, row, index, event),
        onContextMenu: (event: MouseEvent) => {
          if (press.isTouch()) return event.preventDefault();
          latest.current.active.setIndex(index);
          openMenu({ at: contextMenuPoint(event), target: latest.current.targetOf(row) });
        },
      };
    },
    [view, selection, own, mail, openId, list, press, openMenu],
  );
}

/** Opens the row; with Ctrl or Cmd selects it, with Shift the rows up to it. While rows are selected by touch, too. */
function clickRow(props: ConversationListProps, row: Row, index: number, event: MouseEvent): void {
  const { select, active, onOpen } = props;
  const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
  if (event.shiftKey) select.extendTo(index, active.index);
  else if (event.ctrlKey || event.metaKey || (isTouch && select.selection.rows.size > 0)) select.toggle(row);
  else onOpen(row);
  active.setIndex(index);
}

function useLabelHues(): ReadonlyMap<string, Hue> {
  const labels = useCollection('labels');
  return useMemo(() => new Map(labels.map(({ name, color }) => [name, hueOf({ name, color })])), [labels]);
}
