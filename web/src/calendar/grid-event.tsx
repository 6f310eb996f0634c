// What an event shows in the grid, and what a screen reader says about it.
import type { EventDisplayInfo } from '@fullcalendar/react';
import { classes } from '../ui/classes.ts';
import { Repeat } from '../ui/icons.ts';
import { formatTime } from '../words/format.ts';
import { words } from '../words/words.ts';
import { isSeries, spokenText, timeText } from './event-text.ts';
import styles from './grid-event.module.css';
import { recordOf } from './grid-events.ts';

export function EventContent(info: EventDisplayInfo) {
  const event = recordOf(info.event);
  if (!event) return <NewEvent info={info} />;
  const isColumn = info.view.type.startsWith('timeGrid') && !event.all_day;
  const time = event.all_day ? '' : isColumn ? timeText(event) : formatTime(event.start_at);
  return (
    <div
      className={classes(isColumn ? styles.column : styles.row, info.isShort && styles.short)}
      data-event-id={event.id}
    >
      <span className="visually-hidden">{spokenText(event)}</span>
      {!isColumn && time && info.isStart && (
        <span className={styles.rowTime} aria-hidden>
          {time}
        </span>
      )}
      <span className={styles.title} aria-hidden>
        {info.event.title}
      </span>
      {isColumn && (
        <span className={styles.time} aria-hidden>
          {info.isShort ? formatTime(event.start_at) : time}
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

/** The times that are being chosen by drag. */
function NewEvent({ info }: { info: EventDisplayInfo }) {
  return (
    <div className={styles.column}>
      <span className={styles.title}>{words().calendar.newEvent}</span>
      <span className={styles.time}>{info.timeText}</span>
    </div>
  );
}
