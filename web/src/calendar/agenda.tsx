// The agenda: what takes place, day by day, without days on which nothing does. More days are shown on request.
import type { CalendarEvent } from '../data/types.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { hueStyle } from '../ui/hues.ts';
import { Calendar, NewEvent, Repeat } from '../ui/icons.ts';
import { addDays } from '../words/days.ts';
import { dayOf } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import styles from './agenda.module.css';
import { dateText } from './calendar-address.ts';
import type { DayRange } from './calendar-days.ts';
import { useEventHue } from './events/event-hue.ts';
import { isReadOnly, isSeries, spokenText, timeText, titleText } from './events/event-text.ts';
import { daysOf } from './events/event-times.ts';

export interface AgendaProps {
  range: DayRange;
  events: readonly CalendarEvent[];
  zone: string;
  /** Whether some of the days are still being read. */
  isLoading: boolean;
  /** Whether the events are those of the service; false if they could not be read. */
  isKnown: boolean;
  onOpen: (event: CalendarEvent, element: HTMLElement) => void;
  onEdit: (event: CalendarEvent) => void;
  onRemove: (event: CalendarEvent) => void;
  onNew: () => void;
  onMore: () => void;
}

export function Agenda(props: AgendaProps) {
  const { range, events, zone, isLoading, isKnown, onNew, onMore } = props;
  const { calendar } = useWords();
  const days = byDay(events, range, zone);
  return (
    <section
      className={styles.agenda}
      aria-label={calendar.views.agenda}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        moveFocus(event.currentTarget, step);
      }}
    >
      {days.length === 0 && !isLoading && isKnown && (
        <EmptyState
          icon={<Calendar />}
          title={calendar.nothingPlanned}
          text={calendar.nothingPlannedHelp(dateText(range.to, { day: 'numeric', month: 'long' }))}
          actions={
            <Button icon={<NewEvent />} onClick={onNew}>
              {calendar.newEvent}
            </Button>
          }
        />
      )}
      {days.map(({ day, events: list }) => (
        <Day key={day} {...props} day={day} events={list} />
      ))}
      {isLoading && <Shapes />}
      <Button className={styles.more} variant="quiet" onClick={onMore}>
        {calendar.showMore}
      </Button>
    </section>
  );
}

/** Where days will be. */
function Shapes() {
  const { common } = useWords();
  return (
    <div className={styles.shapes} role="status" aria-label={common.loading}>
      {[1, 2, 3].map((key) => (
        <Skeleton key={key} height="3rem" />
      ))}
    </div>
  );
}

function Day({ day, events, zone, onOpen, onEdit, onRemove }: AgendaProps & { day: string }) {
  const hueOf = useEventHue();
  const { common } = useWords();
  const isToday = day === dayOf(new Date());
  return (
    <section className={styles.day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className={styles.heading} data-today={isToday || undefined}>
        <span className={styles.number}>{Number(day.slice(8))}</span>
        <span>
          {dateText(day, { weekday: 'long' })}
          <span className={styles.date}>
            {isToday ? common.today : dateText(day, { month: 'long', year: 'numeric' })}
          </span>
        </span>
      </h2>
      <ul className={styles.events}>
        {events.map((event) => (
          <li key={event.id}>
            <button
              type="button"
              className={styles.event}
              style={hueStyle(hueOf(event))}
              data-agenda-event={event.id}
              data-cancelled={event.status === 'cancelled' || undefined}
              onClick={({ currentTarget }) => onOpen(event, currentTarget)}
              onKeyDown={({ key }) => {
                if (isReadOnly(event)) return;
                if (key === 'Delete' || key === 'Backspace') onRemove(event);
                else if (key === 'e') onEdit(event);
              }}
            >
              <span className="visually-hidden">{spokenText(event)}</span>
              <span className={styles.time} aria-hidden>
                {partText(event, day, zone)
                  .split(/(?<=–) /)
                  .map((part) => (
                    <span key={part}>{part}</span>
                  ))}
              </span>
              <span className={styles.mark} />
              <span className={styles.text} aria-hidden>
                <span className={styles.title}>{titleText(event)}</span>
                {event.location && <span className={styles.place}>{event.location}</span>}
              </span>
              {isSeries(event) && <Repeat className={styles.icon} />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An event of several days has its time on the first and the last, and is all day between them. */
function partText(event: CalendarEvent, day: string, zone: string): string {
  const { first, last } = daysOf(event, zone);
  if (event.all_day || first === last) return timeText(event, zone);
  const [start = '', end = ''] = timeText(event, zone).split(' – ');
  if (day === first) return `${start} –`;
  return day === last ? `– ${end}` : '–';
}

function byDay(events: readonly CalendarEvent[], range: DayRange, zone: string) {
  const days = new Map<string, CalendarEvent[]>();
  for (const event of events) {
    const { first, last } = daysOf(event, zone);
    const end = last < range.to ? last : range.to;
    for (let day = first > range.from ? first : range.from; day <= end; day = addDays(day, 1))
      days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([day, list]) => ({ day, events: list.sort(byTime) }));
}

function byTime(one: CalendarEvent, other: CalendarEvent): number {
  return Number(other.all_day) - Number(one.all_day) || one.start_at.localeCompare(other.start_at);
}

function moveFocus(list: HTMLElement, step: number): void {
  const all = [...list.querySelectorAll<HTMLElement>('[data-agenda-event]')];
  const next = all.indexOf(document.activeElement as HTMLElement) + step;
  all[Math.max(0, Math.min(all.length - 1, next))]?.focus();
}
