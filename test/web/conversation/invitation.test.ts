// The event of an invitation as mail programs write it.
import { describe, expect, it } from 'vitest';
import { parseInvitation } from '../../../web/src/conversation/invitations/invitation.ts';
import { eventOf } from '../../../web/src/conversation/invitations/invitation-event.ts';

const calendar = (lines: string[], method = 'REQUEST') =>
  [
    'BEGIN:VCALENDAR',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    'UID:u1@example.org',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');

const read = (...lines: string[]) => parseInvitation(calendar(lines));

describe('an invitation', () => {
  it('has its title, place, people and times', () => {
    const invitation = read(
      'DTSTART;TZID=Europe/Berlin:20260303T100000',
      'DTEND;TZID=Europe/Berlin:20260303T113000',
      'SUMMARY:Lunch\\, with Ann\\nand more',
      'LOCATION:Caf\u00e9 "Zur',
      '  Post"',
      'ORGANIZER;CN="Lee, Ann":mailto:ann@example.org',
      'ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=Bob:MAILTO:bob@example.org',
      'ATTENDEE:urn:uuid:1',
      'BEGIN:VALARM',
      'SUMMARY:Alarm',
      'END:VALARM',
    );
    expect(invitation).toMatchObject({
      uid: 'u1@example.org',
      method: 'REQUEST',
      title: 'Lunch, with Ann\nand more',
      location: 'Café "Zur Post"',
      start: { written: '2026-03-03T10:00:00', isDate: false, zone: 'Europe/Berlin' },
      end: { written: '2026-03-03T11:30:00', zone: 'Europe/Berlin' },
      organiser: { name: 'Lee, Ann', address: 'ann@example.org' },
      guests: [{ name: 'Bob', address: 'bob@example.org' }],
      isCancelled: false,
    });
  });

  it.each([
    ['whole days', ['DTSTART;VALUE=DATE:20260303', 'DTEND;VALUE=DATE:20260305'], ['2026-03-03', '2026-03-05']],
    ['UTC', ['DTSTART:20260303T090000Z', 'DTEND:20260303T100000Z'], ['2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z']],
    ['a duration', ['DTSTART:20260303T233000', 'DURATION:PT1H15M'], ['2026-03-03T23:30:00', '2026-03-04T00:45:00']],
    ['a duration in days', ['DTSTART;VALUE=DATE:20260228', 'DURATION:P1W'], ['2026-02-28', '2026-03-07']],
    ['no end', ['DTSTART:20260303T090000Z'], ['2026-03-03T09:00:00Z', undefined]],
  ])('with %s', (_name, lines, times) => {
    const invitation = read(...lines);
    expect([invitation?.start.written, invitation?.end?.written]).toEqual(times);
  });

  it('can be cancelled, by its method or its status', () => {
    expect(parseInvitation(calendar(['DTSTART:20260303T090000Z'], 'CANCEL'))?.isCancelled).toBe(true);
    expect(read('DTSTART:20260303T090000Z', 'STATUS:CANCELLED')?.isCancelled).toBe(true);
  });

  it.each(['', 'Hello', 'BEGIN:VCALENDAR\nEND:VCALENDAR', calendar([]), calendar(['DTSTART:tomorrow'])])(
    'that cannot be read is none (%#)',
    (text) => {
      expect(parseInvitation(text)).toBeUndefined();
    },
  );

  it.each([
    ['parameters without a value', `ATTENDEE${';a=,'.repeat(25_000)}`],
    ['quotes without an end', `ATTENDEE${';a="'.repeat(25_000)}`],
    ['parameters in quotes', `ATTENDEE${';a="b","c"'.repeat(10_000)}`],
    ['semicolons', `ATTENDEE${';'.repeat(100_000)}`],
  ])('is read beside a line of 100,000 characters with %s', (_name, line) => {
    expect(read('DTSTART:20260303T090000Z', line)?.guests).toEqual([]);
  });

  it('has values with quotes, colons and commas in its parameters', () => {
    const guest = 'ATTENDEE;DIR="ldap://a:1/b;c";MEMBER="mailto:x@y","mailto:z@y";CN=Bob=B:mailto:bob@example.org';
    expect(read('DTSTART:20260303T090000Z', guest)?.guests).toEqual([{ name: 'Bob=B', address: 'bob@example.org' }]);
  });

  it('has no times that do not exist', () => {
    expect(read('DTSTART:20261399T090000Z')).toBeUndefined();
    expect(read('DTSTART:20260303T990000')).toBeUndefined();
    expect(read('DTSTART:20260303T090000Z', 'DURATION:P99999999999999D')?.end).toBeUndefined();
  });

  it('becomes an event with its rule, its people once, and its UID', () => {
    const invitation = read(
      'DTSTART;TZID=Europe/Berlin:20260303T100000',
      'SUMMARY:Weekly',
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20260601T080000Z',
      'ORGANIZER:mailto:ann@example.org',
      'ATTENDEE;CN=Ann:mailto:ann@example.org',
    );
    expect(invitation && eventOf(invitation)).toEqual({
      title: 'Weekly',
      description: null,
      location: null,
      all_day: false,
      start_at: '2026-03-03T10:00:00',
      timezone: 'Europe/Berlin',
      recurrence: { freq: 'weekly', interval: 2, byday: ['TU', 'TH'], until: '2026-06-01T08:00:00Z' },
      attendees: [{ email: 'ann@example.org', name: null }],
      source: 'invitation',
      source_id: 'u1@example.org',
    });
  });
});
