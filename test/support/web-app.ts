// The web app for tests: a service of its own with the demo data or without data, and pages of the app in Chromium. The
// clocks of both are set to the same fixed day, so that the demo is the same in every run.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { inject, vi } from 'vitest';
import { AppPages, NOW, type OpenOptions, ZONE } from './app-pages.ts';
import { sharedBrowser } from './chromium.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';
import { PATIENCE } from './patience.ts';
import { type Served, serve, temporaryFolder } from './process.ts';

export { DESKTOP, expectNoPageErrors, NOW, type OpenOptions, ZONE } from './app-pages.ts';
export const PHONE = { width: 390, height: 844 };

export interface WebAppOptions {
  /** Default: the demo. */
  data?: 'demo' | 'empty';
  args?: string[];
  /** Pages without options go from test to test without being loaded again, if nothing is left in them. */
  keepsPage?: boolean;
}

export interface WebApp {
  readonly url: string;
  /** The data of the service. */
  readonly folder: string;
  readonly browser: Browser;
  /** Opens a page of the app, and waits until it shows a screen. */
  open(path?: string, options?: OpenOptions): Promise<Page>;
  /** A page that is not at the app yet. */
  newPage(options?: OpenOptions): Promise<Page>;
  /** Closes the page and all that it has stored; without options, the next test that opens one gets it emptied. */
  leave(page: Page | undefined): Promise<void>;
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

export async function startWebApp({
  data = 'demo',
  args = [],
  keepsPage = false,
}: WebAppOptions = {}): Promise<WebApp> {
  const folder = join(temporaryFolder(), 'data');
  if (data === 'demo') cpSync(inject('demoFolder'), folder, { recursive: true });
  const ahead = NOW - Date.now(); // one for all starts of the service and all pages
  const env = environment(ahead);
  const start = (port: string) => serve(folder, { args: ['--port', port, ...FIXED, ...args], env });
  let served: Served = await start('0');
  const { url } = served;
  const port = new URL(url).port;
  const browser = await sharedBrowser();
  const pages = new AppPages(browser, url, ahead, keepsPage);
  const proxies: CutProxy[] = [];
  return {
    url,
    folder,
    browser,
    open: (path = '/', options = {}) => pages.open(path, options),
    newPage: (options = {}) => pages.empty(options),
    leave: (page) => pages.leave(page),
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
      await pages.close();
      for (const proxy of proxies) await proxy.end();
      await served.kill();
    },
  };
}

const FIXED = ['--timezone', ZONE, '--log-level', 'error', '--rate-limit', '0'];

/** Commands and services with the clock of the demo. */
export function environment(ahead = NOW - Date.now()): Record<string, string> {
  return {
    DAYBOOK_NO_WEB: 'false',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock-ahead.mjs')}`,
    TEST_CLOCK_AHEAD: String(ahead),
  };
}

/** Repeats the check until it passes, also on a slow machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE });
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
