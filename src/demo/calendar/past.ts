// What has happened: viewings, visits, trips.
import { FR, MO, SA, type Story, SU, TH, TU, WE } from '../story.ts';
import { allDay, type Entry, from, remind, withPeople } from './entry.ts';

export function past(s: Story): Entry[] {
  return [
    {
      title: 'Viewing: Lindenweg 14',
      ...from(s, -83, '17:30', '18:15'),
      location: 'Lindenweg 14, ring at Suhr',
      ...withPeople('kruse', 'tomasz'),
      custom_fields: { project: 'flat' },
    },
    {
      title: 'Sign the lease',
      ...from(s, -66, '10:00', '10:45'),
      location: 'Kruse & Partner, Osterfeld 31',
      description: 'Bring identity cards, both.',
      ...withPeople('kruse', 'tomasz'),
      ...remind(60),
      custom_fields: { project: 'flat' },
    },
    {
      title: 'Quiz night',
      ...from(s, s.on(TH, -92), '20:00', '22:30'),
      location: 'Zum Anker, back room',
      ...withPeople('daniel', 'lena', 'hanna'),
    },
    {
      title: 'Hafenmuseum: presentation of the draft',
      ...from(s, s.on(WE, -85), '11:00', '12:30'),
      calendar_name: 'work',
      location: 'Hafenmuseum, Kaimauer 12',
      ...withPeople('reuter', 'julia', 'katrin'),
      source: 'caldav',
    },
    {
      title: 'Visit Oma',
      ...from(s, s.on(SA, -54), '13:30', '15:45'),
      calendar_name: 'family',
      location: 'Seniorenhaus am Park',
      description: 'Take Kenji’s prints.',
    },
    {
      title: 'Team lunch: Anil’s sister cooks',
      ...from(s, s.on(WE, -46), '12:30', '14:00'),
      calendar_name: 'work',
      location: 'Studio kitchen',
      ...withPeople('anil', 'julia', 'mei', 'paula', 'stefan-'),
      source: 'caldav',
    },
    {
      title: 'Research trip: North Sands',
      ...allDay(s, s.on(TH, -41), 3),
      location: 'North Sands B&B',
      description: 'Attic room. Low water at dawn on the second day.',
      custom_fields: { project: 'book' },
    },
    {
      title: 'Boat to the yard',
      ...from(s, s.on(SA, -48), '12:00', '13:30'),
      calendar_name: 'club',
      location: 'Bootswerft Diercks',
      ...withPeople('nils', 'hauke'),
      source: 'ics',
    },
    {
      title: 'Vet: Moss',
      ...from(s, -30, '15:40', '16:10'),
      calendar_name: 'family',
      location: 'Tierarztpraxis Brunner',
      ...withPeople('brunner'),
      ...remind(120),
    },
    {
      title: 'Workshop: variable fonts on maps',
      ...from(s, s.on(TU, -36), '13:00', '17:00'),
      calendar_name: 'work',
      status: 'cancelled',
      description: 'Trainer is ill; new date to follow.',
      ...withPeople('paula', 'mei', 'anil'),
      source: 'caldav',
    },
    {
      title: 'Physio',
      ...from(s, s.on(MO, -20), '08:00', '08:30'),
      location: 'Physio Ehlers',
      ...withPeople('physio'),
    },
    {
      title: 'Look at the old flat with Herr Thiele',
      ...from(s, -9, '10:00', '10:45'),
      location: 'Bleichergasse 9',
      ...withPeople('thiele', 'tomasz-'),
      custom_fields: { project: 'flat' },
    },
    { title: 'Haircut', ...from(s, s.on(FR, -12), '17:30', '18:15'), location: 'Haarwerk' },
    {
      title: 'Cinema with Tomasz',
      ...from(s, s.on(SU, -8), '20:15', '22:20'),
      calendar_name: 'family',
      location: 'Lichtspielhaus Altona',
      ...withPeople('tomasz'),
    },
    {
      title: 'Flat viewing Eimsbüttel (not this one)',
      ...from(s, -86, '18:00', '18:30'),
      location: 'Mühlenweg 8',
      deleted: true,
    },
  ];
}
