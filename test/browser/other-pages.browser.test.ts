// What a page of another origin can make a browser do with a service that needs no token: follow a link to it, and
// nothing else. The sandboxed page of a mail still shows the pictures in the mail.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePng } from '../../src/values/png.ts';
import { launchBrowser } from '../support/chromium.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
let elsewhere: Server;
let page: Page;
beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
  elsewhere = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Elsewhere</title><a href="${service.url}/docs">docs</a>`);
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  elsewhere?.close();
  await service?.end();
});

describe.each(['localhost', '127.0.0.1'])('a page at another port of %s', (host) => {
  const open = () => page.goto(`http://${host}:${(elsewhere.address() as AddressInfo).port}/`);

  it('cannot show or run anything of the service, nor make it do anything', async () => {
    await open();
    const url = (path: string) => JSON.stringify(service.url + path);
    const load = (tag: string, path: string) =>
      page.evaluate(
        `new Promise((resolve) => { const one = document.createElement('${tag}'); one.onload = () => resolve('loaded'); one.onerror = () => resolve('refused'); one.src = ${url(path)}; document.body.append(one); })`,
      );
    expect(await load('img', '/favicon.svg')).toBe('refused');
    expect(await load('script', '/api/v1/emails')).toBe('refused');
    const asked = `fetch(${url('/api/v1/contacts')}, { mode: 'no-cors' }).then(() => 'answered', () => 'refused')`;
    expect(await page.evaluate(asked)).toBe('refused');
    const form = `fetch(${url('/api/v1/emails/send')}, { mode: 'no-cors', method: 'POST', body: '{}' }).then(() => 'answered', () => 'refused')`;
    expect(await page.evaluate(form)).toBe('refused');
  });

  it('can have a link to the reference', async () => {
    await open();
    await page.getByText('docs').click();
    await page.waitForURL('**/docs');
    expect(await page.title()).toBe('Daybook API reference');
  });
});

describe('the page of a mail', () => {
  it('can be measured in a frame of the service without scripts, and runs none', async () => {
    const { body } = await service.ask('POST', '/emails', {
      from_address: 'ann@example.org',
      received_at: '2026-02-17T09:00:00Z',
      body_html: '<div style="height: 1234px">Hello<script>document.title = 1</script></div>',
    });
    const { id } = (body as { data: { id: string } }).data;
    await page.goto(`${service.url}/health`);
    const height = `new Promise((resolve) => { const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-same-origin'); frame.src = '/api/v1/emails/${id}/html?fold=true&theme=dark';
      frame.onload = () => resolve(frame.contentDocument.documentElement.scrollHeight); document.body.append(frame); })`;
    expect(await page.evaluate(height)).toBe(1234);
  });

  it('opens its links in a new tab, in a frame as the documentation has it', async () => {
    const [, sandbox] = /<iframe[^>]*sandbox="([^"]*)"/.exec(readFileSync('docs/guide/mail.md', 'utf8')) ?? [];
    const link = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    const { body } = await service.ask('POST', '/emails', {
      from_address: 'ann@example.org',
      received_at: '2026-02-17T09:00:00Z',
      body_html: `<a href="${link}">Read more</a>`,
    });
    const { id } = (body as { data: { id: string } }).data;
    await page.goto(`${service.url}/health`);
    await page.evaluate(`new Promise((resolve) => { const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', '${sandbox}'); frame.src = '/api/v1/emails/${id}/html';
      frame.onload = resolve; document.body.append(frame); })`);
    const opened = page.context().waitForEvent('page');
    await page.frameLocator('iframe').getByText('Read more').click();
    const tab = await opened;
    await tab.waitForURL(link);
    expect(await tab.title()).toBe('Elsewhere');
    await tab.close();
  });

  it('shows the picture in the mail', async () => {
    const form = new FormData();
    form.append(
      'file',
      new Blob([new Uint8Array(encodePng(4, 4, () => [255, 0, 0, 255]))], { type: 'image/png' }),
      'red.png',
    );
    const uploaded = await fetch(`${service.url}/api/v1/files`, { method: 'POST', body: form });
    const { data: file } = (await uploaded.json()) as { data: { id: string } };
    const { body } = await service.ask('POST', '/emails', {
      from_address: 'ann@example.org',
      received_at: '2026-02-17T09:00:00Z',
      body_html: '<p>Look: <img src="cid:red"></p>',
      attachments: [{ filename: 'red.png', file_id: file.id, inline: true, content_id: 'red' }],
    });
    const { id } = (body as { data: { id: string } }).data;
    await page.goto(`${service.url}/api/v1/emails/${id}/html`);
    const width = page.locator('img').evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth);
    expect(await width).toBe(4);
  });
});
