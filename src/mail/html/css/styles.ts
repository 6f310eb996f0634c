// Style sheets and style attributes of a mail, parsed and written again with what is allowed. Both have the same rules for
// declarations. What it costs is limited: characters, rules, selectors, depth, and errors, each of which takes the parser
// time in proportion to the text; and for the browser, for how many elements it tries which selectors.
import type { Block, CssNode, DeclarationList, Rule, Selector, StyleSheet } from 'css-tree';
import { MOVING, MOVING_BACK, READER_PROPERTIES } from './allowed.ts';
import { cssTree } from './css-tree.ts';
import { addDefinitions, type Definitions, endOf, mayUseFonts, noDefinitions, variablesFor } from './definitions.ts';
import { costOf, type Elements } from './elements.ts';
import { safeMedia } from './media.ts';
import { type SafeSelector, safeSelector } from './selectors.ts';
import { isSupported } from './supports.ts';
import { type ImageAddress, propertyName, safeDeclaration } from './values.ts';

const STYLE_CHARS = 4000;
const SHEET_CHARS = 200_000; // of all sheets of a mail; a large newsletter has 50,000
const RULES = 5000;
const SELECTORS = 10_000;
const COMPARING = 100; // selectors with ~, + or :nth-child() and the like, which no mail needs often
const STEPS = 10_000_000; // of the browser with all selectors: half a second; large newsletters need 1,000,000
const FLOATS = 3000; // elements that the style sheets let float: the time grows with their square
const DEEP = 100; // elements in each other, which are not painted for each line of text
const TEXT_STEPS = 6; // to show a character that a style sheet adds
const DECLARATIONS = 200; // of one rule
const DEPTH = 3; // of media queries in each other
const NESTING = 60; // of brackets of any kind
const ERRORS = 100;
// Word has nine for each list, each of which would be an error.
const LIST_OF_WORD = /@list\s[^{}]{1,100}\{[^{}]*\}/gi;

export interface Sheet {
  text: string;
  /** The attribute of its element. */
  media: string | undefined;
}

/** The declarations of a style attribute that only affect the appearance of the mail; in a quote, nothing that moves it. */
export function safeStyle(
  style: string,
  image: ImageAddress,
  isQuote = false,
  definitions: Definitions = noDefinitions(),
): string {
  const list = parsed(style.slice(0, STYLE_CHARS), 'declarationList') as DeclarationList | undefined;
  return list ? declarations(list.children, image, isQuote ? isInPlace : isAny, definitions) : '';
}

interface ReadSheet {
  sheet: StyleSheet;
  media: string | undefined;
}

/** Style sheets as they are written by `writeSheets`; `definitions` gets what they define. */
export function readSheets(sheets: readonly Sheet[], definitions: Definitions): ReadSheet[] {
  const read: ReadSheet[] = [];
  let chars = 0;
  for (const { text, media } of sheets) {
    chars += text.length;
    if (chars > SHEET_CHARS) break;
    const sheet = parsed(text.replaceAll(LIST_OF_WORD, ''), 'stylesheet');
    if (sheet?.type === 'StyleSheet') read.push({ sheet, media });
  }
  for (const { sheet, media } of read) if (media === undefined) addDefinitions(sheet, definitions);
  return read;
}

/** What style sheets apply to: sanitized HTML. */
export interface Styled {
  elements: Elements;
  chars: number;
}

/** The rules of style sheets that only affect the appearance of the mail, as far as a browser applies them in time. */
export function writeSheets(
  read: readonly ReadSheet[],
  styled: Styled,
  image: ImageAddress,
  definitions: Definitions,
): string {
  const left = { rules: RULES, selectors: SELECTORS, comparing: COMPARING, steps: STEPS, floats: FLOATS };
  const writer: Writer = { image, definitions, styled, parts: [], left };
  for (const { sheet, media } of read) {
    if (media === undefined) writeRules(sheet.children, writer, 0);
    else writeMedia(parsed(media.slice(0, STYLE_CHARS), 'mediaQueryList'), sheet.children, writer, 0);
  }
  return writer.parts.join('\n');
}

/** Undefined if it is not understood, or would take too long. */
function parsed(text: string, context: string): CssNode | undefined {
  if (isDeep(text)) return undefined;
  let errors = 0;
  const onParseError = () => {
    if (++errors > ERRORS) throw new RangeError('The style sheet has too many errors.');
  };
  const { parse } = cssTree();
  try {
    return parse(text, { context, onParseError, parseCustomProperty: true });
  } catch {
    return undefined;
  }
}

function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[([{}\])]/g)) {
    if ('([{'.includes(bracket)) depth++;
    else if (depth > 0) depth--;
    if (depth > NESTING) return true;
  }
  return false;
}

interface Writer {
  image: ImageAddress;
  definitions: Definitions;
  styled: Styled;
  parts: string[];
  /** What may still be written. */
  left: { rules: number; selectors: number; comparing: number; steps: number; floats: number };
}

