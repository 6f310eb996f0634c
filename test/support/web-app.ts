// The web app for tests: a service of its own with the demo data or without data, and pages of the app in Chromium. The
// clocks of both are set to the same fixed day, so that the demo is the same in every run.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject, vi } from 'vitest';
import { launchBrowser } from './chromium.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';
import { type Served, serve, temporaryFolder } from './process.ts';

/** A Tuesday morning in the demo. */
export const NOW = Date.parse('2026-03-17T08:30:00Z');
export const ZONE = 'Europe/Berlin';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface WebAppOptions {
  /** Default: the demo. */
  data?: 'demo' | 'empty';
  args?: string[];
}

export interface OpenOptions extends BrowserContextOptions {
  /** Where the page comes from; default: the service itself. A CutProxy can stand between. */
  origin?: string;
  /** A page of the same browser profile (cookies, storage) instead of a new one. */
  context?: BrowserContext;
  /** The clock of the page does not move, for pictures. */
  isClockStill?: boolean;
}

export interface WebApp {
  readonly url: string;
  /** The data of the service. */
  readonly folder: string;
  readonly browser: Browser;
  /** Opens a page of the app, and waits until it shows a screen. */
  open(path?: string, options?: OpenOptions): Promise<Page>;
  /** A request to the API, with its JSON answer; throws unless it succeeds. */
  api<T = { data: Record<string, unknown> }>(method: string, path: string, body?: unknown): Promise<T>;
  /** Ends the service as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  restart(): Promise<void>;
  /** A proxy before the service that can cut connections. */
  proxy(): Promise<CutProxy>;
  close(): Promise<void>;
}

export async function startWebApp({ data = 'demo', args = [] }: WebAppOptions = {}): Promise<WebApp> {
  const folder = join(temporaryFolder(), 'data');
  if (data === 'demo') cpSync(inject('demoFolder'), folder, { recursive: true });
  const start = (port: string) => serve(folder, { args: ['--port', port, ...FIXED, ...args], env: environment() });
  let served: Served = await start('0');
  const { url } = served;
  const port = new URL(url).port;
  const browser = await launchBrowser();
  const proxies: CutProxy[] = [];
  return {
    url,
    folder,
    browser,
    open: (path = '/', options = {}) => openPage(browser, options.origin ?? url, path, options),
    api: (method, path, body) => request(url, method, path, body),
    kill: async () => void (await served.kill()),
    async restart() {
      served = await start(port);
    },
    async proxy() {
      const proxy = await startCutProxy(url);
      proxies.push(proxy);
      return proxy;
    },
    async close() {
      await browser.close();
      for (const proxy of proxies) await proxy.end();
      await served.kill();
    },
  };
}

const FIXED = ['--timezone', ZONE, '--log-level', 'error', '--rate-limit', '0'];

/** Commands and services with the clock of the demo. */
export function environment(): Record<string, string> {
  return {
    DAYBOOK_NO_WEB: 'false',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock-ahead.mjs')}`,
    TEST_CLOCK_AHEAD: String(NOW - Date.now()),
  };
}

async function openPage(browser: Browser, origin: string, path: string, options: OpenOptions): Promise<Page> {
  const { origin: _, context: given, isClockStill = false, ...rest } = options;
  const context =
    given ??
    (await browser.newContext({
      viewport: DESKTOP,
      timezoneId: ZONE,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      serviceWorkers: 'block', // a test that needs it allows it: it loads every file of the app
      ...rest,
    }));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  if (isClockStill) await page.clock.setFixedTime(NOW);
  else await page.addInitScript(moveClock, NOW - Date.now());
  page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`));
  await page.goto(origin + path);
  // A phone shows the heading of the conversation, not that of the list.
  await page.locator('main').getByRole('heading').first().waitFor();
  return page;
}

/** Repeats the check until it passes, also on a slow machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000 });
}

const problems: string[] = [];

/** No page of this file has thrown an error that nobody caught. Call it at the end of a file. */
export function expectNoPageErrors(): void {
  expect(problems.splice(0)).toEqual([]);
}

/** Runs in the page: its clock is ahead by so many milliseconds. */
function moveClock(ahead: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + ahead;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parameters) => Reflect.construct(target, parameters.length > 0 ? parameters : [now()]) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

async function request<T>(url: string, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} → ${response.status} ${text}`);
  return JSON.parse(text) as T;
}
