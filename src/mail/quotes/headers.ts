// The header that Outlook, GMX, Lotus Notes and others put above a quoted mail, and the titles above it such as
// -----Original Message-----. A trip and the minutes of a meeting also have From, To and Date: a header is known by fields
// that only mail has, or by values that are those of a mail.
import { areNames, introductionAt, normalized } from './introductions.ts';
import { FIELD_NAMES, FORWARDED, ORIGINAL } from './words.ts';

export interface Header {
  /** In lines. */
  length: number;
  /** Without one it may still be something else. */
  hasSubject: boolean;
  /** It is also above quoted lines, after which text of the sender can follow. */
  introduces?: boolean;
}

const LINES = 40; // of a header whose lists of recipients are long
const REST = 8; // lines of one field

const FIELD = /^[*_]{0,2}([^:：*]{1,24}?)\s?[*_]{0,2}\s?[:：][*_]{0,2}\s?(.*)$/u;
/** A patch as git writes it, in the form of a mailbox; mailboxes put a > before it. */
const PATCH = /^\s?>?From [0-9a-f]{40}(?:[0-9a-f]{24})? \w{3} \w{3} /;

interface Found {
  roles: Set<string>;
  values: Map<string, string>;
  /** After its last line. */
  end: number;
}

/** What is above a header: a title, or something that the sender wrote. */
type Above = 'title' | 'own' | 'nothing';

/**
 * The header that begins at a line; its first line can also be that of a reply of Lotus Notes. Below a title, any sender
 * with a date is one.
 */
export function headerAt(lines: readonly string[], at: number, above: Above = 'nothing'): Header | undefined {
  const first = lines[at] as string;
  if (fieldIn(first) === undefined) return notesHeaderAt(lines, at);
  const found = readFields(lines, at);
  const end = yandexEnd(lines, found);
  if (end !== undefined) return { length: end - at, hasSubject: true, introduces: true };
  const isHeader =
    isOfMail(found, above === 'own') || (above === 'title' && found.roles.has('from') && found.roles.size > 1);
  return isHeader ? { length: found.end - at, hasSubject: found.roles.has('subject') } : undefined;
}

/** After `24.10.2016, 15:36, "Ann Lee" <ann@example.org>:` below the recipient and the subject, each with a semicolon. */
function yandexEnd(lines: readonly string[], { roles, values, end }: Found): number | undefined {
  if (roles.has('from') || !roles.has('to') || !values.get('subject')?.endsWith(';')) return undefined;
  const next = afterEmpty(lines, end);
  const found = introductionAt(lines, next);
  return found?.kind === 'full' || found?.kind === 'certain' ? next + found.length : undefined;
}

/** `"Ann Lee" <ann@example.org> am 09.03.2002 00:07:07`, or a name and a date on two lines, above a header without these. */
function notesHeaderAt(lines: readonly string[], at: number): Header | undefined {
  const first = lines[at] as string;
  const isNamed = isAboveDate(lines, at) && areNames(normalized(first));
  if (!isNamed && !/@|\/|---/.test(first.slice(0, 200))) return undefined;
  const summary = /^.{1,80}? ?---\s?\p{Nd}.{5,40}---/u.test(first.slice(0, 200));
  let next = at + 1;
  if (!summary) {
    let text = normalized(first);
    if (text.length > 160 || !(isNamed || ADDRESSED.test(text))) return undefined;
    if (!DATED.test(text)) {
      next = afterEmpty(lines, next);
      text += ` ${normalized(lines[next++] ?? '')}`;
    }
    if (!DATED.test(text)) return undefined;
  }
  next = afterEmpty(lines, next);
  if (next >= lines.length) return undefined;
  const isBare = BARE.has(normalized(lines[next] as string).toLowerCase());
  if (!isBare && fieldIn(lines[next] as string) === undefined) return undefined;
  const found = readFields(lines, next, isBare);
  const isHeader =
    found.roles.has('subject') &&
    (isNamed ? ADDRESSED.test(found.values.get('to') ?? '') : found.roles.has('to') || found.roles.has('from'));
  return isHeader ? { length: found.end - at, hasSubject: true } : undefined;
}

/** What each line of a header has, or the one below it. */
export function canBeginHeader(lines: readonly string[], at: number): boolean {
  return /[:：@/]|^\s*[-_=*~#—–]/.test(lines[at] as string) || isAboveDate(lines, at);
}

/** "10/24/2000 03:36 PM", below the name of the sender. */
function isAboveDate(lines: readonly string[], at: number): boolean {
  const line = lines[afterEmpty(lines, at + 1)];
  return line !== undefined && line.length < 60 && DATE_LINE.test(line.trim());
}

/** An address, or one of Lotus Notes: Ann Lee/Harbour. */
const ADDRESSED = /@|\/\p{L}/u;
const DATE_LINE =
  /^\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2,4},? \p{Nd}{1,2}[:.]\p{Nd}{2}(?:[:.]\p{Nd}{2})?(?: ?[ap]m)?$/iu;
