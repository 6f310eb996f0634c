// Extracts the visible text of an HTML mail, without markup, scripts, styles and hidden parts. It makes one pass
// without building a tree, and stops after a maximum of text or markup, so that a hostile document costs no more than
// an ordinary one.
import { decodeHTML } from 'entities';
import { limits } from '../limits.ts';

const UNSEEN = new Set(['head', 'script', 'style', 'template', 'noscript', 'title', 'object']);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
// Elements that can be in a head; any other element ends it, because it is often not closed (HTML section 13.2.6.4.4).
const OF_HEAD = new Set(
  'head base basefont bgsound link meta title noscript noframes style script template'.split(' '),
);
const INLINE = new Set('a b big code em font i mark small span strong sub sup u wbr'.split(' '));
/** Raw text elements, each with its end tag. */
const RAW = new Map(
  ['script', 'style', 'title', 'textarea', 'xmp'].map((name) => [name, new RegExp(`</${name}`, 'gi')]),
);
const HIDING_STYLE = /display\s{0,20}:\s{0,20}none|visibility\s{0,20}:\s{0,20}hidden/i;
const NAME_CHARS = 20; // longer than any relevant name
const STYLE_CHARS = 1000; // of a style attribute that are checked

const [SLASH, EXCLAMATION, QUESTION, EQUALS, GREATER] = [47, 33, 63, 61, 62];
const [DOUBLE_QUOTE, SINGLE_QUOTE] = [34, 39];

/** About `max` characters of it at most. */
export function visibleText(html: string, max: number = limits.indexedChars): string {
  const reader = new VisibleText(html.slice(0, limits.htmlChars));
  return decodeHTML(reader.read(max)).replace(/\s+/g, ' ').trim();
}

/** Whether a mail has neither text nor images. Some programs write HTML without any for a mail that only has attachments. */
export function isBlank(plain: string | null, html: string | null): boolean {
  return !plain?.trim() && (html === null || new VisibleText(html).isBlank());
}

// Not spaces, characters without a width and marks without a letter.
const VISIBLE = /[^\s\p{Cf}\p{M}]/u;

class VisibleText {
  private readonly html: string;
  private at = 0;
  private readonly parts: string[] = [];
  private chars = 0;
  private marks = 0; // tags and attributes
  private hides = false; // whether the current tag hides its element
  private hidden = ''; // the name of the outermost hidden element
  private depth = 0; // number of open elements of that name inside it
  private hasImage = false;

  constructor(html: string) {
    this.html = html;
  }

  /** With entities as they are written. */
  read(max: number): string {
    const { html } = this;
    while (this.at < html.length && this.chars < max && this.marks < limits.htmlMarks) this.readNext();
    return this.parts.join('').slice(0, max);
  }

  /** Reads up to the first visible text or image. HTML with too much markup is not blank. */
  isBlank(): boolean {
    while (this.at < this.html.length) {
      if (this.marks >= limits.htmlMarks) return false;
      this.readNext();
      const parts = this.parts.splice(0);
      if (this.hasImage || parts.some((part) => VISIBLE.test(decodeHTML(part)))) return false;
    }
    return true;
  }

  /** Text, and the markup after it. */
  private readNext(): void {
    const mark = this.html.indexOf('<', this.at);
    this.show(mark < 0 ? this.html.length : mark);
    if (mark >= 0) this.readMark();
    this.marks++;
  }

  /** Emits the text up to an offset. */
  private show(end: number): void {
    if (this.hidden === '' && end > this.at) {
      this.parts.push(this.html.slice(this.at, end));
      this.chars += end - this.at;
    }
    this.at = end;
  }

  private space(): void {
    if (this.parts.at(-1) !== ' ') this.parts.push(' ');
  }

  // At a <, which is text unless it begins markup.
  private readMark(): void {
    const next = this.html.charCodeAt(this.at + 1);
    if (isLetter(next)) this.readOpening();
    else if (next === SLASH) this.readClosing();
    else if (next === EXCLAMATION && this.html.startsWith('--', this.at + 2)) this.skip('-->', 4);
    else if (next === EXCLAMATION || next === QUESTION) this.skip('>', 2);
    else this.show(this.at + 1);
  }

