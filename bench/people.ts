// Invented people as contacts, and invented events: number n is always the same.
import { chances, pick } from './chance.ts';
import { drawRank, vocabulary } from './words.ts';

const FIRST = 'Ann Bob Zoë Jürgen Carla Dev Eva Finn Gita Hugo Ida Jan Kofi Lena Mia Noor Olaf Petra Quinn Rosa'.split(
  ' ',
);
const CALENDARS = ['default', 'work', 'home', 'club'];
const HOUR = 3_600_000;
const FIRST_START = Date.UTC(2006, 0, 1);
const TWENTY_YEARS = Date.UTC(2026, 0, 1) - FIRST_START;

interface Person {
  first: string;
  last: string;
  name: string;
  address: string;
}

export function personNumber(n: number): Person {
  const chance = chances(n ^ 0x0be0);
  const first = pick(FIRST, chance);
  const last = capital(vocabulary[1_000 + Math.floor(chance() * 9_000)] as string);
  const letters = first.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase();
  return { first, last, name: `${first} ${last}`, address: `${letters}.${last.toLowerCase()}${n}@example.org` };
}

export function contactNumber(n: number): Record<string, unknown> {
  const chance = chances(n ^ 0xc0de);
  const { first, last, name, address } = personNumber(n);
  return {
    first_name: first,
    last_name: last,
    display_name: name,
    emails: [{ address, label: 'personal', primary: true }],
    phones: [{ number: `+49 30 ${5_550_000 + (n % 10_000)}`, label: 'mobile', primary: true }],
    company: chance() < 0.5 ? capital(vocabulary[drawRank(chance)] as string) : null,
    notes: words(chance, 12),
    tags: chance() < 0.3 ? ['friends'] : [],
  };
}

export function eventNumber(n: number): Record<string, unknown> {
  const chance = chances(n ^ 0xe7e7);
  const start = FIRST_START + Math.floor((chance() * TWENTY_YEARS) / HOUR) * HOUR;
  return {
    title: capital(words(chance, 3)),
    description: words(chance, 20),
    location: chance() < 0.5 ? capital(words(chance, 2)) : null,
    start_at: new Date(start).toISOString(),
    end_at: new Date(start + HOUR).toISOString(),
    calendar_name: pick(CALENDARS, chance),
  };
}

function words(chance: () => number, count: number): string {
  return Array.from({ length: count }, () => vocabulary[drawRank(chance)]).join(' ');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
