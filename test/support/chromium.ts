// The browser of the tests. The program without a user interface is the same engine and takes half as much processor time;
// Chromium itself is used where that is not installed.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

// Test files that run one after the other in a process share it: a start takes longer than most tests.
const shared = globalThis as { testBrowser?: Promise<Browser> };

export function sharedBrowser(): Promise<Browser> {
  shared.testBrowser ??= launchBrowser();
  return shared.testBrowser;
}

/** With a user interface, even if nobody sees it, for what only that has, such as the installation of an app. */
export function launchBrowser({ hasInterface = false } = {}): Promise<Browser> {
  const programs = hasInterface ? PROGRAMS.toReversed() : PROGRAMS;
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? (programs.find((path) => existsSync(path)) as string),
    // The process for graphics, and drawing through its interface, cost a tenth of all processor time each.
    args: [
      ...['--no-sandbox', '--headless', '--font-render-hinting=none'],
      ...['--in-process-gpu', '--disable-gpu', '--disable-gpu-compositing'],
    ],
  });
}
