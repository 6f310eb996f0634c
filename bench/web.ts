// npm run bench:web: the web app in Chromium, on a mailbox with more than 100,000 conversations. Prints one table with
// the budgets beside the figures; what depends on the speed of the machine stands beside a bare page in the same run.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { shortNumber } from './emails.ts';
import { putSection, today } from './evidence.ts';
import { keptDatabase, runFolder } from './kept.ts';
import { machineLine } from './machine.ts';
import { startDaybook } from './programs.ts';
import { type Figure, measureWeb } from './web-measure.ts';

/** Each is a conversation by itself. */
const EMAILS = 101_000;

const report = (text: string) => process.stderr.write(text === '' ? '' : `${text}\n`);
const folder = runFolder();
try {
  const { file } = await keptDatabase(EMAILS, report, { name: 'short', emailOf: shortNumber });
  copyFileSync(file, join(folder, 'daybook.db'));
  const machine = machineLine(folder, 'Chromium');
  const service = await startDaybook(folder, join(folder, 'daybook.db'));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--headless'],
  });
  const figures = await measureWeb(browser, `http://127.0.0.1:${service.port}`, report).finally(async () => {
    await browser.close();
    await service.stop();
  });
  const table = tableOf(figures);
  process.stdout.write(`${table}\n${machine}\n`);
  if (process.argv.includes('--write')) putSection('web', `## The web app\n\n${today()}. ${machine}.\n\n${table}`);
  process.exitCode = figures.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(
    ({ name, budget, measured, bare = '', isMet }) =>
      `| ${name} | ${budget} | ${measured} | ${bare} | ${isMet ? 'yes' : 'NO'} |`,
  );
  return ['| what | budget | measured | a bare page | met |', '| --- | --- | --- | --- | --- |', ...rows, ''].join(
    '\n',
  );
}
