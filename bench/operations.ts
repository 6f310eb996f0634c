// What is measured: five things clients do all day, each as an endless row of requests. Both programs get the same
// requests in the same order; `chances` with a fixed seed chooses among the records.
import { chances, emailNumber, pick, searchWords } from './emails.ts';
import type { Filled } from './fill.ts';
import type { Soon } from './limit-store.ts';
import { type NextRequest, requestText } from './load.ts';

export interface Operation {
  name: string;
  about: string;
  /** The requests for one program; what they remember is that program's state. */
  requests(filled: Filled, lanes: number): NextRequest;
  /** Whether both programs answer the same bytes, which is checked before measuring. */
  sameBytes: boolean;
}

export const operations: Operation[] = [
  {
    name: 'get',
    about: 'one email by id',
    sameBytes: true,
    requests: ({ ids }) => choosing(ids.map((id) => read(`/emails/${id}`))),
  },
  {
    name: 'list',
    about: '20 newest of INBOX',
    sameBytes: true,
    requests: () => choosing([read('/emails?folder=INBOX')]),
  },
  {
    name: 'search',
    about: '20 newest with a word',
    sameBytes: true,
    requests: ({ words }) => choosing(words.map((word) => read(`/emails?search=${word}`))),
  },
  {
    name: 'update',
    about: 'is_read turned over',
    sameBytes: false,
    requests: ({ ids, isRead }, lanes) => {
      const chance = chances(1);
      const now = [...isRead];
      return (lane) => {
        // Each connection has records of its own, so that every request is a real change.
        const own = Math.floor((chance() * (ids.length - lane)) / lanes) * lanes + lane;
        now[own] = !now[own];
        return { text: requestText('PATCH', `/emails/${ids[own]}`, `{"is_read":${now[own]}}`), status: 200 };
      };
    },
  },
  // Last, because it makes the lists longer.
  {
    name: 'create',
    about: 'a new email, durable',
    sameBytes: false,
    requests: ({ ids }) => {
      let n = ids.length;
      return () => ({ text: requestText('POST', '/emails', JSON.stringify(emailNumber(n++))), status: 201 });
    },
  },
];

/** Words that about one mail in a hundred has, and at least 20 have. */
export async function chooseWords(count: (word: string) => Soon<number>, size: number): Promise<string[]> {
  const found: { word: string; mails: number }[] = [];
  for (const word of searchWords) found.push({ word, mails: await count(word) });
  const usable = found.filter(({ mails }) => mails >= 20);
  usable.sort((a, b) => Math.abs(a.mails - size / 100) - Math.abs(b.mails - size / 100));
  return usable.slice(0, 40).map(({ word }) => word);
}

function read(path: string) {
  return { text: requestText('GET', path), status: 200 };
}

function choosing(from: ReturnType<typeof read>[]): NextRequest {
  const chance = chances(1);
  return () => pick(from, chance);
}
