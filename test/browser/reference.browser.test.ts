// The API reference as a person meets it: in Chromium, and in the shell into which its commands are pasted.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi } from '../../src/http/openapi.ts';
import { startTestService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const document = openApi('0') as { paths: Record<string, Record<string, { operationId: string; responses: object }>> };
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startTestService();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--headless'],
  });
});
afterAll(async () => {
  await browser?.close();
  await service?.end();
});

describe('in a browser', () => {
  let page: Page;
  let troubles: string[];
  let requests: string[];
  beforeEach(async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    troubles = [];
    requests = [];
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${service.url}/docs`);
    return () => context.close();
  });

  it('renders without a message in the console and asks for nothing but itself', async () => {
    expect(await page.title()).toBe('Daybook API reference');
    expect(await page.locator('section.operation').count()).toBe(operations.length);
    expect(troubles).toEqual([]);
    expect(requests.filter((url) => !url.endsWith('/favicon.svg'))).toEqual([`${service.url}/docs`]);
  });

  it('the filter leaves the operations that have all words, and says how many', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('snooze emails/{id}');
    const shown = page.locator('section.operation:visible');
    expect(
      await page.evaluate('[...document.querySelectorAll(".operation:not([hidden])")].map((one) => one.id)'),
    ).toEqual(['postEmailsOneSnooze', 'postEmailsOneUnsnooze']);
    expect(await page.locator('nav a:visible').count()).toBe(3); // the two and their heading
    expect(await page.getByRole('status').textContent()).toBe(`2 of ${operations.length} operations`);
    await page.keyboard.press('Escape');
    expect(await shown.count()).toBe(operations.length);
  });

  it('the filter says so when nothing is found, and can be undone there', async () => {
    await page.getByRole('searchbox').fill('no such words');
    expect(await page.getByText('No operation has these words.').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await page.locator('section.operation:visible').count()).toBe(operations.length);
  });

  it('a link to a hidden operation shows it again', async () => {
    await page.getByRole('searchbox').fill('snooze');
    await page.evaluate('location.hash = "postContacts"');
    await page.locator('#postContacts').waitFor({ state: 'visible' });
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });

  it('the copy button copies the command, with the address of this service in it', async () => {
    await page.locator('#postContacts .samples .copy').first().click();
    await page.locator('#postContacts .samples .copy', { hasText: 'Copied' }).waitFor();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(copied).toBe(await page.locator('#postContacts pre').nth(1).textContent());
    expect(copied).toContain(`curl "${service.url}/api/v1/contacts"`);
  });

  it('the copy button works where the page is not trusted with the clipboard', async () => {
    await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.locator('#getEvents .samples .copy').first().click();
    await page.locator('#getEvents .samples .copy', { hasText: 'Copied' }).waitFor();
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Control+V');
    expect(await page.getByRole('searchbox').inputValue()).toContain(`curl "${service.url}/api/v1/events`);
  });

  it('commands send a token when that is switched on, also after a reload', async () => {
    await page.getByLabel('Commands with a token').check();
    await page.reload();
    const command = await page.locator('#patchEventsOne .samples pre').first().textContent();
    expect(command?.match(/Authorization: Bearer \$TOKEN/g)).toHaveLength(2); // the look-up and the change
    expect(await page.locator('#getWs .samples pre').textContent()).toContain('/ws?token=$TOKEN');
    expect(await page.locator('#feed pre').first().textContent()).toContain('?token=');
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
  });

  it.each([390, 800, 1100, 1440])('nothing is wider than a window of %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  it('on a phone the contents open, lead to an operation and close', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const menu = page.getByRole('button', { name: 'Contents' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    await menu.click();
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('link', { name: 'Create a draft' }).first().click();
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.evaluate('location.hash')).toBe('#postEmailsDrafts');
  });

  it.each(['light', 'dark'] as const)('every text of the %s page has a contrast of at least 4.5', async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    expect(await page.evaluate(FAINT_TEXTS)).toEqual([]);
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
  let commands: Map<string, string>;
  beforeAll(async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/docs`);
    const found = await page.evaluate(
      '[...document.querySelectorAll(".operation")].map((one) => [one.id, one.querySelector(".samples pre").textContent])',
    );
    commands = new Map(found as [string, string][]);
    await page.close();
  });

  it('every command works as it stands, in an order in which each finds the record that it needs', async () => {
    const order = (id: string) => STEPS.findIndex((step) => step.test(id));
    writeFileSync(join(service.folder, 'lease.pdf'), 'the lease');
    const story = operations.filter((one) => one.operationId !== 'getWs');
    story.sort((a, b) => order(a.operationId) - order(b.operationId));
    const told: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const { operationId: id, responses } of story) {
      const wanted = WITHOUT_SERVERS[id] ?? (Object.keys(responses)[0] as string);
      const { answer, status } = await shell(commands.get(id) as string);
      expected[id] = wanted;
      told[id] = status === wanted ? status : `${status} ${answer}`;
    }
    expect(told).toEqual(expected);
  });

  it('the command of getWs tells the connection', async () => {
    const command = commands.get('getWs') as string;
    const child = spawn('sh', ['-c', command.replace('node -e', `'${process.execPath}' -e`)], { detached: true });
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    process.kill(-(child.pid as number));
    expect(JSON.parse(first.toString().split('\n')[0] as string).event).toBe('connected');
  });

  it('the script that follows the feed tells the changes since the beginning', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/docs`);
    const file = join(service.folder, 'follow.mjs');
    writeFileSync(file, (await page.locator('#feed pre').first().textContent()) as string);
    await page.close();
    const child = spawn(process.execPath, [file]);
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill();
    expect(first.toString()).toMatch(/^1 (event|email|contact)\.created [0-9a-f-]{36}\n/);
  });
});

const STEPS = [
  /^post(Events|Contacts|Emails|EmailsDrafts|Files|Email-accounts)$/,
  /^get/,
  /^patch(?!.*Custom)/,
  /Custom$/,
  /OneSnooze$/,
  /OneUnsnooze$/,
  /OneSend$/,
  /OneCancel$/,
  /^postEmail-accountsOne/,
  /^delete/,
  /Restore$/,
  /./,
];

/** There are no mail servers, and no mail has come from one: the documented refusals. */
const WITHOUT_SERVERS: Record<string, string> = {
  postEmailsSend: '422',
  getEmailsOneRaw: '404',
  'getEmail-accountsOneFolders': '502',
};

/** Runs a command of the page; curl is told to add the status after the body. */
async function shell(command: string): Promise<{ status: string; answer: string }> {
  const curl = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }`;
  const { stdout } = await run('sh', ['-c', `${curl}\n${command}`], { maxBuffer: 16_000_000, cwd: service.folder });
  const lines = stdout.split('\n');
  return { status: lines.pop() as string, answer: lines.join('\n') };
}

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
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ opacityProperty: true })) continue;
    const grounds = [];
    for (let one = element; one; one = one.parentElement) grounds.unshift(getComputedStyle(one).backgroundColor);
    const colour = getComputedStyle(element).color;
    const [a, b] = [light(over(grounds)), light(over([...grounds, colour]))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) faint.add(element.className + ' ' + element.tagName + ' ' + colour + ' ' + contrast.toFixed(2));
  }
  return [...faint];
})()`;
