// The preview of a mail: the beginning of what its sender wrote, without quoted mail and signature. Only a bounded part of
// a text is read, so that a large mail costs no more than an ordinary one.
import { limits } from '../../limits.ts';
import { visibleText } from '../../values/html-text.ts';
import type { AttachedText } from '../../values/parsed-mail.ts';
import { clean } from '../../values/text.ts';
import { ownLines } from './quotes.ts';

/**
 * Of the plain text or, if that has nothing of the sender's own, of the HTML. A mail that has nothing but a forwarded
 * mail or a signature shows these.
 */
export function previewOf(plain: string | null, html: string | null): string {
  const lines = plain === null ? [] : plain.slice(0, limits.previewChars).split(/\r\n|\r|\n/);
  const own = beginningOf(lines);
  if (own !== '') return own;
  const page = withoutQuotes(withoutComments(html?.slice(0, limits.previewHtmlChars) ?? ''));
  return (
    beginningOf(linesOf(upToMark(page))) ||
    beginningOf(lines, true) ||
    beginningOf(linesOf(page.slice(0, limits.previewHtmlChars / 4)), true)
  );
}

/** Of a mail that has nothing but another mail attached. */
export function previewOfAttached({ subject, plain, html }: AttachedText): string {
  const text = previewOf(plain, html);
  return cut(clean(collapse([subject, text].filter(Boolean).join(' – '))), limits.preview);
}

function beginningOf(lines: readonly string[], isWhole = false): string {
  const own: string[] = [];
  let chars = 0;
  for (const at of ownLines(lines, isWhole)) {
    const line = (lines[at] as string).trimEnd();
    own.push(line);
    chars += line.trim().length;
    if (chars > ENOUGH) break;
  }
  return cut(clean(collapse(own.join('\n'))), limits.preview);
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
  let end = 0;
  for (const { index, segment } of graphemes.segment(text.slice(0, max + LONGEST))) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  // A first character that is longer than the whole preview is cut between its code points.
  return text.slice(0, end || (/[\ud800-\udbff]/.test(text[max - 1] as string) ? max - 1 : max)).trimEnd();
}

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

/** Ids and classes by which mail programs mark signatures, and quoted mail that is not in a blockquote. */
const MARKED_END =
  /gmail_signature|moz-signature|divRplyFwdMsg|appendonsend|OutlookMessageHeader|ms-outlook-mobile-reference-message|yahoo_quoted|protonmail_signature_block/g;
const QUOTE_TAG = /<(\/?)blockquote\b/gi;

function withoutQuotes(html: string): string {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { index, 1: slash } of html.matchAll(QUOTE_TAG)) {
    if (slash === '' && depth++ === 0) parts.push(html.slice(from, index));
    if (slash === '/' && depth > 0 && --depth === 0) from = index;
  }
  if (depth === 0) parts.push(html.slice(from));
  return parts.join(' ');
}

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
