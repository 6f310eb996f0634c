// The people of an event as they are typed and pasted.
import { expect, it } from 'vitest';
import { hasAttendee, typedAttendees, withAttendees } from '../../../web/src/calendar/editor/attendees.ts';

const person = (email: string, name: string | null = null) => ({ email, name, status: 'pending' as const });

it('people are read from a list as mail programs write it, also with a comma in a name', () => {
  expect(typedAttendees('"Doe, John" <john@x.org>, Lee, Ann <ann@x.org>; bob@x.org,')).toEqual([
    person('john@x.org', 'Doe, John'),
    person('ann@x.org', 'Lee, Ann'),
    person('bob@x.org'),
  ]);
});

it.each(['Ann', 'ann@x.org, Bob', ' , '])('%j is not a list of addresses', (text) => {
  expect(typedAttendees(text)).toBeUndefined();
});

it('nobody is added twice', () => {
  const list = withAttendees(
    [person('ann@x.org', 'Ann')],
    [person('Ann@x.org'), person('bob@x.org'), person('BOB@x.org')],
  );
  expect(list).toEqual([person('ann@x.org', 'Ann'), person('bob@x.org')]);
  expect([hasAttendee(list, 'Bob@X.org'), hasAttendee(list, 'cleo@x.org')]).toEqual([true, false]);
});
