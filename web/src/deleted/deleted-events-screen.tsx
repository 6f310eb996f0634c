// The screen of deleted events. A series is one of them; single events that were deleted from a series are not listed.
import { useCallback } from 'react';
import { useEventHue } from '../calendar/events/event-hue.ts';
import { isSeries, titleText, whenText } from '../calendar/events/event-text.ts';
import { daysOf } from '../calendar/events/event-times.ts';
import { CalendarList } from '../calendar/sidebar/calendar-list.tsx';
import { calendarTitle } from '../calendar/sidebar/calendars.ts';
import { MiniMonth } from '../calendar/sidebar/mini-month.tsx';
import { daybook } from '../data/client.ts';
import { useCollection } from '../data/live/live.ts';
import type { ListSource } from '../data/live/paged-list.ts';
import { usePreferences } from '../data/storage/preferences.ts';
import type { CalendarEvent } from '../data/types.ts';
import { Screen } from '../shell/screen.tsx';
import { hueStyle } from '../ui/hues.ts';
import { PHONE, useMedia } from '../ui/use-media.ts';
import { dayOf, timeZone } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import styles from './deleted.module.css';
import { isInTrash, messagesOf, NEWEST_FIRST } from './deleted-item.ts';
import { DeletedList, type Description } from './deleted-list.tsx';

const SOURCE: ListSource<CalendarEvent> = {
  key: 'events/deleted',
  kind: 'events',
  ...messagesOf('events'),
  load: (page, signal) => daybook.events.list({ ...NEWEST_FIRST, ...page }, { signal }),
  belongs: isInTrash,
};

export function DeletedEventsScreen() {
  const { deleted, calendar } = useWords();
  const hueOf = useEventHue();
  const zone = timeZone();
  const describe = useCallback(
    (event: CalendarEvent): Description => {
      const repeats = isSeries(event) ? calendar.repeats : '';
      return {
        title: titleText(event),
        text: [whenText(event, zone), repeats].filter(Boolean).join(', '),
        place: calendarTitle(event.calendar_name),
        lead: <span className={styles.dot} style={hueStyle(hueOf(event))} />,
        path: `/calendar/day/${daysOf(event, zone).first}?event=${event.id}`,
        ...(repeats && { warning: deleted.eraseSeries }),
      };
    },
    [hueOf, zone, calendar, deleted],
  );
  return (
    <Screen
      title={deleted.titles.events}
      sidebar={
        <>
          <Month />
          <CalendarList />
        </>
      }
      hasOwnHeader
    >
      <DeletedList kind="events" source={SOURCE} describe={describe} home="/calendar" />
    </Screen>
  );
}

/** Leads to a day in the view that was used last. */
function Month() {
  const isPhone = useMedia(PHONE);
  const { calendarView } = usePreferences();
  const weekStart = useCollection('settings')[0]?.week_start ?? 'MO';
  return (
    <MiniMonth view={calendarView ?? (isPhone ? 'agenda' : 'week')} date={dayOf(new Date())} weekStart={weekStart} />
  );
}
