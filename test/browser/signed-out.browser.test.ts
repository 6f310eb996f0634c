// After sign-out, or when the session was ended elsewhere, the cache of the browser shows nothing of a person's mail: not
// by Back, not by the address of a page, not by that of an image.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRemoteImages } from '../../src/mail/html/remote-images.ts';
import { allowedAddresses } from '../../src/protocols/net/hosts.ts';
import { encodePng } from '../../src/values/png.ts';
import { launchBrowser } from '../support/chromium.ts';
import { keyOf } from '../support/keys.ts';
import { startTestService, type TestService } from '../support/service.ts';

const PNG = Buffer.from(encodePng(2, 2, () => [255, 0, 0, 255]));
const SECRET = 'The key lies under the mat.';

let service: TestService;
let browser: Browser;
let images: Server;
let admin: { authorization: string };
let token: string;
let mail: string;
let page: Page;

beforeAll(async () => {
  service = await startTestService({}, createRemoteImages(allowedAddresses(['127.0.0.1'])));
  browser = await launchBrowser();
  images = createServer((_request, response) => void response.end(PNG)).listen(0, '127.0.0.1');
  await once(images, 'listening');
  admin = (await keyOf(service, ['admin'])).headers;
  token = (await keyOf(service, ['emails:read'])).headers.authorization.slice('Bearer '.length);
  const image = `http://127.0.0.1:${(images.address() as AddressInfo).port}/a.png`;
  const body = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z' };
  const html = `<p>${SECRET}</p><img src="${image}">`;
  const made = await service.ask('POST', '/emails', { ...body, body_html: html }, { ...admin });
  mail = `${service.url}/api/v1/emails/${(made.body as { data: { id: string } }).data.id}/html?remote=true`;
});
afterAll(async () => {
  await browser?.close();
  images?.close();
  await service?.end();
});
beforeEach(async () => {
  page = await browser.newPage();
  await page.goto(`${service.url}/health`);
  const begun = await page.evaluate<number>(
    `fetch('/api/v1/session', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: ${JSON.stringify(token)} }) }).then((answer) => answer.status)`,
  );
  expect(begun).toBe(201);
});
afterEach(() => page.close());

const text = () => page.evaluate<string>('document.documentElement.innerText');
/** Whether the cache has an answer. */
const isCached = (url: string) =>
  page.evaluate<boolean>(
    `fetch(${JSON.stringify(url)}, { cache: 'only-if-cached', mode: 'same-origin' }).then((answer) => answer.ok, () => false)`,
  );
/** What the browser shows or loads, in the cache or not. */
const statusOf = (url: string) =>
  page.evaluate<number>(`fetch(${JSON.stringify(url)}, { cache: 'force-cache' }).then((answer) => answer.status)`);

/** Opens the mail, then another page; returns the address of its image. */
async function readMail(): Promise<string> {
  await page.goto(mail);
  expect(await text()).toContain(SECRET);
  const image = await page.evaluate<string>('document.images[0].src');
  expect(await page.evaluate<number>('document.images[0].naturalWidth')).toBe(2);
  await page.goto(`${service.url}/health`);
  return image;
}

async function expectNothing(image: string): Promise<void> {
  expect([await isCached(mail), await isCached(image)]).toEqual([false, false]);
  expect([await statusOf(mail), await statusOf(image)]).toEqual([401, 401]);
  await page.goBack();
  expect(await text()).not.toContain(SECRET);
  await page.goto(mail);
  expect(await text()).not.toContain(SECRET);
  expect(await text()).toContain('UNAUTHORIZED');
}

describe('nothing of a mail is left in the browser', () => {
  it('after sign-out', async () => {
    const image = await readMail();
    const ended = await page.evaluate<number>(
      `fetch('/api/v1/session', { method: 'DELETE' }).then((answer) => answer.status)`,
    );
    expect(ended).toBe(200);
    await expectNothing(image);
  });

  it('once the browser learns that its session was ended elsewhere', async () => {
    const image = await readMail();
    const sessions = await service.ask('GET', '/sessions', undefined, { ...admin });
    for (const { id } of (sessions.body as { data: { id: string }[] }).data)
      await service.ask('DELETE', `/sessions/${id}`, undefined, { ...admin });
    expect(await page.evaluate<number>(`fetch('/api/v1/session').then((answer) => answer.status)`)).toBe(401);
    await expectNothing(image);
  });
});

it('a page of a mail is never stored by the cache, and its image is shown again without being fetched again', async () => {
  const image = await readMail();
  expect(await isCached(mail)).toBe(false);
  images.close();
  images.closeAllConnections();
  expect(await statusOf(image)).toBe(200);
  await page.goto(mail);
  expect(await page.evaluate<number>('document.images[0].naturalWidth')).toBe(2);
});
