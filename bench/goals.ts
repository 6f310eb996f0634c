// What Daybook is held to, operation by operation; the table says beside each figure whether it was met.
import type { Result } from './figures.ts';
import { listGoals } from './lists.ts';

interface Goal {
  figure: 'ratio' | 'p50' | 'p99' | 'perSecond' | 'memory';
  least?: number;
  most?: number;
  /** Only at this concurrency. */
  lanes?: number;
}

const beside = { figure: 'ratio', least: 0.6 } as const;
const p50 = (most: number): Goal => ({ figure: 'p50', most });
const p99 = (most: number): Goal => ({ figure: 'p99', most });
const rate = (least: number, lanes?: number): Goal => ({ figure: 'perSecond', least, ...(lanes && { lanes }) });
const memory = (most: number): Goal => ({ figure: 'memory', most });

const goals: Record<string, Goal[]> = {
  get: [beside],
  list: [beside],
  'list compact': [beside],
  'list deep': [p99(60)],
  'list last': [p99(60)],
  'unread count': [p50(2)],
  folders: [p50(2)],
  correspondents: [p50(5)],
  threads: [p50(5)],
  'search rare': [p50(10)],
  'search common': [p50(80)],
  'search two': [p50(60)],
  'search prefix': [p50(80)],
  'search everything rare': [p50(80)],
  'search everything two': [p50(80)],
  'get during search': [p99(50)],
  'health beside lists': [p99(100)],
  ...Object.fromEntries(Object.entries(listGoals).map(([name, most]) => [name, [p50(most)]])),
  patch: [beside, rate(3_000, 50)],
  create: [beside, rate(1_000, 50)],
  batch: [p50(30)],
  'batch where': [p50(40)],
  'get during batch': [p99(50)],
  feed: [p50(3)],
  'feed fan-out': [p50(60)],
  import: [rate(1_000)],
  report: [p50(3)],
  'week cold': [p50(500)],
  'health beside week cold': [p99(50)],
  week: [p50(50)],
  'health beside week': [p99(50)],
  'start-up': [p50(1_000)],
  'memory idle': [memory(120)],
  'memory loaded': [memory(350)],
};

export interface Verdict {
  goal: string;
  met: boolean;
}

export function verdictsOf(result: Result): Verdict[] {
  const set = (goals[result.operation] ?? []).filter(({ lanes }) => lanes === undefined || lanes === result.lanes);
  return set.flatMap((goal) => {
    const value = goal.figure === 'ratio' ? result.ratio : result.daybook[goal.figure];
    if (value === undefined) return [];
    return [{ goal: textOf(goal), met: value >= (goal.least ?? 0) && value <= (goal.most ?? Infinity) }];
  });
}

function textOf({ figure, least, most }: Goal): string {
  const bound = `${least === undefined ? '≤' : '≥'} ${(least ?? most)?.toLocaleString('en')}`;
  switch (figure) {
    case 'ratio':
      return `ratio ${bound}`;
    case 'perSecond':
      return `${bound}/s`;
    case 'memory':
      return `${bound} MB`;
    default:
      return `${figure} ${bound} ms`;
  }
}
