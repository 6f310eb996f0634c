// The browser of the tests. The program without a user interface is the same engine and takes half as much processor time;
// Chromium itself is used where that is not installed.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? (PROGRAMS.find((path) => existsSync(path)) as string),
    args: ['--no-sandbox', '--headless', '--font-render-hinting=none'],
  });
}
