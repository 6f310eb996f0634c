// The grid of a month, a week, a few days or a day, by FullCalendar. It is loaded when the calendar is first shown.
import '@fullcalendar/react/skeleton.css';
import FullCalendar, {
  type CalendarApi,
  type CalendarOptions,
  type CalendarRef,
  type EventChangeInfo,
} from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import timeGrid from '@fullcalendar/react/timegrid';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CalendarEvent } from '../../data/types.ts';
import { timeOfDay } from '../../words/format.ts';
import { locale, useWords } from '../../words/words.ts';
import { goToView } from '../calendar-address.ts';
import { type CalendarView, FEW_DAYS, WEEKDAYS, type WeekStart } from '../calendar-days.ts';
import { useEventHue } from '../events/event-hue.ts';
import { type EventTimes, localDate, timeValues } from '../events/event-times.ts';
import { minutesOf, SecondZoneNames, secondZoneTime } from '../second-zone.tsx';
import { parseWorkingHours, type WorkingTime } from '../working-hours.ts';
import { DayHeader } from './day-header.tsx';
import styles from './grid.module.css';
import { GridCursor } from './grid-cursor.tsx';
import { EventContent } from './grid-event.tsx';
import { clickedTimes, droppedTimes, gridEvents, recordOf, selectedTimes } from './grid-events.ts';
import { theme } from './grid-theme.ts';

export interface GridProps {
  view: Exclude<CalendarView, 'agenda'>;
  date: string;
  events: readonly CalendarEvent[];
  zone: string;
  weekStart: WeekStart;
  workingHours: string;
  secondZone: string | null;
  weekNumbers: boolean;
  /** The times of the quick create panel that is open, which are marked in the grid. */
  selection: EventTimes | null;
  onOpen: (event: CalendarEvent, element: HTMLElement) => void;
  onEdit: (event: CalendarEvent) => void;
  onRemove: (event: CalendarEvent) => void;
  /** A new event is asked for; the anchor is where its panel is shown. */
  onCreate: (times: EventTimes, anchor: () => Element | null) => void;
  /** Resolves with false if the event stays where it was. */
  onChange: (event: CalendarEvent, times: EventTimes) => Promise<boolean>;
}

const FULL_VIEWS = { month: 'dayGridMonth', week: 'timeGridWeek', days: 'timeGridDays', day: 'timeGridDay' } as const;
const OWN_VIEWS = { [FULL_VIEWS.days]: { type: 'timeGrid', duration: { days: FEW_DAYS } } };
const PLUGINS = [dayGrid, timeGrid, interaction];
/** A press of this length on a touch screen begins a drag; a shorter one scrolls. */
const LONG_PRESS = 350;

const FIXED: CalendarOptions = {
  ...theme,
  headerToolbar: false,
  height: '100%',
  borderless: true,
  expandRows: true,
  nowIndicator: true,
  navLinks: true,
  selectable: true,
  selectMirror: true,
  selectMinDistance: 5,
  unselectAuto: false,
  longPressDelay: LONG_PRESS,
  dayMaxEvents: true,
  eventInteractive: true,
  eventShortHeight: 34,
  eventMinHeight: 18,
  slotDuration: '00:30',
  snapDuration: '00:15',
  slotHeaderInterval: '01:00',
  slotMinHeight: 24,
  slotEventOverlap: false,
  defaultTimedEventDuration: '00:30',
  dragRevertDuration: 0,
};

