// The lines that separate the messages of a mailbox file: `From ann@example.org Tue Feb 17 09:00:00 2026` (RFC 4155
// appendix A), and what programs have made of it. A line of text can begin with From too, so a line that has not exactly
// this form must be followed by the header of a message.
import { fieldName, isLineEnd, isMailField, lineBreakBefore } from './header.ts';

/**
 * - `dated`: with a date as asctime(3) writes it, perhaps with a zone; Thunderbird has `-` for the sender, Gmail a
 *   number, Eudora `???@???`, list archives `ann at example.org`.
 * - `git`: the first line of a patch that git has written; the date is always the same.
 * - `loose`: with a time of day and a year in another form.
 * - `bare`: without a date.
 * - `other`: anything else that begins with From.
 */
export type SeparatorForm = 'dated' | 'git' | 'loose' | 'bare' | 'other';

/** The field that an export of Daybook writes first: what is before it was quoted, so its separator lines are all certain. */
export const EXPORTED_FIELD = 'X-Daybook-Folder: ';

/** Bytes after the beginning of a line that are enough to tell. */
export const LOOK_AHEAD = 2000;

const FIELD = /^From[ \t]+:/; // with a blank before its colon (RFC 5322 section 4.5)
const GIT = /^From [0-9a-f]{40}(?:[0-9a-f]{24})? Mon Sep 17 00:00:00 2001$/;
const DATED =
  /^From (?:.{0,300}\s)?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s+(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s+\d{1,2}\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s+(?:[A-Z]{1,5}|[+-]\d{4}))*\s+\d{4}\b/i;
const LOOSE = /^From (?=.{0,400}\b\d{1,2}:\d{2}\b)(?=.{0,400}\b(?:19|20)\d{2}\b)/;
const BARE = /^From (?:-|\S+@\S+)?\s*$/;

/** `beginning` begins with the line; null where it does not begin with From. */
export function formOf(beginning: string): SeparatorForm | null {
  const line = lineOf(beginning);
  if (!line.startsWith('From ') || FIELD.test(line)) return null;
  if (GIT.test(line)) return 'git';
  if (DATED.test(line)) return 'dated';
  if (LOOSE.test(line)) return 'loose';
  return BARE.test(line) ? 'bare' : 'other';
}

/**
 * Whether the line at this place, which begins with From, separates two messages. `before` is the form of the line that
 * the message before begins with: the lines of a patch separate only patches, and lines in a form that is not known
 * only messages that begin with such a line too.
 */
export function isSeparator(text: Buffer, at: number, before: SeparatorForm): boolean {
  const beginning = text.toString('latin1', at, at + LOOK_AHEAD);
  const form = formOf(beginning);
  if (form === null || (form === 'git' && before !== 'git') || (form === 'other' && before !== 'other')) return false;
  const isAfterBlank = isBlankBefore(text, at);
  if (form === 'dated' || form === 'git') return isAfterBlank || hasHeader(beginning);
  return (isAfterBlank || form === 'loose') && hasHeader(beginning);
}

/** Whether the separator line at this place is one of an export of Daybook. */
export function isExported(text: Buffer, at: number): boolean {
  const beginning = text.toString('latin1', at, at + LOOK_AHEAD);
  return /^.*(?:\r\n|\n|\r)(.*)/.exec(beginning)?.[1]?.startsWith(EXPORTED_FIELD) ?? false;
}

/** Whether the line before this place is empty, or there is none. */
export function isBlankBefore(text: Buffer, at: number): boolean {
  const end = at - lineBreakBefore(text, at);
  return end === 0 || (end < at && isLineEnd(text[end - 1]));
}

/** Whether header fields follow the first line, one that is usual in mail among them. */
export function hasHeader(beginning: string): boolean {
  for (const line of beginning.split(/\r\n|\n|\r/).slice(1)) {
    if (/^(?:[ \t]+\S|>From )/.test(line)) continue; // goes on with the field before; a line of a relay (UUCP)
    const name = fieldName(line);
    if (name === null) return false;
    if (isMailField(name)) return true;
  }
  return false;
}

function lineOf(beginning: string): string {
  const end = beginning.search(/[\r\n]/);
  return end < 0 ? beginning : beginning.slice(0, end);
}
