// The web app in Chromium: its policy holds and breaks nothing of its own, and its shell opens without the service.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/chromium.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startTestService({ noWeb: 'false' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.end();
});

let context: BrowserContext;
let page: Page;
let troubles: string[];
let requests: string[];

/** A window with nothing stored, for one test or for those of a group. */
async function openWindow(options: BrowserContextOptions = {}): Promise<() => Promise<void>> {
  const own = await browser.newContext(options);
  context = own;
  page = await context.newPage();
  troubles = [];
  requests = [];
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  context.on('request', (request) => requests.push(request.url()));
  return () => own.close();
}

/** Loads the app and waits until it has drawn something. */
async function openApp(path = '/'): Promise<void> {
  await page.goto(service.url + path);
  await page.locator('#app > *').first().waitFor({ state: 'attached' });
}

const serviceWorker = 'navigator.serviceWorker.ready.then(({ active }) => active.state)';

describe('the app', () => {
  beforeEach(() => openWindow());

  it.each(['/', '/mail', '/calendar'])('%s loads without an error, and asks only the service', async (path) => {
    await openApp(path);
    expect(await page.evaluate(serviceWorker)).toMatch(/^activat/);
    expect(troubles).toEqual([]);
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.filter((url) => !url.startsWith(`${service.url}/`))).toEqual([]);
  });

  it('can be installed: the manifest is complete for Chromium', async () => {
    const complete = await launchBrowser({ hasInterface: true });
    const other = await complete.newPage();
    await other.goto(service.url);
    const session = await other.context().newCDPSession(other);
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // The window of a test is private, where nothing can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
    await complete.close();
  });
});

describe('its policy', () => {
  beforeAll(async () => {
    const close = await openWindow({ serviceWorkers: 'block' });
    await openApp();
    return close;
  });

  it.each([
    ['an inline script', 'append("script", { textContent: "window.ran = true" })'],
    ['a script of data', 'append("script", { src: "data:text/javascript,window.ran=true" })'],
    ['a handler in markup', 'document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=window.ran=true>")'],
    ['a frame with a script', 'append("iframe", { srcdoc: "<script>parent.ran = true</script>" })'],
    ['a script of another origin', 'append("script", { src: "http://127.0.0.1:1/x.js" })'],
    ['a script URL', 'append("a", { href: "javascript:void(window.ran=true)" }).click()'],
  ])('%s does not run', async (_what, code) => {
    const violated = await page.evaluate(`new Promise((resolve) => {
      const append = (name, values) => {
        const element = Object.assign(document.createElement(name), values);
        document.body.append(element);
        return element;
      };
      addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
      ${code};
      // The violation of a frame is reported there: wait until it has loaded.
      document.querySelector('iframe')?.addEventListener('load', () => resolve('in the frame'));
    })`);
    expect(violated).toMatch(/^script-src|^in the frame/);
    expect(await page.evaluate('window.ran')).toBeUndefined();
  });

  it.each([
    ['a style sheet in the page', 'append("style", { textContent: "body { color: red }" })', 'style-src-elem'],
    ['an image of another server', 'append("img", { src: "http://127.0.0.1:1/x.png" })', 'img-src'],
    ['a frame of another server', 'append("iframe", { src: "http://127.0.0.1:1/" })', 'frame-src'],
    ['a request to another server', 'fetch("http://127.0.0.1:1/").catch(() => {})', 'connect-src'],
    ['a socket to another server', 'try { new WebSocket("ws://127.0.0.1:1/") } catch {}', 'connect-src'],
    // Later, because the code of a test itself may do it.
    ['code in a string', 'setTimeout(() => new Function("return 1")())', 'script-src'],
    ['another base', 'append("base", { href: "http://127.0.0.1:1/" })', 'base-uri'],
  ])('%s is refused', async (_what, code, rule) => {
    const violated = await page.evaluate(`new Promise((resolve) => {
      const append = (name, values) => document.body.append(Object.assign(document.createElement(name), values));
      addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
      ${code};
    })`);
    expect(violated).toBe(rule);
  });

  it('the WebSocket of the service is allowed, and so is the frame of a mail', async () => {
    const mail = { body_html: '<p>Hello</p><script>parent.ran = true</script>', subject: 'Hello' };
    const { body } = await service.ask('POST', '/emails', {
      ...mail,
      from_address: 'ann@example.org',
      status: 'draft',
    });
    const { id } = (body as { data: { id: string } }).data;
    troubles.length = 0; // those of the tests before
    const first = `new Promise((resolve, reject) => {
      const socket = new WebSocket(location.origin.replace('http', 'ws') + '/api/v1/ws');
      socket.onmessage = ({ data }) => resolve(JSON.parse(data).event ?? JSON.parse(data).type);
      socket.onerror = reject;
    })`;
    expect(await page.evaluate(first)).toBe('connected');
    const framed = `new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.onload = () => resolve(frame.contentDocument?.body.textContent.trim());
      frame.src = '/api/v1/emails/${id}/html';
      document.body.append(frame);
    })`;
    expect(await page.evaluate(framed)).toBe('Hello');
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(troubles).toEqual([]);
  });
});

describe('without the service', () => {
  beforeEach(() => openWindow());

  it('the app opens at every address of its own, and the API is not answered from a cache', async () => {
    const own = await startTestService({ noWeb: 'false' });
    await page.goto(own.url);
    await page.evaluate(serviceWorker);
    await page.evaluate(
      'navigator.serviceWorker.controller ?? new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; })',
    );
    await page.evaluate('fetch("/api/v1/emails").then((answer) => answer.json())');
    await own.end();
    for (const path of ['/', '/mail/inbox']) {
      await page.goto(own.url + path);
      await page.locator('#app > *').first().waitFor({ state: 'attached' });
    }
    expect(await page.evaluate('fetch("/api/v1/emails").then(() => "answered", () => "failed")')).toBe('failed');
    await expect(page.goto(`${own.url}/docs`)).rejects.toThrow();

    const proxy = createServer((_request, response) => response.writeHead(502).end('Bad Gateway'));
    await once(proxy.listen(Number(new URL(own.url).port), '127.0.0.1'), 'listening');
    const other = await context.newPage(); // the first still shows the error of the browser
    await other.goto(`${own.url}/mail`);
    await other.locator('#app > *').first().waitFor({ state: 'attached' });
    proxy.close();
    proxy.closeAllConnections();
  });
});
