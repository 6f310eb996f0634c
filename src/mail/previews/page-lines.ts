// The visible lines of an HTML mail, with where quotes begin and end. Characters that stand for nothing mark these places
// in the HTML, so that its text is extracted once, and what is hidden hides them too.
import { limits } from '../../limits.ts';
import { visibleText } from '../../values/html-text.ts';
import { MARKED_END, quoteOf } from '../quotes/html-marks.ts';
import { type Block, quotedBlocks } from '../quotes/quoted-blocks.ts';

export interface Page {
  lines: string[];
  quotes: Block[];
  /** Lines at which the text of the sender ends, unless they are in a quote. */
  ends: number[];
  /** How many quotes are within each other. */
  deepest: number;
}

// Not assigned to characters.
const [LINE, MARKED, BARE, CLOSE, END] = ['\ue000', '\ue001', '\ue002', '\ue003', '\ue004'];
const MARKS = /([\ue000-\ue004])/;
const TAG = /<(?:(br|hr|\/?(?:p|div|tr|li|ul|ol|h[1-6]|table|pre))\b|(\/?)blockquote\b([^<>]*)>?)/gi;
const ATTRIBUTE = /([a-z-]{1,20})\s{0,9}(?:=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/gi;

export function readPage(html: string): Page {
  const lines = [''];
  const blocks: Block[] = [];
  const open: Block[] = [];
  const ends: number[] = [];
  for (const part of textWithMarks(withoutComments(html)).split(MARKS)) {
    if (!MARKS.test(part)) {
      lines[lines.length - 1] += part;
      continue;
    }
    const at = lines.push('') - 1;
    if (part === END) ends.push(at);
    if (part === CLOSE && open.length > 0) (open.pop() as Block).end = at;
    if (part !== MARKED && part !== BARE) continue;
    const block = { first: at, end: Number.POSITIVE_INFINITY, isMarked: part === MARKED };
    blocks.push(block);
    open.push(block);
  }
  const quotes = quotedBlocks(lines, blocks);
  return { lines, quotes, ends, deepest: depthOf(quotes) };
}

function depthOf(quotes: Block[]): number {
  const open: Block[] = [];
  let deepest = 0;
  for (const quote of quotes) {
    while ((open.at(-1)?.end ?? quote.end) <= quote.first) open.pop();
    deepest = Math.max(deepest, open.push(quote));
  }
  return deepest;
}

/** Each quote down to a depth begins with a quoted line, and a deeper one is nothing else. */
export function linesOf({ lines, quotes, ends }: Page, depth: number, until?: 'up to a mark'): string[] {
  const shown: string[] = [];
  const open: Block[] = [];
  let [next, end, chars] = [0, 0, 0];
  for (const [at, line] of lines.entries()) {
    while ((open.at(-1)?.end ?? at + 1) <= at) open.pop();
    while ((ends[end] ?? at) < at) end++;
    if (until && open.length === 0 && ends[end] === at) break;
    for (; quotes[next]?.first === at; next++) {
      open.push(quotes[next] as Block);
      if (open.length <= depth + 1) shown.push('>');
    }
    if (open.length > depth) continue;
    shown.push(line);
    chars += line.length;
    if (chars > limits.previewChars) break;
  }
  return shown;
}

function textWithMarks(html: string): string {
  const marked = withEnds(html.replaceAll(/[\ue000-\ue004]/g, ' ')).replace(
    TAG,
    (tag, breaking: string | undefined, slash: string | undefined, attributes: string | undefined) => {
      if (breaking !== undefined) return LINE + tag;
      if (slash === '/') return tag + CLOSE; // within the element it would be hidden with it
      return (attributes?.trim() && isMarked(attributes) ? MARKED : BARE) + tag;
    },
  );
  return visibleText(marked, marked.length); // with all of a long quote that the text is below
}

function isMarked(attributes: string): boolean {
  return quoteOf('blockquote', attributesOf(attributes)) !== 'bare';
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', ...values] of text.slice(0, ATTRIBUTES_CHARS).matchAll(ATTRIBUTE))
    attributes[name.toLowerCase()] ??= values.find((value) => value !== undefined) ?? '';
  return attributes;
}

const ATTRIBUTES_CHARS = 2000;

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

/** Before each tag that has the mark of an end. */
function withEnds(html: string): string {
  const parts: string[] = [];
  let last = 0;
  for (const { index } of html.matchAll(MARKED_END).take(ENDS)) {
    const before = html.slice(Math.max(0, index - TAG_CHARS), index);
    const tag = before.lastIndexOf('<');
    const at = index - before.length + tag;
    if (tag <= before.lastIndexOf('>') || at < last) continue;
    parts.push(html.slice(last, at), END);
    last = at;
  }
  return parts.join('') + html.slice(last);
}

const ENDS = 100; // marks that are examined; a mail has a few
const TAG_CHARS = 1000; // from the beginning of a tag to such a mark
