// The event of an invitation as mail programs write it.
import { describe, expect, it } from 'vitest';
import {
  compareVersions,
  followedBy,
  parseInvitations,
  withoutDuplicates,
} from '../../../web/src/conversation/invitations/invitation.ts';
import {
  eventOf,
  occurrenceIdOf,
  occurrenceUpdateOf,
  versionOf,
} from '../../../web/src/conversation/invitations/invitation-event.ts';

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

const parse = (text: string) => parseInvitations(text)[0];
const read = (...lines: string[]) => parse(calendar(lines));

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
    expect(parse(calendar(['DTSTART:20260303T090000Z'], 'CANCEL'))?.isCancelled).toBe(true);
    expect(read('DTSTART:20260303T090000Z', 'STATUS:CANCELLED')?.isCancelled).toBe(true);
  });

  it.each(['', 'Hello', 'BEGIN:VCALENDAR\nEND:VCALENDAR', calendar([]), calendar(['DTSTART:tomorrow'])])(
    'that cannot be read is none (%#)',
    (text) => {
      expect(parse(text)).toBeUndefined();
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
      custom_fields: { invitation: { sequence: 0 } },
      source: 'invitation',
      source_id: 'u1@example.org',
    });
  });
});

describe('a series', () => {
  const series = ['DTSTART;TZID=Europe/Berlin:20260303T100000', 'DTEND;TZID=Europe/Berlin:20260303T110000'];
  const weekly = [...series, 'SUMMARY:Weekly', 'RRULE:FREQ=WEEKLY'];
  const occurrence = (original: string, ...lines: string[]) => [
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:u1@example.org',
    `RECURRENCE-ID;TZID=Europe/Berlin:${original}`,
    ...lines,
  ];
  const bodyOf = (...lines: string[]) => {
    const invitation = read(...lines);
    return invitation && eventOf(invitation);
  };

  it('has the dates that are left out and those that are added', () => {
    const body = bodyOf(
      ...weekly,
      'EXDATE;TZID=Europe/Berlin:20260310T100000,20260317T100000',
      'EXDATE:20260324T090000Z',
      'EXDATE;TZID=Europe/London:20260331T090000',
      'RDATE;VALUE=PERIOD:20260401T080000Z/PT1H',
      'RDATE:tomorrow',
    );
    expect(body?.recurrence).toEqual({
      freq: 'weekly',
      exdates: ['2026-03-10T10:00:00', '2026-03-17T10:00:00', '2026-03-24T09:00:00Z', '2026-03-31T08:00:00.000Z'],
      rdates: ['2026-04-01T08:00:00Z'],
    });
  });

  it('can have nothing but dates, also of whole days', () => {
    expect(bodyOf('DTSTART;VALUE=DATE:20260303', 'RDATE;VALUE=DATE:20260310')?.recurrence).toEqual({
      rdates: ['2026-03-10'],
    });
  });

  it('has its changed occurrences, with what differs; cancelled ones are left out', () => {
    const body = bodyOf(
      ...weekly,
      ...occurrence(
        '20260310T100000',
        'SUMMARY:Weekly',
        'DTSTART;TZID=Europe/Berlin:20260311T140000',
        'DTEND;TZID=Europe/Berlin:20260311T150000',
      ),
      ...occurrence(
        '20260317T100000',
        'SUMMARY:Guests',
        'LOCATION:Hall',
        'DTSTART;TZID=Europe/Berlin:20260317T100000',
        'DTEND;TZID=Europe/Berlin:20260317T110000',
      ),
      ...occurrence('20260324T100000', 'DTSTART;TZID=Europe/Berlin:20260324T100000', 'STATUS:CANCELLED'),
    );
    expect(body?.title).toBe('Weekly');
    expect(body?.recurrence).toEqual({ freq: 'weekly', exdates: ['2026-03-24T10:00:00'] });
    expect(body?.overrides).toEqual({
      '2026-03-10T10:00:00': { start_at: '2026-03-11T14:00:00', end_at: '2026-03-11T15:00:00' },
      '2026-03-17T10:00:00': { title: 'Guests', location: 'Hall' },
    });
  });

  it('without a title has one nevertheless, which the service asks for', () => {
    expect(bodyOf(...series)?.title).toBe('(No title)');
  });

  it('can be changed in one occurrence', () => {
    const invitation = read(
      'RECURRENCE-ID;TZID=Europe/Berlin:20260310T100000',
      'DTSTART;TZID=Europe/Berlin:20260311T140000',
      'SUMMARY:Moved',
      'SEQUENCE:2',
    );
    expect(invitation?.changed).toEqual([]);
    expect(invitation?.occurrence && occurrenceIdOf('s1', invitation.occurrence)).toBe('s1_20260310T090000Z');
    expect(invitation && occurrenceUpdateOf(invitation, { custom_fields: { color: 'red' } })).toEqual({
      title: 'Moved',
      description: null,
      location: null,
      start_at: '2026-03-11T13:00:00Z',
      attendees: [],
      custom_fields: { color: 'red', invitation: { sequence: 2 } },
    });
    expect(invitation && eventOf(invitation).source_id).toBe('u1@example.org#2026-03-10T10:00:00');
  });

  it('can lose one occurrence, also without its times', () => {
    const invitation = parse(calendar(['RECURRENCE-ID;VALUE=DATE:20260310'], 'CANCEL'));
    expect(invitation).toMatchObject({ isCancelled: true, start: { written: '2026-03-10' } });
    expect(invitation?.occurrence && occurrenceIdOf('s1', invitation.occurrence)).toBe('s1_20260310');
  });
});