/** It ends with a date and a time. */
const DATED =
  /\p{Nd}{1,4}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2,4},? \p{Nd}{1,2}[:.]\p{Nd}{2}(?:[:.]\p{Nd}{2})?(?: ?[ap]m)?(?: [A-Z]{3,4})?$/iu;
/** Names without a colon, as in a table of Lotus Notes. */
const BARE = new Set(
  [...FIELD_NAMES].flatMap(([name, role]) => (['to', 'copy', 'subject'].includes(role) ? name : [])),
);

function readFields(lines: readonly string[], at: number, isBare = false): Found {
  const found: Found = { roles: new Set(), values: new Map(), end: at };
  let rest = 0; // lines since the last field
  let isVertical = true; // each value is below its name
  let last: string | undefined;
  for (let next = at; next < Math.min(lines.length, at + LINES); next++) {
    const field = fieldIn(lines[next] as string, isBare);
    if (field) {
      if (found.roles.has(field.role) && field.role !== 'other' && field.role !== 'copy') break; // of another mail
      found.roles.add(field.role);
      found.values.set(field.role, field.value);
      isVertical &&= field.value === '';
      [last, rest] = [field.role, 0];
      found.end = next + 1;
      continue;
    }
    const line = normalized(lines[next] as string);
    if (line === '') {
      // Between fields with an empty line after each, or between a name and its value.
      if (rest > 0 && !isVertical && !continues(lines, next + 1, isBare)) break;
      if (rest === 0 && !continues(lines, next + 1, isBare) && !(isVertical && found.values.get(last ?? '') === ''))
        break;
      continue;
    }
    if (++rest > REST || last === undefined) break;
    if (isVertical && found.values.get(last) === '') {
      found.values.set(last, line);
      found.end = next + 1;
    }
    if (last === 'subject' && !isVertical && !/^\s/.test(lines[next] as string)) break;
  }
  return found;
}

function continues(lines: readonly string[], from: number, isBare: boolean): boolean {
  const at = afterEmpty(lines, from);
  return at < lines.length && fieldIn(lines[at] as string, isBare) !== undefined;
}

/** Of HTML there are empty lines around each element. */
function afterEmpty(lines: readonly string[], from: number): number {
  let at = from;
  while (at < from + 4 && lines[at]?.trim() === '') at++;
  return at;
}

// 10:30, 10 h 30, 10時30; with a period unless it is in a date.
const TIME_OF_DAY = /\p{Nd}{1,2}\s?[:h時点시]\s?\p{Nd}{2}|(?<![\p{Nd}.])\p{Nd}{1,2}\.\p{Nd}{2}(?!\.?\p{Nd})/u;

function isOfMail({ roles, values }: Found, isBelowOwn: boolean): boolean {
  if (!roles.has('from')) return false;
  const from = values.get('from') ?? '';
  if (/^\p{Nd}/u.test(from) && !from.includes('@')) return false; // a time: "From: 10:00, To: 12:00"
  // "From: Ann Lee on 10/24/2000 03:36 PM", as Lotus Notes writes it to Bob Kim/Harbour.
  if (roles.has('to') && roles.has('subject') && DATED.test(from) && ADDRESSED.test(`${from}\n${values.get('to')}`))
    return true;
  // A form of a web site or a note about a delivery also says from whom, on which day and about what, below a text.
  const sent = values.get('sent');
  const date = sent ?? values.get('date') ?? '';
  if (isBelowOwn && !/\p{L}{3}/u.test(date) && !TIME_OF_DAY.test(date)) return false;
  if (sent !== undefined) {
    if (!/\p{Nd}/u.test(sent)) return !isBelowOwn && (roles.has('subject') || from.includes('@'));
    return roles.has('subject') || from.includes('@') || roles.has('to');
  }
  if (!roles.has('date') || (isBelowOwn && !roles.has('to'))) return false;
  if (isBelowOwn && !ADDRESSED.test(from)) return false; // of a fax, or of a memo; Lotus Notes has Ann Lee/Harbour
  if (from.includes('@')) return roles.has('subject') || roles.has('to');
  return roles.has('subject') && TIME_OF_DAY.test(values.get('date') ?? '');
}

