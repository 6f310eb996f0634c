// Killed without warning, again and again, while several clients write: nothing that was acknowledged is lost, and
// nothing is half done. DAYBOOK_TEST_SEED=random makes other choices in each run.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examine, type Findings, type Ledger } from '../support/crash-check.ts';
import { engine, isBegun, newDatabase, newMigratedDatabase } from '../support/databases.ts';
import { openFeed } from '../support/feed.ts';
import { type Served, serve } from '../support/process.ts';
import { seed } from '../support/seed.ts';
import { type Answered, ask, seqOf } from '../support/service.ts';

// Those of PostgreSQL itself are in database-server.test.ts; this service writes nothing there that is not a transaction.
const KILLS = engine === 'postgres' ? 6 : 10;
const WRITERS = 6;
const random = randomFrom(seed);
const ledger: Ledger = { acknowledged: [], batches: [], keyed: [], unanswered: 0, refused: [] };
const findings: Findings = { unsound: [], lost: [], unpaired: [], gaps: [], halves: [], doubled: [] };
const writers = Array.from({ length: WRITERS }, (_, index) => ({ name: `w${index}`, live: [] as Live[] }));
let place: string;
let service: Served;
let replayed = 0;
let count = 0;

interface Live {
  path: string;
  id: string;
  draft: boolean;
  trashed: boolean;
}

/** One client: its requests follow each other on its own records, so it knows what each must have become. */
type Writer = (typeof writers)[number];

class Unanswered extends Error {}

beforeAll(async () => {
  ({ place } = await newMigratedDatabase());
  service = await serve(place, { args: ['--log-level', 'error'] });
  for (let kill = 0; kill < KILLS; kill++) {
    await writeUntilKilled();
    service = await serve(place, { args: ['--log-level', 'error'] });
    await repeatKeyed();
    const log = await examine(place, ledger, findings);
    await replay(log);
    if ([ledger.refused, ...Object.values(findings)].some((problems) => problems.length > 0)) return;
  }
}, 900_000);
afterAll(() => service.kill());

// Killed after a number of acknowledged writes, not after a time: as much work on a slow machine as on a fast one.
async function writeUntilKilled(): Promise<void> {
  const most = ledger.acknowledged.length + Math.floor(random() * 120);
  let ended: Promise<unknown> | undefined;
  const write = async (writer: Writer) => {
    for (;;) {
      try {
        await writeOne(writer);
      } catch (error) {
        if (error instanceof Unanswered) ledger.unanswered++;
        else ledger.refused.push(String(error));
        return;
      }
      if (ledger.acknowledged.length >= most || ledger.refused.length > 0) ended ??= service.kill();
    }
  };
  await Promise.all(writers.map(write));
  await ended;
}

interface Deed {
  fits(live: Live): boolean;
  ask(live: Live): [method: string, path: string, body?: object];
  event: string;
  after?(live: Live, writer: Writer): void;
}

const stands = ({ trashed }: Live) => !trashed;
const deeds: Deed[] = [
  { fits: stands, ask: ({ path, id }) => ['PATCH', `/${path}/${id}`, patchOf(path)], event: 'updated' },
  { fits: stands, ask: ({ path, id }) => ['PATCH', `/${path}/${id}/custom`, { mark: ++count }], event: 'updated' },
  {
    fits: (live) => stands(live) && live.draft,
    ask: ({ id }) => ['PATCH', `/emails/drafts/${id}`, { body_plain: `as edited, ${++count}` }],
    event: 'updated',
  },
  {
    fits: (live) => stands(live) && live.path === 'emails',
    ask: ({ id }) => ['POST', `/emails/${id}/snooze`, { until: `${2100 + (++count % 1000)}-01-01T00:00:00Z` }],
    event: 'snoozed',
  },
  {
    fits: stands,
    ask: ({ path, id }) => ['DELETE', `/${path}/${id}`],
    event: 'deleted',
    after(live) {
      live.trashed = true;
    },
  },
  {
    fits: ({ trashed }) => trashed,
    ask: ({ path, id }) => ['POST', `/${path}/${id}/restore`],
    event: 'restored',
    after(live) {
      live.trashed = false;
    },
  },
  {
    fits: () => true,
    ask: ({ path, id }) => ['DELETE', `/${path}/${id}?permanent=true`],
    event: 'deleted',
    after: leave,
  },
];

