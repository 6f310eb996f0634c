// The lines that introduce a quoted mail: "On Tue, 17 Feb 2026 at 09:00, Ann <ann@example.org> wrote:", in any language
// and on up to five lines. A sentence of the sender can look much like one ("Then he wrote:"), so it takes a date, a time,
// an address or a name in the places where mail programs write them, and the less there is, the more must be around it.
import { BEGINS_DATE, NO_NAMES, PARTICLES, QUOTING, WROTE_WORDS } from './words.ts';

export interface Introduction {
  /** In lines. */
  length: number;
  /**
   * `certain` also without quoted lines below it: with an address, a date or a time, and a word for "wrote". `full` is as
   * clear, but a log, a plan or a notice from a forum has it too: only above quoted lines, as what is `likely`. `name`
   * only above these and on its own.
   */
  kind: Kind;
}

type Kind = 'certain' | 'full' | 'likely' | 'name';

const LINES = 5;
const CHARS = 500; // a date, a name and an address

/** A line as it is compared: without marks that are not seen, and with spaces of one kind. */
export function normalized(line: string): string {
  if (line.length <= CHARS && !UNUSUAL.test(line)) return line.trim();
  return line
    .slice(0, CHARS)
    .replace(/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
}

const UNUSUAL = /[\t\u00a0\u00ad\u061c\u2000-\u206f\ufeff]| {2}/;
const END = /(?:[:：]\s?\*?|\s-{2,})$/;

/** Whether such lines can end with this one: most lines do not, and cost no more than this. */
export function canEndIntroduction(line: string): boolean {
  if (line.length > 2 * CHARS) return false;
  const last = line.trimEnd().at(-1);
  if (last === '>') return DAY_AND_ADDRESS.test(normalized(line));
  return last !== undefined && (last === ':' || LAST.test(last)) && END.test(normalized(line));
}

/** "2011/10/24 Ann Lee <ann@example.org>", as Gmail wrote it from 2011 to 2013. */
const DAY_AND_ADDRESS = /^\d{4}\/\d{1,2}\/\d{1,2} (?:[^<>@]{1,80} )?<[^<>@\s]{1,80}@[^<>@\s]{1,200}>$/;

const LAST = /[：*\-\u200b-\u200f\u202a-\u202e\u2060-\u2069]/;

/**
 * The introduction that begins at a line. Not with lines above it that are not part of it: the shortest text that is one
 * counts, unless a date begins before it.
 */
export function introductionAt(lines: readonly string[], at: number): Introduction | undefined {
  const parts: string[] = [];
  for (let length = 1; length <= LINES && at + length <= lines.length; length++) {
    const line = lines[at + length - 1] as string;
    const part = line.length > 2 * CHARS ? '' : normalized(line);
    if (part === '' || part.startsWith('>')) return undefined;
    parts.push(part);
    const text = parts.join(' ');
    if (text.length > CHARS) return undefined;
    if (length === 1 && DAY_AND_ADDRESS.test(text)) return { length, kind: 'likely' };
    if (!END.test(part) || (length > 1 && !/[@\p{Nd}]/u.test(text))) continue; // a name alone is on one line
    const kind = kindOf(text);
    if (kind && !(length > 1 && (kind === 'name' || beginsLater(parts, kind)))) return { length, kind };
  }
  return undefined;
}

/** Whether lines below the first are such an introduction on their own. */
function beginsLater(parts: readonly string[], whole: Kind): boolean {
  for (let from = 1; from < parts.length; from++) {
    const rest = parts.slice(from).join(' ');
    const kind = kindOf(rest);
    if (!kind || kind === 'name' || rest.startsWith('<')) continue;
    if (BEGINS_DATE.test(rest)) return true;
    const before = parts.slice(0, from).join(' ');
    if (endsSentence(before)) return true;
    if (kind === 'likely' && whole !== 'likely') continue;
    if (addressIn(before) && !addressIn(rest)) continue;
    if (!isDatePart(before) && !/^\S+@/.test(rest)) return true;
  }
  return false;
}

/** "On Tue," and "Am Freitag, den", which belong to what follows. */
function isDatePart(text: string): boolean {
  if (!(BEGINS_DATE.test(text) || BEGINS_NUMBER.test(text))) return false;
  return /[,\d]$/.test(text) || TIME.test(text) || DAY.test(text) || text.split(' ').length <= 3;
}

function endsSentence(text: string): boolean {
  return /[!?:]$|(?<!\p{Nd}\.? ?\p{L}{0,6})\.$/u.test(text);
}

const DIGITS = String.raw`\p{Nd}`;
const TIME = new RegExp(
  String.raw`(?<![${DIGITS}.:/])${DIGITS}{1,2}\s?[:.h時点點시][ ]?${DIGITS}{2}(?!${DIGITS}|[./-]${DIGITS}{2})|${DIGITS}{1,2}\s?(?:[ap]\.?m\b|[時시])`,
  'iu',
);
const DAY = new RegExp(
  String.raw`(?<!${DIGITS})${DIGITS}{1,4}[./-]\s?${DIGITS}{1,2}[./-]\s?${DIGITS}{2,4}(?!${DIGITS})|(?<!${DIGITS})(?:1[34]|19|20|25|١٤|٢٠|۱۴|۲۰)${DIGITS}{2}(?!${DIGITS})`,
  'u',
);
const BEGINS_NUMBER = /^[([*]?\p{Nd}|^[\p{L}\p{M}’'׳.-]{1,16},?\s?\p{Nd}/u;

function kindOf(text: string): Kind | undefined {
  const whole = text.replace(END, '').trim();
  const body = whole.replace(/^(?:[-–—]{2,}|[*+]{1,4})\s?/, '').replace(ARTICLE, '');
  const isListed = /^[*+]{1,4}\s/.test(whole);
  const address = addressIn(body);
  const hasTime = TIME.test(body);
  const hasDay = DAY.test(body);
  const beginsDated = BEGINS_DATE.test(body) || BEGINS_NUMBER.test(body);
  const begins = beginsDated || (address !== undefined && areNames(body.slice(0, address.start), true));
  if (YOU_WROTE.test(body)) return 'likely';
  if (QUOTING.test(body)) return address || isDatedName(body) ? 'likely' : undefined;
  const wrote = wroteIn(body, address);
  if (wrote) {
    if (address) return begins && (hasTime || hasDay) ? 'certain' : begins ? 'likely' : undefined;
    if (hasTime && hasDay) return beginsDated || wrote === 'name' ? 'full' : undefined;
    return beginsDated || hasTime || hasDay ? 'likely' : wrote === 'name' ? 'name' : undefined;
  }
  const known = hasDay ? withoutWrote(body, address, begins, hasTime) : undefined;
  return (
    known ?? (isListed && address && begins && DATE_IN_BRACKETS.test(body.slice(address.end)) ? 'likely' : undefined)
  );
}

/** "In article <1@example.org>, Ann Lee wrote:". */
const ARTICLE = /^In (?:article |message )?<[^<>\s]{1,200}>,?\s?/i;
/** "Monday, October 24, 2016, 3:36:23 PM, you wrote:", as The Bat! writes it. */
const YOU_WROTE = /\p{Nd}:\p{Nd}{2}:\p{Nd}{2}(?: [ap]m)?, you wrote$/iu;
/** "[161024 15:36]" after "* Ann Lee <ann@example.org>", or nothing. */
const DATE_IN_BRACKETS = /^\s?(?:\[[^[\]]*\p{Nd}[^[\]]*\])?$/u;

/** "2016-10-24 15:36 GMT+02:00 Ann <ann@example.org>:", "* Ann <ann@example.org> [24/10/16 15:36]:", and other languages. */
function withoutWrote(body: string, address: Span | undefined, begins: boolean, hasTime: boolean): Kind | undefined {
  const isBracketed = hasTime && /\[[^[\]]*\p{Nd}[^[\]]*\]$/u.test(body);
  if (address === undefined)
    return isBracketed && areNames(body.slice(0, body.lastIndexOf('['))) ? 'likely' : undefined;
  if (isBracketed && begins) return 'full';
  const isLast = body.slice(address.end).trim() === '';
  const last = lastNumber(body.slice(0, address.start));
  if (isLast && BEGINS_NUMBER.test(body) && areNames(body.slice(last, address.start), true, 1))
    return hasTime ? 'full' : 'likely';
  return hasTime && (begins || beginsShortly(body)) ? 'likely' : undefined;
}

/** Some words that can be those of a date in another language, and a number. */
function beginsShortly(text: string): boolean {
  return (
    /^(?:[^\s\p{Nd}]{1,20} ){1,3}\p{Nd}/u.test(text) && !NO_NAMES.has(text.slice(0, text.indexOf(' ')).toLowerCase())
  );
}

/** Whether it has "wrote" where mail programs have it: beside the name, the address or the date. `name`: below a name alone. */
function wroteIn(body: string, address: Span | undefined): 'name' | 'dated' | undefined {
  for (const { 0: word, index } of body.matchAll(WROTE_WORDS).take(8)) {
    const before = body.slice(0, index);
    const after = body.slice(index + word.length).replace(/^[\s:：,]+/, '');
    const isLast = after === '';
    if (!isLast && !isAddressed(after) && !(TIME.test(after) || DAY.test(after)) && !areNames(after)) continue;
    if (!isLast && /^[^\p{Nd}]*@/u.test(after) && !areNames(after.slice(0, addressIn(after)?.start ?? 0), true))
      continue;
    const last = Math.max(lastNumber(before), address && address.end <= index ? address.end : 0);
    const between = before.slice(last).replace(AFTER_TIME, '');
    if (last === 0 && areNames(before)) return 'name';
    if (last === 0 && BEGINS_DATE.test(before) && areNames(before.replace(BEGINS_DATE, ''))) return 'dated';
    if (last > 0 && (clean(between) === '' || areNames(between))) return 'dated';
    if (last === 0 && clean(before) === '') return 'dated';
  }
  return undefined;
}

/** What stands between a time and a name. */
const AFTER_TIME =
  /^\s?(?:[ap]\.?\s?m\.?|uhr|hrs?|h|г\.|р\.|[πμ]\.?μ\.?|ч\.|keltezéssel|tarihinde|je)(?=[\s,.)\]،]|$)/iu;

function isAddressed(text: string): boolean {
  return addressIn(text) !== undefined;
}

function isDatedName(body: string): boolean {
  return areNames(body.replace(QUOTING, ''));
}

interface Span {
  start: number;
  end: number;
}

/** The first address, with the brackets around it. */
function addressIn(text: string): Span | undefined {
  for (let at = text.indexOf('@', 1); at > 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && !ENDS_ADDRESS.has(text[start - 1] as string)) start--;
    let end = at + 1;
    while (end < text.length && !ENDS_ADDRESS.has(text[end] as string)) end++;
    if (start === at || end === at + 1) continue;
    const link = /^\s?<mailto:[^<>]{1,200}>/i.exec(text.slice(end));
    if (link) end += link[0].length;
    while (start > 0 && /[\s<([‹"'«]/.test(text[start - 1] as string)) start--;
    if (text.slice(0, start).endsWith('mailto:')) start -= 'mailto:'.length;
    while (end < text.length && /[\s>)\]›"'»,،*]/.test(text[end] as string)) end++;
    return { start, end };
  }
  return undefined;
}

const ENDS_ADDRESS = new Set(' <>()[]"\',;«»،@');

/** The offset after the last number. */
function lastNumber(text: string): number {
  for (let at = text.length; at > 0; at--) if (/\p{Nd}/u.test(text[at - 1] as string)) return at;
  return 0;
}

function clean(text: string): string {
  return text.replaceAll(/[\s,.;:()[\]<>"'`*«»‹›“”„‘’\-–—日，、،]+/gu, '');
}

/**
 * Whether a text can be names of people: at most six words with capitals, or of scripts without. At the beginning also
 * nothing, or a single word of any kind, and `small` words such as "from".
 */
export function areNames(text: string, isBesideAddress = false, small = 0): boolean {
  const words = text
    .replaceAll(/\([^()]*\)|[,;"“”„«»‹›<>[\]()*|]+/g, ' ')
    .split(' ')
    .filter((word) => clean(word) !== '');
  if (words.length === 0) return isBesideAddress;
  if (words.length > 6 || NO_NAMES.has((words[0] as string).toLowerCase())) return false;
  if (isBesideAddress && words.length === 1) return true;
  let left = small;
  return words.every(
    (word) => /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(clean(word)) || PARTICLES.has(word.toLowerCase()) || left-- > 0,
  );
}
