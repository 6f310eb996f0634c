// What repeats: work, training, lessons, calls over time zones, birthdays.
import { birthdayOf, people } from '../people.ts';
import { FR, MO, SA, type Story, SU, TH, TU, WE } from '../story.ts';
import { abroad, allDay, type Entry, from, remind, withPeople } from './entry.ts';

export function series(story: Story): Entry[] {
  const timezone = story.zone;
  const off = (weekday: number, least: number) => story.date(story.on(weekday, least));
  return [
    {
      title: 'Stand-up',
      ...from(story, story.on(MO, -120), '09:15', '09:30'),
      timezone,
      recurrence: {
        freq: 'weekly',
        byday: ['MO', 'TU', 'WE', 'TH', 'FR'],
        exdates: [
          off(WE, -25),
          off(TH, story.keys),
          off(FR, story.keys),
          off(MO, story.move),
          off(TU, story.move),
          off(WE, story.move),
        ],
      },
      calendar_name: 'work',
      location: 'Studio, long table',
      ...withPeople('katrin', 'anil', 'julia', 'stefan', 'mei', 'paula'),
      ...remind(5),
      source: 'caldav',
    },
    {
      title: '1:1 with Katrin',
      ...from(story, story.on(TU, -112), '14:00', '14:30'),
      timezone,
      recurrence: { freq: 'weekly', interval: 2, byday: ['TU'] },
      calendar_name: 'work',
      location: 'Katrin’s office',
      ...withPeople('katrin'),
      ...remind(10),
      source: 'caldav',
    },
    {
      title: 'Sprint review',
      description: 'Ten minutes each. Show the map, not the slides about the map.',
      ...from(story, story.on(TH, -105), '15:00', '16:00'),
      timezone,
      recurrence: { freq: 'weekly', interval: 2, count: 14 },
      calendar_name: 'work',
      ...withPeople('julia', 'anil', 'stefan', 'mei', 'paula?', 'rasmus-'),
      source: 'caldav',
    },
    {
      title: 'Map guild: one beautiful old map',
      ...from(story, inMonth(story, -3, FR, 'last'), '13:00', '14:00'),
      timezone,
      recurrence: { freq: 'monthly', byday: ['-1FR'] },
      calendar_name: 'work',
      location: 'Library corner',
      ...withPeople('paula', 'anil', 'jakob…'),
      source: 'caldav',
    },
    {
      title: 'Call with Eleanor',
      description: 'Tidal Islands: chapters, pictures, nerves.',
      ...abroad(story, story.on(WE, -98), '16:00', 'Europe/London', 30),
      recurrence: { freq: 'weekly', byday: ['WE'], until: story.date(story.manuscript) },
      ...withPeople('eleanor'),
      ...remind(10),
      custom_fields: { project: 'book' },
    },
    {
      title: 'Call with Kenji',
      description: 'Five in the afternoon in Kyoto.',
      ...abroad(story, story.on(SA, -99), '17:00', 'Asia/Tokyo', 45),
      recurrence: { freq: 'weekly', interval: 2, byday: ['SA'], rdates: [off(SA, 2)] },
      ...withPeople('kenji'),
      ...remind(30),
      custom_fields: { project: 'book' },
    },
    {
      title: 'Rowing',
      description: 'Gig four: Frauke, Mira, Ida, Anke; Jule steers.',
      ...from(story, story.on(TU, -110), '18:30', '20:00'),
      timezone,
      recurrence: { freq: 'weekly', byday: ['TU', 'TH'], exdates: [off(TH, story.keys)] },
      calendar_name: 'club',
      location: 'Boathouse, Uferweg 2',
      ...withPeople('nils', 'frauke', 'mira', 'anke', 'jule'),
      ...remind(60),
      source: 'ics',
    },
    {
      title: 'Rowing: long Saturday',
      ...from(story, story.on(SA, -110), '09:00', '11:00'),
      timezone,
      recurrence: {
        freq: 'weekly',
        byday: ['SA'],
        exdates: [off(SA, story.move)],
        until: story.date(story.regatta - 1),
      },
      calendar_name: 'club',
      location: 'Boathouse, Uferweg 2',
      source: 'ics',
    },
    {
      title: 'Committee',
      ...from(story, inMonth(story, -3, MO, 'first'), '19:30', '21:00'),
      timezone,
      recurrence: { freq: 'monthly', byday: ['1MO'] },
      calendar_name: 'club',
      location: 'Boathouse, upstairs',
      ...withPeople('ursula', 'gerd', 'nils?'),
      source: 'ics',
    },
    {
      title: 'Japanese with Sato-sensei',
      description: '宿題を忘れないで。',
      ...from(story, story.on(MO, -90), '19:00', '20:00'),
      timezone,
      recurrence: { freq: 'weekly', count: 24, exdates: [off(MO, -41), off(MO, story.move)] },
      ...withPeople('sato'),
      ...remind(30),
    },
    {
      title: 'Sunday supper in Itzehoe',
      ...from(story, story.on(SU, -98), '17:00', '20:00'),
      timezone,
      recurrence: { freq: 'weekly', interval: 4 },
      calendar_name: 'family',
      location: 'Ulmenstieg 3, Itzehoe',
      ...withPeople('mama', 'papa', 'tomasz', 'jonas?', 'aylin?'),
    },
    {
      title: 'Stairs are ours to sweep',
      ...allDay(story, story.on(SA, -80)),
      timezone,
      recurrence: { freq: 'weekly', interval: 4, until: story.date(story.move + 3) },
      calendar_name: 'family',
      location: 'Bleichergasse 9',
    },
    {
      title: 'Moss: half a tablet',
      ...from(story, -24, '07:30', '07:35'),
      timezone,
      recurrence: { freq: 'daily', count: 10 },
      calendar_name: 'family',
      ...remind(0),
    },
    {
      title: 'Yoga before work',
      description: 'Ended with the course.',
      ...from(story, story.on(FR, -118), '07:15', '08:15'),
      timezone,
      recurrence: { freq: 'weekly', until: story.date(-30) },
      location: 'Gym on the corner',
    },
    {
      title: 'VAT return',
      ...allDay(story, inMonth(story, -2, 10)),
      timezone,
      recurrence: { freq: 'monthly', interval: 3, bymonthday: [10] },
      ...remind(3 * 1440),
    },
    ...birthdays(story),
  ];
}

