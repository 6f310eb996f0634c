// The preview of a mail: the beginning of what its sender wrote, without quoted mail and signature. Only a bounded part of
// a text is read, so that a large mail costs no more than an ordinary one.
import { limits } from '../../limits.ts';
import type { AttachedText } from '../../values/parsed-mail.ts';
import { clean } from '../../values/text.ts';
import { type Kind, readLines, unquoted } from '../quotes/lines.ts';
import { linesOf, type Page, readPage } from './page-lines.ts';

/**
 * Of the plain text or, if that has nothing of the sender's own, of the HTML. A mail that has nothing but quoted mail shows
 * that, and one that has nothing but a signature its signature.
 */
export function previewOf(plain: string | null, html: string | null): string {
  const lines = plain === null ? [] : plain.slice(0, limits.previewChars).split(/\r\n|\r|\n/);
  const own = shown(ownLines(lines));
  if (own !== '') return own;
  const markup = html === null ? '' : beginningOf(html);
  const ownHtml = shown(ownLines(linesOf(readPage(markup), 0, 'up to a mark')));
  if (ownHtml !== '') return ownHtml;
  const beginning = readPage(markup.slice(0, limits.previewHtmlChars / 4));
  const visible = linesOf(beginning, 0);
  return (
    quotedIn(lines) ||
    shown(linesOfKind(visible, 'own', 'mail')) ||
    quotedInPage(beginning) ||
    shown(linesOfKind(lines, 'signature')) ||
    shown(lines) ||
    shown(linesOfKind(visible, 'signature')) ||
    shown(visible)
  );
}

/** As much of it as is read. A tag costs as much as a hundred characters, and some texts are nothing but tags. */
function beginningOf(html: string): string {
  const markup = html.slice(0, limits.previewHtmlChars);
  let at = -1;
  for (let tags = 0; tags <= limits.previewTags; tags++) {
    at = markup.indexOf('<', at + 1);
    if (at < 0) return markup;
  }
  return markup.slice(0, at);
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

function quotedInPage(page: Page): string {
  for (let depth = 1; depth <= Math.min(LEVELS, page.deepest); depth++) {
    const text = shown(linesOfKind(linesOf(page, depth), 'own', 'mail'));
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
