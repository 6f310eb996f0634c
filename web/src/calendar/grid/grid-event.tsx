// What an event shows in the grid, and what a screen reader says about it.
import type { EventDisplayInfo } from '@fullcalendar/react';
import type { CalendarEvent } from '../../data/types.ts';
import { classes } from '../../ui/classes.ts';
import { Repeat } from '../../ui/icons.ts';
import { formatTime } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import { isSeries, spokenText } from '../events/event-text.ts';
import { timeValues } from '../events/event-times.ts';
import styles from './grid-event.module.css';
import { droppedTimes, recordOf, selectedTimes } from './grid-events.ts';

export function EventContent(info: EventDisplayInfo) {
  const record = recordOf(info.event);
  if (!record) return <NewEvent info={info} />;
  const event = isChanging(info) ? { ...record, ...timeValues(droppedTimes(record, info.event)) } : record;
  const isColumn = info.view.type.startsWith('timeGrid') && !event.all_day;
  const time = event.all_day ? '' : formatTime(event.start_at);
  return (
    <div className={isColumn ? columnClass(info) : styles.row} data-event-id={event.id}>
      <span className="visually-hidden">{spokenText(event)}</span>
      {!isColumn && time && info.isStart && (
        <span className={styles.rowTime} aria-hidden>
          {time}
        </span>
      )}
      <span className={styles.title} aria-hidden>
        {info.event.title}
      </span>
      {isColumn && info.isShort && isSeries(event) && <Repeat className={styles.icon} aria-hidden />}
      {isColumn && (
        <span className={styles.time} aria-hidden>
          <span>{time}</span>
          {(!info.isShort || isChanging(info)) && <EndTime event={event} />}
          {isSeries(event) && !info.isShort && <Repeat className={styles.icon} />}
        </span>
      )}
      {isColumn && !info.isShort && event.location && (
        <span className={styles.place} aria-hidden>
          {event.location}
        </span>
      )}
    </div>
  );
}

/** It is being dragged or resized, or its times are being chosen. */
function isChanging({ isMirror, isDragging, isResizing }: EventDisplayInfo): boolean {
  return isMirror || isDragging || isResizing;
}

function columnClass(info: EventDisplayInfo): string {
  return classes(styles.column, info.isShort && styles.short, isChanging(info) && styles.changing);
}

/** The end, which a narrow column has no room for. */
function EndTime({ event }: { event: Pick<CalendarEvent, 'start_at' | 'end_at'> }) {
  const { start_at, end_at } = event;
  return end_at === null || end_at === start_at ? null : <span>– {formatTime(end_at)}</span>;
}

/** The times that are being chosen by drag. */
function NewEvent({ info }: { info: EventDisplayInfo }) {
  const times = selectedTimes(info.event);
  return (
    <div className={columnClass(info)}>
      <span className={styles.title}>{words().calendar.newEvent}</span>
      {!times.all_day && (
        <span className={styles.time}>
          <span>{formatTime(times.start_at)}</span>
          <EndTime event={times} />
        </span>
      )}
    </div>
  );
}
