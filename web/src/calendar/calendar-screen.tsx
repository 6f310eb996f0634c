// The screen Calendar: a view of the days around the date of the address, with the calendars beside it.
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useParams } from 'wouter';
import { useCollection } from '../data/live/live.ts';
import { preferences, setPreferences, usePreferences } from '../data/storage/preferences.ts';
import type { CalendarEvent } from '../data/types.ts';
import { useActionTarget } from '../shell/actions/action-target.ts';
import { loadPart } from '../shell/load-part.ts';
import { reasonOf } from '../shell/reasons.ts';
import { Screen } from '../shell/screen.tsx';
import { Banner } from '../ui/feedback/banner.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Problem } from '../ui/icons.ts';
import { PHONE, SMALL_DESKTOP, useMedia } from '../ui/use-media.ts';
import { addDays } from '../words/days.ts';
import { dayOf, timeZone } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { Agenda } from './agenda.tsx';
import { goToView, titleOf } from './calendar-address.ts';
import { AGENDA_DAYS, type CalendarView, parseAddress, rangeOf, stepDate } from './calendar-days.ts';
import styles from './calendar-screen.module.css';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { openEditor } from './editor/editor-store.ts';
import { EventEditor } from './editor/event-editor.tsx';
import { QuickCreate, type QuickCreateRequest } from './editor/quick-create.tsx';
import { changeTimes, removeEvent, shownEvents } from './events/event-changes.ts';
import { EventPopover, type OpenEvent } from './events/event-popover.tsx';
import { prefetchEvents, useEvents } from './events/events.ts';
import { ScopeQuestion } from './events/scope-question.tsx';
import { SecondZoneDialog } from './second-zone-dialog.tsx';
import { useLinkedEvent, useSavedEvent } from './shown-event.ts';
import { CalendarList } from './sidebar/calendar-list.tsx';
import { MiniMonth } from './sidebar/mini-month.tsx';
import { USUAL_HOURS } from './working-hours.ts';

const Grid = lazy(async () => ({ default: (await loadPart(() => import('./grid/grid.tsx'))).Grid }));

export function CalendarScreen() {
  const { calendar: words } = useWords();
  const parameters = useParams<{ view?: string; date?: string }>();
  const isPhone = useMedia(PHONE);
  const isNarrow = useMedia(SMALL_DESKTOP);
  const settings = useCollection('settings')[0];
  const { secondZone, weekNumbers } = usePreferences();
  const weekStart = settings?.week_start ?? 'MO';
  const zone = timeZone();
  const usual = preferences.get().calendarView ?? (isPhone ? 'agenda' : 'week');
  const { view, date } = parseAddress(parameters.view, parameters.date, dayOf(new Date()), usual);
  const { range, events, isLoading, failure, showMore } = useDays(view, date, weekStart);
  const [open, setOpen] = useState<OpenEvent | null>(null);
  const [creating, setCreating] = useState<QuickCreateRequest | null>(null);
  const [isChoosingZone, setChoosingZone] = useState(false);
  const openEvent = useCallback((event: CalendarEvent, element: HTMLElement) => {
    // A press does not focus events of the grid; the focus comes back here when the details are closed.
    element.focus({ preventScroll: true });
    setOpen({ event, anchor: () => element });
  }, []);
  const edit = useCallback((event: CalendarEvent) => openEditor({ event }), []);
  const remove = useCallback((event: CalendarEvent) => void removeEvent(event), []);
  const { showView, showPeriod } = useNavigation(view, date, weekStart);
  const create = useCallback(() => openEditor({}), []);
  useActionTarget(useMemo(() => ({ showView, showPeriod, newEvent: create }), [showView, showPeriod, create]));
  useEffect(() => shownEvents.set(events), [events]);
  useLinkedEvent(events, openEvent);
  useSavedEvent(events, view, range);
  const shared = { events, zone, onOpen: openEvent, onEdit: edit, onRemove: remove };
  return (
    <Screen
      title={titleOf(view, date, range, isNarrow)}
      sidebar={
        <>
          <MiniMonth view={view} date={date} weekStart={weekStart} />
          <CalendarList />
        </>
      }
      hasWideToolbar
      toolbar={
        <CalendarToolbar
          view={view}
          onView={showView}
          onPeriod={showPeriod}
          onNew={create}
          onSecondZone={() => setChoosingZone(true)}
        />
      }
    >
      {failure && (
        <Banner tone="danger" icon={<Problem aria-hidden />} live>
          {words.notLoaded(reasonOf(failure))}
        </Banner>
      )}
      {view === 'agenda' ? (
        <Agenda {...shared} range={range} isLoading={isLoading} isKnown={!failure} onNew={create} onMore={showMore} />
      ) : (
        <Suspense fallback={<GridSkeleton />}>
          <Grid
            {...shared}
            view={view}
            date={date}
            weekStart={weekStart}
            workingHours={settings?.working_hours ?? USUAL_HOURS}
            secondZone={secondZone}
            weekNumbers={weekNumbers}
            selection={creating?.times ?? null}
            onCreate={(times, anchor) => setCreating({ times, anchor })}
            onChange={changeTimes}
          />
        </Suspense>
      )}
      <QuickCreate request={creating} onClose={() => setCreating(null)} />
      <EventPopover open={open} onClose={() => setOpen(null)} />
      <EventEditor />
      <ScopeQuestion />
      {isChoosingZone && <SecondZoneDialog onClose={() => setChoosingZone(false)} />}
    </Screen>
  );
}

const NONE: readonly CalendarEvent[] = [];

/** The days that are shown, and their events. */
function useDays(view: CalendarView, date: string, weekStart: Parameters<typeof rangeOf>[2]) {
  const [agendaDays, setAgendaDays] = useState(AGENDA_DAYS);
  const range = useMemo(() => {
    const { from, to } = rangeOf(view, date, weekStart);
    return { from, to: view === 'agenda' ? addDays(from, agendaDays - 1) : to };
  }, [view, date, weekStart, agendaDays]);
  const { events, error } = useEvents(range);
  const last = useRef({ events, from: range.from });
  useEffect(() => {
    if (events) last.current = { events, from: range.from };
  }, [events, range.from]);
  // While more days from the same one are read, the events of fewer days stay where they are.
  const known = last.current.from === range.from ? last.current.events : undefined;
  const showMore = useCallback(() => setAgendaDays((days) => days + AGENDA_DAYS), []);
  const failure = events ? undefined : error;
  return { range, events: events ?? known ?? NONE, isLoading: !events && !failure, failure, showMore };
}

function useNavigation(view: CalendarView, date: string, weekStart: Parameters<typeof rangeOf>[2]) {
  useEffect(() => {
    if (view !== 'agenda')
      for (const step of [1, -1] as const) prefetchEvents(rangeOf(view, stepDate(view, date, step), weekStart));
  }, [view, date, weekStart]);
  const showView = useCallback(
    (next: CalendarView) => {
      setPreferences({ calendarView: next });
      goToView(next, date);
    },
    [date],
  );
  const showPeriod = useCallback(
    (step: 1 | -1 | 0) => goToView(view, step === 0 ? dayOf(new Date()) : stepDate(view, date, step)),
    [view, date],
  );
  return { showView, showPeriod };
}

function GridSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same.
        <Skeleton key={index} height="3rem" />
      ))}
    </div>
  );
}
