// Parses the addresses of a header field (RFC 5322 section 3.4), including obsolete forms (routes, comments anywhere,
// groups) and common mistakes of mail programs. It makes one pass over the value, so a hostile value costs no more than
// its length. Text that is not an address is never turned into one.
import type { Address } from '../../values/addresses.ts';
import { decodeHeader, trimBlanks } from './encoded-words.ts';

interface Token {
  kind: 'text' | 'quoted' | 'comment' | 'angle' | 'comma' | 'semicolon' | 'colon';
  /** Bytes, without the enclosing characters. */
  value: string;
}

interface Mailbox {
  tokens: Token[];
  endsBy: 'comma' | 'semicolon' | null;
}

const LONGEST = 4000; // characters of one address; the rest is discarded
const ENCODED_WORD = /=\?[^?\s]{1,60}\?[bq]\?[^?]*\?=/iy;
const TEXT = /[^"(<,;:=]+|=/y;
const SEPARATORS: Record<string, Token['kind']> = { ',': 'comma', ';': 'semicolon', ':': 'colon' };

/** The addresses of a list, groups included, up to `max`. A name without an address gets an empty address. */
export function parseAddressList(value: string, max: number): Address[] {
  const found: Address[] = [];
  let before: Mailbox | null = null; // text without an address that may be the start of the next name
  const put = (mailbox: Mailbox) => {
    const address = readMailbox(mailbox.tokens);
    if (address) found.push(address);
  };
  for (const mailbox of splitMailboxes(value)) {
    if (found.length > max) break;
    const joined: Mailbox | null = before && joinNames(before, mailbox);
    if (before && !joined) put(before);
    before = null;
    const next: Mailbox = joined ?? mailbox;
    if (!joined && next.endsBy === 'comma' && isName(next.tokens)) before = next;
    else put(next);
  }
  if (before) put(before);
  return found.slice(0, max);
}

/** The quoted strings, comments and angle brackets of a value, and the text between them. */
function* tokensOf(value: string): Generator<Token> {
  const closingQuote = quoteFinder(value);
  let at = 0;
  while (at < value.length) {
    const char = value[at] as string;
    const separator = SEPARATORS[char];
    if (separator) {
      yield { kind: separator, value: char };
      at++;
    } else if (char === '"' || char === '(' || char === '<') {
      const end =
        char === '"'
          ? quotedEnd(value, at, closingQuote)
          : char === '('
            ? commentEnd(value, at)
            : angleEnd(value, at, closingQuote);
      const isClosed = end > at + 1 && value[end - 1] === (char === '"' ? '"' : char === '(' ? ')' : '>');
      yield {
        kind: char === '"' ? 'quoted' : char === '(' ? 'comment' : 'angle',
        value: value.slice(at + 1, isClosed ? end - 1 : end),
      };
      at = end;
    } else {
      // An encoded-word is one token, whatever special characters a program has left in it.
      ENCODED_WORD.lastIndex = TEXT.lastIndex = at;
      const text = (char === '=' && ENCODED_WORD.exec(value)?.[0]) || (TEXT.exec(value)?.[0] ?? char);
      yield { kind: 'text', value: text };
      at += text.length;
    }
  }
}

type QuoteFinder = (from: number) => number;

/**
 * Finds the closing quote for the quote at an index; -1 if it is not closed. In that case no later quote is closed
 * either, because every quote after it is escaped.
 */
function quoteFinder(value: string): QuoteFinder {
  let isOpen = false;
  return (from) => {
    if (isOpen) return -1;
    let at = from + 1;
    while (at < value.length && value[at] !== '"') at += value[at] === '\\' ? 2 : 1;
    isOpen = at >= value.length;
    return isOpen ? -1 : at;
  };
}

function quotedEnd(value: string, from: number, closingQuote: QuoteFinder): number {
  const close = closingQuote(from);
  if (close >= 0) return close + 1;
  // An unclosed quote ends before the bracket.
  const angle = value.indexOf('<', from);
  return angle < 0 ? value.length : angle;
}

function commentEnd(value: string, from: number): number {
  let depth = 0;
  for (let at = from; at < value.length; at++) {
    const char = value[at];
    if (char === '\\') at++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at + 1;
  }
  return value.length;
}

function angleEnd(value: string, from: number, closingQuote: QuoteFinder): number {
  for (let at = from + 1; at < value.length; at++) {
    const char = value[at];
    if (char === '>') return at + 1;
    if (char === '"') {
      const close = closingQuote(at);
      if (close >= 0) at = close;
    } else if (char === '\\') at++;
  }
  return value.length;
}

function* splitMailboxes(value: string): Generator<Mailbox> {
  let tokens: Token[] = [];
  let hasAngle = false;
  let hasAt = false;
  for (const token of tokensOf(value)) {
    if (token.kind === 'comma' || token.kind === 'semicolon') {
      yield { tokens, endsBy: token.kind };
      [tokens, hasAngle, hasAt] = [[], false, false];
    } else if (token.kind === 'colon' && !hasAngle && !hasAt) {
      tokens = []; // the name of a group; only its members are addresses
    } else {
      // Only a comment can follow `Ann <a@x.org>`; any other token begins the next mailbox.
      if (hasAngle && (token.kind === 'angle' || token.kind === 'quoted')) {
        const last = tokens.findLastIndex(({ kind }) => kind === 'angle');
        yield { tokens: tokens.slice(0, last + 1), endsBy: null };
        [tokens, hasAngle, hasAt] = [tokens.slice(last + 1), false, false];
      }
      tokens.push(token);
      hasAngle ||= token.kind === 'angle';
      hasAt ||= token.kind === 'text' && token.value.includes('@');
    }
  }
  yield { tokens, endsBy: null };
}

// `Lee, Ann <ann@x.org>`: unquoted names as address books write them.
function joinNames(before: Mailbox, { tokens, endsBy }: Mailbox): Mailbox | null {
  const first = tokens.find(({ kind, value }) => kind !== 'comment' && value.trim() !== '');
  if (first?.kind !== 'text' || !tokens.some(({ kind }) => kind === 'angle')) return null;
  return { tokens: [...before.tokens, { kind: 'text', value: ',' }, ...tokens], endsBy };
}

function isName(tokens: Token[]): boolean {
  return (
    tokens.length > 0 &&
    tokens.every(({ kind, value }) => kind === 'text' && !value.includes('@')) &&
    tokens.some(({ value }) => value.trim() !== '')
  );
}

function readMailbox(tokens: Token[]): Address | null {
  const words = tokens.filter(({ kind }) => kind !== 'comment');
  const comment = tokens.find(({ kind, value }) => kind === 'comment' && value.trim() !== '');
  const commentName = comment ? phrase([comment]) : null;
  const at = words.findLastIndex(({ kind, value }) => kind === 'angle' && value.trim() !== '');
  if (at >= 0) {
    const address = addressIn((words[at] as Token).value);
    // In `<Ann> ann@x.org` name and address are swapped.
    const outside = address.includes('@') ? null : bareAddress(written(words.filter(({ kind }) => kind === 'text')));
    if (outside && address !== '') return { address: decodeHeader(outside.address), name: address };
    const name =
      phrase(words.slice(0, at).filter(({ kind }) => kind !== 'angle')) ?? phrase(words.slice(at + 1)) ?? commentName;
    return { address, name };
  }
  const plain = words.filter(({ kind }) => kind !== 'angle');
  const found = bareAddress(written(plain));
  if (found) return { address: decodeHeader(found.address), name: phrase(found.words) ?? commentName };
  const name = phrase(plain);
  return name === null ? null : { address: '', name };
}

function written(tokens: Token[]): string {
  return tokens.map(({ kind, value }) => (kind === 'quoted' ? `"${value}"` : value)).join('');
}

/** The address in angle brackets, without a route (RFC 5322 section 4.4), comments and extra whitespace. */
function addressIn(value: string): string {
  let address = '';
  const tokens = [...tokensOf(value)];
  const blank = tokens.some(({ kind, value: text }) => kind === 'text' && text.includes('@')) ? '' : ' ';
  for (const { kind, value: text } of tokens) {
    if (kind === 'quoted') address += `"${text}"`;
    else if (kind === 'text') address += text.replace(/[ \t\r\n]+/g, blank);
    else if (kind !== 'comment') address += text; // a bracket in brackets: <<a@x.org>>
  }
  const bounded = address.slice(0, LONGEST);
  const route = /^[ \t]*@[^:"]*:(?=[^:]*@)/.exec(bounded)?.[0] ?? '';
  const plain = trimBlanks(bounded.slice(route.length));
  return decodeHeader(plain.replace(/^(?:mailto:|['< \t]+(?=[^'"]*@))/i, '').replace(/[> \t]+$/, '')).trim();
}

/** An address without brackets; the other words are the display name. */
function bareAddress(value: string): { address: string; words: Token[] } | null {
  const text = trimBlanks(value).replace(/>$/, ''); // the opening bracket is missing
  if (!text.includes('@')) return null;
  if (/^"(?:[^"\\]|\\.)*"@[^ \t]+$/.test(text) || /^[^ \t]+$/.test(text)) return { address: text, words: [] };
  // RFC 5322 section 4.4: whitespace around dots and the at sign.
  const tight = text.length > LONGEST ? text : text.replace(/[ \t]*([.@])[ \t]*/g, '$1');
  if (/^[^ \t"]+$/.test(tight)) return { address: tight, words: [] };
  const all = text.split(/[ \t]+/);
  const at = all.findIndex((word) => /^[^@"]+@[^@"]+$/.test(word));
  if (at < 0) return null;
  return {
    address: all[at] as string,
    words: [{ kind: 'text', value: withoutQuotes(all.filter((_, index) => index !== at).join(' ')) }],
  };
}

function withoutQuotes(text: string): string {
  return text.replace(/^"((?:[^"\\]|\\.)*)"$/s, '$1').replace(/\\(["\\])/g, '$1');
}

function phrase(tokens: Token[]): string | null {
  const text = tokens.map(({ kind, value }) => (kind === 'text' ? value : value.replace(/\\(.)/gs, '$1'))).join('');
  const name = decodeHeader(trimBlanks(text)).replace(/\s+/g, ' ').trim();
  return name === '' ? null : name;
}
