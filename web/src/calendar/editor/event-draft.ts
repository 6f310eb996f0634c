// The form of an event: its fields as they are shown, made from a record, and what is sent to the service.
import type { CalendarEvent } from '../../data/types.ts';
import type { Hue } from '../../ui/hues.ts';
import { timeZone } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import { ownHue } from '../events/event-hue.ts';
import { type EventTimes, isSameTimes, momentOf, timesOf, timesPatch } from '../events/event-times.ts';
import type { Rule } from '../events/recurrence.ts';
import { calendarForNew } from '../sidebar/calendars.ts';
import { type DraftTimes, draftTimes, editedTimes, timesOfDraft } from './draft-times.ts';

export interface EventDraft extends DraftTimes {
  title: string;
  recurrence: Rule | null;
  /** The rule is edited part by part, even if it is one of the usual ones. */
  isCustomRule?: boolean;
  location: string;
  description: string;
  calendar: string;
  hue: Hue | undefined;
  /** undefined: those of the calendar, for a new event. */
  reminders: CalendarEvent['reminders'] | undefined;
  attendees: CalendarEvent['attendees'];
  isTransparent: boolean;
}

export function draftOf(event: CalendarEvent): EventDraft {
  return {
    ...draftTimes(timesOf(event), event.timezone ?? timeZone()),
    title: event.title,
    recurrence: event.recurrence,
    location: event.location ?? '',
    description: event.description ?? '',
    calendar: event.calendar_name,
    hue: ownHue(event),
    reminders: event.reminders,
    attendees: event.attendees,
    isTransparent: event.transparency === 'transparent',
  };
}

export function emptyDraft(times: EventTimes): EventDraft {
  return {
    ...draftTimes(times, timeZone()),
    title: '',
    recurrence: null,
    location: '',
    description: '',
    calendar: calendarForNew(),
    hue: undefined,
    reminders: undefined,
    attendees: [],
    isTransparent: false,
  };
}

export type DraftProblem = 'endBeforeStart' | 'noDate';

/** What is wrong with the times, before the service is asked. */
export function problemOf(draft: EventDraft): DraftProblem | undefined {
  if (!draft.startDate || !draft.endDate) return 'noDate';
  const isBefore = draft.allDay
    ? draft.endDate < draft.startDate
    : momentOf(draft.endDate, draft.endMinutes, draft.zone) < momentOf(draft.startDate, draft.startMinutes, draft.zone);
  return isBefore ? 'endBeforeStart' : undefined;
}

/** All fields of a new event. */
export function inputOf(draft: EventDraft): Partial<CalendarEvent> & { title: string; calendar_name: string } {
  const { all_day, ...times } = timesOfDraft(draft);
  return {
    ...fieldsOf(draft),
    ...(draft.hue && { custom_fields: { color: draft.hue } }),
    all_day,
    ...times,
    timezone: draft.zone,
  } as Partial<CalendarEvent> & { title: string; calendar_name: string };
}

/** The fields that differ from the record. */
export function patchOf(draft: EventDraft, event: CalendarEvent): Record<string, unknown> {
  const before = fieldsOf(draftOf(event));
  const after = fieldsOf(draft);
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  );
  const zone = event.timezone ?? timeZone();
  const times = timesOf(event);
  const nextTimes = editedTimes(draft, times, zone);
  return {
    ...Object.fromEntries(changed),
    ...(draft.hue !== ownHue(event) && { custom_fields: { ...event.custom_fields, color: draft.hue ?? null } }),
    ...(!isSameTimes(times, nextTimes) && timesPatch(times, nextTimes)),
    ...(draft.zone !== zone && { timezone: draft.zone }),
  };
}

function fieldsOf(draft: EventDraft) {
  return {
    title: draft.title.trim() || words().calendar.untitled,
    location: draft.location.trim() || null,
    description: draft.description.trim() || null,
    calendar_name: draft.calendar,
    recurrence: draft.recurrence,
    transparency: draft.isTransparent ? ('transparent' as const) : ('opaque' as const),
    attendees: draft.attendees,
    ...(draft.reminders && { reminders: draft.reminders }),
  };
}

/** Fields that belong to the whole series, so that they cannot be changed for one occurrence. */
export const SERIES_FIELDS = ['recurrence', 'calendar_name', 'timezone', 'all_day'];
