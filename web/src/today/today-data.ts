// What Today shows, live: the agenda, unread mail of known people, reminders that are due, mail that waits, birthdays.
import { useMemo } from 'react';
import { usePending } from '../data/changes/pending.ts';
import { daybook } from '../data/client.ts';
import { useCollection, useConnection } from '../data/live/live.ts';
import { type QueryState, useQuery } from '../data/live/query.ts';
import type { CalendarEvent, Email, Reminder } from '../data/types.ts';
import { addDays } from '../words/days.ts';
import { dayOf } from '../words/format.ts';
import { loadUnreadFromKnown, type UnreadMail } from './known-senders.ts';
import type { Waiting } from './waiting-section.tsx';

const MOST_EVENTS = 200;
const MOST_SNOOZED = 200;
const NO_EMAILS: readonly Email[] = [];
const NO_REMINDERS: readonly Reminder[] = [];

/** The events of today and tomorrow, of the calendars that are visible. */
export function useEvents(day: string, zone: string): QueryState<readonly CalendarEvent[]> {
  const calendars = useCollection('calendars');
  const state = useQuery(
    `today/events/${day}/${zone}`,
    async (signal) => {
      const range = { from: day, to: addDays(day, 1), tz: zone, expand: true, limit: MOST_EVENTS } as const;
      return (await daybook.events.list(range, { signal })).data;
    },
    { events: ['event.*'] },
  );
  const data = useMemo(() => {
    const hidden = new Set(calendars.filter((one) => !one.is_visible).map(({ name }) => name));
    return state.data?.filter(({ calendar_name }) => !hidden.has(calendar_name));
  }, [state.data, calendars]);
  return { ...state, data };
}

export function useUnreadMail(): QueryState<UnreadMail> {
  return useQuery('today/unread', loadUnreadFromKnown, { events: ['email.*', 'contact.*'] });
}

/** Reminders that have fired today and were neither dismissed nor snoozed. */
export function useReminders(day: string, zone: string): { data: readonly Reminder[]; isLoading: boolean } {
  const state = useQuery(
    `today/reminders/${day}/${zone}`,
    async (signal) => (await daybook.reminders.list({ date: day, tz: zone, status: 'fired' }, { signal })).data,
    { events: ['event.*'] },
  );
  const all = usePending('reminders', state.data ?? NO_REMINDERS);
  return { data: all.filter(({ status }) => status === 'fired'), isLoading: isFirstLoad(state) };
}

export function useBirthdays(day: string): QueryState<readonly CalendarEvent[]> {
  return useQuery(
    `today/birthdays/${day}`,
    async (signal) => {
      const range = { calendar_name: 'birthdays', expand: true, from: day, to: addDays(day, 6), limit: 50 } as const;
      return (await daybook.events.list(range, { signal })).data;
    },
    { events: ['contact.*'] },
  );
}

export function useWaiting(day: string): Waiting & { isLoading: boolean } {
  const state = useQuery(
    'today/snoozed',
    async (signal) => (await daybook.emails.list({ snoozed: true, body: false, limit: MOST_SNOOZED }, { signal })).data,
    { events: ['email.*'] },
  );
  const snoozed = usePending('emails', state.data ?? NO_EMAILS);
  return {
    snoozed: snoozed.filter(({ snoozed_until }) => snoozed_until !== null && dayOf(snoozed_until) <= day),
    scheduled: useCollection('scheduled'),
    sending: [...useCollection('queued'), ...useCollection('sending')],
    drafts: useCollection('drafts'),
    isLoading: isFirstLoad(state),
  };
}

/** Whether there is neither an account nor a mail nor an event: the service was just installed. */
export function useIsEmpty(): boolean {
  const accounts = useCollection('accounts');
  const folders = useCollection('folders');
  const calendars = useCollection('calendars');
  const isLive = useConnection() === 'live';
  return isLive && accounts.length === 0 && [...folders, ...calendars].every(({ total }) => total === 0);
}

export function isFirstLoad({ data, error }: QueryState<unknown>): boolean {
  return data === undefined && error === undefined;
}