function writeRules(nodes: Iterable<CssNode>, writer: Writer, depth: number): void {
  for (const node of nodes) {
    if (--writer.left.rules < 0 || writer.left.selectors < 0) return;
    if (node.type === 'Rule') writeRule(node, writer, depth);
    else if (node.type === 'Atrule' && node.block && node.prelude?.type === 'AtrulePrelude') {
      const name = node.name.toLowerCase();
      const condition = node.prelude.children.first ?? undefined;
      if (name === 'media') writeMedia(condition, node.block.children, writer, depth);
      if (name === 'supports' && isSupported(condition)) writeRules(node.block.children, writer, depth);
    }
  }
}

function writeMedia(list: CssNode | undefined, rules: Iterable<CssNode>, writer: Writer, depth: number): void {
  const query = list?.type === 'MediaQueryList' && depth < DEPTH ? safeMedia(list.children) : undefined;
  if (query === undefined) return;
  const inside = { ...writer, parts: [] };
  writeRules(rules, inside, depth + 1);
  if (inside.parts.length > 0) writer.parts.push(`@media ${query} {`, ...inside.parts, '}');
}

/** Selectors that depend on the reader make a rule of their own, which changes colours alone. */
function writeRule({ prelude, block }: Rule, writer: Writer, depth: number): void {
  if (prelude.type !== 'SelectorList') return;
  const known: Known[] = [];
  for (const one of prelude.children) {
    const safe = one.type === 'Selector' ? safeSelector(one) : undefined;
    if (safe && --writer.left.selectors >= 0) known.push({ ...safe, selector: one as Selector });
  }
  // An image is shown if the rule always applies: its address tells nothing about the reader.
  const image = depth === 0 ? writer.image : noImage;
  for (const isReader of [false, true]) {
    const some = known.filter((one) => one.isReader === isReader);
    if (some.length === 0) continue;
    const [shown, mayHave] = isReader ? [noImage, isOfReader] : [image, isAny];
    const text = declarations(block.children, shown, mayHave, writer.definitions);
    const written = text === '' ? [] : some.filter((one) => isInTime(one, text, writer)).map((one) => one.text);
    if (written.length > 0) writer.parts.push(`${written.join(', ')} { ${text} }`);
  }
}

interface Known extends SafeSelector {
  selector: Selector;
}

const COMPARES = /[~+] |:nth-/;
const ADDED = /(?:^|; )content: ("(?:[^"]*)")/g;
const IS_INLINE = /(?:^|; )display: (?:inline|contents|ruby)(?=;| |$)/i;
const FLOATS_ANY = /(?:^|; )float: (?!none)/i;

/** Whether a browser still has time for a selector with these declarations. */
function isInTime({ selector, text }: Known, declared: string, { left, styled }: Writer): boolean {
  const { elements, steps } = costOf(selector, styled.elements, styled.chars);
  const compares = COMPARES.test(text) ? 1 : 0;
  const floats = FLOATS_ANY.test(declared) ? elements : 0;
  if (IS_INLINE.test(declared) && styled.elements.depth > DEEP && elements > DEEP / 4) return false;
  const added = Math.max(0, ...[...declared.matchAll(ADDED)].map(([, one = '']) => one.length));
  const all = steps + elements * added * TEXT_STEPS;
  if (left.steps < all || left.comparing < compares || left.floats < floats) return false;
  left.steps -= all;
  left.comparing -= compares;
  left.floats -= floats;
  return true;
}

function noImage(): undefined {
  return undefined;
}

const isOfReader = (name: string) => READER_PROPERTIES.has(name);
const isAny = () => true;
/** Which values calculations have is not known. */
const isInPlace = (name: string, value: string) =>
  !MOVING.has(name) && !(MOVING_BACK.has(name) && /(?:^|[\s,])-|\(/.test(value));

function declarations(
  nodes: Block['children'],
  image: ImageAddress,
  mayHave: (name: string, value: string) => boolean,
  definitions: Definitions,
): string {
  const kept: string[] = [];
  const variables = variablesFor(nodes, definitions);
  const write = (some: Iterable<CssNode>, shown: ImageAddress) => {
    for (const node of some) {
      if (node.type !== 'Declaration' || node.value.type !== 'Value' || kept.length >= DECLARATIONS) continue;
      if (typeof node.important === 'string') continue;
      const text = safeDeclaration(node.property, node.value, shown, variables);
      if (text === undefined || !mayHave(propertyName(node.property), text.slice(text.indexOf(':') + 2))) continue;
      if (!mayUseFonts(fontsOf(text), definitions)) continue;
      kept.push(node.important ? `${text} !important` : text);
    }
  };
  write(nodes, image);
  write(endOf(nodes, definitions), noImage);
  return kept.join('; ');
}

/** The fonts of a declaration; '' for any other. */
function fontsOf(text: string): string {
  if (text.startsWith('font-family: ')) return text.slice(13);
  return text.startsWith('font: ') ? text.slice(6).replace(/^[^,"]*[\d.]\S*\s+/, '') : '';
}
