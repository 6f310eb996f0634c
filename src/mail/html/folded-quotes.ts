// Folds the quoted parts of a mail with <details>, so that a conversation shows what is new in each mail. The sanitizer
// marks where mail programs begin a quote (safe-html.ts); a header as Outlook writes it above the quoted mail is found in
// the text. The input is the output of the sanitizer: balanced tags, and < and > only as tags.
import type sanitize from 'sanitize-html';
import { beginsQuotedMail, firstOwnLine } from '../previews/quotes.ts';
import { type Element, type Line, readOutline } from './outline.ts';

/** The mark: `block` is quoted itself; with `rest`, everything up to the end of its parent is. */
type Quote = 'block' | 'rest';
export const QUOTE_MARK = 'data-quote';

export const OPEN = '<details class="quote"><summary>Quoted text</summary>';
export const CLOSE = '</details>';
const MARKED = new RegExp(` ${QUOTE_MARK}="(block|rest)"`);

// How mail programs mark quotes: Gmail, Yahoo, Thunderbird, Proton, Apple Mail, and Outlook on the web.
const QUOTE_CLASSES = new Set([
  'gmail_quote',
  'gmail_quote_container',
  'yahoo_quoted',
  'moz-cite-prefix',
  'protonmail_quote',
]);
const REST_IDS = new Set(['appendonsend', 'divrplyfwdmsg', 'reply-intro']);

/** Where a quote begins, by the element as the mail has it. */
export function quoteOf(tag: string, attributes: sanitize.Attributes): Quote | undefined {
  if (REST_IDS.has((attributes.id ?? '').replace(/^x_/, '').toLowerCase())) return 'rest';
  if (tag === 'blockquote') return 'block';
  const classes = (attributes.class ?? '').slice(0, 200).toLowerCase().split(/\s+/);
  return classes.some((one) => QUOTE_CLASSES.has(one.replace(/^x_/, ''))) ? 'block' : undefined;
}

interface Fold {
  start: number;
  end: number;
}

/**
 * Wraps the outermost quotes. The first line that the sender wrote is always shown, so a mail without one is not folded;
 * and a quote that has no certain end is folded only below such a line, since a reply may follow it.
 */
export function foldQuotes(marked: string): string {
  const { elements, lines } = readOutline(marked);
  const blocks = outermost(elements.filter((one) => markOf(one) === 'block' && isFoldable(one)).map(foldOf));
  const outside = linesOutside(lines, blocks);
  const own = firstOwnLine(outside.map(({ text }) => text));
  if (own === undefined) return withoutMarks(marked);
  const { offset: shown } = outside[own] as Line;
  const rests = elements.filter((one) => markOf(one) === 'rest').map((one) => restFrom(one, marked.length));
  const written = headerIn(outside, own);
  if (written) rests.push(restFromLine(written, marked.length));
  const folds = outermost([...blocks, ...rests.filter((one) => one !== undefined && one.start > shown)] as Fold[]);
  const parts: string[] = [];
  let last = 0;
  for (const { start, end } of folds) {
    parts.push(marked.slice(last, start), OPEN, marked.slice(start, end), CLOSE);
    last = end;
  }
  return withoutMarks(parts.join('') + marked.slice(last));
}

// Only in tags: visible text can look like a mark.
function withoutMarks(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, (tag) => tag.replace(MARKED, ''));
}

function markOf({ attributes }: Element): Quote | undefined {
  return MARKED.exec(attributes)?.[1] as Quote | undefined;
}

function foldOf({ start, end }: Element): Fold {
  return { start, end };
}

// In these a browser does not accept <details>, or ends them before it.
const CLOSED = new Set('table thead tbody tfoot tr colgroup ul ol dl p h1 h2 h3 h4 h5 h6 summary'.split(' '));

function isFoldable({ parent }: Element): boolean {
  return !CLOSED.has(parent?.tag ?? '');
}

/** From an element, and those around it that begin with it, to the end of their parent. */
function restFrom(element: Element, length: number): Fold | undefined {
  let first = element;
  while (first.parent?.seen === element.seen) first = first.parent;
  return isFoldable(first) ? { start: first.start, end: first.parent?.contentEnd ?? length } : undefined;
}

function restFromLine({ element, offset, seen }: Line, length: number): Fold | undefined {
  if (element?.seen === seen) return restFrom(element, length);
  if (CLOSED.has(element?.tag ?? '')) return undefined;
  return { start: offset, end: element?.contentEnd ?? length };
}

/** The line below the sender's own at which a quoted mail begins. */
function headerIn(lines: Line[], own: number): Line | undefined {
  const texts = lines.map(({ text }) => text);
  for (let at = own + 1; at < lines.length; at++) if (beginsQuotedMail(texts, at)) return lines[at];
  return undefined;
}

/** Without those that lie in others. */
function outermost(folds: Fold[]): Fold[] {
  const kept: Fold[] = [];
  for (const one of folds.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one);
  return kept;
}

function linesOutside(lines: Line[], folds: Fold[]): Line[] {
  let next = 0;
  return lines.filter(({ offset }) => {
    while (next < folds.length && (folds[next] as Fold).end <= offset) next++;
    return !(next < folds.length && (folds[next] as Fold).start <= offset);
  });
}
