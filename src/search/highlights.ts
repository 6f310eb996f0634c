// Where a record has what was searched for: parts of its texts, each marked as a match or not. They are never HTML.
import { limits } from '../limits.ts';
import { textsAt } from '../records/indexed-text.ts';
import type { QueryNode } from '../records/query/query.ts';
import { digitsIn } from '../records/words/search-words.ts';
import type { AnyRecord, Resource } from '../resources/resource.ts';
import type { Phrase, SearchScope, SearchTerm } from '../store/port.ts';
import { visibleText } from '../values/html-text.ts';
import { type Place, placesOf } from './marked-text.ts';

interface Part {
  text: string;
  match: boolean;
}

export interface Highlight {
  /** The field of the record, or `attachment_text`. */
  field: string;
  parts: Part[];
}

/** A term that a record may have matched. */
export interface SoughtTerm {
  term: SearchTerm;
  scope: SearchScope;
}

/** The terms that are wanted; those with a minus sign are in no result. */
export function soughtTerms(node: QueryNode): SoughtTerm[] {
  if (node.type === 'term') return [node];
  return node.type === 'and' || node.type === 'or' ? node.parts.flatMap(soughtTerms) : [];
}

/** How many more characters are looked through for one response. */
export interface Room {
  chars: number;
}

/** `derived` are texts that are not in the record, such as those of its attachments. May pause where it yields. */
export function* highlightsOf(
  resource: Resource,
  record: AnyRecord,
  sought: readonly SoughtTerm[],
  derived: readonly string[],
  room: Room,
): Generator<undefined, Highlight[]> {
  const found: Highlight[] = [];
  for (const { field, path, isNumber, read } of textsOf(resource, record, derived)) {
    if (found.length >= limits.highlights || room.chars <= 0) break;
    // The HTML of a mail has the words of its text once more.
    if (path === 'body_html' && found.some((one) => one.field === 'body_plain')) continue;
    const text = read().slice(0, Math.min(limits.highlightedChars, room.chars));
    room.chars -= text.length + LEAST;
    const terms = sought.filter(({ scope }) => covers(resource, scope, path)).map(({ term }) => term);
    const parts = isNumber ? yield* partsOfNumber(text, terms) : yield* partsOf(text, phrasesOf(terms));
    if (parts) found.push({ field, parts });
    yield;
  }
  return found;
}

const LEAST = 10; // what a short text costs beside its characters, as so many of them

interface SearchedText {
  field: string;
  path: string;
  isNumber: boolean;
  /** Takes time for HTML. */
  read: () => string;
}

function* textsOf({ search }: Resource, record: AnyRecord, derived: readonly string[]): Generator<SearchedText> {
  const { words = [], html = [], digits = [], further = [] } = search ?? {};
  const inOrder = [...words.filter((path) => !path.startsWith('body_')), ...further, ...words, ...html];
  for (const path of new Set(inOrder)) {
    const field = path.split('.')[0] as string;
    for (const text of textsAt(record, path)) {
      const read = () =>
        html.includes(path) ? visibleText(text.slice(0, limits.highlightHtmlChars), limits.highlightedChars) : text;
      yield { field, path, isNumber: digits.includes(path), read };
    }
  }
  for (const text of derived) yield { field: 'attachment_text', path: '', isNumber: false, read: () => text };
}

function covers({ search }: Resource, scope: SearchScope, path: string): boolean {
  if (scope === 'all') return true;
  return scope === 'main' ? !search?.further?.includes(path) : search?.fields?.[scope.field]?.includes(path) === true;
}

function phrasesOf(terms: readonly SearchTerm[]): Phrase[] {
  return terms.flatMap(({ phrases }) => phrases);
}

/** A number is found by some of its digits, however it is written: it is marked whole. */
function* partsOfNumber(text: string, terms: readonly SearchTerm[]): Generator<undefined, Part[] | null> {
  const digits = digitsIn(text);
  const isFound = (some: string | null) => some !== null && digits.includes(some);
  const matches = terms.some((term) => isFound(term.digits) || term.phrases.some((phrase) => isFound(phrase.digits)));
  if (matches) return [{ text: text.slice(0, beforeHalf(text, limits.highlightChars)), match: true }];
  return yield* partsOf(text, phrasesOf(terms));
}

const BEFORE = 60; // characters before the first match
const ELLIPSES = 2; // characters, at both ends

/** A piece of the text around its first match; null if there is none. */
function* partsOf(text: string, phrases: readonly Phrase[]): Generator<undefined, Part[] | null> {
  if (phrases.length === 0) return null;
  const places: Place[] = [];
  let from = 0;
  let most = 0; // where it ends at the latest, also within a long match
  for (const place of placesOf(text, phrases)) {
    if (!place) {
      yield;
      continue;
    }
    if (places.length === 0) {
      from = beginOf(text, place.start);
      most = beforeHalf(text, from + limits.highlightChars - ELLIPSES);
    }
    if (place.start >= most) break;
    places.push({ start: place.start, end: Math.min(place.end, most) });
  }
  const last = places.at(-1);
  if (!last) return null;
  const to = Math.max(last.end, endOf(text, most));
  return joinParts([
    { text: from > 0 ? '…' : '', match: false },
    ...piecesOf(text, places, from, to),
    { text: to < text.length ? '…' : '', match: false },
  ]);
}

function piecesOf(text: string, places: readonly Place[], from: number, to: number): Part[] {
  const parts: Part[] = [];
  let at = from;
  for (const { start, end } of places) {
    parts.push({ text: text.slice(at, start), match: false }, { text: text.slice(start, end), match: true });
    at = end;
  }
  return [...parts, { text: text.slice(at, to), match: false }];
}

/** Line breaks become spaces, empty parts are left out, and neighbours of the same kind are one. */
function joinParts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const { text, match } of parts) {
    const shown = text.replace(/\s+/g, ' ');
    const last = joined.at(-1);
    if (shown === '') continue;
    if (last?.match === match) last.text += shown;
    else joined.push({ text: shown, match });
  }
  return joined;
}

/** The beginning of a word shortly before the match. */
function beginOf(text: string, start: number): number {
  const from = Math.max(0, start - BEFORE);
  if (from === 0) return 0;
  const space = text.slice(from, start).search(/\s/);
  return space < 0 ? beforeHalf(text, from) : from + space + 1;
}

/** The end of a word shortly before the end. */
function endOf(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.slice(end - BEFORE, end).search(/\s\S*$/);
  return space < 0 ? end : end - BEFORE + space;
}

/** Not between the halves of a character. */
function beforeHalf(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at;
}