// Days from today to a day of a month before this one: a day by its number, or the first or last such weekday. A
// series begins with a day that fits its rule.
function inMonth(story: Story, months: number, day: number, which?: 'first' | 'last'): number {
  const first = story.today.add({ months }).with({ day: 1 });
  const days = (date: Temporal.PlainDate) => story.today.until(date, { largestUnit: 'day' }).days;
  if (which === undefined) return days(first.with({ day }));
  return which === 'first' ? story.on(day, days(first)) : story.on(day, days(first.add({ months: 1 })) - 7);
}

// A yearly whole day for everyone near whose day is known, beginning at the last one.
function birthdays(story: Story): Entry[] {
  const near = people.filter(({ more }) => more.tags?.some((tag) => tag === 'family' || tag === 'friends'));
  return near.flatMap(({ name, more, key }) => {
    const born = birthdayOf(name, more.born ?? (key === 'mama' ? '' : undefined), story);
    if (!born) return [];
    const [, month, day] = /(\d\d)-(\d\d)$/.exec(born) as unknown as [string, string, string];
    const thisYear = story.today.with({ month: Number(month), day: Number(day) });
    const last = Temporal.PlainDate.compare(thisYear, story.today) > 0 ? thisYear.subtract({ years: 1 }) : thisYear;
    return [
      {
        title: `Birthday: ${name}`,
        start_at: last.toString(),
        end_at: last.add({ days: 1 }).toString(),
        all_day: true,
        timezone: story.zone,
        recurrence: { freq: 'yearly' },
        calendar_name: 'family',
        ...remind(1440),
        ...(born.length === 10 && { custom_fields: { born: Number(born.slice(0, 4)) } }),
      },
    ];
  });
}
