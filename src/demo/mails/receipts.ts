// Receipts, bills and statements, which arrive every week or month.
import { hash, type Random, seeded } from '../random.ts';
import { SA, type Story, WE } from '../story.ts';
import { got, type More, type Thread, thread } from './thread.ts';

const GOODS: [name: string, cents: number][] = [
  ['Haferdrink 1 l', 189],
  ['Sauerteigbrot 750 g', 495],
  ['Äpfel Elstar 1 kg', 299],
  ['Räuchertofu', 249],
  ['Kaffee Espresso 500 g', 1149],
  ['Spaghetti 500 g', 139],
  ['Tomaten stückig', 119],
  ['Butter', 269],
  ['Eier, 10 Stück', 369],
  ['Katzenfutter Huhn, 6er', 599],
  ['Joghurt natur', 159],
  ['Grünkohl 500 g', 199],
  ['Zitronen, Netz', 219],
  ['Schokolade 70 %', 229],
  ['Spülmittel', 149],
];

export function receipts(story: Story): Thread[] {
  const random = seeded('receipts');
  return [
    ...groceries(story, random),
    ...monthly(story),
    ...journeys(story),
    single(
      70,
      '18:05',
      'kunst',
      'Your order at Papier & Feder',
      'Thank you, Ida Brandt!\n\n2 × tracing paper A2, block\n1 × ink, chart blue, 30 ml\n1 × nib set, fine\n\nTotal: 47.60 EUR (paid)\nDelivered to: Bleichergasse 9, 22767 Hamburg',
      ['shopping', 'receipts'],
    ),
    single(
      31,
      '21:12',
      'kunst',
      'Your order at Papier & Feder',
      'Thank you, Ida Brandt!\n\n1 × archival tube, 90 cm\n3 × label sheets\n\nTotal: 28.15 EUR (paid)',
      ['shopping', 'receipts'],
    ),
    single(
      27,
      '20:44',
      'tickets2',
      (s) => `Ihre Karten: Cello im Hof, ${s.tag(s.on(SA, 48))}`,
      'Guten Abend Ida Brandt,\n\nzwei Karten, freie Platzwahl, zusammen 36,00 EUR. Die Karten hängen an; ausdrucken muss man sie nicht.\n\nIhre Konzertkasse',
      ['receipts'],
      {
        files: ['Karten_2.pdf'],
      },
    ),
    single(
      24,
      '08:30',
      'markt',
      'Pfand für Umzugskartons',
      'Hallo Ida,\n\nwir haben 20 Kartons (Bücher) und 10 Kartons (Kleider) für dich zurückgelegt. Pfand 1,00 EUR je Karton, zurück bis acht Wochen nach Abholung.\n\nKornblume Markt',
      ['flat', 'receipts'],
    ),
  ];
}

// Groceries every Saturday.
function groceries(story: Story, random: Random): Thread[] {
  const last = -story.on(SA, -6);
  return Array.from({ length: 8 }, (_, week) => {
    const daysAgo = last + week * 14;
    const basket = random
      .some(GOODS, random.between(5, 8))
      .map(([name, cents]) => ({ name, cents, count: random.between(1, 2) }));
    const total = basket.reduce((sum, { cents, count }) => sum + cents * count, 0);
    const lines = basket.map(({ name, cents, count }) => `${count} × ${name}  ${euro(cents * count)}`).join('\n');
    return single(
      daysAgo,
      `10:${random.between(10, 55)}`,
      'markt',
      `Dein Einkauf bei Kornblume: ${euro(total)}`,
      `Hallo Ida,\n\ndanke für deinen Einkauf.\n\n${lines}\n\nSumme  ${euro(total)}\nBezahlt mit Karte ••17\n\nKornblume Markt, Krummbergstraße`,
      ['receipts'],
    );
  });
}

function monthly(story: Story): Thread[] {
  return [0, 1, 2].flatMap((months) => {
    const daysAgo = months * 30;
    const name = story.monat(-daysAgo - 15);
    return [
      single(
        daysAgo + 8,
        '06:10',
        'telefon',
        `Ihre Mobilfunkrechnung ${name}`,
        `Guten Tag Ida Brandt,\n\nIhre Rechnung für ${name} beträgt 19,99 EUR und wird in sieben Tagen abgebucht.\n\nFunkfeld Mobil`,
        ['receipts'],
        {
          files: [`Rechnung_${name}.pdf`],
        },
      ),
      single(
        daysAgo + 12,
        '03:15',
        'sparbank',
        `Kontoauszug ${name}`,
        `Guten Tag,\n\nim Postfach Ihres Kontos liegt ein neuer Auszug (${name}). Aus Sicherheitsgründen senden wir ihn nicht per E-Mail.\n\nElbsparbank`,
        ['money'],
      ),
      single(
        daysAgo + 18,
        '04:40',
        'cloud',
        'Wolkenlager: payment received',
        'Hi Ida,\n\nwe charged 2.99 EUR for 200 GB. Your storage is 71 % full, most of it called "proof".\n\nWolkenlager',
        ['receipts'],
      ),
    ];
  });
}

function journeys(story: Story): Thread[] {
  const ticket = (days: number, what: string, cents: number) =>
    `Ihre Buchung ist bestätigt.\n\n${what}\n${story.tag(days)}\nPreis: ${euro(cents)}\n\nDas Ticket hängt als PDF an. Gute Reise wünscht die Nordbahn.`;
  const file = (days: number): More => ({ files: [`Ticket_${hash(String(days)).toString(36)}.pdf`] });
  return [
    single(
      60,
      '19:22',
      'bahn',
      'Buchungsbestätigung Hamburg – Itzehoe',
      ticket(-53, 'Hamburg-Altona 10:05 → Itzehoe 10:58, 2. Klasse', 1290),
      ['receipts', 'travel'],
      file(-53),
    ),
    single(
      9,
      '21:48',
      'bahn',
      'Buchungsbestätigung Hamburg – Paris',
      ticket(story.paris, 'Hamburg Hbf 06:46 → Paris Nord 15:05, Wagen 7, Platz 61 (Fenster, Ruhebereich)', 7990),
      ['receipts', 'travel'],
      { ...file(story.paris), starred: true },
    ),
    single(
      40,
      '18:02',
      'bahn',
      'Verspätung? Ihr Anspruch auf Entschädigung',
      'Guten Tag,\n\nIhr Zug hatte 64 Minuten Verspätung. Bitte teilen Sie uns mit, ob Sie eine Entschädigung von 25 % wünschen.\n\nNordbahn',
      ['travel'],
    ),
    single(
      -story.on(WE, -20),
      '07:05',
      'strom',
      'Abschlag und Umzug',
      'Guten Tag Ida Brandt,\n\nwir haben Ihre Umzugsmeldung erhalten. Bitte senden Sie uns am Tag der Übergabe die Zählerstände beider Wohnungen; ein Foto genügt.\n\nWattwerk Strom',
      ['flat', 'receipts'],
    ),
  ];
}

function single(
  daysAgo: number,
  time: string,
  from: string,
  subject: Thread['subject'],
  text: string,
  labels: string[],
  more: More = {},
): Thread {
  return thread(subject, [], { labels }, [got(daysAgo, time, from, text, more)]);
}

function euro(cents: number): string {
  return `${(cents / 100).toFixed(2).replace('.', ',')} €`;
}
