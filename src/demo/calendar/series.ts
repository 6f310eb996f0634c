// Recurring events: work, training, lessons, calls across time zones.
import { FR, MO, SA, SU, TH, TU, WE } from '../story.ts';
import { abroad, after, allDay, type Days, dayOf, type Entry, from, on } from './entry.ts';

export const series: Entry[] = [
  {
    title: 'Stand-up',
    when: from(on(MO, -120), '09:15', '09:30'),
    repeats: {
      freq: 'weekly',
      byday: ['MO', 'TU', 'WE', 'TH', 'FR'],
      exdates: [
        on(WE, -25),
        on(TH, dayOf('keys')),
        on(FR, dayOf('keys')),
        on(MO, dayOf('move')),
        on(TU, dayOf('move')),
        on(WE, dayOf('move')),
      ],
    },
    changed: [
      { day: on(FR, 20), status: 'cancelled', description: 'Everybody is at the printer’s.' },
      { day: on(TU, 1), location: 'Library corner', description: 'The long table is being sanded.' },
    ],
    calendar_name: 'work',
    location: 'Studio, long table',
    people: ['katrin', 'anil', 'julia', 'stefan', 'mei', 'paula'],
    remind: [5],
    source: 'caldav',
  },
  {
    title: '1:1 with Katrin',
    when: from(on(TU, -112), '14:00', '14:30'),
    repeats: { freq: 'weekly', interval: 2, byday: ['TU'] },
    calendar_name: 'work',
    location: 'Katrin’s office',
    people: ['katrin'],
    remind: [10],
    source: 'caldav',
  },
  {
    title: 'Sprint review',
    description: 'Ten minutes each. Show the map, not the slides about the map.',
    when: from(on(TH, -105), '15:00', '16:00'),
    repeats: { freq: 'weekly', interval: 2, count: 14 },
    calendar_name: 'work',
    people: ['julia', 'anil', 'stefan', 'mei', 'paula?', 'rasmus-'],
    source: 'caldav',
  },
  {
    title: 'Map guild: one beautiful old map',
    when: from(inMonth(-3, FR, 'last'), '13:00', '14:00'),
    repeats: { freq: 'monthly', byday: ['-1FR'] },
    calendar_name: 'work',
    location: 'Library corner',
    people: ['paula', 'anil', 'jakob…'],
    source: 'caldav',
  },
  {
    title: 'Call with Eleanor',
    description: 'Tidal Islands: chapters, pictures, nerves.',
    when: abroad(on(WE, -98), '16:00', 'Europe/London', 30),
    repeats: { freq: 'weekly', byday: ['WE'], until: dayOf('manuscript') },
    people: ['eleanor'],
    remind: [10],
    custom_fields: { project: 'book' },
  },
  {
    title: 'Call with Kenji',
    description: 'Five in the afternoon in Kyoto.',
    when: abroad(on(SA, -99), '17:00', 'Asia/Tokyo', 45),
    repeats: { freq: 'weekly', interval: 2, byday: ['SA'], rdates: [on(SA, 2)] },
    people: ['kenji'],
    remind: [30],
    custom_fields: { project: 'book' },
  },
  {
    title: 'Rowing',
    description: 'Gig four: Frauke, Mira, Ida, Anke; Jule steers.',
    when: from(on(TU, -110), '18:30', '20:00'),
    repeats: { freq: 'weekly', byday: ['TU', 'TH'], exdates: [on(TH, dayOf('keys'))] },
    changed: [
      { day: on(TH, -20), status: 'cancelled', description: 'Thunderstorm.' },
      {
        day: on(TU, 22),
        when: from(after(on(TU, 22), 1), '18:00', '19:30'),
        description: 'On Wednesday: the boat is at the yard until noon.',
      },
    ],
    calendar_name: 'club',
    location: 'Boathouse, Uferweg 2',
    people: ['nils', 'frauke', 'mira', 'anke', 'jule'],
    remind: [60],
    source: 'ics',
  },
  {
    title: 'Rowing: long Saturday',
    when: from(on(SA, -110), '09:00', '11:00'),
    repeats: {
      freq: 'weekly',
      byday: ['SA'],
      exdates: [on(SA, dayOf('move'))],
      until: dayOf('regatta', -1),
    },
    calendar_name: 'club',
    location: 'Boathouse, Uferweg 2',
    source: 'ics',
  },
  {
    title: 'Committee',
    when: from(inMonth(-3, MO, 'first'), '19:30', '21:00'),
    repeats: { freq: 'monthly', byday: ['1MO'] },
    calendar_name: 'club',
    location: 'Boathouse, upstairs',
    people: ['ursula', 'gerd', 'nils?'],
    source: 'ics',
  },
  {
    title: 'Japanese with Sato-sensei',
    description: '宿題を忘れないで。',
    when: from(on(MO, -90), '19:00', '20:00'),
    repeats: { freq: 'weekly', count: 24, exdates: [on(MO, -41), on(MO, dayOf('move'))] },
    changed: [{ day: on(MO, 24), when: from(on(MO, 24), '19:00', '20:30'), title: 'Japanese: test, lessons 1 to 20' }],
    people: ['sato'],
    remind: [30],
  },
  {
    title: 'Sunday supper in Itzehoe',
    when: from(on(SU, -98), '17:00', '20:00'),
    repeats: { freq: 'weekly', interval: 4 },
    calendar_name: 'family',
    location: 'Ulmenstieg 3, Itzehoe',
    people: ['mama', 'papa', 'tomasz', 'jonas?', 'aylin?'],
  },
  {
    title: 'Stairs are ours to sweep',
    when: allDay(on(SA, -80)),
    repeats: { freq: 'weekly', interval: 4, until: dayOf('move', 3) },
    calendar_name: 'family',
    location: 'Bleichergasse 9',
  },
  {
    title: 'Moss: half a tablet',
    when: from(-24, '07:30', '07:35'),
    repeats: { freq: 'daily', count: 10 },
    calendar_name: 'family',
    remind: [0],
  },
  {
    title: 'Yoga before work',
    description: 'Ended with the course.',
    when: from(on(FR, -118), '07:15', '08:15'),
    repeats: { freq: 'weekly', until: -30 },
    location: 'Gym on the corner',
  },
  {
    title: 'VAT return',
    when: allDay(inMonth(-2, 10)),
    repeats: { freq: 'monthly', interval: 3, bymonthday: [10] },
    remind: [3 * 1440],
  },
];

// A day of a month before this one: a day by its number, or the first or last such weekday. A series begins with a day
// that fits its rule.
function inMonth(months: number, day: number, which?: 'first' | 'last'): Days {
  return (story) => {
    const first = story.today.add({ months }).with({ day: 1 });
    const days = (date: Temporal.PlainDate) => story.today.until(date, { largestUnit: 'day' }).days;
    if (which === undefined) return days(first.with({ day }));
    return which === 'first' ? story.on(day, days(first)) : story.on(day, days(first.add({ months: 1 })) - 7);
  };
}
