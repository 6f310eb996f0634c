// Days of contacts: the name and the kind are read from the events of the service.
import { expect, it } from 'vitest';
import { isBirthday, nameOfDay } from '../../../web/src/calendar/events/birthdays.ts';

const contact_id = '019cfaea-0000-7000-8000-000000000000';

it.each([
  ['Birthday: Ann Lee (47)', 47, 'Ann Lee'],
  ['Birthday: Ann Lee', null, 'Ann Lee'],
  ['Anniversary: Ann: the second (3)', 3, 'Ann: the second'],
  ['Birthday: Ann (Annie)', null, 'Ann (Annie)'],
])('the name of %s', (title, age, name) => {
  expect(nameOfDay({ id: `${contact_id}_birthday_2026`, title, age, contact_id })).toBe(name);
});

it('birthdays and anniversaries differ by their ids', () => {
  expect(isBirthday({ id: `${contact_id}_birthday_2026` })).toBe(true);
  expect(isBirthday({ id: `${contact_id}_anniversary_2026` })).toBe(false);
});
