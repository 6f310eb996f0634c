// The times of an event as its form shows them: dates and minutes of the day in a time zone.
import { addDays } from '../../words/days.ts';
import { type EventTimes, localDate, localMinutes, momentOf } from '../events/event-times.ts';

export interface DraftTimes {
  allDay: boolean;
  /** Dates and minutes of the day, in `zone`; the end date of an all-day event is its last day. */
  startDate: string;
  startMinutes: number;
  endDate: string;
  endMinutes: number;
  zone: string;
}

export function draftTimes(times: EventTimes, zone: string): DraftTimes {
  if (times.all_day)
    return {
      allDay: true,
      startDate: times.start_date,
      startMinutes: 9 * 60,
      endDate: addDays(times.end_date, -1),
      endMinutes: 10 * 60,
      zone,
    };
  const end = times.end_at ?? times.start_at;
  return {
    allDay: false,
    startDate: localDate(times.start_at, zone),
    startMinutes: localMinutes(times.start_at, zone),
    endDate: localDate(end, zone),
    endMinutes: localMinutes(end, zone),
    zone,
  };
}

export function timesOfDraft(draft: DraftTimes): EventTimes {
  const { allDay, startDate, startMinutes, endDate, endMinutes, zone } = draft;
  if (allDay) return { all_day: true, start_date: startDate, end_date: addDays(endDate, 1) };
  const start = momentOf(startDate, startMinutes, zone);
  return { all_day: false, start_at: start, end_at: momentOf(endDate, endMinutes, zone) };
}

/**
 * The times that the person has chosen for an event in `zone`. A field that was not changed keeps its moment exactly: a
 * form shows neither seconds, nor which of the two hours it is when the clocks go back.
 */
export function editedTimes(draft: DraftTimes, times: EventTimes, zone: string): EventTimes {
  const before = draftTimes(times, zone);
  const after = timesOfDraft(draft);
  if (times.all_day || after.all_day || draft.zone !== zone) return after;
  const keepsStart = draft.startDate === before.startDate && draft.startMinutes === before.startMinutes;
  const keepsEnd = draft.endDate === before.endDate && draft.endMinutes === before.endMinutes;
  const start_at = keepsStart ? times.start_at : after.start_at;
  // An event without a length has none at its new start either, which its end follows.
  const isMoment = times.end_at === null && after.end_at === after.start_at;
  return { all_day: false, start_at, end_at: isMoment ? null : keepsEnd ? times.end_at : after.end_at };
}
