// Results of cleaning that are kept in memory, so that a mail that is opened again is shown at once. They are found by
// the digest of the text and of everything else that they depend on, and are never shared between users: how fast a
// page comes must not say what others have read.
import { createHash } from 'node:crypto';
import { limits } from '../../limits.ts';
import type { ServedText } from '../../values/served-text.ts';
import type { CleaningWork } from './safe-html-thread.ts';

interface CleanedTexts<T> {
  /** The kept result, that of the same work that is under way, or that of `clean`, which is null if it has failed. */
  of(user: number, task: CleaningWork, clean: () => Promise<T | null>): Promise<T | null>;
}

interface Kept<T> {
  result: Promise<T | null>;
  /** 0 while it is not known. */
  chars: number;
}

const KEY_CHARS = 100; // so that many empty texts do not fill the memory either

export function createCleanedTexts<T extends { body: ServedText }>(max: number = limits.cleanedChars): CleanedTexts<T> {
  const kept = new Map<string, Kept<T>>(); // the longest unused first
  let total = 0;

  function drop(key: string, one: Kept<T>): void {
    if (kept.get(key) !== one) return;
    kept.delete(key);
    total -= one.chars;
  }

  function keep(key: string, one: Kept<T>, result: T | null): void {
    // A failure is not kept: the machine may have been busy.
    if (result === null || result.body.length > limits.largeText) {
      drop(key, one);
      return;
    }
    one.chars = result.body.length + KEY_CHARS;
    total += one.chars;
    for (const [oldest, other] of kept) {
      if (total <= max) return;
      if (other.chars > 0) drop(oldest, other);
    }
  }

  return {
    of(user, task, clean) {
      // To compute the digest of a larger text would take long itself.
      if (textOf(task).length > limits.largeText) return clean();
      const key = keyOf(user, task);
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known.result;
      }
      const one: Kept<T> = { result: clean(), chars: 0 };
      kept.set(key, one);
      one.result.then(
        (result) => keep(key, one, result),
        () => drop(key, one),
      );
      return one.result;
    },
  };
}

function textOf(task: CleaningWork): string {
  return 'html' in task ? task.html : 'plain' in task ? task.plain : task.lines;
}

function keyOf(user: number, task: CleaningWork): string {
  const text = textOf(task);
  const options = Object.entries(task).filter(([, value]) => value !== text);
  const names = Object.keys(task); // which of its members is the text
  return createHash('sha256')
    .update(JSON.stringify([user, names, options]))
    .update('\n')
    .update(text)
    .digest('base64');
}
