// Prepares text for storage and comparison in databases, and suggests corrections for misspelt names.
import { createHash } from 'node:crypto';
import { fold } from './folding.ts';

/** The sort key of a text: folded, without characters that a database cannot store, and of limited length. */
export function sortKey(text: string, chars: number): string {
  return clean(
    fold(text.slice(0, chars * 2))
      .trim()
      .slice(0, chars),
  );
}

/** The folded text, without characters that a database cannot store. */
export function foldedText(text: string): string {
  return clean(fold(text).trim());
}

/** A text that every database can store: without NUL and lone surrogates. */
export function clean(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

const INDEXED_CHARS = 300;

/**
 * A text for an index: entries of PostgreSQL have at most 2,700 bytes, so a long text becomes its beginning and digest.
 */
export function indexKey(text: string): string {
  const whole = clean(text);
  if (whole.length <= INDEXED_CHARS) return whole;
  const digest = createHash('sha256').update(whole).digest('hex');
  return `${clean(whole.slice(0, INDEXED_CHARS - 100))}\ufffd${digest}`;
}

/** The candidate that a misspelt name was probably meant to be. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const max = Math.ceil(name.length / 3);
  let best: string | undefined;
  let bestDistance = max + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > max) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
