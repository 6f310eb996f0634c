// Small parsers for structured header fields: one line of text, comments (RFC 5322 section 3.2.2) and message ids.
import { clean } from '../../values/text.ts';
import type { HeaderField } from './header.ts';

/** A header field: its name in lower case, its value unfolded. */
export type NamedValue = Pick<HeaderField, 'name' | 'value'>;

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const ID = /<[^<>\s]{1,990}>/;

export function fieldValue(fields: readonly NamedValue[], name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

/** One line of at most `chars` characters; null if it is empty. */
export function oneLine(text: string | null | undefined, chars: number): string | null {
  const line = clean((text ?? '').slice(0, chars * 4).replaceAll(CONTROLS, ' '))
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return line.length <= chars ? line || null : line.slice(0, chars).toWellFormed();
}

/** The text without comments, which can be nested. Quoted strings are unchanged. */
export function withoutComments(text: string): string {
  let out = '';
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    const isEscaped = char === '\\' && (quoted || depth > 0);
    const piece = isEscaped ? text.slice(i, i + 2) : char;
    if (isEscaped) i++;
    else if (char === '"' && depth === 0) quoted = !quoted;
    else if (char === '(' && !quoted) depth++;
    else if (char === ')' && !quoted && depth > 0) {
      depth--;
      continue;
    }
    if (depth === 0) out += piece;
  }
  return out;
}

/** The first message id, with its brackets. */
export function messageIdIn(text: string | null | undefined): string | null {
  return clean((text ?? '').slice(0, 4000)).match(ID)?.[0] ?? null;
}

/** The first enhanced status code (RFC 3463) in a text, such as 5.1.1. */
export function statusIn(text: string | null | undefined): string | null {
  return /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(text ?? '')?.[1] ?? null;
}
