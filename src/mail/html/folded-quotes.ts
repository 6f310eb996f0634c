// Folds the quoted parts of a mail with <details>, so that a conversation shows what is new in each mail. The sanitizer
// marks where mail programs begin a quote (safe-html.ts); what introduces a quote, and a header as Outlook writes it above
// the quoted mail, are found in the text. The input is the output of the sanitizer: balanced tags, and < and > only as tags.
import type { Quote } from '../quotes/html-marks.ts';
import { type Kind, readLines } from '../quotes/lines.ts';
import { quotedBlocks } from '../quotes/quoted-blocks.ts';
import { type Element, type Line, readOutline } from './outline.ts';

/** The mark of an element where a quote begins, with its form as the value. */
export const QUOTE_MARK = 'data-quote';

export const OPEN = '<details class="quote"><summary>Quoted text</summary>';
export const CLOSE = '</details>';
const MARKED = new RegExp(` ${QUOTE_MARK}="(block|rest|bare)"`);

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
  const blocks = quotesIn(elements, lines);
  const entries = readEntries(lines, blocks);
  const own = entries.find(isOwn);
  if (!own) return withoutMarks(marked);
  const rests = elements.filter((one) => markOf(one) === 'rest').map((one) => restFrom(one, marked.length));
  const written = entries.find(({ begins, offset }) => begins && offset > own.offset);
  if (written?.line) rests.push(restFromLine(written.line, marked.length));
  const folds = outermost([
    ...withIntroductions(entries),
    ...rests.filter((one) => one !== undefined).filter(({ start }) => start > own.offset),
  ]);
  const parts: string[] = [];
  let last = 0;
  for (const { start, end } of folds) {
    parts.push(marked.slice(last, start), OPEN, marked.slice(start, end), CLOSE);
    last = end;
  }
  return withoutMarks(parts.join('') + marked.slice(last));
}

/** A line, or in place of a quote a quoted line. */
interface Entry {
  offset: number;
  text: string;
  line?: Line;
  quote?: Element;
  kind: Kind;
  begins?: boolean;
}

/**
 * The elements that are folded: quoted blockquotes, and what else is marked. A reply within the quoted mail is in the same
 * element as the quote, in Gmail for example; then only the blockquotes of that element are.
 */
function quotesIn(elements: Element[], lines: Line[]): Element[] {
  const cited = outermost(citedIn(elements, lines).filter(isFoldable));
  const others = outermost(
    elements.filter((one) => one.tag !== 'blockquote' && markOf(one) === 'block' && isFoldable(one)),
  );
  if (cited.length === 0 || others.length === 0) return outermost([...cited, ...others]);
  const own = readEntries(lines, cited)
    .filter(isOwn)
    .map(({ offset }) => offset);
  const starts = cited.map(({ start }) => start);
  const isWhole = ({ start, end }: Element) => {
    const first = cited[indexFrom(starts, start)];
    return !first || first.start >= end || (own[indexFrom(own, first.end)] ?? end) >= end;
  };
  return outermost([...cited, ...others.filter(isWhole)]);
}

/** The blockquotes that are quoted mail. */
function citedIn(elements: Element[], lines: Line[]): Element[] {
  const offsets = lines.map(({ offset }) => offset);
  const blocks = elements
    .filter(({ tag }) => tag === 'blockquote')
    .map((element) => ({
      element,
      first: indexFrom(offsets, element.start),
      end: indexFrom(offsets, element.end),
      isMarked: markOf(element) === 'block',
    }));
  return quotedBlocks(lines.map(textOf), blocks).map(({ element }) => element);
}

/** Of the first of these sorted numbers that is not below another. */
function indexFrom(sorted: number[], least: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as number) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

function readEntries(lines: Line[], quotes: Element[]): Entry[] {
  const own = 'own' as const;
  const entries: Entry[] = [
    ...linesOutside(lines, quotes).map((line) => ({ offset: line.offset, text: textOf(line), line, kind: own })),
    ...quotes.map((quote) => ({ offset: quote.start, text: '>', quote, kind: own })),
  ].sort((a, b) => a.offset - b.offset);
  const texts = entries.map(({ text }) => text);
  for (const { at, kind, begins } of readLines(texts)) Object.assign(entries[at] as Entry, { kind, begins });
  return entries;
}

function isOwn({ kind }: Entry): boolean {
  return kind === 'own';
}

function textOf({ text }: Line): string {
  if (!text.includes('&')) return text;
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** The quotes, each from the line that introduces it where that is beside it. */
function withIntroductions(entries: Entry[]): Fold[] {
  const folds: Fold[] = [];
  let introduction: Line | undefined;
  for (const { kind, line, quote } of entries) {
    if (quote) folds.push({ start: startOf(introduction, quote) ?? quote.start, end: quote.end });
    introduction = kind === 'introduction' ? (introduction ?? line) : undefined;
  }
  return folds;
}

/** Where a line begins, as a child of the parent of the quote. */
function startOf(line: Line | undefined, { parent }: Element): number | undefined {
  if (!line) return undefined;
  if (line.element === parent) return line.offset;
  let first = line.element;
  while (first && first.seen === line.seen && first.parent !== parent) first = first.parent;
  return first?.seen === line.seen ? first.start : undefined;
}

// Only in tags: visible text can look like a mark.
function withoutMarks(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, (tag) => tag.replace(MARKED, ''));
}

function markOf({ attributes }: Element): Quote | undefined {
  return MARKED.exec(attributes)?.[1] as Quote | undefined;
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

/** Without those that lie in others. */
function outermost<T extends Fold>(folds: T[]): T[] {
  const kept: T[] = [];
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
