// Rows of the same kind, such as email addresses: each can be moved, removed and made the preferred one, by the mouse
// and by the keyboard (Alt with the arrow keys moves a row).
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Add, Close, More } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { MenuItem } from '../../ui/overlays/menu-items.tsx';
import { useWords } from '../../words/words.ts';
import styles from './editor.module.css';

interface Row {
  key: string;
  primary?: boolean;
}

export interface RowListProps<R extends Row> {
  legend: string;
  rows: readonly R[];
  onRows: (rows: readonly R[]) => void;
  /** A new row. */
  create: () => R;
  addLabel: string;
  /** `Email 2` */
  nameOf: (index: number) => string;
  /** Whether one row can be the preferred one. */
  hasPrimary?: boolean;
  error?: string | undefined;
  children: (row: R, index: number, change: (values: Partial<R>) => void) => ReactNode;
}

export function RowList<R extends Row>(props: RowListProps<R>) {
  const { legend, rows, onRows, create, addLabel, nameOf, hasPrimary, error, children } = props;
  const list = useRef<HTMLFieldSetElement>(null);
  const focusKey = useRef<string>(undefined);
  useEffect(() => {
    if (!focusKey.current) return;
    const row = list.current?.querySelector(`[data-row="${focusKey.current}"]`);
    row?.querySelector<HTMLElement>('input')?.focus();
    focusKey.current = undefined;
  });
  const add = () => {
    const row = create();
    focusKey.current = row.key;
    onRows([...rows, row]);
  };
  const remove = (index: number) => {
    focusKey.current = (rows[index + 1] ?? rows[index - 1])?.key;
    if (!focusKey.current) list.current?.querySelector<HTMLElement>(':scope > button')?.focus();
    onRows(rows.filter((_, at) => at !== index));
  };
  const move = (index: number, step: 1 | -1) => {
    const target = rows[index + step];
    const moved = rows[index];
    if (!target || !moved) return;
    focusKey.current = moved.key;
    onRows(rows.map((row, at) => (at === index ? target : at === index + step ? moved : row)));
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(index, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <fieldset ref={list} className={styles.rows}>
      <legend className={styles.legend}>{legend}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the fields inside
        <div key={row.key} data-row={row.key} className={styles.row} onKeyDown={onKeyDown(index)}>
          <div className={styles.rowFields}>
            {children(row, index, (values) =>
              onRows(rows.map((one, at) => (at === index ? { ...one, ...values } : one))),
            )}
          </div>
          <RowButtons
            name={nameOf(index + 1)}
            isFirst={index === 0}
            isLast={index === rows.length - 1}
            onMove={(step) => move(index, step)}
            onRemove={() => remove(index)}
            {...(hasPrimary && {
              isPrimary: row.primary === true,
              onPrimary: () => onRows(rows.map((one, at) => ({ ...one, primary: at === index && !one.primary }))),
            })}
          />
        </div>
      ))}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button size="small" variant="quiet" icon={<Add aria-hidden />} onClick={add}>
        {addLabel}
      </Button>
    </fieldset>
  );
}

interface RowButtonsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
  isPrimary?: boolean;
  onPrimary?: () => void;
}

function RowButtons({ name, isFirst, isLast, onMove, onRemove, isPrimary, onPrimary }: RowButtonsProps) {
  const { editor } = useWords().contacts;
  const hasMenu = !isFirst || !isLast || onPrimary;
  return (
    <div className={styles.rowButtons}>
      {isPrimary && <span className={styles.primary}>{editor.isPrimary}</span>}
      {hasMenu && (
        <Menu
          label={editor.rowOptions(name)}
          trigger={<IconButton size="small" label={editor.rowOptions(name)} icon={<More />} />}
        >
          {onPrimary && <MenuItem onSelect={onPrimary}>{editor.makePrimary}</MenuItem>}
          <MenuItem disabled={isFirst} keys="Alt+ArrowUp" onSelect={() => onMove(-1)}>
            {editor.moveUp}
          </MenuItem>
          <MenuItem disabled={isLast} keys="Alt+ArrowDown" onSelect={() => onMove(1)}>
            {editor.moveDown}
          </MenuItem>
        </Menu>
      )}
      <IconButton size="small" label={editor.removeRow(name)} icon={<Close />} onClick={onRemove} />
    </div>
  );
}
