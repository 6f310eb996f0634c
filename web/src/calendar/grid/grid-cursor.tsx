// The keyboard in the grid: one place has the focus, arrow keys move it between slots and events, Enter opens or creates,
// Alt and arrow keys move an event, with Shift its end.
import { type CSSProperties, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useWords } from '../../words/words.ts';
import { rangeOf, rowOf } from '../calendar-days.ts';
import { type EventTimes, isSameTimes } from '../events/event-times.ts';
import type { GridProps } from './grid.tsx';
import styles from './grid-cursor.module.css';
import { cellOf, type Slot } from './grid-items.ts';
import { useGridKeys, useLostFocus } from './grid-keys.ts';
import { useMoving } from './grid-moving.ts';
import { daysInRow, markedMinutes, spokenSlot, timesOfSlot } from './slot-span.ts';

/** Where the keyboard begins in a day. */
const MORNING = 9 * 60;

export interface GridCursorProps extends GridProps {
  root: RefObject<HTMLElement | null>;
  /** Changes when FullCalendar shows other days. */
  layout: number;
  /** Shows an event at other times while it is moved. */
  onPreview: (preview: { id: string; times: EventTimes } | null) => void;
}

export function GridCursor(props: GridCursorProps) {
  const { root, layout, view, events, zone } = props;
  const { calendar } = useWords();
  const isMonth = view === 'month';
  const [slot, setSlot] = useState<Slot>(() => ({ day: props.date, minutes: isMonth ? null : MORNING }));
  const [cell, setCell] = useState<HTMLElement | null>(null);
  const [spoken, setSpoken] = useState('');
  const cursor = useRef<HTMLButtonElement>(null);
  const takesFocus = useRef(false);
  const shown = useShownSlot(props, slot);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells are others after a change of the layout.
  useLayoutEffect(() => {
    setCell(root.current && cellOf(root.current, shown));
  }, [root, layout, shown.day, shown.minutes, view]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor is another element in another cell.
  useEffect(() => {
    if (!takesFocus.current || !cursor.current || !root.current) return;
    // The cursor is still in the cell that it leaves.
    if (cellOf(root.current, shown) !== cell) return;
    takesFocus.current = false;
    cursor.current.focus({ preventScroll: true });
    cursor.current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [cell, shown.day, shown.minutes, shown.span]);

  const focusSlot = useCallback((next: Slot) => {
    takesFocus.current = true;
    setSlot({ ...next });
  }, []);
  useMoving(props, setSpoken);
  useGridKeys(props, shown, focusSlot);
  useLostFocus(props, focusSlot);

  return (
    <>
      {cell &&
        createPortal(
          <button
            ref={cursor}
            type="button"
            className={styles.cursor}
            data-grid-item
            data-part={shown.minutes === null ? 'day' : 'slot'}
            data-chosen={isChosen(props, shown) || undefined}
            style={boxOf(shown, props)}
            aria-label={spokenSlot(shown, events, zone)}
            onClick={() => props.onCreate(timesOfSlot(shown, zone), () => cursor.current)}
          />,
          cell,
        )}
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
      <span className="visually-hidden" id="grid-keys">
        {calendar.gridKeys}
      </span>
    </>
  );
}

/** The slot within the days that are shown: after a change of the period it is on the date of the address. */
function useShownSlot({ view, date, weekStart }: GridProps, slot: Slot): Slot {
  const { from, to } = rangeOf(view, date, weekStart);
  if (slot.day < from || slot.day > to)
    return { day: date, minutes: view === 'month' ? null : (slot.minutes ?? MORNING) };
  return view === 'month' && slot.minutes !== null ? { day: slot.day, minutes: null } : slot;
}

/** The quick create panel is open for this place. */
function isChosen({ selection, zone }: GridProps, slot: Slot): boolean {
  return selection !== null && isSameTimes(selection, timesOfSlot(slot, zone));
}

function boxOf(slot: Slot, props: GridProps): CSSProperties {
  const { view, date, weekStart } = props;
  if (slot.minutes === null) return { width: `${daysInRow(slot, rowOf(view, date, slot.day, weekStart)) * 100}%` };
  return { top: percent(slot.minutes), height: percent(markedMinutes(slot, isChosen(props, slot))) };
}

function percent(minutes: number): string {
  return `${(minutes / 1440) * 100}%`;
}
