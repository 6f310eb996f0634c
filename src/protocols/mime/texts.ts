// Builds the text of a message from its parts, in order, once as plain text and once as HTML. Alternatives are versions
// of one text (RFC 2046 section 5.1.4). A passage that has only one version is converted for the other.
import { escapeText, visibleText } from '../../values/html-text.ts';
import { decodeText, htmlCharset } from './charsets/charsets.ts';
import type { PartType } from './content-type.ts';

export interface Passage {
  plain: string | null;
  html: string | null;
}

/** The decoded text of a part, with LF line endings. */
export function textOf(content: Buffer, { mime, parameters }: PartType): string {
  const named = parameters.get('charset');
  const charset = named || (mime === 'text/html' ? htmlCharset(content) : null);
  const text = withLineFeeds(decodeText(content, charset));
  if (mime === 'text/enriched' || mime === 'text/richtext') return withoutFormatting(text, mime === 'text/enriched');
  if (mime === 'text/html' || !/^flowed$/i.test(parameters.get('format') ?? '')) return text;
  return unflow(text, /^yes$/i.test(parameters.get('delsp') ?? ''));
}

export function withLineFeeds(text: string): string {
  if (!text.includes('\r')) return text;
  return text.replaceAll('\r\r\n', '\n').replace(/\r\n?/g, '\n');
}

/** The line break that ends a message is not a part of its text. */
export function withoutLastBreak(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** RFC 3676: a line that ends in a space continues in the next line of the same quote depth. */
function unflow(text: string, delSp: boolean): string {
  const paragraphs: string[] = [];
  let current: string[] = [];
  let depth = -1; // of the paragraph that continues; -1 if none does
  for (const line of text.split('\n')) {
    const quotes = /^>*/.exec(line)?.[0].length ?? 0;
    const words = line.charAt(quotes) === ' ' ? line.slice(quotes + 1) : line.slice(quotes);
    if (depth !== quotes || isSignature(words)) {
      if (current.length > 0) paragraphs.push(current.join(''));
      // The space after quote marks stays as it is written; before other text it is space-stuffing.
      current = [quotes > 0 ? line.slice(0, line.length - words.length) : ''];
    }
    const isFlowed = words.endsWith(' ') && !isSignature(words);
    current.push(isFlowed && delSp ? words.slice(0, -1) : words);
    depth = isFlowed ? quotes : -1;
  }
  paragraphs.push(current.join(''));
  return paragraphs.join('\n');
}

/** Removes the formatting commands of RFC 1896 and RFC 1341 section 7.1.3, and joins lines that were wrapped. */
function withoutFormatting(text: string, isEnriched: boolean): string {
  const lines = text.replace(/\n+/g, (breaks) => (breaks.length === 1 ? ' ' : isEnriched ? breaks.slice(1) : ' '));
  const plain = lines
    .replace(/<(param|comment)>[^<]*<\/\1>/gi, '')
    .replace(/ {0,3}<(?:nl|np|paragraph)> {0,3}/gi, '\n')
    .replace(isEnriched ? /<<|<\/?[a-z0-9-]{1,60}>/gi : /<\/?[a-z0-9-]{1,60}>/gi, (command) =>
      command === '<<' || command.toLowerCase() === '<lt>' ? '<' : '',
    )
    .trim();
  return plain === '' ? text : plain; // a text of only formatting commands is shown as it is
}

function isSignature(words: string): boolean {
  return words === '-- ';
}

/** Joins the versions of an alternative into one passage. */
export function joinAlternatives(versions: Passage[][]): Passage[] {
  const shown = versions.filter((passages) => passages.length > 0);
  if (shown.length === 0) return [];
  const withHtml = shown.filter((passages) => passages.some(({ html }) => html !== null));
  const plain = shown.filter((passages) => passages.every(({ html }) => html === null));
  const both = withHtml.filter((passages) => passages.some(({ plain }) => plain !== null));
  const texts = plain.length > 0 ? plain : both;
  return [
    {
      plain: texts.length > 0 ? texts.map(plainOf).join('\n') : null,
      html: withHtml.length > 0 ? withHtml.map(htmlOf).join('\n') : null,
    },
  ];
}

/** Both versions of the whole text; null for a version that no part has. */
export function joinPassages(passages: Passage[]): Passage {
  return {
    plain: passages.some(({ plain }) => plain !== null) ? plainOf(passages) : null,
    html: passages.some(({ html }) => html !== null) ? htmlOf(passages) : null,
  };
}

function plainOf(passages: Passage[]): string {
  return passages.map(({ plain, html }) => plain ?? visibleText(html ?? '')).join('\n');
}

function htmlOf(passages: Passage[]): string {
  return passages.map(({ plain, html }) => html ?? toHtml(plain ?? '')).join('\n');
}

function toHtml(plain: string): string {
  return `<div>${escapeText(plain.trim()).replaceAll('\n', '<br>')}</div>`;
}
