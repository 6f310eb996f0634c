// Reminders that fire while the app is open: a toast that stays until it is answered, and a notification if the person
// has allowed them and does not look at the app.

import { DaybookError, type Message } from 'daybook-client';
import { useEffect } from 'react';
import { mutate } from '../../data/changes/mutations.ts';
import { daybook } from '../../data/client.ts';
import { onMessage, onResync } from '../../data/live/feed.ts';
import type { Reminder } from '../../data/types.ts';
import { isNotifying, notify } from '../../shell/notify.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { dismissToast, showToast } from '../../ui/feedback/toast.ts';
import { dayOf, formatDay, formatRelative, formatTime } from '../../words/format.ts';
import { words } from '../../words/words.ts';

const EVENTS = ['event.reminder', 'event.reminder_snoozed', 'event.reminder_dismissed'];
const SNOOZE_MINUTES = 10;

/** Once in the app. */
export function useReminders(): void {
  useEffect(() => {
    const toasts = new Map<string, { toast: number; eventId: string }>();
    const close = (id: string) => {
      const shown = toasts.get(id);
      if (shown) dismissToast(shown.toast);
      toasts.delete(id);
    };
    const stops = [
      onMessage(EVENTS, ({ event, data }: Message) => {
        const reminder = data as Reminder;
        close(reminder.id);
        if (event === 'event.reminder' && !isOver(reminder)) {
          toasts.set(reminder.id, { toast: remind(reminder), eventId: reminder.event_id });
          notifyOf(reminder);
        }
      }),
      onMessage(['event.deleted'], ({ data }: Message) => {
        for (const [id, { eventId }] of toasts) if (eventId === (data as { id: string }).id) close(id);
      }),
      onResync(() => {
        for (const [id, shown] of toasts)
          void isDue(id).then((isStillDue) => {
            if (!isStillDue && toasts.get(id) === shown) close(id); // else it was shown anew meanwhile
          });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/** False if the reminder was answered, or its event deleted, and the message about it was missed. */
async function isDue(id: string): Promise<boolean> {
  try {
    return (await daybook.reminders.get(id)).status === 'fired';
  } catch (error) {
    return !(error instanceof DaybookError && error.code === 'NOT_FOUND');
  }
}

function remind(reminder: Reminder): number {
  const { calendar } = words();
  return showToast({
    text: calendar.reminderToast(reminder.title, whenText(reminder)),
    duration: Number.POSITIVE_INFINITY,
    action: { label: calendar.snooze, run: () => answer(reminder, 'snooze', { minutes: SNOOZE_MINUTES }) },
    onClose: () => answer(reminder, 'dismiss'),
  });
}

function answer({ id }: Reminder, action: 'snooze' | 'dismiss', body?: unknown): void {
  mutate([{ method: 'POST', path: `/reminders/${id}/${action}`, ...(body !== undefined && { body }) }]).catch(
    showRefusal,
  );
}

function notifyOf(reminder: Reminder): void {
  if (!isNotifying()) return;
  const id = encodeURIComponent(reminder.occurrence_id ?? reminder.event_id);
  const path = `/calendar/day/${reminder.start_date ?? dayOf(reminder.start_at)}?event=${id}`;
  void notify({ title: reminder.title, body: whenText(reminder), tag: reminder.id, path });
}

/** in 10 minutes (14:00), Town hall */
function whenText({ all_day, start_date, start_at, location }: Reminder): string {
  const when = all_day
    ? formatDay(`${start_date ?? start_at.slice(0, 10)}T12:00:00Z`, 'UTC')
    : `${formatRelative(start_at)} (${formatTime(start_at)})`;
  return location ? `${when}, ${location}` : when;
}

/** After an interruption the feed also has reminders of what has ended meanwhile. */
function isOver({ all_day, end_date, end_at, start_at }: Reminder): boolean {
  return all_day ? (end_date ?? '') < dayOf(new Date()) : Date.parse(end_at ?? start_at) < Date.now();
}