async function writeOne(writer: Writer): Promise<void> {
  const ways = [create, create, createKeyed, batch, ...deeds.map((deed) => (one: Writer) => act(one, deed))];
  await (pick(ways) as (writer: Writer) => Promise<void>)(writer);
}

async function act(writer: Writer, { fits, ask: asked, event, after }: Deed): Promise<void> {
  const live = pick(writer.live.filter(fits));
  if (!live) return create(writer);
  try {
    acknowledge(`${live.path.slice(0, -1)}.${event}`, await request(...asked(live)));
    after?.(live, writer);
  } catch (error) {
    leave(live, writer); // what became of it is open, so it is not written to again
    throw error;
  }
}

function leave(live: Live, writer: Writer): void {
  writer.live = writer.live.filter((one) => one !== live);
}

const NEW: Record<string, () => object> = {
  '/events': () => ({ title: `event ${++count}`, start_at: '2026-02-17T09:00:00Z' }),
  '/contacts': () => ({ display_name: `contact ${++count}`, tags: [`tag-${count % 7}`] }),
  '/emails': () => ({ from_address: 'a@b.org', received_at: '2026-02-17T09:00:00Z', body_plain: `mail ${++count}` }),
  '/emails/drafts': () => ({ subject: `draft ${++count}`, body_plain: 'as begun', to: 'b@example.org' }),
};

function patchOf(path: string): object {
  const text = `changed ${++count}`;
  return path === 'events' ? { title: text } : path === 'contacts' ? { notes: text } : { labels: [text] };
}

async function create(writer: Writer): Promise<void> {
  const path = pick(Object.keys(NEW)) as string;
  const kind = path.split('/')[1] as string;
  const id = acknowledge(`${kind.slice(0, -1)}.created`, await request('POST', path, NEW[path]?.()));
  writer.live.push({ path: kind, id, draft: path.endsWith('drafts'), trashed: false });
}

async function createKeyed(): Promise<void> {
  const path = pick(['/events', '/contacts', '/emails']) as string;
  const key = `key-${seed}-${++count}`;
  const keyed = { key, path, body: { ...NEW[path]?.(), custom_fields: { key } }, answer: null };
  ledger.keyed.push(keyed);
  await askKeyed(keyed);
}

async function askKeyed(keyed: Ledger['keyed'][number]): Promise<void> {
  const answer = await request('POST', keyed.path, keyed.body, { 'idempotency-key': keyed.key });
  if (keyed.answer === null) acknowledge(`${keyed.path.slice(1, -1)}.created`, answer);
  else if (answer.text !== keyed.answer || answer.headers.get('idempotent-replayed') !== 'true')
    findings.doubled.push(`${keyed.key} was answered anew`);
  keyed.answer = answer.text;
}

async function batch(writer: Writer): Promise<void> {
  const mails = writer.live.filter((live) => stands(live) && live.path === 'emails').slice(-20);
  if (mails.length === 0) return create(writer);
  const label = `batch-${seed}-${++count}`;
  const one = { label, ids: mails.map(({ id }) => id), acknowledged: false };
  ledger.batches.push(one);
  const answer = await request('POST', '/emails/batch', { ids: one.ids, action: 'add_label', params: { label } });
  one.acknowledged = true;
  if ((answer.body as { processed: number }).processed !== mails.length) ledger.refused.push(answer.text);
}

