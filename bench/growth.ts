// How the times of the main operations grow with the number of emails: Daybook alone, one connection, from a thousand
// on by powers of ten. With --write a chart and its figures go to docs/evidence.md.
import { growthChart, type Line } from './chart.ts';
import { putPicture, putSection, today } from './evidence.ts';
import type { Options } from './options.ts';
import { growing } from './plan.ts';
import { fixed } from './report.ts';
import { measureSize } from './run.ts';

const FEWEST = 1_000;

export async function measureGrowth(options: Options, status: (text: string) => void): Promise<object> {
  const sizes: number[] = [];
  for (let size = FEWEST; size <= options.size; size *= 10) sizes.push(size);
  const names = growing.filter((name) => options.only.length === 0 || options.only.includes(name));
  const lines: Line[] = names.map((name) => ({ name, times: [] }));
  let machine = '';
  for (const size of sizes) {
    const alone = { ...options, concurrency: 1 };
    const measured = await measureSize(alone, size, { names, withBare: false }, (text) =>
      status(text && `${size} emails, ${text}`),
    );
    machine = measured.machine;
    for (const line of lines)
      line.times.push(measured.results.find(({ operation }) => operation === line.name)?.daybook.p50 as number);
  }
  const rows = lines.map(({ name, times }) => [name, ...times.map((time) => fixed(time, 2))]);
  const table = markdown([['p50 ms', ...sizes.map((size) => size.toLocaleString('en'))], ...rows]);
  process.stdout.write(`${table}\n${machine}\n`);
  if (options.write) {
    const picture = `growth-${options.store}.svg`;
    const title = `Median time by number of emails, one connection (${today()})`;
    putPicture(picture, growthChart(title, sizes, lines));
    const chart = `![${title}: the figures are in the table below](${picture})`;
    putSection(
      `${options.store} growth`,
      `## Growth on ${options.store === 'sqlite' ? 'SQLite' : 'PostgreSQL'}\n\n${today()}. ${machine}.\n\n${chart}\n\nMedian times in milliseconds by the number of emails, one connection.\n\n${table}`,
    );
  }
  return { date: new Date().toISOString(), store: options.store, machine, sizes, p50: lines };
}

function markdown([head = [], ...rows]: string[][]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}
