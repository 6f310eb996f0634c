// How the events of the demo are written down.
import { addressOf } from '../people.ts';
import type { Story } from '../story.ts';

export type Entry = Record<string, unknown> & { title: string; deleted?: true };

/** From one time of a day to another. */
export function from(story: Story, days: number, start: string, end: string): { start_at: string; end_at: string } {
  return { start_at: story.at(days, start), end_at: story.at(days, end) };
}

/** Whole days; the end is the midnight after the last one. */
export function allDay(story: Story, days: number, count = 1) {
  return { start_at: story.date(days), end_at: story.date(days + count), all_day: true };
}

/** A time in another zone, as that zone's clocks show it. */
export function abroad(story: Story, days: number, time: string, zone: string, minutes: number) {
  const start = Temporal.PlainDateTime.from(story.at(days, time)).toZonedDateTime(zone);
  const form = (moment: Temporal.ZonedDateTime) => moment.toString({ timeZoneName: 'never', smallestUnit: 'second' });
  return { start_at: form(start), end_at: form(start.add({ minutes })), timezone: zone };
}

export function remind(...minutes: number[]) {
  return { reminders: minutes.map((minutes_before) => ({ type: 'notification', minutes_before })) };
}

/** Who takes part: `lena`, or `lena?` who has not decided, `lena-` who cannot, `lena…` who has not answered. */
export function withPeople(...keys: string[]) {
  const statuses: Record<string, string> = { '?': 'tentative', '-': 'declined', '…': 'pending' };
  return {
    attendees: keys.map((key) => {
      const { address, name } = addressOf(key.replace(/[?\-…]$/, ''));
      return { email: address, name, status: statuses[key.at(-1) as string] ?? 'accepted' };
    }),
  };
}
