// A list of up to a million rows of the same height, of which only the visible ones are in the page.
import { type ComponentProps, type KeyboardEvent, memo, type ReactNode, type Ref, useImperativeHandle } from 'react';
import { classes } from '../classes.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import styles from './virtual-list.module.css';
import { elementHeight, rowAfterKey } from './virtual-window.ts';

type RowAttributes = Omit<ComponentProps<'div'>, 'ref' | 'role' | 'children' | 'tabIndex'> & {
  [name: `data-${string}`]: string | number | boolean | undefined;
};

export interface VirtualListHandle {
  scrollToIndex: (index: number, align?: 'nearest' | 'start' | 'center') => void;
  /** Moves the focus to the active row, and shows it. */
  focusRow: () => void;
}

export interface VirtualListProps {
  ref?: Ref<VirtualListHandle>;
  /** The accessible name of the list. */
  label: string;
  count: number;
  /** In pixels, the same for all rows. */
  rowHeight: number;
  /** The row that keys act on and that Tab leads to. It is shown when it changes, and stays in the page afterwards. */
  active: number;
  /** A key of the list has moved the active row, or a row got the focus. `event` says which modifiers were held. */
  onActive: (index: number, event?: KeyboardEvent) => void;
  /** The cells of a row: elements with role="gridcell". Memoise the function: rows are rendered again when it changes. */
  renderRow: (index: number) => ReactNode;
  /** Attributes of the row: aria-label, aria-selected, className, handlers. Memoise it too. */
  rowProps?: (index: number) => RowAttributes;
  /** Identifies the row, so that its element and the focus survive when rows before it come or go. */
  rowKey: (index: number) => string | number;
  /** Where a row is now; the first visible row stays in place when rows before it come or go. */
  indexOfKey?: (key: string | number) => number | undefined;
  /** The rendered range has changed: time to load its rows. `last` is included. */
  onRange?: (first: number, last: number) => void;
  multiselectable?: boolean;
  className?: string;
  /** Keys that the list does not handle. */
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
}

export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, active, renderRow, rowProps, rowKey, multiselectable, className } = props;
  const { scroller, size, indexes, offset, onScroll, scrollToIndex, focusRow } = useVirtualRows(props);
  useImperativeHandle(props.ref, () => ({ scrollToIndex, focusRow }), [scrollToIndex, focusRow]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const onRow = event.target instanceof Element && event.target.getAttribute('role') === 'row';
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const target = modified || !onRow ? undefined : rowAfterKey(event.key, active, size);
    if (target === undefined) return props.onKeyDown?.(event);
    event.preventDefault();
    props.onActive(target, event);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot have rows with absolute positions
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={count}
      aria-multiselectable={multiselectable}
      className={classes(styles.scroller, className)}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.rows} style={{ height: elementHeight(size) }}>
        {indexes.map((index) => (
          <Row
            key={rowKey(index)}
            index={index}
            top={index * rowHeight - offset}
            height={rowHeight}
            active={index === active}
            onActive={props.onActive}
            renderRow={renderRow}
            rowProps={rowProps}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps extends Pick<VirtualListProps, 'renderRow' | 'onActive'> {
  rowProps: VirtualListProps['rowProps'];
  index: number;
  top: number;
  height: number;
  active: boolean;
}

const Row = memo(function Row({ index, top, height, active, onActive, renderRow, rowProps }: RowProps) {
  const attributes = rowProps?.(index);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    <div
      {...attributes}
      role="row"
      aria-rowindex={index + 1}
      data-index={index}
      tabIndex={active ? 0 : -1}
      className={classes(styles.row, attributes?.className)}
      style={{ ...attributes?.style, top, height }}
      onFocus={(event) => {
        attributes?.onFocus?.(event);
        if (!active) onActive(index);
      }}
    >
      {renderRow(index)}
    </div>
  );
});