describe('a mail about occurrences alone', () => {
  const text = (method: string, lines: readonly string[]) =>
    calendar(
      [
        'RECURRENCE-ID:20260310T090000Z',
        'DTSTART:20260311T090000Z',
        ...lines,
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:u1@example.org',
        'RECURRENCE-ID:20260317T090000Z',
        'DTSTART:20260318T090000Z',
        'SEQUENCE:3',
      ],
      method,
    );

  it.each(['REQUEST', 'CANCEL'])('is an invitation for each of them (%s)', (method) => {
    const found = parseInvitations(text(method, []));
    const starts = found.map(({ occurrence, start }) => [occurrence?.written, start.written]);
    expect(starts).toEqual([
      ['2026-03-10T09:00:00Z', '2026-03-11T09:00:00Z'],
      ['2026-03-17T09:00:00Z', '2026-03-18T09:00:00Z'],
    ]);
    expect(found.map(({ isCancelled, changed }) => [isCancelled, changed])).toEqual([
      [method === 'CANCEL', []],
      [method === 'CANCEL', []],
    ]);
    expect(withoutDuplicates([...found, ...found])).toEqual(found);
  });

  it('does not become one about the series if its original start cannot be read', () => {
    const lines = ['RECURRENCE-ID:tomorrow', 'DTSTART:20260311T090000Z'];
    expect(parseInvitations(calendar(lines, 'CANCEL'))).toEqual([]);
  });

  it('leaves out what is about another event', () => {
    const other = ['END:VEVENT', 'BEGIN:VEVENT', 'UID:u2@example.org', 'DTSTART:20260311T090000Z'];
    expect(parseInvitations(text('REQUEST', other)).map(({ sequence }) => sequence)).toEqual([0, 3]);
  });
});

it.each([
  ['REQUEST', '', 'calendar'],
  ['CANCEL', '', 'calendar'],
  ['REPLY', '', 'nobody'],
  ['REQUEST', ';RANGE=THISANDFUTURE', 'person'],
  ['CANCEL', ';range="thisandfuture"', 'person'],
  ['REPLY', ';RANGE=THISANDFUTURE', 'nobody'],
])('what %s%s says about an occurrence is followed by: %s', (method, range, by) => {
  const lines = [`RECURRENCE-ID${range}:20260310T090000Z`, 'DTSTART:20260310T090000Z'];
  expect(parseInvitations(calendar(lines, method)).map(followedBy)).toEqual([by]);
});

describe('versions of an invitation', () => {
  const version = (sequence: number, stamp: string) =>
    read('DTSTART:20260303T090000Z', `SEQUENCE:${sequence}`, `DTSTAMP:${stamp}`);

  it('are compared by their number, then by when they were written', () => {
    const [first, later, second] = [
      version(0, '20260301T080000Z'),
      version(0, '20260301T090000Z'),
      version(1, '20260228T080000Z'),
    ];
    if (!first || !later || !second) throw new Error('One cannot be read.');
    const added = { custom_fields: eventOf(later).custom_fields as Record<string, unknown> };
    expect([first, later, second].map((one) => Math.sign(compareVersions(one, versionOf(added))))).toEqual([-1, 0, 1]);
    // An event from an earlier version of the app.
    expect(compareVersions(first, versionOf({ custom_fields: null }))).toBe(0);
    expect(withoutDuplicates([first, second, later])).toEqual([second]);
  });

  it('of different events and occurrences are all shown', () => {
    const one = version(0, '20260301T080000Z');
    const other = read('DTSTART:20260303T090000Z', 'RECURRENCE-ID:20260303T090000Z');
    if (!one || !other) throw new Error('One cannot be read.');
    expect(withoutDuplicates([one, other, one])).toEqual([one, other]);
  });
});