async function request(
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<Answered> {
  let answer: Answered;
  try {
    answer = await ask(service.url, method, path, body, headers);
  } catch {
    throw new Unanswered();
  }
  if (answer.status >= 300) throw new Error(`${method} ${path} was answered by ${answer.status}: ${answer.text}`);
  return answer;
}

function acknowledge(event: string, answer: Answered): string {
  const { data } = answer.body as { data: { id: string; deleted?: true } };
  const seq = seqOf(answer);
  // The feed has a record as in the response, byte for byte.
  const text = data.deleted ? `{"id":"${data.id}","permanent":true}` : answer.text.slice('{"data":'.length, -1);
  ledger.acknowledged.push({ seq, event, id: data.id, text });
  return data.id;
}

/** What a client does that got no answer: it asks again, under the same key. And one that did gets the same. */
async function repeatKeyed(): Promise<void> {
  const open = ledger.keyed.filter(({ answer }) => answer === null);
  const answered = pick(ledger.keyed.filter(({ answer }) => answer !== null));
  for (const keyed of answered ? [...open, answered] : open) await askKeyed(keyed);
}

/** The feed of the restarted service has the log, from where the last replay ended. */
async function replay(log: Awaited<ReturnType<typeof examine>>): Promise<void> {
  for (let more = true; more; ) {
    const answer = await request('GET', `/changes?since=${replayed}&limit=1000`);
    const { data, meta } = answer.body as {
      data: { seq: number; event: string; data: unknown }[];
      meta: { has_more: boolean };
    };
    for (const { seq, event, data: told } of data) {
      const logged = log[seq - 1];
      if (seq !== replayed + 1) findings.gaps.push(`the feed tells ${seq} after ${replayed}`);
      if (logged?.event !== event || logged.text !== JSON.stringify(told))
        findings.gaps.push(`${seq} is not as logged`);
      replayed = seq;
    }
    more = meta.has_more;
  }
  if (replayed !== log.length) findings.gaps.push(`the feed ends at ${replayed} of ${log.length}`);
}

function pick<T>(from: T[]): T | undefined {
  return from[Math.floor(random() * from.length)];
}

// A plain linear congruential generator: any will do, as long as a seed repeats it.
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

it(`${KILLS} kills during requests, and no request was refused (seed ${seed})`, () => {
  expect(ledger.refused).toEqual([]);
  expect(ledger.unanswered).toBe(KILLS * WRITERS);
  expect(ledger.acknowledged.length).toBeGreaterThan(KILLS * 20);
  expect(ledger.batches.length).toBeGreaterThan(KILLS);
});

it.each<[keyof Findings, string]>([
  ['unsound', 'the database passes the integrity check and the consistency checks after every kill'],
  ['lost', 'every acknowledged write is there as it was acknowledged'],
  ['unpaired', 'every change has its record, and every record its change, its tags and its jobs'],
  ['gaps', 'the feed replays every change, without a gap'],
  ['halves', 'a batch is done as a whole or not at all'],
  ['doubled', 'a write that is repeated with its Idempotency-Key after the kill is done once'],
])('%s: %s', (promise) => {
  expect(findings[promise]).toEqual([]);
});

it('a client that starts at seq 0 gets every change in order after all the kills', async () => {
  const feed = await openFeed(service.url, '?since=0');
  await feed.until((all) => all.at(-1)?.seq === replayed && all.length > replayed);
  expect(feed.changes().map(({ seq }) => seq)).toEqual(Array.from({ length: replayed }, (_, index) => index + 1));
  await feed.close();
});

it('a service that is killed during its first start can be started again', async () => {
  for (const patience of [0, 2, 10]) {
    const { place: fresh } = await newDatabase();
    const starting = serve(fresh, {
      async spawned(child) {
        while (!(await isBegun(fresh))) await sleep(1);
        await sleep(patience);
        child.kill('SIGKILL');
      },
    });
    await expect(starting.then((one) => one.ended)).rejects.toThrow('SIGKILL');
    const standing = await serve(fresh);
    expect((await ask(standing.url, 'POST', '/contacts', { first_name: 'Ann' })).status).toBe(201);
    await standing.kill();
  }
});
