// The most likely recipients, stored in the browser, so that people are suggested without a connection too.

import { daybook } from '../../data/client.ts';
import { prefetch } from '../../data/live/query.ts';
import { readCached } from '../../data/storage/cache.ts';
import type { Correspondent } from '../../data/types.ts';

const KEY = 'correspondents';
const MOST = 100;

/** Reads them before they are needed. */
export function keepKnownPeople(): void {
  prefetch(KEY, async (signal) => (await daybook.get('/correspondents', { query: { limit: MOST }, signal })).data, {
    events: ['contact.*'],
  });
}

/** Those whose name or address has words that begin with each typed word, the most likely first. */
export async function findKnownPeople(text: string, most: number): Promise<Correspondent[]> {
  const known = (await readCached<Correspondent[]>(KEY)) ?? [];
  const typed = wordsOf(text);
  const fits = ({ name, address }: Correspondent) => {
    const own = [...wordsOf(name ?? ''), ...wordsOf(address)];
    return typed.every((word) => own.some((one) => one.startsWith(word)));
  };
  return typed.length === 0 ? [] : known.filter(fits).slice(0, most);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
