// The API reference as a person meets it: in Chromium, and in the shell into which its commands are pasted.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from '../../src/http/docs/openapi.ts';
import { launchBrowser } from '../support/chromium.ts';
import { pageCommands } from '../support/page-commands.ts';
import { startTestService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const document = openApi('0') as { paths: Record<string, Record<string, { operationId: string; responses: object }>> };
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.end();
});

/** One page for all tests, which leave it as they found it: it is long, and takes its time to load. */
describe('in a browser', () => {
  let page: Page;
  const troubles: string[] = [];
  const requests: string[] = [];
  beforeAll(async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${service.url}/docs`);
    return () => context.close();
  });
  afterEach(async () => {
    troubles.length = 0;
    await page.setViewportSize({ width: 1280, height: 720 });
    if (await searchBox().inputValue()) await searchBox().fill('');
    await searchBox().press('Escape'); // closes the contents on a phone
    await page.evaluate('document.activeElement.blur()');
  });

  it('renders without a message in the console and asks for nothing but itself', async () => {
    expect(await page.title()).toBe('Daybook API reference');
    expect(await page.locator('section.operation').count()).toBe(operations.length);
    expect(troubles).toEqual([]);
    expect(requests.filter((url) => !url.endsWith('/favicon.svg'))).toEqual([`${service.url}/docs`]);
  });

  it('runs no script but its own', async () => {
    await page.evaluate(
      'document.body.append(Object.assign(document.createElement("script"), { textContent: "document.title = 1" }))',
    );
    expect(await page.title()).toBe('Daybook API reference');
    expect(troubles).toEqual([expect.stringContaining('Content Security Policy')]);
  });

  // By its selector: finding it by its role takes a tenth of a second on a page of this length.
  const searchBox = () => page.locator('input[type=search]');

  /** What the search shows, the best first: in the page, and in the contents. */
  const shown = () =>
    page.evaluate(`(() => {
      const visible = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
      return {
        page: visible('main .entry').map((one) => one.id),
        contents: visible('nav li a').map((one) => one.hash.slice(1)),
      };
    })()`) as Promise<{ page: string[]; contents: string[] }>;
  const search = async (words: string) => {
    await searchBox().fill(words);
    const { page: ids, contents } = await shown();
    expect(contents).toEqual(ids);
    return ids;
  };

  it('the search leaves what has all words, says how much that is, and is undone by Escape', async () => {
    const all = await shown();
    await page.keyboard.press('/');
    await page.keyboard.type('snooze emails/{id}');
    expect((await shown()).page).toEqual(['snoozeEmail', 'unsnoozeEmail']);
    expect(await page.getByRole('status').textContent()).toBe('2 results');
    await page.keyboard.press('Escape');
    expect(await shown()).toEqual(all);
    expect(all.page).toEqual(all.contents);
  });

  it('the search puts first what the words are about', async () => {
    const expected: Record<string, string[]> = {
      token: ['tokens'],
      auth: ['tokens'],
      attach: [
        ...['getAttachedEmail', 'getAttachedEmailHtml', 'getAttachedEmailFile', 'schema-AttachedEmail'],
        'forwardEmail',
      ],
      'attachment upload': ['uploadFile'],
      upload: ['uploadFile'],
      uploads: ['uploadFile'],
      download: ['getFileContent', 'getEmailRaw', 'getAttachedEmailFile'],
      websocket: ['openChangeFeed'],
      idempotency: ['retries'],
      'if-match': ['retries'],
      pagination: ['envelopes'],
      calendar: ['createCalendar', 'listCalendars'],
      '/emails/batch': ['batchEmails'],
      bulk: ['batchEmails'],
      'undelete contact': ['restoreContact'],
      swagger: ['getOpenApi'],
      minutes_before: ['createEvent', 'updateEvent', 'createCalendar'],
      NOT_SNOOZED: ['errors', 'unsnoozeEmail'],
      'email.queued': ['sendEmail', 'sendEmailDraft'],
      'send draft': ['sendEmailDraft'],
      rrule: ['createEvent', 'listEvents', 'getEvent', 'updateEvent'],
      mbox: ['begin'],
      rate: ['errors'],
      scope: ['tokens'],
      limit: ['envelopes', 'errors'],
    };
    const first: Record<string, string[]> = {};
    for (const [words, wanted] of Object.entries(expected)) {
      const ids = await search(words);
      first[words] = ids.slice(0, wanted.length).sort();
      expect([words, ids.length]).toEqual([words, expect.toSatisfy((count) => count < operations.length)]);
    }
    expect(first).toEqual(Object.fromEntries(Object.entries(expected).map(([words, ids]) => [words, ids.sort()])));
  });

  it('an action of a batch is found by its name, and a word that nearly every operation has finds few', async () => {
    expect(await search('snooze')).toContain('batchEmails');
    expect((await search('rate')).length).toBeLessThan(5);
    expect((await search('scope')).length).toBeLessThan(10);
    expect((await search('limit')).length).toBeLessThan(operations.length / 4);
  });

  it('Enter goes to the best result', async () => {
    await search('token');
    await searchBox().press('Enter');
    expect(await page.evaluate('location.hash')).toBe('#tokens');
  });

  it('the search says so when nothing is found, and can be undone there', async () => {
    expect(await search('no such <words>')).toEqual([]);
    expect(await page.locator('.nothing').textContent()).toContain('Nothing on this page matches no such <words>.');
    expect(await page.getByRole('status').textContent()).toBe('Nothing found');
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await page.locator('section.operation:visible').count()).toBe(operations.length);
    expect(await page.locator('.nothing').isVisible()).toBe(false);
  });

  it('a link to what is not among the results shows everything again', async () => {
    await search('snooze');
    await page.evaluate('location.hash = "createContact"');
    await page.locator('#createContact').waitFor({ state: 'visible' });
    expect(await searchBox().inputValue()).toBe('');
    expect(await page.evaluate('document.querySelector("#createContact").getBoundingClientRect().top')).toBeLessThan(
      100,
    );
  });

  it('the copy button copies the command, with the address of this service in it', async () => {
    await page.locator('#createContact .samples .copy').first().click();
    await page.locator('#createContact .samples .copy', { hasText: 'Copied' }).waitFor();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(copied).toBe(await page.locator('#createContact pre').nth(1).textContent());
    expect(copied).toContain(`curl -sS "${service.url}/api/v1/contacts"`);
  });

  it('the copy button works where the page is not trusted with the clipboard', async () => {
    await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true })');
    await page.locator('#listEvents .samples .copy').first().click();
    await page.locator('#listEvents .samples .copy', { hasText: 'Copied' }).waitFor();
    await searchBox().focus();
    await page.keyboard.press('Control+V');
    expect(await searchBox().inputValue()).toContain(`curl "${service.url}/api/v1/events`);
    await page.evaluate('delete navigator.clipboard');
  });

  it('commands send a token when that is switched on, also after a reload', async () => {
    await page.getByLabel('Commands with a token').check();
    await page.reload();
    const command = await page.locator('#updateEvent .samples pre').first().textContent();
    const bearer = `curl -H "Authorization: Bearer $${'{TOKEN:?set it to a token first}'}"`;
    expect(command).toContain(`${bearer} -X PATCH`);
    const create = await page.locator('#uploadFile .samples pre').first().textContent();
    expect(create).toContain(`| ${bearer} -sS`);
    expect((await page.locator('#clean-up pre').textContent())?.match(/Bearer/g)?.length).toBeGreaterThan(5);
    expect(await page.locator('#openChangeFeed .samples pre').textContent()).toContain('/ws?token=$TOKEN');
    expect(await page.locator('#feed pre').first().textContent()).toContain('?token=');
    await page.getByLabel('Commands with a token').uncheck();
  });

  it('the theme follows the system until one is chosen', async () => {
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.getByRole('button', { name: 'Theme: auto' }).click();
    expect(await ground()).toBe(light);
    await page.getByRole('button', { name: 'Theme: light' }).click();
    expect(await ground()).toBe(dark);
    await page.getByRole('button', { name: 'Theme: dark' }).click();
  });

  const openAll = () => page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
  const closeAll = () => page.evaluate('for (const one of document.querySelectorAll("details")) one.open = false');

  it('nothing is wider than the window, however wide that is', async () => {
    await openAll();
    for (const width of [390, 800, 1100, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    await closeAll();
  });

  it('on a phone the contents open, lead to an operation and close', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const menu = page.getByRole('button', { name: 'Contents' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    await menu.click();
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('link', { name: 'Create a draft' }).first().click();
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.evaluate('location.hash')).toBe('#createEmailDraft');
  });

  it.each(['light', 'dark'] as const)('every text of the %s page has a contrast of at least 4.5', async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    await openAll();
    await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished)).then(() => {})');
    expect(await page.evaluate(FAINT_TEXTS)).toEqual([]);
    await closeAll();
  });

  it('shows everything but its tools without its script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${service.url}/docs`);
    expect(await plain.locator('section.operation:visible').count()).toBe(operations.length);
    expect(await plain.locator('.copy:visible').count()).toBe(0);
    await context.close();
  });
});

