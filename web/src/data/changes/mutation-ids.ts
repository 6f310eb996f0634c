// Ids of mutations. They sort by time, so that stored changes are sent in the order in which they were made, also when
// the clock was moved back between them. The idempotency keys of their requests begin with them.

/** Digits of the number of a part: with them the ids of parts sort in their order. */
const PART_DIGITS = 6;

let last = 0;

export function newId(now = Date.now()): string {
  last = Math.max(now, last + 1);
  const random = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0'));
  return `${last.toString(36).padStart(9, '0')}-${random.join('')}`;
}

/** Of one of the mutations that are one change for the person. */
export function partId(whole: string, index: number): string {
  return `${whole}.${String(index).padStart(PART_DIGITS, '0')}`;
}

/** The change that a mutation is, or is a part of. */
export function wholeOf(id: string): string {
  return id.split('.')[0] as string;
}

/** How many changes the mutations are for the person. */
export function countChanges(ids: readonly string[]): number {
  return new Set(ids.map(wholeOf)).size;
}

/** Later ids come after this one, which an earlier visit has stored. */
export function continueAfter(id: string): void {
  const time = Number.parseInt(id.split('-')[0] ?? '', 36);
  if (time > last) last = time;
}
