// All contacts of the demo, and senders that are not contacts: shops, newsletters, automated systems.
import { bookPeople } from './people/book.ts';
import { clubPeople } from './people/club.ts';
import { family, friends } from './people/family.ts';
import type { Person } from './people/person.ts';
import { townPeople } from './people/town.ts';
import { clients, colleagues } from './people/work.ts';
import type { Story } from './story.ts';

export const people: readonly Person[] = [
  ...family,
  ...friends,
  ...colleagues,
  ...clients,
  ...bookPeople,
  ...clubPeople,
  ...townPeople,
];

export const ME = { name: 'Ida Brandt', address: 'ida@brandt.example' };
export const ME_AT_WORK = { name: 'Ida Brandt', address: 'ida.brandt@nordlicht.example' };

const machines: Record<string, [name: string, address: string]> = {
  slow: ['The Slow Letter', 'letter@slowletter.example'],
  terrain: ['Type & Terrain', 'digest@typeandterrain.example'],
  kompass: ['Alster-Kompass', 'newsletter@alsterkompass.example'],
  phare: ['La Lettre du Phare', 'lettre@editionsduphare.example'],
  tickets: ['Atlas Tickets', 'notify@atlas-tickets.example'],
  markt: ['Kornblume Markt', 'bestellung@kornblume.example'],
  bahn: ['Nordbahn', 'buchung@nordbahn.example'],
  strom: ['Wattwerk Strom', 'rechnung@wattwerk.example'],
  telefon: ['Funkfeld Mobil', 'rechnung@funkfeld.example'],
  paket: ['Paketbote', 'sendung@paketbote.example'],
  film: ['Lichtspiel+', 'konto@lichtspiel.example'],
  cloud: ['Wolkenlager', 'billing@wolkenlager.example'],
  sparbank: ['Elbsparbank', 'service@elbsparbank.example'],
  kunst: ['Papier & Feder', 'shop@papierundfeder.example'],
  tickets2: ['Konzertkasse', 'karten@konzertkasse.example'],
  wohnen: ['Wohnfinder', 'suche@wohnfinder.example'],
  umfrage: ['Prize Department', 'winner@lucky-prizes.example'],
  invest: ['Gold Signal', 'vip@gold-signal.example'],
  paketfalsch: ['Paketdienst Zoll', 'zoll@paket-gebuehr.example'],
  seo: ['Ranking Team', 'grow@rank-first.example'],
};

const byKey = new Map(people.map((one) => [one.key, one]));

/** The address of a person by the key that texts use. A misspelt key is a programming error. */
export function addressOf(key: string): { address: string; name: string } {
  const machine = machines[key];
  if (machine) return { name: machine[0], address: machine[1] };
  const found = byKey.get(key);
  if (!found?.email) throw new Error(`nobody in the demo is called ${key} and has an address`);
  return { name: found.name, address: found.email };
}

/** The request body that creates the contact. */
export function contactBody({ name, first, last, email, more }: Person, story: Story): Record<string, unknown> {
  const { work, also, mobile, phone, home, lives, born, custom, tags = [] } = more;
  const label = work ? 'work' : 'personal';
  const emails = [
    ...(email ? [{ address: email, label, primary: true }] : []),
    ...(also ? [{ address: also, label: work ? 'personal' : 'work' }] : []),
  ];
  const numbers = [
    { number: mobile, label: 'mobile' },
    { number: phone, label: 'work' },
    { number: home, label: 'home' },
  ].filter((one) => one.number !== undefined);
  const birthday = birthdayOf(name, born, story);
  return {
    display_name: name,
    first_name: first,
    last_name: last,
    emails,
    phones: numbers.map((one, index) => ({ ...one, primary: index === 0 })),
    company: more.company ?? null,
    job_title: more.job ?? null,
    addresses: lives ? [postal(lives, work ? 'work' : 'home')] : [],
    notes: more.notes ?? null,
    tags,
    ...(birthday && { birthday: birthday.length === YEARLESS ? `--${birthday}` : birthday }),
    custom_fields: custom ?? null,
    ...(more.source && { source: more.source, source_id: `contacts/${email}.vcf` }),
  };
}

const YEARLESS = '03-04'.length;

/** Mother's seventieth birthday is on the day of the party, whenever that is. */
function birthdayOf(name: string, born: string | undefined, story: Story): string | undefined {
  if (name !== 'Renate Brandt') return born;
  return story.today.add({ days: story.party }).subtract({ years: 70 }).toString();
}

function postal([street, postal_code, city, country]: [string, string, string, string], label: string) {
  return { street, city, state: null, postal_code, country, label };
}
