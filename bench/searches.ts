// What is searched for in a filled database: chosen by how many mails really have it, as the service counts them.
import { list } from '../src/records/list.ts';
import { email } from '../src/resources/email.ts';
import type { Store } from '../src/store/port.ts';
import { chances } from './chance.ts';
import { emailNumber } from './emails.ts';
import { chinese, japanese, vocabulary, WORDS } from './words.ts';

export interface Searches {
  /** In a handful of mails. */
  rare: string[];
  /** In a tenth of all. */
  common: string[];
  /** Two words, each common, together in fewer. */
  two: string[];
  /** Three letters. */
  prefix: string[];
  phrase: string[];
  cjk: string[];
}

const OWNER = 1;
const RARE_MOST = 50;

export async function chooseSearches(store: Store, size: number): Promise<Searches> {
  const chance = chances(size);
  const total = async (search: string): Promise<number> =>
    (await list(store, OWNER, email, { search, limit: 0, offset: 0 }, 'UTC')).meta.total;
  const having = async (candidates: string[], wanted: number, fits: (mails: number) => boolean) => {
    const found: string[] = [];
    for (const one of new Set(candidates)) {
      if (found.length === wanted) break;
      if (fits(await total(one))) found.push(one);
    }
    if (found.length === 0) throw new Error(`nothing fit to search for among ${candidates.slice(0, 5).join(', ')}…`);
    return found;
  };
  const word = (rank: number) => vocabulary[rank] as string;
  const middling = () => word(40 + Math.floor(chance() * 300));
  const bodies = Array.from({ length: 100 }, () => bodyWords(Math.floor(chance() * size)));
  const names = new Set(vocabulary.slice(WORDS));
  const rare = bodies.flatMap((words) => words.filter((one) => names.has(one)));
  const some = (mails: number) => mails > 0;
  return {
    rare: await having([...rare, ...someWords(2_000)], 30, (mails) => mails > 0 && mails <= RARE_MOST),
    common: await nearest(
      total,
      Array.from({ length: 40 }, (_, index) => word(100 + index * 8)),
      size / 10,
      4,
    ),
    two: await having(
      Array.from({ length: 60 }, () => `${middling()} ${middling()}`),
      20,
      some,
    ),
    prefix: await having(
      Array.from({ length: 60 }, () => word(Math.floor(chance() * WORDS)).slice(0, 3)),
      20,
      some,
    ),
    phrase: await having(
      bodies.map((words) => `"${words.slice(3, 5).join(' ')}"`),
      20,
      some,
    ),
    cjk: await having([...chinese, ...japanese], 20, some),
  };

  function someWords(count: number): string[] {
    return Array.from({ length: count }, () => word(Math.floor(WORDS * (0.5 + chance() / 2))));
  }
}

async function nearest(
  total: (word: string) => Promise<number>,
  words: string[],
  wanted: number,
  count: number,
): Promise<string[]> {
  const counted: { word: string; off: number }[] = [];
  for (const word of words) counted.push({ word, off: Math.abs((await total(word)) - wanted) });
  counted.sort((a, b) => a.off - b.off);
  return counted.slice(0, count).map((one) => one.word);
}

function bodyWords(n: number): string[] {
  const { body_plain, body_html } = emailNumber(n);
  const text = body_plain ?? (body_html as string).replace(/<[^>]*>/g, ' ');
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
