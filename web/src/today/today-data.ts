// What Today shows, live: the agenda, unread mail of known people, reminders that are due, mail that waits, birthdays.
import { DaybookError } from 'daybook-client';
import { useMemo } from 'react';
import { usePending } from '../data/changes/pending.ts';
import { daybook } from '../data/client.ts';
import { useCollection, useConnection } from '../data/live/live.ts';
import { type QueryState, useQuery } from '../data/live/query.ts';
import type { CalendarEvent, Email, Reminder } from '../data/types.ts';
import { addDays } from '../words/days.ts';
import { dayOf } from '../words/format.ts';
import type { UnreadMail } from './collect-known.ts';
import { DAYS_SHOWN, isStillDue } from './due-reminders.ts';
import { loadUnreadFromKnown } from './known-senders.ts';
import type { Waiting } from './sections/waiting-section.tsx';

const MOST_EVENTS = 200;
/** For so long the service keeps what has fired. */
const DAYS_KEPT = 90;
/** As many as one request can have. */
const PAGE = 499;
const SNOOZED_FIELDS = [
  'thread_id',
  'subject',
  'status',
  'from_name',
  'from_address',
  'to_addresses',
  'snoozed_until',
] as const;
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

/** Reminders that have fired and were neither dismissed nor snoozed. */
export function useReminders(now: Date, zone: string): { data: readonly Reminder[]; isLoading: boolean } {
  const day = dayOf(now, zone);
  const state = useQuery(`today/reminders/${day}/${zone}`, (signal) => loadFiredReminders(day, zone, signal), {
    events: ['event.*'],
  });
  const all = usePending('reminders', state.data ?? NO_REMINDERS);
  const due = all.filter((one) => one.status === 'fired' && isStillDue(one, now, zone));
  return { data: due, isLoading: isFirstLoad(state) };
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
  const state = useQuery(`today/snoozed/${day}`, (signal) => loadReturning(day, signal), { events: ['email.*'] });
  const snoozed = usePending('emails', state.data ?? NO_EMAILS);
  return {
    snoozed: snoozed.filter((one) => returnsBy(day, one)),
    scheduled: useCollection('scheduled'),
    sending: [...useCollection('queued'), ...useCollection('sending')],
    drafts: useCollection('drafts'),
    isLoading: isFirstLoad(state),
  };
}

/** The service does not list by the end of the snooze, so all snoozed mails are read, with what is shown of them. */
async function loadReturning(day: string, signal: AbortSignal): Promise<Email[]> {
  const returning: Email[] = [];
  const query = { snoozed: true, fields: SNOOZED_FIELDS, limit: PAGE } as const;
  for await (const email of daybook.emails.all(query, { signal })) if (returnsBy(day, email)) returning.push(email);
  return returning.sort((one, other) => Date.parse(one.snoozed_until ?? '') - Date.parse(other.snoozed_until ?? ''));
}

function returnsBy(day: string, { snoozed_until }: Email): boolean {
  return snoozed_until !== null && dayOf(snoozed_until) <= day;
}

/** Those that have fired until the end of the day, the latest first. */
async function loadFiredReminders(day: string, tz: string, signal: AbortSignal): Promise<Reminder[]> {
  try {
    return await readSince(addDays(day, 1 - DAYS_KEPT), day, tz, signal);
  } catch (error) {
    // The service lists no more than some thousands at once.
    if (!(error instanceof DaybookError) || error.code !== 'INVALID_QUERY') throw error;
    return await readSince(addDays(day, -DAYS_SHOWN), day, tz, signal);
  }
}

async function readSince(from: string, to: string, tz: string, signal: AbortSignal): Promise<Reminder[]> {
  const fired: Reminder[] = [];
  for await (const one of daybook.reminders.all({ from, to, tz, status: 'fired', limit: PAGE }, { signal }))
    fired.push(one);
  return fired.reverse();
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
