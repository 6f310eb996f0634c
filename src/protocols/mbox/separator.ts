// Recognises the lines that separate the messages of a mailbox file: `From ann@example.org Tue Feb 17 09:00:00 2026`
// (RFC 4155 appendix A) and its variants. A line of text can begin with From too, so a line that does not have exactly
// this form must be followed by the header of a message.
import type { Source } from '../mime/source.ts';
import { fieldName, isLineEnd, isMailField, lineBreakBefore } from './header.ts';

/**
 * - `dated`: with a date in asctime(3) format, optionally with a zone; the sender is `-` in Thunderbird, a number in
 *   Gmail, `???@???` in Eudora, `ann at example.org` in list archives.
 * - `git`: the first line of a patch written by git; the date is always the same.
 * - `loose`: with a time of day and a year in another form.
 * - `bare`: without a date.
 * - `other`: anything else that begins with From.
 */
export type SeparatorForm = 'dated' | 'git' | 'loose' | 'bare' | 'other';

/** The first field in an export of Daybook. Lines before it were quoted, so all its separator lines are certain. */
export const EXPORTED_FIELD = 'X-Daybook-Folder: ';

/** Bytes from the beginning of a line that are enough to classify it. */
export const LOOK_AHEAD = 2000;

const LONGEST_BREAK = 3; // bytes of a line break
const FIELD = /^From[ \t]+:/; // with a space before its colon (RFC 5322 section 4.5)
const GIT = /^From [0-9a-f]{40}(?:[0-9a-f]{24})? Mon Sep 17 00:00:00 2001$/;
const DATED =
  /^From (?:.{0,300}\s)?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s+(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s+\d{1,2}\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s+(?:[A-Z]{1,5}|[+-]\d{4}))*\s+\d{4}\b/i;
const LOOSE = /^From (?=.{0,400}\b\d{1,2}:\d{2}\b)(?=.{0,400}\b(?:19|20)\d{2}\b)/;
const BARE = /^From (?:-|\S+@\S+)?\s*$/;
// What Thunderbird writes above each message, in new versions below a line without a date.
const THUNDERBIRD = /^From -[ \t]*(?:\r\n|\n|\r)X-(?:Mozilla-(?:Status2?|Keys)|Account-Key|UIDL):/;

/** `beginning` starts with the line; null if it does not start with From. */
export function formOf(beginning: string): SeparatorForm | null {
  const line = lineOf(beginning);
  if (!line.startsWith('From ') || FIELD.test(line)) return null;
  if (GIT.test(line)) return 'git';
  if (DATED.test(line)) return 'dated';
  if (LOOSE.test(line)) return 'loose';
  return BARE.test(line) ? 'bare' : 'other';
}

/**
 * Whether the line at an offset, which begins with From, separates two messages. `before` is the form of the separator
 * line of the current message: git lines separate only patches, and lines of an unknown form separate only messages
 * that begin with such a line too.
 */
export function isSeparator(text: Source, at: number, before: SeparatorForm): boolean {
  const beginning = text.latin1(at, at + LOOK_AHEAD);
  const form = formOf(beginning);
  if (form === null || (form === 'git' && before !== 'git') || (form === 'other' && before !== 'other')) return false;
  const isAfterBlank = blankLineBefore(text, at) !== null;
  if (form === 'dated' || form === 'git') return isAfterBlank || hasHeader(beginning);
  if (THUNDERBIRD.test(beginning)) return true;
  return (isAfterBlank || form === 'loose') && hasHeader(beginning);
}

/** Whether the separator line at an offset was written by an export of Daybook. */
export function isExported(text: Source, at: number): boolean {
  return isExportedBeginning(text.latin1(at, at + LOOK_AHEAD));
}

/** Whether a separator line and the line after it were written by an export of Daybook. */
export function isExportedBeginning(beginning: string): boolean {
  return /^.*(?:\r\n|\n|\r)(.*)/.exec(beginning)?.[1]?.startsWith(EXPORTED_FIELD) ?? false;
}

/** Length of the empty line before an offset, 0 at the beginning; null if the line is not empty. */
export function blankLineBefore(text: Source, at: number): number | null {
  const near = text.view(at - LONGEST_BREAK - 1, at);
  const length = lineBreakBefore(near, near.length);
  const end = near.length - length;
  return end === 0 || (length > 0 && isLineEnd(near[end - 1])) ? length : null;
}

/** Whether header fields follow the first line, at least one of them common in mail. */
export function hasHeader(beginning: string): boolean {
  for (const line of beginning.split(/\r\n|\n|\r/).slice(1)) {
    if (/^(?:[ \t]+\S|>From )/.test(line)) continue; // continues the previous field; a line of a relay (UUCP)
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
