// The values of declarations: written from their syntax tree, with functions and units that are allowed. No part of the
// source is copied: names are plain, texts are escaped, and addresses are replaced.
import type { CssNode, Value } from 'css-tree';
import { CALCULATIONS, FUNCTIONS, POSITIONS, PREFIXED, PROPERTIES, UNITS, WITH_IMAGE, WITH_TEXT } from './allowed.ts';
import { NO_VARIABLES, type Variables } from './definitions.ts';

/** The address at which an image is shown; undefined if it is left out. */
export type ImageAddress = (address: string) => string | undefined;

const NAME = /^-{0,2}[a-z_][\w-]{0,80}$/i;
const NUMBER = /^[+-]?(?:\d{1,12}(?:\.\d{1,20})?|\.\d{1,20})(?:e[+-]?\d{1,2})?$/i; // MJML writes 33.333333333333336%
const COLOUR = /^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const LAYER = /^(?:auto|-?\d{1,4})$/i; // below what is not of the mail
const BLUR = 20; // pixels, of texts and their outlines: browsers paint each letter with it
const SHADOWS = 4;
const SHADOW = 100; // pixels, of boxes
const TEXT = 100; // characters that are added to the text of the mail
const DEEPEST = 12;
const LONGEST = 4000;

/** The name by which a property is allowed. */
export function propertyName(property: string): string {
  const name = property.toLowerCase();
  const plain = name.startsWith('-webkit-') ? name.slice(8) : name;
  return PREFIXED.has(plain) ? plain : name;
}

/** Undefined if the declaration is left out. */
export function safeDeclaration(
  property: string,
  value: Value,
  image: ImageAddress,
  variables: Variables = NO_VARIABLES,
): string | undefined {
  const name = propertyName(property);
  if (!PROPERTIES.has(name)) return undefined;
  const text = sequence(value.children, { name, image, variables, depth: 0, calculates: false });
  if (text === undefined || text === '' || text.length > LONGEST) return undefined;
  if (name === 'position' && !POSITIONS.has(text.toLowerCase())) return undefined;
  if (name === 'z-index' && !LAYER.test(text)) return undefined;
  if (!isPainted(name, text) || (name === 'content' && !isShortText(text))) return undefined;
  return `${name}: ${text}`;
}

/** Whether a browser paints it in a short time, wherever it is. */
function isPainted(name: string, text: string): boolean {
  const most = name === 'box-shadow' ? SHADOW : /^(?:text-shadow|-webkit-text-stroke)/.test(name) ? BLUR : undefined;
  if (most === undefined) return true;
  const plain = text.replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, '()');
  if (/\b(?:calc|min|max|clamp)\(/i.test(plain) || plain.split(',').length > SHADOWS) return false;
  return [...plain.matchAll(LENGTH)].every(([, size, unit = '']) => Math.abs(Number(size)) * pixels(unit) <= most);
}

const LENGTH = /(?<![\w#])([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)/gi;

/** At least as many as a unit has, except for letters of an unusual size. */
function pixels(unit: string): number {
  const known: Record<string, number> = { '': 1, px: 1, pt: 1.4, pc: 16, in: 96, cm: 38, mm: 4, q: 1 };
  return known[unit.toLowerCase()] ?? 16;
}

/** Quotation marks by their level take browsers time with the square of their number. */
function isShortText(text: string): boolean {
  return text.length <= TEXT && !/\bquote\b/i.test(text.replaceAll(/"[^"]*"/g, ''));
}

interface Place {
  name: string;
  image: ImageAddress;
  variables: Variables;
  depth: number;
  /** Whether it is part of a calculation. */
  calculates: boolean;
}

function sequence(nodes: Iterable<CssNode>, place: Place): string | undefined {
  let text = '';
  for (const node of nodes) {
    const part = nodeText(node, place);
    if (part === undefined) return undefined;
    text += part === ',' ? ', ' : text === '' || text.endsWith(' ') ? part : ` ${part}`;
  }
  return text.trim();
}

function nodeText(node: CssNode, place: Place): string | undefined {
  switch (node.type) {
    case 'Identifier':
      return NAME.test(node.name) && !node.name.startsWith('--') ? node.name : undefined;
    case 'Number':
      return numberText(node.value);
    case 'Percentage':
      return withUnit(node.value, '%');
    case 'Dimension':
      return UNITS.has(node.unit.toLowerCase()) ? withUnit(node.value, node.unit) : undefined;
    case 'Hash':
      return COLOUR.test(node.value) ? `#${node.value}` : undefined;
    case 'String':
      return WITH_TEXT.has(place.name) ? quoted(node.value) : undefined;
    case 'Operator':
      return operator(node.value.trim(), place);
    case 'Url':
      return imageText(node.value, place);
    case 'Function':
      return functionText(node.name.toLowerCase(), node.children, place);
    case 'Parentheses': {
      const inside = place.calculates ? sequence(node.children, deeper(place)) : undefined;
      return inside && `(${inside})`;
    }
    default:
      return undefined;
  }
}

function deeper(place: Place, calculates = place.calculates): Place {
  return { ...place, depth: place.depth + 1, calculates };
}

function functionText(name: string, children: Iterable<CssNode>, place: Place): string | undefined {
  if (name === 'var') return variableText(children, place);
  if (!FUNCTIONS.has(name) || place.depth >= DEEPEST) return undefined;
  const inside = sequence(children, deeper(place, CALCULATIONS.has(name)));
  return inside && `${name}(${inside})`;
}

/** The value of a custom property in its place, so that every value is known before it is shown. */
function variableText([name, , fallback]: Iterable<CssNode>, place: Place): string | undefined {
  if (name?.type !== 'Identifier' || place.depth >= DEEPEST) return undefined;
  const value = place.variables(name.name) ?? fallback;
  return value?.type === 'Value' ? sequence(value.children, deeper(place)) : undefined;
}

function imageText(address: string, place: Place): string | undefined {
  if (!WITH_IMAGE.has(place.name) || place.depth > 0) return undefined;
  const shown = place.image(address);
  return shown === undefined ? 'none' : `url(${quoted(shown)})`;
}

function operator(sign: string, { calculates }: Place): string | undefined {
  return sign === ',' || sign === '/' || (calculates && /^[+*-]$/.test(sign)) ? sign : undefined;
}

export function numberText(value: string): string | undefined {
  return NUMBER.test(value) ? value : undefined;
}

function withUnit(value: string, unit: string): string | undefined {
  return NUMBER.test(value) ? value + unit : undefined;
}

/** Without a character that could end it, or the element that it is in. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/[^\w .,:;/?=&%#+*()!~@|-]/gu, escaped)}"`;
}

/** A class, an id or another name, of any characters. */
export function nameText(name: string): string {
  return name.replaceAll(/[^\w-]/gu, escaped);
}

function escaped(character: string): string {
  return `\\${(character.codePointAt(0) as number).toString(16)} `;
}