  /** Skips to the end of a construct with a fixed terminator. */
  private skip(end: string, from: number): void {
    const found = this.html.indexOf(end, this.at + from);
    this.at = found < 0 ? this.html.length : found + end.length;
  }

  private readClosing(): void {
    let from = this.at + 2;
    while (isSpace(this.html.charCodeAt(from))) from++;
    if (this.html.charCodeAt(from) === GREATER) {
      this.at = from + 1;
      return;
    }
    const isNamed = isLetter(this.html.charCodeAt(from));
    this.at = from;
    const name = isNamed ? this.name() : '';
    this.skip('>', 0);
    if (isNamed) this.close(name);
  }

  private close(name: string): void {
    if (!INLINE.has(name)) this.space();
    if (this.hidden === name && --this.depth === 0) this.hidden = '';
  }

  private readOpening(): void {
    this.at++;
    const tag = this.name();
    this.hides = false;
    if (!this.readAttributes()) return; // it is not closed
    if (!INLINE.has(tag)) this.space();
    if (this.hidden === 'head' && !OF_HEAD.has(tag)) this.hidden = '';
    if (tag === 'img' && this.hidden === '' && !this.hides) this.hasImage = true;
    if (this.hidden === tag) this.depth++;
    else if (this.hidden === '' && !VOID.has(tag) && (this.hides || UNSEEN.has(tag)))
      [this.hidden, this.depth] = [tag, 1];
    const end = RAW.get(tag);
    if (!end) return;
    this.marks += 2; // the search for its end costs as much
    end.lastIndex = this.at;
    const found = end.exec(this.html);
    this.show(found ? found.index : this.html.length);
  }

  private name(): string {
    const from = this.at;
    let code = this.html.charCodeAt(this.at);
    while (this.at < this.html.length && code !== SLASH && code !== GREATER && !isSpace(code))
      code = this.html.charCodeAt(++this.at);
    return this.html.slice(from, Math.min(this.at, from + NAME_CHARS)).toLowerCase();
  }

  /** Returns whether the tag is closed. */
  private readAttributes(): boolean {
    const { html } = this;
    while (this.at < html.length && this.marks < limits.htmlMarks) {
      const code = html.charCodeAt(this.at);
      if (code === GREATER) {
        this.at++;
        return true;
      }
      if (code === SLASH || isSpace(code)) this.at++;
      else this.readAttribute();
    }
    return false;
  }

  private readAttribute(): void {
    const { html } = this;
    const from = this.at++;
    this.marks++;
    let code = html.charCodeAt(this.at);
    while (this.at < html.length && code !== SLASH && code !== GREATER && code !== EQUALS && !isSpace(code))
      code = html.charCodeAt(++this.at);
    const name = this.at - from > 6 ? '' : html.slice(from, this.at).toLowerCase();
    while (isSpace(html.charCodeAt(this.at))) this.at++;
    const value = html.charCodeAt(this.at) === EQUALS ? this.value() : '';
    if (name === 'hidden' || (name === 'style' && HIDING_STYLE.test(decodeHTML(value)))) this.hides = true;
  }

  /** The start of the value after an equals sign. */
  private value(): string {
    const { html } = this;
    do this.at++;
    while (isSpace(html.charCodeAt(this.at)));
    const quote = html.charCodeAt(this.at);
    const from = this.at;
    if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
      const end = html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", from + 1);
      this.at = end < 0 ? html.length : end + 1;
      return html.slice(from + 1, Math.min(this.at - 1, from + 1 + STYLE_CHARS));
    }
    while (this.at < html.length && html.charCodeAt(this.at) !== GREATER && !isSpace(html.charCodeAt(this.at)))
      this.at++;
    return html.slice(from, Math.min(this.at, from + STYLE_CHARS));
  }
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}

/** Escapes text for HTML. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Plain text as HTML with the same appearance. */
export function textPage(text: string): string {
  return preformatted(escapeText(text));
}

/** HTML whose lines and spaces are shown as they are. */
export function preformatted(html: string): string {
  return `<pre style="white-space: pre-wrap; overflow-wrap: anywhere">${html}</pre>`;
}
