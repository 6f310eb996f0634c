// A list of deleted events or contacts, the last deleted first, or what is shown instead of it.
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import { type ListSource, type PagedList, usePagedList } from '../data/live/paged-list.ts';
import header from '../mail/list/list-header.module.css';
import { rowHeight } from '../mail/list/row-height.ts';
import { type ActiveRow, useActiveRow } from '../mail/list/use-active-row.ts';
import { type ActionTarget, useActionTarget } from '../shell/actions/action-target.ts';
import { TrashLinks } from '../shell/navigation/trash-links.tsx';
import { SidebarToggle } from '../shell/screen.tsx';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Problem, Trash } from '../ui/icons.ts';
import { VirtualList, type VirtualListHandle } from '../ui/lists/virtual-list.tsx';
import { dayOf, formatNumber, formatRelativeDay } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import styles from './deleted.module.css';
import { eraseItem, restoreItem } from './deleted-changes.ts';
import type { DeletedItem, DeletedKind } from './deleted-item.ts';
import { DeletedRow, RowShape } from './deleted-row.tsx';

/** How many rows are drawn as shapes before the first answer. */
const SHAPES = 8;

type DeletedRecord = { id: string; deleted_at: string | null };

/** What a row says of a record. */
export interface Description extends Omit<DeletedItem, 'kind' | 'id'> {
  text: string;
  /** Before the day on which it was deleted, such as the calendar. */
  place?: string;
  lead: ReactNode;
  /** What the question before it is deleted permanently says besides. */
  warning?: string | undefined;
}

export interface DeletedListProps<T extends DeletedRecord> {
  kind: DeletedKind;
  source: ListSource<T>;
  /** Memoise it: rows are rendered again when it changes. */
  describe: (record: T) => Description;
  /** Where the records are that are not deleted. */
  home: string;
}

export function DeletedList<T extends DeletedRecord>(props: DeletedListProps<T>) {
  const { kind, source, home } = props;
  const { deleted } = useWords();
  const list = usePagedList(source);
  const active = useActiveRow(list, undefined);
  const { title, text, back } = deleted.empty[kind];
  const isMissing = list.total === undefined && list.error !== undefined;
  return (
    <section className={styles.pane}>
      <header className={header.header}>
        <div className={header.title}>
          <SidebarToggle />
          <h1>{deleted.titles[kind]}</h1>
          {list.total !== undefined && list.total > 0 && (
            <span className={header.total}>{formatNumber(list.total)}</span>
          )}
        </div>
        <TrashLinks className={header.filters ?? ''} current={kind} />
      </header>
      {list.total !== undefined && list.total > 0 ? (
        <Rows {...props} list={list} total={list.total} active={active} />
      ) : (
        <div className={styles.body}>
          {isMissing && <EmptyState icon={<Problem />} title={deleted.notLoaded} text={list.error?.message} />}
          {list.total === undefined && !isMissing && <Placeholders />}
          {list.total === 0 && (
            <EmptyState
              icon={<Trash />}
              title={title}
              text={text}
              actions={
                <Link href={home} asChild>
                  <ButtonLink>{back}</ButtonLink>
                </Link>
              }
            />
          )}
        </div>
      )}
    </section>
  );
}

interface RowsProps<T extends DeletedRecord> extends DeletedListProps<T> {
  list: PagedList<T>;
  total: number;
  active: ActiveRow<T>;
}

function Rows<T extends DeletedRecord>({ kind, describe, list, total, active }: RowsProps<T>) {
  const { deleted } = useWords();
  const handle = useRef<VirtualListHandle>(null);
  const contentOf = useCallback(
    (index: number) => {
      const record = list.row(index);
      if (!record) return undefined;
      const { title, path, text, place, lead, warning } = describe(record);
      const item: DeletedItem = { kind, id: record.id, title, path };
      const day = deleted.deletedOn(formatRelativeDay(dayOf(record.deleted_at ?? new Date())));
      return {
        item,
        shown: { title, text, lead, detail: [place, day].filter(Boolean).join(' · ') },
        onRestore: () => void restoreItem(item),
        onErase: () => void eraseItem(item, warning),
      };
    },
    [list, describe, kind, deleted],
  );
  const { index: at, setIndex } = active;
  const target = useMemo<ActionTarget>(() => {
    const content = contentOf(at);
    return {
      move: (step) => {
        flushSync(() => setIndex(Math.max(0, Math.min(at + step, total - 1))));
        handle.current?.focusRow();
      },
      ...(content && { deleted: { kind, restore: content.onRestore, erase: content.onErase } }),
    };
  }, [contentOf, at, setIndex, total, kind]);
  useActionTarget(target);
  const renderRow = useCallback(
    (index: number) => {
      const content = contentOf(index);
      if (!content) return <RowShape />;
      const { shown, onRestore, onErase } = content;
      return <DeletedRow {...shown} isActive={index === at} onRestore={onRestore} onErase={onErase} />;
    },
    [contentOf, at],
  );
  const rowProps = useCallback(
    (index: number) => {
      const content = contentOf(index);
      if (!content) return { 'aria-busy': true };
      const { title, text, detail } = content.shown;
      return { 'aria-label': [title, text, detail].filter(Boolean).join(', '), 'data-id': content.item.id };
    },
    [contentOf],
  );
  return (
    <VirtualList
      ref={handle}
      label={deleted.titles[kind]}
      className={styles.list as string}
      count={total}
      rowHeight={rowHeight(false)}
      active={at}
      onActive={setIndex}
      renderRow={renderRow}
      rowProps={rowProps}
      rowKey={useCallback((index: number) => list.row(index)?.id ?? index, [list])}
      indexOfKey={useCallback((key: string | number) => (typeof key === 'string' ? list.indexOf(key) : key), [list])}
      onRange={list.show}
    />
  );
}

function Placeholders() {
  const { common } = useWords();
  return (
    <div aria-busy="true" role="status" aria-label={common.loading}>
      {Array.from({ length: SHAPES }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} style={{ height: rowHeight(false) }} aria-hidden="true">
          <RowShape />
        </div>
      ))}
    </div>
  );
}