interface Field {
  role: string;
  value: string;
}

function fieldIn(line: string, isBare = false): Field | undefined {
  if (isBare) {
    const name = normalized(line).toLowerCase();
    if (BARE.has(name)) return { role: FIELD_NAMES.get(name) as string, value: '' };
  }
  if (!/^[^:：]{1,40}[:：]/.test(line)) return undefined;
  const [, name = '', value = ''] = FIELD.exec(normalized(line).replace(/^[|•] ?/, '')) ?? [];
  const role = FIELD_NAMES.get(name.trim().toLowerCase().replaceAll("'", '’'));
  return role && { role, value: value.replace(/^[*_]+\s?/, '') };
}

/** What a line says about the mail below it. `introduced`: what is below it says it, too. */
export type Title = 'original' | 'forwarded' | 'introduced';

/**
 * The title at a line, on one or two lines: with dashes around it, or one that Apple Mail writes. Words that are not known
 * are one above a header. Below text of the sender known ones are not enough, either.
 */
export function titleAt(
  lines: readonly string[],
  at: number,
  isBelowOwn: boolean,
): { length: number; title: Title } | undefined {
  const raw = lines[at] as string;
  if (raw.length > 300 || !/^\W{0,4}[-_=*~#—–]{2}|[:：]\W{0,4}$/.test(raw)) return undefined;
  const line = normalized(raw);
  const isDashed = /^[-_=~#—–*]{2}/.test(line);
  if (!isDashed) {
    const isTitle = FORWARDED.has(wordsOf(line)) && (headerBelow(lines, at + 1) || quoteBelow(lines, at + 1));
    return isTitle ? { length: 1, title: 'forwarded' } : undefined;
  }
  const isWhole = /[-_=~#—–*]{2}$/.test(line) && /\p{L}/u.test(line);
  const both = isWhole ? line : `${line} ${normalized(lines[at + 1] ?? '').slice(0, 200)}`;
  const words = wordsOf(both);
  if (!/[-_=~#—–]{2}$/.test(both) || words === '') return undefined;
  const length = isWhole ? 1 : 2;
  if (isForwarded(words)) return { length, title: 'forwarded' };
  if (length === 2) return undefined;
  if (ORIGINAL.has(words)) {
    if (introducedBelow(lines, at + 1)) return { length, title: 'introduced' };
    return !isBelowOwn || fieldBelow(lines, at + 1) ? { length, title: 'original' } : undefined;
  }
  const isTitle = words.length <= 60 && headerBelow(lines, at + 1, isBelowOwn ? 'own' : 'nothing');
  return isTitle ? { length, title: 'original' } : undefined;
}

const START = 3; // characters
const FORWARDED_BY_START = Map.groupBy(FORWARDED, (one) => one.slice(0, START));

/** It may go on with a name and a date: "Forwarded by Ann on 24.10.2016". */
function isForwarded(title: string): boolean {
  const known = FORWARDED_BY_START.get(title.slice(0, START)) ?? [];
  return known.some((one) => title.startsWith(one) && /^(?:$|[ :])/.test(title.slice(one.length)));
}

function headerBelow(lines: readonly string[], at: number, above: Above = 'nothing'): boolean {
  const next = afterEmpty(lines, at);
  return next < lines.length && headerAt(lines, next, above) !== undefined;
}

function fieldBelow(lines: readonly string[], at: number): boolean {
  const next = afterEmpty(lines, at);
  return next < lines.length && (fieldIn(lines[next] as string) !== undefined || headerAt(lines, next) !== undefined);
}

/** Quoted lines, or what introduces a quote. */
function introducedBelow(lines: readonly string[], at: number): boolean {
  const kind = introductionAt(lines, Math.min(afterEmpty(lines, at), lines.length))?.kind;
  return kind === 'certain' || kind === 'full' || quoteBelow(lines, at);
}

/** Apple Mail quotes what it forwards in plain text. */
function quoteBelow(lines: readonly string[], at: number): boolean {
  return lines[afterEmpty(lines, at)]?.startsWith('>') === true;
}

/** The words of a title in lower case, without the marks around them. */
function wordsOf(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && AROUND_TITLE.has(line[start] as string)) start++;
  while (end > start && AROUND_TITLE.has(line[end - 1] as string)) end--;
  return line.slice(start, end).replaceAll("'", '’').toLowerCase();
}

const AROUND_TITLE = new Set(' -_=*~#—–<>:：');

/** Whether a patch begins here, whose header is none of a quoted mail. */
export function isPatch(line: string): boolean {
  return line.length < 100 && PATCH.test(line);
}
