// Extracts message ids (RFC 5322 section 3.6.4) from a header value, and skips mail addresses beside them.
import { limits } from '../../limits.ts';
import { decodeHeader } from './encoded-words.ts';
import { cut } from './fields.ts';

const MAX_CHARS = 990;
// An address in brackets after "from"; after an address without brackets, or after a date, it is an id.
const FROM = /\bfrom\b(?![^<>]*(?:@|\bof\s+"))[^<>]*$/i;

/** The id of a message. Missing brackets are added; text with spaces is not an id. */
export function messageId(value: string | undefined): string | null {
  if (value === undefined) return null;
  const text = decodeHeader(value.slice(0, limits.lineChars * 4));
  const [id] = idsIn(text);
  if (id) return cut(id, limits.lineChars);
  // An id that was folded in the middle.
  const folded = /<([^<>]{1,990})>/.exec(text)?.[1]?.replaceAll(/\s+/g, '');
  const bare = folded ?? text.replaceAll(/[<>]/g, '').trim();
  return bare !== '' && !/\s/.test(bare) && isClean(bare)
    ? cut(`<${bare.slice(0, limits.lineChars - 2)}>`, limits.lineChars)
    : null;
}

/**
 * The id that a message replies to. `Message from Joe <joe@x> of "Mon, 1 Jan" <orig@x>` names orig@x, also with the
 * address alone: an address after "from" is not a message id (RFC 2822 section 4.5.4).
 */
export function repliedId(value: string | undefined): string | null {
  if (value === undefined) return null;
  const text = decodeHeader(value.slice(0, limits.lineChars * 4));
  const ids = idsIn(text, 'phrase');
  if (ids[0]) return cut(ids[0], limits.lineChars);
  if (idsIn(text).length > 0) return null;
  // Text with spaces is not an id, unless it is an id that was folded in the middle.
  return /\s/.test(text.trim()) && !/^[^<>]*<[^<>@]+@[^<>]+>[^<>]*$/.test(text) ? null : messageId(value);
}

/** The ids of a chain, without duplicates. A chain that is too long keeps its first id and its last ones. */
export function messageIds(value: string | undefined): string[] {
  if (value === undefined) return [];
  const text = decodeHeader(value);
  const found = idsIn(text, 'chain');
  const bare = found.length > 0 ? [] : text.split(/[\s,]+/).filter((word) => /^[^\s<>@"]+@[^\s<>@"]+$/.test(word));
  const ids = [...new Set([...found, ...bare.map((word) => `<${word}>`)])].map((id) => cut(id, limits.lineChars));
  return ids.length <= limits.references ? ids : [ids[0] as string, ...ids.slice(1 - limits.references)];
}

/**
 * Everything in angle brackets; in a chain, except addresses after "from"; in a phrase, also except in quotes and in
 * comments.
 */
function idsIn(text: string, within: 'any' | 'chain' | 'phrase' = 'any'): string[] {
  const ids: string[] = [];
  let words = 0; // where the text before the next bracket begins
  let end = -1; // the next closing bracket
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (end < at) end = text.indexOf('>', at);
    if (end < 0) break;
    const id = text.slice(at, end + 1);
    const before = text.slice(Math.max(words, at - 300), at);
    const isQuoted = within === 'phrase' && isInside(text.slice(0, at));
    if (id.length > 2 && id.length <= MAX_CHARS && isClean(id.slice(1, -1))) {
      if (!isQuoted && !(within !== 'any' && FROM.test(before))) ids.push(id);
    } else if (text.indexOf('<', at + 1) < end) continue; // the next opening bracket is closer
    words = end + 1;
    at = end;
  }
  return ids;
}

function isClean(text: string): boolean {
  return !/[\s<>]/.test(text);
}

// Whether a quote or a comment is open at the end of the text.
function isInside(before: string): boolean {
  const quotes = before.split('"').length - 1;
  return quotes % 2 === 1 || before.split('(').length > before.split(')').length;
}