export function Grid(props: GridProps) {
  const { view, date, events, zone, weekStart, workingHours, weekNumbers, secondZone } = props;
  const { calendar } = useWords();
  const ref = useRef<CalendarRef>(null);
  const root = useRef<HTMLDivElement>(null);
  const hueOf = useEventHue();
  const [preview, setPreview] = useState<{ id: string; times: EventTimes } | null>(null);
  const shown = useMemo(() => withPreview(events, preview), [events, preview]);
  const inputs = useMemo(() => gridEvents(shown, hueOf), [shown, hueOf]);
  const [layout, setLayout] = useState(0);
  const api = useCallback(() => ref.current?.getApi() as CalendarApi | undefined, []);
  useShownPeriod(api, view, date);
  useSelection(api, props.selection);
  const hours = useMemo(() => parseWorkingHours(workingHours), [workingHours]);
  const handlers = useHandlers(props, api, root);
  return (
    <div ref={root} className={styles.root} data-view={view} data-second-zone={secondZone ? true : undefined}>
      <FullCalendar
        ref={ref}
        {...FIXED}
        {...handlers}
        plugins={PLUGINS}
        views={OWN_VIEWS}
        initialView={FULL_VIEWS[view]}
        initialDate={date}
        timeZone={zone}
        locale={locale()}
        firstDay={(WEEKDAYS.indexOf(weekStart) + 1) % 7}
        weekNumbers={weekNumbers}
        businessHours={hours}
        scrollTime={scrollTimeOf(hours)}
        editable
        eventResizableFromStart={false}
        events={inputs}
        eventContent={EventContent}
        allDayText={calendar.allDay}
        moreLinkText={(count) => calendar.more(count)}
        moreLinkHint={(count) => calendar.more(count)}
        closeHint={calendar.closeList}
        navLinkHint={(day) => calendar.goToDay(day)}
        navLinkDayClick={(day) => goToView('day', localDate(day.toISOString(), zone))}
        slotHeaderContent={(info) => (
          <>
            {secondZone && (
              <span className={styles.secondTime}>{secondZoneTime(minutesOf(info.time), date, zone, secondZone)}</span>
            )}
            <span>{timeOfDay(minutesOf(info.time))}</span>
          </>
        )}
        allDayHeaderContent={({ text }) =>
          secondZone ? <SecondZoneNames zones={[secondZone, zone]} date={date} /> : text
        }
        dayHeaderContent={(info) => <DayHeader {...info} />}
        datesSet={() => setLayout((count) => count + 1)}
        moreLinkDidMount={({ el }) => {
          el.dataset.gridItem = '';
          el.tabIndex = -1;
        }}
        eventDidMount={({ el }) => {
          el.tabIndex = -1; // The grid has one tab stop; arrow keys lead to its events.
        }}
      />
      <GridCursor {...props} events={shown} root={root} layout={layout} onPreview={setPreview} />
    </div>
  );
}

/** The events, with the one that is being moved by keys where it is now. */
function withPreview(events: readonly CalendarEvent[], preview: { id: string; times: EventTimes } | null) {
  if (!preview) return events;
  return events.map((event) => (event.id === preview.id ? { ...event, ...timeValues(preview.times) } : event));
}

/** Follows the address. */
function useShownPeriod(api: () => CalendarApi | undefined, view: GridProps['view'], date: string): void {
  useEffect(() => {
    const calendar = api();
    if (!calendar) return;
    if (calendar.view.type !== FULL_VIEWS[view]) calendar.changeView(FULL_VIEWS[view], date);
    else calendar.gotoDate(date);
  }, [api, view, date]);
}

/** Marks the times of the quick create panel, and ends the mark when it closes. */
function useSelection(api: () => CalendarApi | undefined, selection: EventTimes | null): void {
  useEffect(() => {
    if (!selection) api()?.unselect();
  }, [api, selection]);
}

function useHandlers(
  props: GridProps,
  api: () => CalendarApi | undefined,
  root: RefObject<HTMLElement | null>,
): CalendarOptions {
  const { zone, onOpen, onCreate, onChange } = props;
  const change = async (info: EventChangeInfo) => {
    const event = recordOf(info.event);
    if (!event || !(await onChange(event, droppedTimes(event, info.event)).catch(() => false))) info.revert();
  };
  return {
    eventClick: ({ event, el, jsEvent }) => {
      jsEvent.preventDefault();
      const record = recordOf(event);
      if (record) onOpen(record, el);
    },
    eventDrop: (info) => void change(info),
    eventResize: (info) => void change(info),
    dateClick: ({ date, allDay }) => {
      const times = clickedTimes(date.toISOString(), allDay, zone);
      api()?.select(
        times.all_day
          ? { start: times.start_date, end: times.end_date, allDay: true }
          : { start: times.start_at, end: times.end_at },
      );
    },
    select: (info) =>
      onCreate(
        selectedTimes(info),
        () => root.current?.querySelector(`.${styles.mirror}, .${styles.highlight}`) ?? null,
      ),
  };
}

/** The hour before the working time begins is at the top, with room for its label, which is centered on its line. */
function scrollTimeOf(hours: readonly WorkingTime[]): string {
  const first = Math.min(...hours.map(({ startTime }) => Number.parseInt(startTime, 10)), 8);
  return first < 2 ? '00:00' : `${String(first - 2).padStart(2, '0')}:45`;
}
