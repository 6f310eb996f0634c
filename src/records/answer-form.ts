// What is not a record, such as a calendar, a label, a task or a reminder, in the form that a request asks for: whole, some
// of its fields, or compact lines.
import { contentTag, type Version } from '../store/tables/etags.ts';
import { oneLine, type View } from './compact.ts';
import { type CompactRecord, detailLines } from './compact-record.ts';
import type { FormOptions } from './single.ts';

/** How a kind of answer is shown. */
export interface AnswerForm<T extends object> {
  /** What it is, such as `calendar`. */
  what: string;
  /** The field that names it, which is always shown. */
  key: string & keyof T;
  /** Its first compact line; the value of the key unless given. */
  line?(value: T, view: View): string;
  /** Fields besides the key that the compact lines do not show separately. */
  leftOut?: readonly string[];
}

type Answer = Version & { text: string };

export function answerInForm<T extends object>(
  form: AnswerForm<T>,
  given: Answer,
  { fields, format, tz }: FormOptions,
  serviceZone: string,
): Answer & { isResponse?: true } {
  if (format !== 'compact' && !fields) return given;
  const value = JSON.parse(given.text) as T;
  if (fields) return { ...given, text: JSON.stringify(picked(value, [form.key, ...fields])) };
  const text = JSON.stringify(compactAnswer(form, value, { timezone: tz ?? serviceZone, now: Date.now() }));
  return { ...given, etag: contentTag(given.seq, text), text, isResponse: true };
}

function picked(value: object, fields: readonly string[]): object {
  return Object.fromEntries([...new Set(fields)].map((name) => [name, value[name as keyof typeof value]]));
}

const FIRST_LINE = 120;

function compactAnswer<T extends object>({ what, key, line, leftOut = [] }: AnswerForm<T>, value: T, view: View) {
  const first = line?.(value, view) ?? oneLine(String(value[key]), FIRST_LINE);
  const lines = [first, ...detailLines(value, [key, ...leftOut], view)];
  return { format: 'compact', summary: `1 ${what}`, lines } satisfies CompactRecord;
}
