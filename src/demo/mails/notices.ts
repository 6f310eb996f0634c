// Automated mail: parcels, tickets at work, reminders; and spam.
import { got, type Thread, thread } from './thread.ts';

const PARCELS: [daysAgo: number, time: string, shop: string, days: number][] = [
  [68, '08:12', 'Papier & Feder', 1],
  [41, '17:30', 'Buchhandlung Seitenwind', 2],
  [29, '09:01', 'Papier & Feder', 1],
  [13, '12:44', 'Kettenwerk', 1],
  [3, '08:25', 'Watanabe Photo, Kyoto', 4],
  [0, '06:40', 'Ewa Nowak, Gdańsk', 1],
];

const TICKETS: [daysAgo: number, time: string, id: number, title: string, deed: string][] = [
  [93, '11:02', 1188, 'Hillshade too dark in print profile', 'Anil Mehta assigned this to you'],
  [86, '16:45', 1188, 'Hillshade too dark in print profile', 'Ida Brandt closed this'],
  [79, '09:30', 1203, 'Ferry lines drawn above bridges', 'Mei Chen commented: "Only in Denmark. Of course."'],
  [66, '14:18', 1217, 'Legend cut off on phones in landscape', 'Julia Peters assigned this to you'],
  [59, '10:05', 1217, 'Legend cut off on phones in landscape', 'Stefan Wolf closed this'],
  [44, '15:51', 1240, 'Tide arrows point the wrong way at slack water', 'Ida Brandt opened this'],
  [27, '17:40', 1262, 'Labels vanish at zoom 9 after font change', 'Stefan Wolf assigned this to you'],
  [26, '10:25', 1262, 'Labels vanish at zoom 9 after font change', 'Mei Chen closed this'],
  [12, '13:33', 1279, 'Season bar: allow ranges over new year', 'Paula Ortiz assigned this to you'],
  [7, '09:12', 1284, 'Export of panel 7 has north at the bottom', 'Jakob Stein opened this'],
  [
    6,
    '09:20',
    1284,
    'Export of panel 7 has north at the bottom',
    'Ida Brandt commented: "That is not a bug, that is a hill."',
  ],
  [1, '16:02', 1291, 'Warft symbol at 1:150,000', 'Anil Mehta asked you for a review'],
];

const REVIEW: [daysAgo: number, time: string, from: string, subject: string, text: string][] = [
  [
    100,
    '12:00',
    'film',
    'Willkommen bei Lichtspiel+',
    'Hallo Ida,\n\ndein Probemonat läuft. Unser Tipp für heute Abend: „Die Insel hinter dem Nebel“.\n\nLichtspiel+',
  ],
  [
    70,
    '12:00',
    'film',
    'Dein Probemonat endet',
    'Hallo Ida,\n\nab morgen kostet Lichtspiel+ 7,99 € im Monat. Kündigen kannst du jederzeit im Konto.\n\nLichtspiel+',
  ],
  [
    38,
    '12:00',
    'film',
    'Wir vermissen dich',
    'Hallo Ida,\n\ndu hast seit 21 Tagen keinen Film gesehen. Ist alles in Ordnung?\n\nLichtspiel+',
  ],
  [
    4,
    '19:00',
    'slow',
    'Thank you for writing to us',
    'Dear Ida,\n\nyour letter about the box marked "?" made the whole office laugh and one of us move house. May we print it next Friday, with your first name only?\n\nThe Slow Letter',
  ],
];

const SPAM: [daysAgo: number, time: string, from: string, subject: string, text: string][] = [
  [
    76,
    '03:12',
    'umfrage',
    'CONGRATULATIONS ida, you have been selected',
    'Dear winner, your e-mail address has won a refrigerator with two doors. Kindly confirm your bank.',
  ],
  [
    49,
    '02:40',
    'seo',
    'Your website is invisible',
    'Hello Dear, I was on your website and could not find it. We put you on page 1 for 99 only.',
  ],
  [
    23,
    '04:55',
    'invest',
    '3 signals before midnight',
    'The VIP group is closing. Members made 417 % last week. Answer YES.',
  ],
  [
    10,
    '05:31',
    'paketfalsch',
    'Ihr Paket wird zurückgehalten: 1,99 EUR',
    'Sehr geehrter Kunde, Ihre Paket wartet auf Zoll gebühr. Klicken Sie hier binnen 24 Stunden.',
  ],
  [
    2,
    '03:03',
    'umfrage',
    'FINAL NOTICE ida (refrigerator)',
    'Dear winner, your refrigerator is still cold. Kindly confirm your bank.',
  ],
];

export const notices: Thread[] = [
  ...PARCELS.map(([daysAgo, time, shop, days]) =>
    thread(`Ihre Sendung von ${shop} ist unterwegs`, [], { labels: ['parcels'] }, [
      got(
        daysAgo,
        time,
        'paket',
        (s) =>
          `Guten Tag Ida Brandt,\n\nIhre Sendung von ${shop} kommt voraussichtlich am ${s.tag(days - daysAgo)} zwischen 10 und 14 Uhr. Ablageort: Frau Maas, Erdgeschoss.\n\nSendungsnummer PB${(7_700_417 + daysAgo * 131).toString()}DE`,
      ),
    ]),
  ),
  ...byTicket(),
  ...REVIEW.map(([daysAgo, time, from, subject, text]) => thread(subject, [], {}, [got(daysAgo, time, from, text)])),
  ...SPAM.map(([daysAgo, time, from, subject, text]) =>
    thread(subject, [], {}, [got(daysAgo, time, from, text, { folder: 'SPAM', unread: true })]),
  ),
  thread('Umfrage: Wie war Ihr Werkstattbesuch?', [], {}, [
    got(45, '09:00', 'ole', 'Moin,\n\nmeine Tochter sagt, man fragt das heute so: War es gut? (ja / ja)\n\nOle', {
      deleted: true,
    }),
  ]),
  thread('Last chance: 20 % off calendars', [], {}, [
    got(51, '10:10', 'kunst', 'Wall calendars with moon and tide, 20 % off until Sunday.', { deleted: true }),
  ]),
  thread('Wohnungsangebote in Ihrer Nähe (34 neue)', [], { labels: ['flat'] }, [
    got(
      89,
      '06:00',
      'wohnen',
      'Guten Tag,\n\nzu Ihrem Suchprofil „3 Zimmer, Balkon“ gibt es 34 neue Angebote. Profil abbestellen: im Konto.',
      { deleted: true },
    ),
  ]),
];

// The updates of one ticket form one conversation, as such systems send them.
function byTicket(): Thread[] {
  return [...Map.groupBy(TICKETS, ([, , id]) => id)].map(([id, news]) =>
    thread(`[ATLAS-${id}] ${news[0]?.[3]}`, [], { labels: ['work'], work: true }, [
      ...news.map(([daysAgo, time, , title, deed]) =>
        got(daysAgo, time, 'tickets', `${deed}.\n\nATLAS-${id}: ${title}\nhttps://atlas-tickets.example/ATLAS-${id}`),
      ),
    ]),
  );
}
