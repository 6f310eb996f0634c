// The elements and the visible lines of sanitized HTML, with their offsets. One pass; the input has balanced tags, and <
// and > only as tags.

export interface Element {
  tag: string;
  attributes: string;
  parent: Element | null;
  /** Offsets: of its start tag, of its end tag, and after it. */
  start: number;
  contentEnd: number;
  end: number;
  /** How many texts and images come before it. */
  seen: number;
}

export interface Line {
  text: string;
  /** Where its text begins, and the innermost element there. */
  offset: number;
  element: Element | null;
  /** How many texts and images come before it. */
  seen: number;
}

interface Outline {
  elements: Element[];
  lines: Line[];
}

const TAG = /<(\/?)([a-z][a-z0-9]*)([^>]*)>/g;
const VOID = new Set('br col hr img wbr'.split(' '));
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const IMAGE = '\ufffc'; // the object replacement character
const COUNTER = / (?:width|height)="[01](?:px)?"/; // an image that only reports that it was loaded
const EMPTY = /^[\s\u200b-\u200f\u2060\ufeff]*$/;

export function readOutline(html: string): Outline {
  const elements: Element[] = [];
  const lines: Line[] = [];
  let parent: Element | null = null;
  let line: Line | undefined;
  let seen = 0;
  let last = 0;
  const add = (text: string, offset: number) => {
    if (line) line.text += text;
    if (EMPTY.test(text)) return;
    if (!line) {
      line = { text, offset, element: parent, seen };
      lines.push(line);
    }
    seen++;
  };
  for (const { 0: whole, 1: slash, 2: tag = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    add(html.slice(last, index), last);
    last = index + whole.length;
    if (!INLINE.has(tag) && tag !== 'img') line = undefined;
    if (tag === 'img' && !COUNTER.test(attributes)) add(IMAGE, index);
    if (VOID.has(tag)) continue;
    if (slash === '') {
      parent = { tag, attributes, parent, start: index, contentEnd: html.length, end: html.length, seen };
      elements.push(parent);
    } else if (parent) {
      parent.contentEnd = index;
      parent.end = last;
      parent = parent.parent;
    }
  }
  add(html.slice(last), last);
  return { elements, lines };
}
