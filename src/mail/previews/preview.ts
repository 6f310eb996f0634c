// The preview of a mail: the beginning of what its sender wrote, without quoted mail and signature. Only a bounded part of
// a text is read, so that a large mail costs no more than an ordinary one.
import { limits } from '../../limits.ts';
import { visibleText } from '../../values/html-text.ts';
import type { AttachedText } from '../../values/parsed-mail.ts';
import { clean } from '../../values/text.ts';
import { MARKED_END } from '../quotes/html-marks.ts';
import { type Kind, readLines, unquoted } from '../quotes/lines.ts';

/**
 * Of the plain text or, if that has nothing of the sender's own, of the HTML. A mail that has nothing but quoted mail shows
 * that, and one that has nothing but a signature its signature.
 */
export function previewOf(plain: string | null, html: string | null): string {
  const lines = plain === null ? [] : plain.slice(0, limits.previewChars).split(/\r\n|\r|\n/);
  const own = shown(ownLines(lines));
  if (own !== '') return own;
  const page = withoutComments(html?.slice(0, limits.previewHtmlChars) ?? '');
  const ownHtml = shown(ownLines(linesOf(upToMark(withQuotes(page, 0)))));
  if (ownHtml !== '') return ownHtml;
  const beginning = page.slice(0, limits.previewHtmlChars / 4);
  const visible = linesOf(withQuotes(beginning, 0));
  return (
    quotedIn(lines) ||
    shown(linesOfKind(visible, 'own', 'mail')) ||
    quotedInHtml(beginning) ||
    shown(linesOfKind(lines, 'signature')) ||
    shown(lines) ||
    shown(linesOfKind(visible, 'signature')) ||
    shown(visible)
  );
}

/** Of a mail that has nothing but another mail attached. */
export function previewOfAttached({ subject, plain, html }: AttachedText): string {
  const text = previewOf(plain, html);
  return cut(clean(collapse([subject, text].filter(Boolean).join(' – '))), limits.preview);
}

const LEVELS = 4; // of quotes within quotes

/** The beginning of the mail that is quoted, without what introduces it; of a quote within it if it has nothing else. */
function quotedIn(lines: readonly string[]): string {
  let left = lines;
  for (let level = 0; level <= LEVELS && left.length > 0; level++) {
    const text = shown(linesOfKind(left, 'own', 'mail'));
    if (text !== '') return text;
    left = Array.from(readLines(left))
      .filter(({ kind }) => kind === 'quoted')
      .map(({ at }) => unquoted(left[at] as string));
  }
  return '';
}

function quotedInHtml(html: string): string {
  if (html.search(QUOTE_TAG) < 0) return '';
  for (let depth = 1; depth <= LEVELS; depth++) {
    const text = shown(linesOfKind(linesOf(withQuotes(html, depth)), 'own', 'mail'));
    if (text !== '') return text;
  }
  return '';
}

/** Those that the sender wrote. A signature ends them. */
function* ownLines(lines: readonly string[]): Generator<string> {
  let isEmpty = true;
  for (const { at, kind } of readLines(lines)) {
    if (kind === 'header' || kind === 'mail' || (kind === 'signature' && !isEmpty)) return;
    if (kind !== 'own') continue;
    const line = lines[at] as string;
    isEmpty &&= !/\S/.test(line);
    yield line;
  }
}

function* linesOfKind(lines: readonly string[], ...kinds: Kind[]): Generator<string> {
  for (const { at, kind } of readLines(lines)) if (kinds.includes(kind)) yield lines[at] as string;
}

function shown(lines: Iterable<string>): string {
  const taken: string[] = [];
  let chars = 0;
  for (const one of lines) {
    const line = one.trimEnd();
    taken.push(line);
    chars += line.trim().length;
    if (chars > ENOUGH) break;
  }
  return cut(clean(collapse(taken.join('\n'))), limits.preview);
}

const ENOUGH = 4 * limits.preview; // characters, which become fewer

// White space, and what newsletters fill up their own preview with.
const GAPS = /(?:\s|\u00ad|\u034f|[\u200b-\u200f]|\u2060)+/g;

// Characters without a width are kept within words: some scripts and emoji need them.
function collapse(text: string): string {
  return text.replace(GAPS, (gap) => (/\s/.test(gap) ? ' ' : gap)).trim();
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** At most `max` UTF-16 code units, without a part of a character that readers see as one. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // Between two characters of ASCII, which are the most, nothing has to be examined.
  let end = max;
  while (end > 0 && !ASCII.test(text.slice(end - 1, end + 1))) end--;
  if (end < max) {
    const start = end;
    for (const { index, segment } of graphemes.segment(text.slice(start, max + LONGEST))) {
      if (start + index + segment.length > max) break;
      end = start + index + segment.length;
    }
  }
  // A first character that is longer than the whole preview is cut between its code points.
  return text.slice(0, end || (/[\ud800-\udbff]/.test(text[max - 1] as string) ? max - 1 : max)).trimEnd();
}

const ASCII = /^[ -~]{2}$/;
const LONGEST = 64; // code units of a character, such as an emoji of a family

const LINE = '\ue000'; // not assigned to a character
const BREAKING = /<(?=br\b|hr\b|\/?(?:p|div|tr|li|ul|ol|h[1-6]|table|blockquote|pre)\b)/gi;

/** The visible lines of an HTML text. */
function linesOf(html: string): string[] {
  const marked = html.replaceAll(LINE, ' ').replace(BREAKING, `${LINE}<`);
  return visibleText(marked, limits.previewChars).split(LINE);
}

/** Tags in comments are not tags. */
function withoutComments(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = html.indexOf('<!--'); at >= 0; at = html.indexOf('<!--', from)) {
    parts.push(html.slice(from, at));
    const end = html.indexOf('-->', at + 2); // <!--> is a whole comment
    if (end < 0) return parts.join('');
    from = end + 3;
  }
  return parts.join('') + html.slice(from);
}

const QUOTE_TAG = /<(\/?)blockquote\b/gi;

/** Each quote down to a depth begins with a quoted line, and a deeper one is nothing else. */
function withQuotes(html: string, shownDepth: number): string {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { index, 1: slash } of html.matchAll(QUOTE_TAG)) {
    if (slash === '' && ++depth <= shownDepth + 1) {
      parts.push(html.slice(from, index), QUOTED_LINE);
      from = index;
    }
    if (slash === '/' && depth > 0 && depth-- === shownDepth + 1) from = index;
  }
  if (depth <= shownDepth) parts.push(html.slice(from));
  return parts.join('');
}

const QUOTED_LINE = '<br>&gt;<br>';

function upToMark(html: string): string {
  for (const { index } of html.matchAll(MARKED_END).take(MARKS)) {
    const before = html.slice(Math.max(0, index - TAG_CHARS), index);
    const tag = before.lastIndexOf('<');
    if (tag > before.lastIndexOf('>')) return html.slice(0, index - before.length + tag);
  }
  return html;
}

const MARKS = 100; // that are examined; a mail has a few
const TAG_CHARS = 1000; // from the beginning of a tag to such a mark
