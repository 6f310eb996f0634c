// The agenda: all-day events, the events of today with the running and the next one marked, and those of tomorrow.

import { Link } from 'wouter';
import { useEventHue } from '../../calendar/events/event-hue.ts';
import { useCollection } from '../../data/live/live.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { findAction, runAction } from '../../shell/actions/run-action.ts';
import { Button } from '../../ui/controls/button.tsx';
import { NewEvent, Place, Sunrise } from '../../ui/icons.ts';
import { addDays } from '../../words/days.ts';
import { dayOf, formatDay, formatRelative, formatTime, timeZone } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import type { Agenda, AgendaItem } from '../agenda.ts';
import { links } from '../links.ts';
import styles from './agenda.module.css';
import { Nothing, Section } from './section.tsx';

const MOST_TOMORROW = 4;

export function AgendaSection({ agenda, now }: { agenda: Agenda; now: Date }) {
  const words = useWords().today;
  const { allDay, timed, tomorrow } = agenda;
  return (
    <Section title={words.agenda} link={{ href: links.calendar, label: words.openCalendar }}>
      {allDay.length > 0 && (
        <ul className={styles.allDay} aria-label={words.allDay}>
          {allDay.map((event) => (
            <AllDayEvent key={event.id} event={event} />
          ))}
        </ul>
      )}
      {timed.length > 0 && (
        <ol className={styles.list}>
          {timed.map((item) => (
            <TimedEvent key={item.event.id} item={item} now={now} />
          ))}
        </ol>
      )}
      {allDay.length + timed.length === 0 && <EmptyDay />}
      <Tomorrow events={tomorrow} now={now} />
    </Section>
  );
}

function EmptyDay() {
  const words = useWords().today;
  return (
    <Nothing icon={<Sunrise aria-hidden />} title={words.emptyDay}>
      <p>{words.emptyDayHelp}</p>
      {findAction('new-event') && (
        <Button size="small" icon={<NewEvent aria-hidden />} onClick={() => runAction('new-event')}>
          {words.addEvent}
        </Button>
      )}
    </Nothing>
  );
}

function AllDayEvent({ event }: { event: CalendarEvent }) {
  const words = useWords().today;
  const last = event.end_date ? addDays(event.end_date, -1) : event.start_date;
  const isLonger = last !== null && last > dayOf(new Date());
  return (
    <li>
      <Link href={links.event(event)} className={styles.chip} style={useColour(event)}>
        <span className={styles.chipTitle}>{event.title || words.untitled}</span>
        {isLonger && <span className={styles.meta}>{words.until(formatDay(`${last}T12:00:00Z`, 'UTC'))}</span>}
      </Link>
    </li>
  );
}

function TimedEvent({ item, now }: { item: AgendaItem; now: Date }) {
  const words = useWords().today;
  const { event, state, progress } = item;
  const title = event.title || words.untitled;
  return (
    <li data-state={state} className={styles.item}>
      <Link
        href={links.event(event)}
        className={styles.event}
        style={useColour(event)}
        aria-current={state === 'running' ? 'time' : undefined}
      >
        <span className={styles.time}>
          <Start event={event} />
        </span>
        <span className={styles.bar} aria-hidden />
        <span className={styles.body}>
          <span className={styles.line}>
            <span className={styles.title}>{title}</span>
            {state === 'running' && <span className={styles.now}>{words.now}</span>}
            {state === 'next' && <span className={styles.next}>{formatRelative(event.start_at, now)}</span>}
          </span>
          <Details event={event} />
          {state === 'running' && <Progress title={title} value={progress} />}
        </span>
      </Link>
    </li>
  );
}

function Start({ event }: { event: CalendarEvent }) {
  const words = useWords().today;
  const beganBefore = dayOf(event.start_at) < dayOf(new Date());
  return beganBefore ? words.since(formatDay(event.start_at).split(',')[0] ?? '') : formatTime(event.start_at);
}

function Details({ event }: { event: CalendarEvent }) {
  const words = useWords().today;
  const hasEnd = event.end_at !== null && event.end_at !== event.start_at;
  if (!hasEnd && !event.location) return null;
  const endsLater = hasEnd && dayOf(event.end_at ?? '') > dayOf(new Date());
  return (
    <span className={styles.meta}>
      {hasEnd && (
        <span className={styles.until}>
          {words.until(`${endsLater ? `${formatDay(event.end_at ?? '')}, ` : ''}${formatTime(event.end_at ?? '')}`)}
        </span>
      )}
      {event.location && (
        <span className={styles.place}>
          <Place aria-hidden />
          {event.location}
        </span>
      )}
    </span>
  );
}

function Progress({ title, value }: { title: string; value: number }) {
  const words = useWords().today;
  const percent = Math.round(value * 100);
  return (
    <span
      role="progressbar"
      className={styles.progress}
      aria-label={words.progress(title)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
  );
}

function Tomorrow({ events, now }: { events: readonly CalendarEvent[]; now: Date }) {
  const { today: words, common } = useWords();
  const day = addDays(dayOf(now), 1);
  const more = events.length - MOST_TOMORROW;
  return (
    <div className={styles.tomorrow}>
      <h3 className={styles.tomorrowTitle}>
        {common.tomorrow}
        <span className={styles.tomorrowDay}>{formatDay(`${day}T12:00:00Z`, 'UTC')}</span>
      </h3>
      {events.length === 0 && <p className={styles.tomorrowNothing}>{words.emptyTomorrow}</p>}
      <ul className={styles.tomorrowList}>
        {events.slice(0, MOST_TOMORROW).map((event) => (
          <TomorrowEvent key={event.id} event={event} />
        ))}
      </ul>
      {more > 0 && (
        <Link href={links.day(day)} className={styles.more}>
          {words.moreEvents(more)}
        </Link>
      )}
    </div>
  );
}

function TomorrowEvent({ event }: { event: CalendarEvent }) {
  const words = useWords().today;
  return (
    <li>
      <Link href={links.event(event)} className={styles.small} style={useColour(event)}>
        <span className={styles.time}>{event.all_day ? words.allDay : formatTime(event.start_at)}</span>
        <span className={styles.dot} aria-hidden />
        <span className={styles.smallTitle}>{event.title || words.untitled}</span>
      </Link>
    </li>
  );
}

/** The colour that the event has in the calendar, as a custom property. */
function useColour(event: CalendarEvent): Record<`--${string}`, string> {
  return { '--event-colour': `var(--hue-${useEventHue()(event)}-solid)` };
}

/** The time zone is that of the settings; a change of it draws the agenda again. */
export function useTimeZone(): string {
  useCollection('settings');
  return timeZone();
}