describe('in a shell', () => {
  let shown: string[];
  let feedScript: string;
  beforeAll(async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/docs`);
    feedScript = (await page.locator('#feed pre').first().textContent()) as string;
    shown = (await page.evaluate(
      '[...document.querySelectorAll("[data-live]")].map((one) => one.textContent)',
    )) as string[];
    await page.close();
  });

  it('the page shows the commands of its source with its own address, and nothing else is different', async () => {
    expect(shown).toEqual((await pageCommands(service)).map(({ text }) => text));
  });

  it('the command of the live feed tells the connection, and ends by itself', async () => {
    const command = shown.find((text) => text.includes('new WebSocket') && text.includes('-e')) as string;
    const { stdout } = await run('sh', ['-c', command]);
    expect(JSON.parse(stdout.split('\n')[0] as string).event).toBe('connected');
  });

  it('the script that follows the feed tells the changes since the beginning', async () => {
    await service.ask('POST', '/contacts', { display_name: 'Ann Lee' });
    const file = join(service.folder, 'follow.mjs');
    writeFileSync(file, feedScript);
    const child = spawn(process.execPath, [file]);
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill();
    expect(first.toString()).toMatch(/^1 contact\.created [0-9a-f-]{36}\n/);
  });
});

// Runs in the page: the texts whose colour is too near to what is behind them (WCAG 2, 1.4.3).
const FAINT_TEXTS = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const over = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => { const c = part / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const known = new Map(); // many texts, few colours
  const contrastOf = (grounds, colour) => {
    const key = [...grounds, colour].join(' on ');
    if (!known.has(key)) {
      const [a, b] = [light(over(grounds)), light(over([...grounds, colour]))].sort((x, y) => y - x);
      known.set(key, (a + 0.05) / (b + 0.05));
    }
    return known.get(key);
  };
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ opacityProperty: true })) continue;
    const grounds = [];
    for (let one = element; one; one = one.parentElement) grounds.unshift(getComputedStyle(one).backgroundColor);
    const colour = getComputedStyle(element).color;
    const contrast = contrastOf(grounds, colour);
    if (contrast < 4.5) faint.add(element.className + ' ' + element.tagName + ' ' + colour + ' ' + contrast.toFixed(2));
  }
  return [...faint];
})()`;
