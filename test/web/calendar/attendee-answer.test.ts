// Which people of an event count as invited.
import { expect, it } from 'vitest';
import { answerOf } from '../../../web/src/calendar/events/attendee-answer.ts';

const person = (email: string, status: 'pending' | 'accepted' = 'pending') => ({ email, name: null, status });
const ann = person('ann@example.org');

it.each([
  ['an event of this calendar', { source_id: null, attendees: [ann] }, 'notInvited'],
  ['an event that came from elsewhere', { source_id: 'uid@example.org', attendees: [ann] }, 'pending'],
  [
    'an event that somebody has answered',
    { source_id: null, attendees: [ann, person('b@x.org', 'accepted')] },
    'pending',
  ],
  ['an event to which the person is being added', { source_id: 'uid@example.org', attendees: [] }, 'notInvited'],
  ['a new event', undefined, 'notInvited'],
] as const)('without an answer, in %s', (_name, event, answer) => {
  expect(answerOf(event as Parameters<typeof answerOf>[0], ann)).toBe(answer);
});

it('an answer is shown as it is stored', () => {
  expect(answerOf({ source_id: null, attendees: [] }, person('b@x.org', 'accepted'))).toBe('accepted');
});
