// Folds the quoted parts of a mail with <details>, so that a conversation shows what is new in each mail. In HTML, the
// sanitizer marks where a quote begins (safe-html.ts); here the marked elements are wrapped. The input is the output of
// the sanitizer: balanced tags, and < and > only as tags.
import type sanitize from 'sanitize-html';

/** The mark: `block` is quoted itself; with `rest`, everything up to the end of its parent is. */
type Quote = 'block' | 'rest';
export const QUOTE_MARK = 'data-quote';

const OPEN = '<details class="quote"><summary>Quoted text</summary>';
const CLOSE = '</details>';
const TAG = /<(\/?)([a-z][a-z0-9]*)([^>]*)>/g;
const VOID = new Set(['br', 'col', 'hr', 'img', 'wbr']);
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

/** Wraps the outermost marked elements, unless nothing else would be left to see. */
export function foldQuotes(marked: string): string {
  const parts: string[] = [];
  let [depth, last, outside] = [0, 0, ''];
  let fold: { quote: Quote; depth: number } | undefined;
  const take = (end: number) => {
    const text = marked.slice(last, end);
    if (!fold && outside === '') outside = text.trim();
    parts.push(text);
    last = end;
  };
  for (const { 0: tag, 1: slash, 2: name = '', 3: rest = '', index } of marked.matchAll(TAG)) {
    take(index);
    const quote = slash === '' ? (MARKED.exec(rest)?.[1] as Quote | undefined) : undefined;
    if (quote && !fold) {
      fold = { quote, depth };
      parts.push(OPEN);
    }
    if (fold?.quote === 'rest' && slash !== '' && depth === fold.depth) {
      parts.push(CLOSE);
      fold = undefined;
    }
    if (!fold && name === 'img') outside = 'an image';
    parts.push(tag.replace(MARKED, ''));
    last = index + tag.length;
    if (!VOID.has(name)) depth += slash === '' ? 1 : -1;
    if (fold?.quote === 'block' && depth === fold.depth) {
      parts.push(CLOSE);
      fold = undefined;
    }
  }
  take(marked.length);
  if (fold) parts.push(CLOSE);
  const folded = parts.join('');
  return outside === '' ? folded.replaceAll(OPEN, '').replaceAll(CLOSE, '') : folded;
}

/** The same for plain text that is escaped: lines that begin with > are quoted. */
export function foldLines(escaped: string): string {
  return escaped.replaceAll(/^&gt;.*(?:\n&gt;.*)*\n?/gm, (lines) => `${OPEN}${lines}${CLOSE}`);
}
