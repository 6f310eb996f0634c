// Moves of an event with Alt and arrow keys. Each step is shown at once; the change is made when Alt is released. For one of
// a series, which is asked about, it is made a moment later, so that steps with a release between them are one question.
import { useEffect, useRef } from 'react';
import type { CalendarEvent } from '../../data/types.ts';
import { isReadOnly, whenText } from '../events/event-text.ts';
import { type EventTimes, moveTimes, resizeTimes, type Step, timesOf, timeValues } from '../events/event-times.ts';
import type { GridCursorProps } from './grid-cursor.tsx';
import { eventIdOf } from './grid-items.ts';

const MOVE_MINUTES = 15;
/** How long the next step is waited for. */
const PAUSE = 1000;
const MODIFIERS = ['Alt', 'AltGraph', 'Shift', 'Control', 'Meta'];

interface Moving {
  /** The record as it was; the event on the screen is the preview. */
  event: CalendarEvent;
  times: EventTimes;
  /** Set while the next step is waited for. */
  timer?: ReturnType<typeof setTimeout>;
}

/** Listens to keys of the event that has the focus. `say` is for a screen reader. */
export function useMoving(props: GridCursorProps, say: (text: string) => void): void {
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const mover = createMover(() => latest.current, say);
    const onKeyDown = (key: KeyboardEvent) => {
      if (!mover.handle(key)) return;
      key.preventDefault();
      key.stopPropagation();
    };
    const onKeyUp = (key: KeyboardEvent) => {
      if (key.key === 'Alt' && mover.release()) key.preventDefault();
    };
    const onFocus = ({ target }: FocusEvent) => mover.leave(target as Element);
    const onBlur = () => void mover.release(); // the release of Alt is not seen by a window that was left with Alt and Tab
    const onPress = () => mover.finish();
    // Before the keys of the grid, and of the app.
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('keyup', onKeyUp);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress, true);
    window.addEventListener('blur', onBlur);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('keyup', onKeyUp);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('blur', onBlur);
      mover.stop();
    };
  }, [say]);
}

function createMover(props: () => GridCursorProps, say: (text: string) => void) {
  let moving: Moving | null = null;

  const stop = () => {
    const stopped = moving;
    clearTimeout(stopped?.timer);
    moving = null;
    return stopped;
  };
  const finish = () => {
    const done = stop();
    if (!done) return;
    const change = props().onChange(done.event, done.times);
    // Steps that were made meanwhile have a preview of their own.
    void change.catch(() => false).then(() => moving || props().onPreview(null));
  };
  const cancel = () => {
    stop();
    props().onPreview(null);
  };
  /** With Shift, the end moves. */
  const step = (event: CalendarEvent, { key, shiftKey }: KeyboardEvent): boolean => {
    const { view, zone, onPreview } = props();
    const by = stepOf(key, view === 'month' || event.all_day);
    if (!by || isReadOnly(event)) return false;
    if (moving && moving.event.id !== event.id) finish();
    const before = stop();
    const times = before?.times ?? timesOf(event);
    const next = shiftKey ? resizeTimes(times, by, zone) : moveTimes(times, by, zone);
    moving = { event: before?.event ?? event, times: next };
    onPreview({ id: event.id, times: next });
    say(whenText({ ...event, ...timeValues(next) }, zone));
    return true;
  };
  return {
    stop,
    finish,
    handle(key: KeyboardEvent): boolean {
      const event = eventAt(props(), key.target as Element, moving);
      if (!event || MODIFIERS.includes(key.key)) return false;
      if (key.altKey) return step(event, key);
      if (!moving || key.ctrlKey || key.metaKey) return false;
      if (key.key === 'Escape') cancel();
      else finish(); // the question is answered before anything else is done
      return true;
    },
    /** Alt is released. */
    release(): boolean {
      if (!moving) return false;
      if (!moving.event.series_id) finish();
      else moving.timer ??= setTimeout(finish, PAUSE);
      return true;
    },
    /** Something else has the focus. */
    leave(target: Element): void {
      if (moving && eventAt(props(), target, moving)?.id !== moving.event.id) finish();
    },
  };
}

/** The event that a key is for. One that is drawn at its new place has the focus only a frame later. */
function eventAt({ root, events }: GridCursorProps, target: Element, moving: Moving | null): CalendarEvent | undefined {
  if (target !== document.body && !root.current?.contains(target)) return undefined;
  const id = target === document.body ? moving?.event.id : eventIdOf(target);
  return events.find((event) => event.id === id);
}

function stepOf(key: string, isByDay: boolean): Step | undefined {
  const vertical: Step[] = isByDay
    ? [{ days: -7 }, { days: 7 }]
    : [{ minutes: -MOVE_MINUTES }, { minutes: MOVE_MINUTES }];
  return { ArrowUp: vertical[0], ArrowDown: vertical[1], ArrowLeft: { days: -1 }, ArrowRight: { days: 1 } }[key];
}
