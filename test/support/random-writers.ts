// Writers that change records of all kinds at random over the API, a service that is killed and its connections cut
// meanwhile, and the records of the service to compare a copy with.
import { openStore } from '../../src/open-store.ts';
import { pruneChanges } from '../../src/store/tables/changes.ts';
import type { CutProxy } from './cut-proxy.ts';
import { type Served, serve } from './process.ts';
import { ask } from './service.ts';

type Random = () => number;
interface Change {
  method: string;
  path: string;
  body?: unknown;
}

const WRITERS = 4;
const FOLDERS = ['INBOX', 'ARCHIVE', 'Projects', 'Travel'];
const NAMES = ['home', 'work', 'bills', 'later', 'friends'];

/** The same numbers from 0 up to 1 in every run with the same seed (mulberry32). */
export function randomFrom(start: number): Random {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes so many changes, and meanwhile what the plan has after some of them. */
export async function writeAtRandom(
  service: KilledService,
  random: Random,
  count: number,
  plan: (made: number) => Promise<void> | void,
): Promise<void> {
  const ids = { contacts: [] as string[], events: [] as string[], emails: [] as string[], drafts: [] as string[] };
  let made = 0;
  const change = async () => {
    const { method, path, body } = randomChange(random, ids);
    const answer = await ask(service.url(), method, path, body, service.headers);
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.text}`);
    if (answer.status >= 300) return; // such as a record that another writer has erased
    const { id } = (answer.body as { data?: { id?: string } }).data ?? {};
    const kind = path === '/emails/drafts' ? 'drafts' : path.slice(1);
    if (method === 'POST' && id && kind in ids) ids[kind as keyof typeof ids].push(id);
    made++;
    await plan(made);
  };
  const write = async () => {
    while (made < count) {
      await change().catch(async (error: { code?: string }) => {
        if (error.code === undefined) throw error;
        await service.up(); // it was killed, and the outcome is unknown
      });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

function randomChange(random: Random, ids: Record<'contacts' | 'events' | 'emails' | 'drafts', string[]>): Change {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.3);
  const day = () => `2026-0${1 + Math.floor(random() * 9)}-${10 + Math.floor(random() * 18)}`;
  const word = () => Math.floor(random() * 1e6).toString(36);
  const kind = one(['contacts', 'events', 'emails'] as const);
  const known = ids[kind].length > 0;
  const path = `/${kind}/${known ? one(ids[kind]) : 'none'}`;
  const contact = () => ({ display_name: word(), notes: word(), tags: some(NAMES) });
  const rule = () => (random() < 0.3 ? { recurrence: { freq: 'daily', count: 9 } } : {});
  const event = () => ({ title: word(), start_at: `${day()}T09:00:00Z`, calendar_name: one(NAMES), ...rule() });
  const flags = () => ({ folder: one(FOLDERS), labels: some(NAMES), is_read: random() < 0.5 });
  const email = () => ({ from_address: 'ann@example.org', received_at: day(), body_plain: word(), ...flags() });
  const create = { contacts: contact, events: event, emails: email }[kind];
  const patch = { contacts: contact, events: () => ({ title: word(), calendar_name: one(NAMES) }), emails: flags }[
    kind
  ];
  const draft = `/emails/${ids.drafts.length > 0 ? one(ids.drafts) : 'none'}`;
  const names = one(['labels', 'folders', 'tags', 'calendars']);
  const changes: [number, () => Change][] = [
    [30, () => ({ method: 'POST', path: `/${kind}`, body: create() })],
    [6, () => ({ method: 'POST', path: '/emails/drafts', body: { to: 'bob@example.org', subject: word() } })],
    [25, () => ({ method: 'PATCH', path, body: patch() })],
    [10, () => ({ method: 'DELETE', path })],
    [6, () => ({ method: 'POST', path: `${path}/restore` })],
    [4, () => ({ method: 'DELETE', path: `${path}?permanent=true` })],
    [5, () => ({ method: 'POST', path: '/emails/batch', body: { ids: some(ids.emails).slice(0, 10), ...action() } })],
    [3, () => ({ method: 'POST', path: '/emails/batch', body: { where: { folder: one(FOLDERS) }, ...action() } })],
    [5, () => ({ method: 'POST', path: `${draft}/${one(['send', 'cancel', 'unsnooze'])}` })],
    [3, () => ({ method: 'POST', path: `${path}/snooze`, body: { until: '2030-01-07T08:00:00Z' } })],
    [
      2,
      () => ({
        method: 'PATCH',
        path: `/${names}/${one([...NAMES, ...FOLDERS])}`,
        body: { name: one(NAMES) + word() },
      }),
    ],
    [1, () => ({ method: 'DELETE', path: `/${names}/${one(NAMES)}` })],
    [2, () => ({ method: 'PATCH', path: '/settings', body: { week_start: one(['MO', 'SU']) } })],
    [2, () => ({ method: 'POST', path: '/trusted-senders', body: { sender: `${word()}@example.org` } })],
  ];
  const action = () =>
    one([
      { action: 'mark_read' },
      { action: 'star' },
      { action: 'move', params: { folder: one(FOLDERS) } },
      { action: 'add_label', params: { label: one(NAMES) } },
    ]);
  let choice = random() * changes.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, make] of changes) {
    choice -= weight;
    if (choice < 0) return make();
  }
  return { method: 'POST', path: '/contacts', body: contact() };
}

export interface KilledService {
  url(): string;
  /** Those that its requests need. */
  headers: Record<string, string>;
  /** Resolves when it runs. */
  up(): Promise<void>;
  /** Kills it, and starts it again; with `forgets`, its log has lost every change when it starts. */
  kill(forgets?: boolean): Promise<void>;
  end(): Promise<void>;
}

/** A service in a process of its own; with a token, if one is given. */
export async function startKilledService(place: string, args: string[] = [], token?: string): Promise<KilledService> {
  const run = () => serve(place, { args: ['--log-level', 'error', '--rate-limit', '0', ...args] });
  let served: Served = await run();
  let up = Promise.resolve();
  const restart = async (forgets: boolean) => {
    await served.kill();
    if (forgets) {
      const store = await openStore({ data: '', database: place });
      await store.write(1, (tx) => pruneChanges(tx, Number.POSITIVE_INFINITY, 100_000));
      await store.close();
    }
    served = await run();
  };
  return {
    url: () => served.url,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    up: () => up,
    async kill(forgets = false) {
      up = restart(forgets);
      await up;
    },
    end: async () => void (await served.kill()),
  };
}

/**
 * What is done to the service and to those who follow it, after some of so many changes. `connected` resolves when they
 * are connected, so that each kill interrupts them however fast the changes are made.
 */
export function interruptions(
  service: KilledService,
  proxies: readonly CutProxy[],
  count: number,
  connected: () => Promise<unknown>,
) {
  const each = (work: (proxy: CutProxy) => void) => {
    for (const proxy of proxies) work(proxy);
  };
  const restart = async (forgets: boolean) => {
    await service.kill(forgets);
    each((proxy) => Object.assign(proxy, { target: service.url(), isDown: false }));
  };
  const at = (part: number) => Math.round(count * part);
  const plan = new Map<number, () => Promise<void>>([
    [at(0.25), () => connected().then(() => restart(false))],
    [at(0.45), () => connected().then(() => each((proxy) => Object.assign(proxy, { isDown: true }).cut()))],
    [at(0.5), () => restart(true)],
    [at(0.75), () => connected().then(() => restart(false))],
  ]);
  const between = Math.round(count / 25);
  let last = Promise.resolve();
  return async (made: number) => {
    if (made % between === 0) each((proxy) => proxy.cut());
    const next = plan.get(made);
    if (!next) return;
    last = last.then(next); // writers do not wait for each other, but interruptions are in order
    await last;
  };
}

export const LISTS = {
  ...{ emails: '/emails', events: '/events', contacts: '/contacts', trustedSenders: '/trusted-senders' },
  ...{ tasks: '/tasks', folders: '/folders', labels: '/labels', calendars: '/calendars', tags: '/tags' },
  ...{ settings: '/settings', accounts: '/email-accounts', identities: '/identities', files: '/files' },
} as const;

/** All records of a list. */
export async function recordsOf({ url, headers }: KilledService, path: string): Promise<object[]> {
  const records: object[] = [];
  for (;;) {
    const part =
      path === '/settings' ? path : `${path}${path.includes('?') ? '&' : '?'}limit=500&offset=${records.length}`;
    const { body } = await ask(url(), 'GET', part, undefined, headers);
    const { data, meta } = body as { data: object | object[]; meta?: { has_more: boolean } };
    records.push(...[data].flat());
    if (!meta?.has_more) return records;
  }
}

/** The records that only one of both has, or that differ. */
export function differences(copy: readonly object[], truth: readonly object[]): string[] {
  const texts = (records: readonly object[]) => new Set(records.map((one) => JSON.stringify(sortedKeys(one))));
  const [one, other] = [texts(copy), texts(truth)];
  return [
    ...[...one].filter((text) => !other.has(text)).map((text) => `copy: ${text}`),
    ...[...other].filter((text) => !one.has(text)).map((text) => `service: ${text}`),
  ];
}

function sortedKeys(record: object): [string, unknown][] {
  return Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
}
