// The pane with the conversations of one list: header, filters or actions for the selection, and the rows.
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { PagedList } from '../../data/live/paged-list.ts';
import { type ActionTarget, useActionTarget } from '../../shell/actions/action-target.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { classes } from '../../ui/classes.ts';
import type { VirtualListHandle } from '../../ui/lists/virtual-list.tsx';
import { useIsWaiting } from '../changes/matching.ts';
import { type Filter, folderOf } from '../list-query.ts';
import { type Row, whereOf } from '../lists.ts';
import { type MailList, mailPath } from '../mail-address.ts';
import { useOfflineCopy } from '../use-offline-copy.ts';
import { ConversationList } from './conversation-list.tsx';
import { enterList, useArrowsIntoList } from './enter-list.ts';
import { ListBody } from './list-body.tsx';
import { ListHeader } from './list-header.tsx';
import styles from './list-pane.module.css';
import { type ActiveRow, useActiveRow } from './use-active-row.ts';
import { useConversations } from './use-conversations.ts';
import { type SelectionControl, useSelection } from './use-selection.ts';

export interface ListPaneProps {
  list: MailList;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  openId: string | undefined;
  /** List and conversation are side by side. */
  isSplit: boolean;
}

export function ListPane({ list, filter, onFilter, openId, isSplit }: ListPaneProps) {
  const view = useConversations(list, filter);
  useOfflineCopy(view);
  const active = useActiveRow(view, openId);
  const select = useSelection(list, filter, view);
  const handle = useRef<VirtualListHandle>(null);
  useFocusOnList(handle, openId, isSplit);
  useArrowsIntoList(handle, openId !== undefined);
  const where = useMemo(() => whereOf(list, filter), [list, filter]);
  const parts: Parts = { list, view, active, select, openId, isSplit, handle };
  const target = useListTarget(parts, where);
  useActionTarget(target);
  const chosen = useMemo(() => (target.selected ? { ...target, conversations: target.selected } : target), [target]);
  const onOpen = useCallback((row: Row) => goTo(mailPath(list, row.id)), [list]);
  const isWaiting = useIsWaiting(where);
  const hasSelection = select.selection.rows.size > 0;
  return (
    <section
      className={classes(styles.pane, isWaiting && styles.waiting)}
      data-selecting={hasSelection || undefined}
      data-empty={view.total === 0 || undefined}
      hidden={!isSplit && openId !== undefined}
    >
      <ListHeader list={list} filter={filter} onFilter={onFilter} view={view} select={select} target={chosen} />
      <ListBody list={list} filter={filter} onFilter={onFilter} view={view}>
        <ConversationList
          ref={handle}
          list={list}
          view={view}
          active={active}
          select={select}
          openId={openId}
          targetOf={(row) => (select.selection.rows.has(row.id) ? chosen : only(target, row))}
          onOpen={onOpen}
        />
      </ListBody>
    </section>
  );
}

/** When a conversation that had the focus closes, or another one opens beside the list, its row gets the focus. */
function useFocusOnList(
  handle: RefObject<VirtualListHandle | null>,
  openId: string | undefined,
  isSplit: boolean,
): void {
  const previous = useRef(openId);
  useEffect(() => {
    const isSame = previous.current === openId;
    previous.current = openId;
    if (isSame || (openId !== undefined && !isSplit)) return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) handle.current?.focusRow();
    });
    return () => cancelAnimationFrame(frame);
  }, [handle, openId, isSplit]);
}

/** What actions on a row that is not selected are for. */
function only({ selected: _, where: __, ...target }: ActionTarget, row: Row): ActionTarget {
  return { ...target, conversations: [row] };
}

interface Parts {
  list: MailList;
  view: PagedList<Row>;
  active: ActiveRow<Row>;
  select: SelectionControl;
  openId: string | undefined;
  isSplit: boolean;
  handle: RefObject<VirtualListHandle | null>;
}

/** What actions are for: the selection, else the open conversation, else the active row. */
function useListTarget(parts: Parts, where: Readonly<Record<string, string | boolean>>): ActionTarget {
  const { list, view, active, select, openId } = parts;
  const latest = useRef(parts);
  latest.current = parts;
  const { selection } = select;
  const openRow = openId === undefined ? undefined : view.row(view.indexOf(openId));
  const activeRow = openId === undefined ? active.row : openRow;
  return useMemo(() => {
    const isSelecting = selection.rows.size > 0;
    const { isAll } = selection;
    return {
      ...(activeRow && { conversations: [activeRow] }),
      ...(isSelecting && { selected: [...selection.rows.values()] }),
      ...(isAll && { where, whereTotal: view.total ?? 0 }),
      list: {
        ...(folderOf(list) !== undefined && { folder: folderOf(list) as string }),
        ...(list.kind === 'label' && { label: list.name }),
        isTrash: list.kind === 'trash',
      },
      leave: (ids) => leave(latest.current, ids),
      move: (step) => move(latest.current, step),
      ...(openId === undefined && activeRow && { open: () => goTo(mailPath(list, activeRow.id)) }),
      ...((openId !== undefined || isSelecting) && { close: () => close(latest.current) }),
      toggleSelected: () => toggleActive(latest.current),
      selectAll: () => latest.current.select.selectShown(),
    } satisfies ActionTarget;
  }, [selection, activeRow, openId, list, where, view.total]);
}

/** Shows the next or the previous conversation: opens it if one is open, else moves the focus. */
function move({ list, view, active, openId, handle }: Parts, step: 1 | -1): void {
  if (openId === undefined && enterList(handle)) return;
  // An open conversation can have left the list, for example that of unread mail; the next one is then in its place.
  const isGone = openId !== undefined && view.indexOf(openId) < 0;
  const wanted = active.index + (isGone && step === 1 ? 0 : step);
  const index = Math.max(0, Math.min(wanted, (view.total ?? 1) - 1));
  const row = view.row(index);
  flushSync(() => active.setIndex(index));
  handle.current?.scrollToIndex(index);
  if (openId === undefined) handle.current?.focusRow();
  else if (row) goTo(mailPath(list, row.id), { replace: true });
}

/** The first of: the selection ends, the conversation closes. */
function close({ list, select, openId, handle }: Parts): void {
  if (select.selection.rows.size > 0) {
    select.clear();
    return;
  }
  if (openId === undefined) return;
  flushSync(() => goTo(mailPath(list)));
  handle.current?.focusRow();
}

function toggleActive({ active, select }: Parts): void {
  if (active.row) select.toggle(active.row);
}

/** After conversations have left the list. The view is that of before, so the next one can be found in it. */
function leave({ list, view, select, openId, isSplit, handle }: Parts, ids: readonly string[]): void {
  select.clear();
  if (openId === undefined || !ids.includes(openId)) return;
  const next = neighbour(view, view.indexOf(openId), ids);
  goTo(mailPath(list, isSplit ? next?.id : undefined), { replace: true });
  if (!isSplit) requestAnimationFrame(() => handle.current?.focusRow());
}

function neighbour(view: PagedList<Row>, index: number, without: readonly string[]): Row | undefined {
  for (let at = index + 1; at < (view.total ?? 0); at++) {
    const row = view.row(at);
    if (!row || !without.includes(row.id)) return row;
  }
  for (let at = index - 1; at >= 0; at--) {
    const row = view.row(at);
    if (row && !without.includes(row.id)) return row;
  }
  return undefined;
}
