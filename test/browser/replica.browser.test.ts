// The live copy of the client in a real browser: equal to the service after a thousand random changes, while its
// connections are cut, the service is killed and started again, and its log forgets.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '../../src/access/access.ts';
import { openStore } from '../../src/open-store.ts';
import { bundle } from '../support/bundle.ts';
import { launchBrowser } from '../support/chromium.ts';
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
const kinds = Object.keys(LISTS) as (keyof typeof LISTS)[];
let app: Server;
let browser: Browser;
let page: Page;
let service: KilledService;
let proxy: CutProxy;

beforeAll(async () => {
  const code = await bundle('client/src/index.ts');
  app = createServer((request, response) => {
    const isCode = request.url === '/client.js';
    response.setHeader('content-type', isCode ? 'text/javascript' : 'text/html');
    response.end(isCode ? code : '<title>App</title>');
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  const origin = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  const { place } = await newMigratedDatabase();
  const store = await openStore({ data: '', database: place });
  const { text } = await createToken(store, { user: 1, name: 'app', scopes: ['admin'], expiresAt: null });
  await store.close();
  service = await startKilledService(place, ['--allow-origins', origin], text);
  proxy = await startCutProxy(service.url());
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(origin);
  await page.evaluate(`(async () => {
    const { createClient } = await import('/client.js');
    const daybook = createClient({ url: '${proxy.url}', token: '${text}', retryDelay: 50 });
    window.replica = daybook.replica({ kinds: ${JSON.stringify(kinds)} });
    window.told = new Set();
    replica.subscribe((changes) => changes.forEach(({ collection, id }) => told.add(collection + '/' + id)));
    await replica.ready;
  })()`);
});
afterAll(async () => {
  await browser?.close();
  app?.close();
  await proxy?.end();
  await service?.end();
});

it(`a copy is equal to the service after ${CHANGES} changes (seed ${seed})`, async () => {
  const connected = () =>
    eventually(
      () => page.evaluate('replica.state'),
      (state) => state === 'live',
    );
  await writeAtRandom(service, randomFrom(seed), CHANGES, interruptions(service, [proxy], CHANGES, connected));
  await page.evaluate('replica.until()');
  for (const kind of kinds)
    await eventually(
      async () => {
        const copy = (await page.evaluate(`replica.${kind}.values()`)) as object[];
        return { kind, differences: differences(copy, await recordsOf(service, LISTS[kind])) };
      },
      (found) => found.differences.length === 0, // counts come after the changes
    );
  const told = (await page.evaluate('[...told]')) as string[];
  const held = (await page.evaluate('replica.contacts.values().map(({ id }) => id)')) as string[];
  expect(held.filter((id) => !told.includes(`contacts/${id}`))).toEqual([]);
  expect(held.length).toBeGreaterThan(50);
  expect(proxy.requests.filter((one) => one.includes('/ws?')).length).toBeGreaterThanOrEqual(4);
});
