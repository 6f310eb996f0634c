// What an import over the API has done, as its task reports it: with the reasons of the first messages that were skipped.
import { limits } from '../../limits.ts';
import type { RecordError, TaskFigures } from '../../records/tasks.ts';
import { clean } from '../../values/text.ts';
import type { ImportCounter } from './storing.ts';

export interface TaskCounter extends ImportCounter {
  readBytes(bytes: number): void;
  figures(): TaskFigures;
}

/**
 * `before` is how many mails earlier attempts have imported: this one reads the file again, and finds them among those
 * that are known.
 */
export function createCounter(before: number, totalBytes: number): TaskCounter {
  const errors: RecordError[] = [];
  let failed = 0;
  let bytes = 0;
  return {
    imported: 0,
    known: 0,
    skipped({ path, offset, reason }) {
      failed++;
      if (errors.length >= limits.taskErrors) return;
      const place = offset > 0 ? `${path} at byte ${offset}` : path;
      errors.push({ id: shown(place), code: 'SKIPPED', message: shown(reason) });
    },
    unread() {}, // the mail itself says so
    readBytes(count) {
      bytes = Math.min(count, totalBytes);
    },
    figures() {
      const imported = before + this.imported;
      const known = Math.max(0, this.known - before);
      return { progress: { bytes, total_bytes: totalBytes, imported, known }, failed, errors };
    },
  };
}

// Names in archives are untrusted.
function shown(text: string): string {
  return clean(text.replaceAll(/\p{Cc}/gu, '\ufffd')).slice(0, limits.lineChars);
}
