// A page of another origin in a real browser: with --allow-origins and a token it does its work, without it nothing.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/chromium.ts';
import { keyOf } from '../support/keys.ts';
import { startTestService, type TestService } from '../support/service.ts';

let app: Server;
let browser: Browser;
let page: Page;
let allowing: TestService;
let closed: TestService;
beforeAll(async () => {
  app = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>App</title>');
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  const origin = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  allowing = await startTestService({ allowOrigins: origin });
  closed = await startTestService();
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(origin);
});
afterAll(async () => {
  await browser?.close();
  app?.close();
  await allowing?.end();
  await closed?.end();
});

/** The work of an app: create, change with If-Match, read the ETag, follow the feed. Returns what it learnt. */
const work = (url: string, token: string) =>
  page.evaluate(`(async () => {
    const api = ${JSON.stringify(`${url}/api/v1`)};
    const headers = { authorization: 'Bearer ' + ${JSON.stringify(token)}, 'content-type': 'application/json' };
    const done = {};
    const attempt = (name, what) => what().then((value) => { done[name] = value; }, () => { done[name] = 'refused'; });
    let made = { id: 'none' }, etag = '"0"';
    await attempt('create', async () => {
      const response = await fetch(api + '/contacts', { method: 'POST', headers, body: '{"display_name": "Ann"}' });
      etag = response.headers.get('etag');
      made = (await response.json()).data;
      return response.status;
    });
    await attempt('change', async () => {
      const guarded = { ...headers, 'if-match': etag };
      const response = await fetch(api + '/contacts/' + made.id, { method: 'PATCH', headers: guarded, body: '{"notes": "x"}' });
      return [response.status, response.headers.get('etag') !== etag];
    });
    await attempt('without a token', async () => (await fetch(api + '/contacts')).status);
    await attempt('feed', () => new Promise((resolve, reject) => {
      const socket = new WebSocket(api.replace('http', 'ws') + '/ws?since=0&token=' + ${JSON.stringify(token)});
      socket.onmessage = ({ data }) => { const { event } = JSON.parse(data); if (event === 'contact.updated') resolve(event); };
      socket.onerror = reject;
    }));
    await attempt('stream', () => new Promise((resolve, reject) => {
      const source = new EventSource(api + '/changes/stream?since=0&token=' + ${JSON.stringify(token)});
      source.onmessage = ({ data }) => { const { event } = JSON.parse(data); if (event === 'contact.updated') resolve(event); };
      source.onerror = reject;
    }));
    await attempt('resumed stream', async () => {
      const { authorization } = headers;
      const response = await fetch(api + '/changes/stream', { headers: { authorization, 'last-event-id': '1' } });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ''; ; text += (await reader.read()).value) if (text.includes('"contact.updated"')) return text.includes('"contact.created"');
    });
    return done;
  })()`);

it('with --allow-origins and a token does its work, and without a token nothing', async () => {
  const { headers } = await keyOf(allowing, ['contacts:read', 'contacts:write']);
  expect(await work(allowing.url, headers.authorization.replace('Bearer ', ''))).toEqual({
    create: 201,
    change: [200, true],
    'without a token': 401,
    feed: 'contact.updated',
    stream: 'contact.updated',
    'resumed stream': false,
  });
});

it('without --allow-origins can do nothing, with a token either', async () => {
  const { headers } = await keyOf(closed, ['contacts:read', 'contacts:write']);
  expect(await work(closed.url, headers.authorization.replace('Bearer ', ''))).toEqual({
    create: 'refused',
    change: 'refused',
    'without a token': 'refused',
    feed: 'refused',
    stream: 'refused',
    'resumed stream': 'refused',
  });
  expect((await closed.ask('GET', '/contacts', undefined, headers)).body).toMatchObject({ meta: { total: 0 } });
});
