// Birthdays and anniversaries of contacts, which are events of a calendar of their own. Their titles come from the service
// in English; the app writes them in its language.
import type { CalendarEvent } from '../../data/types.ts';
import { words } from '../../words/words.ts';

type Day = Pick<CalendarEvent, 'id' | 'title' | 'contact_id' | 'age'>;

export function isBirthday({ id }: Pick<CalendarEvent, 'id'>): boolean {
  return id.includes('_birthday_');
}

/** The name of the contact: the title is `Birthday: Ann Lee (47)`. */
export function nameOfDay({ title, age }: Day): string {
  const name = title.slice(title.indexOf(': ') + 2);
  const suffix = ` (${age})`;
  return age && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

/** "Birthday: Ann Lee (47)" in the language of the app. */
export function titleOfDay(event: Day): string {
  const { birthdayOf, anniversaryOf } = words().calendar;
  const name = nameOfDay(event);
  const text = isBirthday(event) ? birthdayOf(name) : anniversaryOf(name);
  return event.age ? `${text} (${event.age})` : text;
}
