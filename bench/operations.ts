// What is measured over HTTP: the things clients do all day, each as an endless row of requests. Both programs get the
// same requests in the same order; `chances` with a fixed seed chooses among the records.
import { chances, pick } from './chance.ts';
import { postedNumber } from './emails.ts';
import type { Sample } from './fill.ts';
import { type NextRequest, requestText } from './load.ts';
import type { Searches } from './searches.ts';

/** What the requests to one program are made from; they keep it up to date where they depend on it. */
export interface Mailbox extends Sample {
  /** Mails in INBOX at the start. */
  inbox: number;
  /** New mails that were posted. */
  posted: number;
}

export interface Operation {
  name: string;
  about: string;
  /** How many connections ask at the same time; measured once for each. */
  lanes: readonly number[];
  /** The requests for one program; what they remember is that program's state. */
  requests(mailbox: Mailbox, lanes: number): NextRequest;
  /** Whether the bare program does it too. */
  bare: boolean;
  /** Whether both answer the same bytes, which is checked before measuring. */
  sameBytes: boolean;
}

const PAGE = 20;
const DEEP = 10_000;
const BATCH = 100;

export const operations: readonly Operation[] = [
  reading('get', 'an email by its id', [1, 10, 50], ({ ids }) => ids.map((id) => `/emails/${id}`)),
  reading('list', '20 newest of INBOX', [1, 10], () => ['/emails?folder=INBOX']),
  reading('list deep', 'the same at offset 10,000', [1], ({ inbox }) => [
    `/emails?folder=INBOX&offset=${Math.min(DEEP, Math.max(0, inbox - PAGE))}`,
  ]),
  reading('list last', 'the same, last page', [1], ({ inbox }) => [
    `/emails?folder=INBOX&offset=${Math.floor((inbox - 1) / PAGE) * PAGE}`,
  ]),
  reading('list filters', 'folder, unread, starred', [10], () => [
    '/emails?folder=INBOX&is_read=false&is_starred=true',
  ]),
  reading('list compact', '20 newest as lines', [10], () => ['/emails?folder=INBOX&format=compact']),
  reading('unread count', 'of INBOX, limit=0', [1], () => ['/emails?folder=INBOX&is_read=false&limit=0']),
  { ...reading('folders', 'with total and unread', [1], () => ['/folders']), bare: false, sameBytes: false },
  {
    ...reading('correspondents', 'of a letter, a beginning, none', [1], () => [
      '/correspondents?q=m',
      '/correspondents?q=ann',
      '/correspondents',
    ]),
    bare: false,
    sameBytes: false,
  },
  {
    ...reading('threads', '20 newest conversations of INBOX', [1], () => ['/threads?folder=INBOX']),
    bare: false,
    sameBytes: false,
  },
  {
    ...reading('threads 50', '50 newest conversations of INBOX', [1], () => ['/threads?folder=INBOX&limit=50']),
    bare: false,
    sameBytes: false,
  },
  searching('search rare', 'a word in few mails', 'rare'),
  searching('search common', 'a word in a tenth of the mails', 'common'),
  searching('search two', 'two words', 'two'),
  searching('search prefix', 'three letters', 'prefix'),
  searching('search phrase', 'two words in a row', 'phrase'),
  searching('search CJK', 'Chinese or Japanese', 'cjk'),
  searchingAll('search everything rare', 'a word in few records, of all kinds', 'rare'),
  searchingAll('search everything two', 'two words, of all kinds', 'two'),
  writing('patch', 'is_read toggled, durable', [1, 50], ({ ids, isRead }, own) => (lane) => {
    const at = own(lane);
    isRead[at] = !isRead[at];
    return { text: requestText('PATCH', `/emails/${ids[at]}`, `{"is_read":${isRead[at]}}`), status: 200 };
  }),
  writing('merge custom', 'a key of custom_fields', [10], ({ ids }, own) => {
    let value = 0;
    return (lane) => ({
      text: requestText('PATCH', `/emails/${ids[own(lane)]}/custom`, `{"visits":${++value}}`),
      status: 200,
    });
  }),
  {
    ...writing('batch', '100 emails starred or not', [1], ({ ids }) => {
      let turn = 0;
      return () => {
        const first = (Math.floor(turn / 2) * BATCH) % Math.max(1, ids.length - BATCH);
        const action = turn++ % 2 === 0 ? 'star' : 'unstar';
        const body = JSON.stringify({ ids: ids.slice(first, first + BATCH), action });
        return { text: requestText('POST', '/emails/batch', body), status: 200 };
      };
    }),
    bare: false,
  },
  batchWhere('batch where', '100 emails by filter, starred or not', (turn) => ({
    action: turn % 2 === 0 ? 'star' : 'unstar',
  })),
  batchWhere('batch dry run', 'how many emails a filter selects', () => ({ action: 'star', dry_run: true })),
  // Last, because it makes the lists longer.
  writing('create', 'a new email of 2 KB, durable', [50], (mailbox) => () => post(mailbox)),
];

/** The first request gives 100 emails the label that the others select. */
function batchWhere(name: string, about: string, actionOf: (turn: number) => object): Operation {
  const label = 'a batch of the bench';
  const batch = (body: object) => ({ text: requestText('POST', '/emails/batch', JSON.stringify(body)), status: 200 });
  const make = ({ ids }: Mailbox) => {
    let turn = 0;
    const labelled = batch({ ids: ids.slice(0, BATCH), action: 'add_label', params: { label } });
    return () => (turn++ === 0 ? labelled : batch({ where: { label }, ...actionOf(turn) }));
  };
  return { ...writing(name, about, [1], make), bare: false };
}

/** A new mail. */
export function post(mailbox: Mailbox) {
  return { text: requestText('POST', '/emails', JSON.stringify(postedNumber(mailbox.posted++))), status: 201 };
}

export function read(path: string) {
  return { text: requestText('GET', path), status: 200 };
}

export function choosing<T>(from: readonly T[]): () => T {
  const chance = chances(1);
  return () => pick(from, chance);
}

function reading(
  name: string,
  about: string,
  lanes: readonly number[],
  paths: (mailbox: Mailbox) => string[],
): Operation {
  return { name, about, lanes, bare: true, sameBytes: true, requests: (mailbox) => choosing(paths(mailbox).map(read)) };
}

function searching(name: string, about: string, kind: keyof Searches): Operation {
  return reading(name, about, [1], ({ searches }) =>
    searches[kind].map((text) => `/emails?search=${encodeURIComponent(text)}`),
  );
}

function searchingAll(name: string, about: string, kind: keyof Searches): Operation {
  const paths = ({ searches }: Mailbox) => searches[kind].map((text) => `/search?q=${encodeURIComponent(text)}`);
  return { ...reading(name, about, [1], paths), bare: false, sameBytes: false };
}

// `own` gives a lane records of its own, so that every request is a real change.
function writing(
  name: string,
  about: string,
  lanes: readonly number[],
  make: (mailbox: Mailbox, own: (lane: number) => number) => NextRequest,
): Operation {
  const requests = (mailbox: Mailbox, count: number) => {
    const chance = chances(count);
    const own = (lane: number) => Math.floor((chance() * (mailbox.ids.length - lane)) / count) * count + lane;
    return make(mailbox, own);
  };
  return { name, about, lanes, bare: true, sameBytes: false, requests };
}
