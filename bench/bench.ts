// npm run bench: Daybook and a bare program (limit.ts) do the same work on copies of the same database, SQLite or
// PostgreSQL. Prints one table with the goals beside the figures, and writes the figures to a file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { putSection, today } from './evidence.ts';
import { measureGrowth } from './growth.ts';
import { ROUNDS } from './measure.ts';
import { readOptions } from './options.ts';
import { steps } from './plan.ts';
import { markdownOf, tableOf, tallyOf } from './report.ts';
import { measureSize } from './run.ts';

const options = readOptions(steps.map(({ name }) => name));
let lastReport = 0;

if (options.growth) writeJson('growth', await measureGrowth(options, status));
else await measureOne();

async function measureOne(): Promise<void> {
  const { store, size, seconds, only } = options;
  const measured = await measureSize(options, size, { names: only, withBare: true }, status);
  const { machine, results, engine, note } = measured;
  const emails = size.toLocaleString('en');
  const how = `${emails} emails of 0.5 to 8 KB, ${(size / 10).toLocaleString('en')} events, ${(size / 20).toLocaleString('en')} contacts; ${ROUNDS} alternating rounds of ${seconds} s; ratio: median of Daybook's rate divided by the bare program's, and the same for processor time per request${note}`;
  process.stdout.write(`${engine}: ${how}\n\n${tableOf(results)}\n${tallyOf(results)}\n${machine}\n`);
  writeJson(String(size), { date: new Date().toISOString(), store, size, seconds, rounds: ROUNDS, ...measured });
  if (options.write)
    putSection(
      `${store} ${size}`,
      `## ${emails} emails on ${store === 'sqlite' ? 'SQLite' : 'PostgreSQL'}\n\n${today()}. ${machine}.\n\n${how}. ${tallyOf(results)}.\n\n${markdownOf(results)}`,
    );
  const errors = results.reduce((sum, { daybook, bare }) => sum + (daybook.errors ?? 0) + (bare?.errors ?? 0), 0);
  process.exitCode = errors > 0 ? 1 : 0;
}

function writeJson(name: string, figures: object): void {
  const file = options.json ?? fileURLToPath(new URL(`out/${options.store}-${name}.json`, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
  process.stdout.write(`figures in ${file}\n`);
}

// On a terminal one line that changes; elsewhere a line now and then.
function status(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else if (text !== '' && performance.now() - lastReport > 10_000) {
    lastReport = performance.now();
    process.stderr.write(`${text}\n`);
  }
}
