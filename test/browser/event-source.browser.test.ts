// EventSource of a real browser: it follows the feed with the cookie of a session, resumes by itself after a restart of
// the service, and stops when its position is no longer in the log.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/chromium.ts';
import { keyOf } from '../support/keys.ts';
import { freePort } from '../support/ports.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let headers: { authorization: string };
let browser: Browser;
let page: Page;
let port: string;
beforeAll(async () => {
  port = String(await freePort());
  service = await startTestService({ port });
  ({ headers } = await keyOf(service, ['contacts:read', 'contacts:write']));
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(`${service.url}/health`);
  const token = JSON.stringify({ token: headers.authorization.replace('Bearer ', '') });
  await page.evaluate(`fetch('/api/v1/session', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(token)},
  }).then((response) => { if (!response.ok) throw new Error(response.status); })`);
});
afterAll(async () => {
  await browser?.close();
  await service?.end();
});

const addContact = (name: string) => service.ask('POST', '/contacts', { display_name: name }, headers);
/** What the page has received: the name of each contact, or of the event. */
const received = (list: string) => page.evaluate(list) as Promise<string[]>;

it('onmessage receives every change, addEventListener those that it names', async () => {
  await page.evaluate(`
    window.all = []; window.named = [];
    const nameOf = ({ data }) => { const { event, data: record } = JSON.parse(data); return record?.display_name ?? event; };
    window.source = new EventSource('/api/v1/changes/stream');
    window.source.onmessage = (message) => window.all.push(nameOf(message));
    const other = new EventSource('/api/v1/changes/stream?named=true');
    other.onmessage = (message) => window.named.push('onmessage: ' + nameOf(message));
    other.addEventListener('connected', (message) => window.named.push(nameOf(message)));
    other.addEventListener('contact.created', (message) => window.named.push(nameOf(message)));
    undefined`);
  await expect.poll(() => received('[...all, ...named]'), { timeout: 60_000 }).toHaveLength(2);
  await addContact('Ann');
  await expect.poll(() => received('all'), { timeout: 60_000 }).toEqual(['connected', 'Ann']);
  await expect.poll(() => received('named'), { timeout: 60_000 }).toEqual(['connected', 'Ann']);
});

it('after a restart of the service it connects again by itself, and receives what it has missed once', async () => {
  const { folder: data, database } = service;
  await service.stop();
  service = await startTestService({ port, data, database });
  await addContact('Bob'); // before the browser tries again
  await expect.poll(() => received('all'), { timeout: 60_000 }).toEqual(['connected', 'Ann', 'connected', 'Bob']);
  await addContact('Cid');
  await expect.poll(() => received('all.slice(4)'), { timeout: 60_000 }).toEqual(['Cid']);
});

it('when it is refused it stops, and a request to poll shows the reason', async () => {
  const [state, code] = (await page.evaluate(`(async () => {
    const refused = new EventSource('/api/v1/changes/stream?since=999999');
    await new Promise((resolve) => { refused.onerror = resolve; });
    const response = await fetch('/api/v1/changes?since=999999');
    return [refused.readyState, (await response.json()).error.code];
  })()`)) as [number, string];
  expect([state, code]).toEqual([2, 'CURSOR_EXPIRED']);
});
