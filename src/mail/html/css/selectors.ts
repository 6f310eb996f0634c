// Selectors of style sheets: those that can only match elements of the mail. Its classes and ids have a prefix, in its
// elements too, so that it cannot name anything else of the page.
import type { AttributeSelector, CssNode, Nth, Selector } from 'css-tree';
import { NTH_CLASSES, PSEUDO_CLASSES, PSEUDO_ELEMENTS, READER_CLASSES, SELECTED_ATTRIBUTES } from './allowed.ts';
import { cssTree } from './css-tree.ts';
import { nameText, quoted } from './values.ts';

export interface SafeSelector {
  text: string;
  /** Whether it depends on what the reader does. */
  isReader: boolean;
}

const PREFIX = 'm-';
const TAG = /^(?:\*|[a-z][a-z0-9]{0,20})$/i;
const NAME_CHARS = 200;
const PARTS = 30; // a browser compares each with many elements

/** A class or an id, as the page has it. */
export function prefixed(name: string): string {
  return PREFIX + name.slice(0, NAME_CHARS);
}

/** The classes of an element, as the page has them. */
export function prefixedClasses(classes: string): string {
  const names = classes.slice(0, 20 * NAME_CHARS).split(/\s+/);
  return names
    .filter((name) => name !== '')
    .map(prefixed)
    .join(' ');
}

/** Undefined if it is left out. */
export function safeSelector(selector: Selector, isNested = false): SafeSelector | undefined {
  let isReader = false;
  let text = '';
  if (selector.children.size > PARTS) return undefined;
  for (const node of selector.children) {
    const part = partOf(node, isNested);
    if (part === undefined) return undefined;
    text += part.text;
    isReader ||= part.isReader;
  }
  return text === '' ? undefined : { text, isReader };
}

function partOf(node: CssNode, isNested: boolean): SafeSelector | undefined {
  switch (node.type) {
    case 'TypeSelector':
      return constant(TAG.test(node.name) ? node.name.toLowerCase() : undefined);
    case 'ClassSelector':
      return constant(`.${nameText(prefixed(cssTree().ident.decode(node.name)))}`);
    case 'IdSelector':
      return constant(`#${nameText(prefixed(cssTree().ident.decode(node.name)))}`);
    case 'Combinator':
      if (isNested) return undefined; // it would be looked for again for each element that is compared
      return constant(node.name === ' ' ? ' ' : /^[>+~]$/.test(node.name) ? ` ${node.name} ` : undefined);
    case 'AttributeSelector':
      return attribute(node);
    case 'PseudoClassSelector':
      return pseudoClass(node.name.toLowerCase(), node.children, isNested);
    case 'PseudoElementSelector':
      return constant(
        !isNested && PSEUDO_ELEMENTS.has(node.name.toLowerCase()) && !node.children ? `::${node.name}` : undefined,
      );
    default:
      return undefined;
  }
}

function constant(text: string | undefined): SafeSelector | undefined {
  return text === undefined ? undefined : { text, isReader: false };
}

function attribute({ name: { name }, matcher, value, flags }: AttributeSelector): SafeSelector | undefined {
  const attribute = name.toLowerCase();
  if (!SELECTED_ATTRIBUTES.has(attribute)) return undefined;
  if (matcher === null || value === null) return constant(`[${attribute}]`);
  if (!/^[~|^$*]?=$/.test(matcher) || (flags !== null && !/^[is]$/i.test(flags))) return undefined;
  const given = value.type === 'String' ? value.value : cssTree().ident.decode(value.name);
  const text = quoted(withPrefix(attribute, matcher, given));
  return constant(`[${attribute}${matcher}${text}${flags === null ? '' : ` ${flags}`}]`);
}

/** A class or an id that is asked for by its beginning or as a whole. */
function withPrefix(attribute: string, matcher: string, value: string): string {
  if (attribute === 'class' && matcher === '=') return prefixedClasses(value);
  const isName = attribute === 'class' || attribute === 'id';
  return isName && matcher !== '*=' && matcher !== '$=' && value !== '' ? prefixed(value) : value;
}

function pseudoClass(name: string, children: Iterable<CssNode> | null, isNested: boolean): SafeSelector | undefined {
  if (children === null) {
    if (PSEUDO_CLASSES.has(name)) return constant(`:${name}`);
    if (READER_CLASSES.has(name)) return { text: `:${name}`, isReader: true };
    return constant(!isNested && PSEUDO_ELEMENTS.has(name) ? `::${name}` : undefined); // as CSS 2 wrote it
  }
  const [first] = children;
  if (NTH_CLASSES.has(name) && first?.type === 'Nth') return nth(name, first);
  if (name !== 'not' || isNested || first?.type !== 'SelectorList') return undefined;
  const inside = [...first.children].map((one) => (one.type === 'Selector' ? safeSelector(one, true) : undefined));
  if (inside.length > 10 || inside.some((one) => one === undefined)) return undefined;
  const known = inside as SafeSelector[];
  return {
    text: `:not(${known.map(({ text }) => text).join(', ')})`,
    isReader: known.some((one) => one.isReader),
  };
}

function nth(name: string, { nth: step, selector }: Nth): SafeSelector | undefined {
  if (selector !== null) return undefined;
  if (step.type === 'Identifier')
    return constant(/^(?:odd|even)$/i.test(step.name) ? `:${name}(${step.name})` : undefined);
  const [a, b] = [Number(step.a ?? 0), Number(step.b ?? 0)];
  if (!isSmall(a) || !isSmall(b)) return undefined;
  return constant(`:${name}(${a}n${b < 0 ? b : `+${b}`})`);
}

function isSmall(count: number): boolean {
  return Number.isInteger(count) && Math.abs(count) <= 100_000;
}
