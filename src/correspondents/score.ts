// How much a use of an address counts. Uses count half as much for every 200 days that they are older. Relative to a
// fixed moment that needs no clock: a use keeps its score, and the order of two addresses changes only with their mail.
import type { UseKind } from '../store/tables/personal/correspondents.ts';

const HALF_LIFE = 200 * 24 * 3_600_000;
const FIXED = Date.UTC(2020, 0, 1);

/** Writing to an address says far more than mail from it; mail of lists and programs orders only these. */
const WEIGHTS: Record<UseKind, number> = { written: 1, received: 1e-3, bulk: 1e-12, contact: 0 };

export function scoreOf(kind: UseKind, at: number): number {
  return WEIGHTS[kind] * 2 ** ((at - FIXED) / HALF_LIFE);
}
