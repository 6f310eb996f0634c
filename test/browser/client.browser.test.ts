// The client in a real browser: with a session cookie on a page of the service, and with a token on a page of another
// origin that the service allows.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { launchBrowser } from '../support/chromium.ts';
import { keyOf } from '../support/keys.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

const ICON = '<link rel="icon" href="data:,">';

let app: Server;
let origin: string;
let browser: Browser;
let service: TestService;
let token: string;
let client: string;
beforeAll(async () => {
  client = await bundle('client/src/index.ts');
  app = createServer(({ url }, response) => {
    const isCode = url === '/client.js';
    response.setHeader('content-type', isCode ? 'text/javascript' : 'text/html');
    response.end(isCode ? client : ICON);
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  origin = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  service = await startTestService({ allowOrigins: origin });
  token = (await keyOf(service, ['admin'])).headers.authorization.replace('Bearer ', '');
  // The service notices its first token a moment later, and lets everybody in until then.
  await waitUntil(
    async () => (await fetch(`${service.url}/api/v1/contacts`)).status,
    (status) => status === 401,
  );
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  app?.close();
  await service?.end();
});

/** A page at this address, whose scripts can import /client.js. */
async function open(address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  // The service has no such page yet: the browser gets it from here, with the origin of the service.
  await page.route(`${service.url}/app`, (route) => route.fulfill({ contentType: 'text/html', body: ICON }));
  await page.route(`${service.url}/client.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: client }),
  );
  await page.goto(address);
  return page;
}

/** What an app does: create, change with ifMatch, store a file, follow the feed, read an error. Returns what it learnt. */
const WORK = `async (daybook) => {
  const copy = daybook.replica({ kinds: ['contacts'] });
  await copy.ready;
  const made = await daybook.contacts.create({ display_name: 'Ann' });
  const changed = await daybook.contacts.update(made.id, { notes: 'x' }, { ifMatch: made });
  const refused = await daybook.contacts.update(made.id, { notes: 'y' }, { ifMatch: made }).catch(({ status, code, requestId }) => [status, code, typeof requestId]);
  await copy.until();
  const { notes } = copy.contacts.get(made.id);
  const { state } = copy;
  copy.close();
  const file = await daybook.files.upload(new File(['lease'], 'lease.txt'));
  const text = await (await daybook.files.download(file.id)).text();
  await daybook.contacts.erase(made.id);
  return [changed.notes, refused, notes, state, file.filename, text];
}`;
const LEARNT = ['x', [412, 'PRECONDITION_FAILED', 'string'], 'x', 'live', 'lease.txt', 'lease'];

it('works with a session cookie on a page of the service, until the session ends', async () => {
  const page = await open(`${service.url}/app`);
  const learnt = await page.evaluate(`(async () => {
    const module = await import('/client.js');
    const daybook = module.createClient();
    const listed = () => daybook.contacts.list().then(({ meta }) => meta.total, ({ code }) => code);
    const before = await listed();
    const { user } = await daybook.session.start({ token: ${JSON.stringify(token)} });
    const work = await (${WORK})(daybook);
    const { ended } = await daybook.session.end();
    return { before, user, work, cookie: document.cookie, ended, after: await listed() };
  })()`);
  expect(learnt).toEqual({
    before: 'UNAUTHORIZED',
    user: 'owner',
    work: LEARNT,
    cookie: '',
    ended: true,
    after: 'UNAUTHORIZED',
  });
  await page.context().close();
});

it('works with a token on a page of another origin, and not without one', async () => {
  const page = await open(origin);
  const learnt = await page.evaluate(`(async () => {
    const module = await import('/client.js');
    const url = ${JSON.stringify(service.url)};
    const work = await (${WORK})(module.createClient({ url, token: ${JSON.stringify(token)} }));
    const without = await module.createClient({ url }).contacts.list().catch(({ code }) => code);
    return { work, without };
  })()`);
  expect(learnt).toEqual({ work: LEARNT, without: 'UNAUTHORIZED' });
  await page.context().close();
});
