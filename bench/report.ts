// What was measured as one table, for a terminal or for Markdown: one line for each operation and concurrency.
import type { Result } from './figures.ts';
import { verdictsOf } from './goals.ts';

const HEADS = [
  'operation',
  'what',
  'goal',
  'met',
  'conc.',
  'req/s',
  'p50 ms',
  'p99 ms',
  'errors',
  'bare req/s',
  'ratio',
  'by CPU',
  'CPU ms/req',
  'RSS MB',
];
const WORDS = 4; // columns of text, aligned to the left

export function tableOf(results: Result[]): string {
  const rows = results.map(cellsOf);
  const widths = HEADS.map((head, column) =>
    Math.max(...[head, ...rows.map((row) => row[column] ?? '')].map((cell) => cell.length)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => {
        const blanks = ' '.repeat((widths[column] as number) - cell.length);
        return column < WORDS ? cell + blanks : blanks + cell;
      })
      .join('  ')
      .trimEnd();
  return [HEADS, widths.map((count) => '-'.repeat(count)), ...rows].map((row) => `${line(row)}\n`).join('');
}

export function markdownOf(results: Result[]): string {
  const rule = HEADS.map((_, column) => (column < WORDS ? '---' : '---:'));
  return [HEADS, rule, ...results.map(cellsOf)].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

/** How many goals there were, and how many of them were met. */
export function tallyOf(results: Result[]): string {
  const verdicts = results.flatMap(verdictsOf);
  return `${verdicts.filter(({ met }) => met).length} of ${verdicts.length} goals met`;
}

function cellsOf(result: Result): string[] {
  const { operation, about, lanes, daybook, bare, ratio, ratioByCpu } = result;
  const verdicts = verdictsOf(result);
  return [
    operation,
    about,
    verdicts.map(({ goal }) => goal).join('; '),
    verdicts.map(({ met }) => (met ? 'yes' : 'NO')).join('; '),
    lanes === undefined ? '' : lanes.toLocaleString('en'),
    whole(daybook.perSecond),
    fixed(daybook.p50, 2),
    fixed(daybook.p99, 2),
    daybook.errors === undefined ? '' : String(daybook.errors + (bare?.errors ?? 0)),
    whole(bare?.perSecond),
    fixed(ratio, 2),
    fixed(ratioByCpu, 2),
    fixed(daybook.cpuPerRequest, 3),
    fixed(daybook.memory, 0),
  ];
}

export function fixed(value: number | undefined, digits: number): string {
  return value === undefined ? '' : value.toFixed(digits);
}

function whole(value: number | undefined): string {
  return value === undefined ? '' : Math.round(value).toLocaleString('en');
}
