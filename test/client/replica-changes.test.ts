// A live copy is equal to the service after a thousand random changes by several writers, while its connections are cut,
// the service is killed and started again, and its log forgets.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../client/src/index.ts';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.ts';
import { newMigratedDatabase } from '../support/databases.ts';
import { eventually } from '../support/process.ts';
import {
  differences,
  interruptions,
  type KilledService,
  LISTS,
  randomFrom,
  recordsOf,
  startKilledService,
  writeAtRandom,
} from '../support/random-writers.ts';
import { seed } from '../support/seed.ts';

const CHANGES = 1000;
const PAGE = 20;
type Kind = keyof typeof LISTS;
const kinds = Object.keys(LISTS) as Kind[];
const parts = {
  inbox: { kind: 'emails', folder: 'INBOX' },
  home: { kind: 'emails', label: 'home' },
  newest: { kind: 'emails', newest: 25 },
  drafts: { kind: 'emails', status: 'draft' },
  work: { kind: 'events', calendar_name: 'work' },
  friends: { kind: 'contacts', tag: 'friends' },
} as const;

/** Lists of some dozens of records are read in several pages, while they change. */
const fetchSmallPages: typeof fetch = (address, init) =>
  fetch(String(address).replace(/\blimit=(499|500)\b/, `limit=${PAGE}`), init);

let service: KilledService;
let proxies: CutProxy[];
beforeAll(async () => {
  service = await startKilledService((await newMigratedDatabase()).place);
  proxies = await Promise.all([1, 2, 3].map(() => startCutProxy(service.url())));
});
afterAll(async () => {
  for (const proxy of proxies) await proxy.end();
  await service.end();
});

it(`copies are equal to the service after ${CHANGES} changes (seed ${seed})`, async () => {
  const [first, second, third] = proxies as [CutProxy, CutProxy, CutProxy];
  const through = ({ url }: CutProxy) => createClient({ url, retryDelay: 50, fetch: fetchSmallPages });
  third.refusesSockets = true;
  const whole = through(first).replica({ kinds });
  const filtered = through(second).replica({ kinds: parts, body: false });
  const polled = through(third).replica({ kinds: ['emails', 'events', 'contacts', 'labels'], body: false });
  const connected = () =>
    eventually(
      () => [whole.state, filtered.state, polled.state],
      (states) => states.every((state) => state === 'live'),
    );
  await writeAtRandom(service, randomFrom(seed), CHANGES, interruptions(service, proxies, CHANGES, connected));
  for (const one of [whole, filtered, polled]) await one.until();
  const isEqual = async (copy: readonly object[], path: string) =>
    expect({ path, differences: differences(copy, await recordsOf(service, path)) }).toEqual({ path, differences: [] });

  for (const kind of ['emails', 'events', 'contacts', 'trustedSenders', 'settings', 'tasks'] as const)
    await isEqual(whole[kind].values(), LISTS[kind]);
  // Counts come after the changes.
  for (const kind of ['folders', 'labels', 'calendars', 'tags'] as const)
    await eventually(
      async () => differences(whole[kind].values(), await recordsOf(service, LISTS[kind])),
      (different) => different.length === 0,
    );
  await isEqual(filtered.inbox.values(), '/emails?body=false&folder=INBOX');
  await isEqual(filtered.home.values(), '/emails?body=false&label=home');
  await isEqual(filtered.drafts.values(), '/emails?body=false&status=draft');
  await isEqual(filtered.work.values(), '/events?calendar_name=work');
  await isEqual(filtered.friends.values(), '/contacts?tag=friends');
  const newest = (await recordsOf(service, '/emails?body=false')).slice(0, filtered.newest.size);
  expect(differences(filtered.newest.values(), newest)).toEqual([]);
  expect(filtered.newest.size).toBeGreaterThan(12);
  for (const kind of ['emails', 'events', 'contacts', 'labels'] as const)
    await isEqual(polled[kind].values(), `${LISTS[kind]}${kind === 'emails' ? '?body=false' : ''}`);

  expect(first.requests.filter((one) => one.includes('/ws?')).length).toBeGreaterThanOrEqual(4);
  expect(first.requests.filter((one) => one.includes('/contacts?')).length).toBeGreaterThanOrEqual(2); // the log forgot
  expect(first.requests.filter((one) => /emails\?.*offset=[1-9]/.test(one)).length).toBeGreaterThanOrEqual(2);
  expect(whole.emails.size).toBeGreaterThan(50);
  for (const one of [whole, filtered, polled]) one.close();
});
