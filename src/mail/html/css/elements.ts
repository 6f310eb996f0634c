// The elements of a mail as selectors see them, and what a selector costs a browser: for how many elements it is tried, and
// how many others are looked at for each. Both counts are at least those of the browser.
import type { CssNode, Selector } from 'css-tree';
import { cssTree } from './css-tree.ts';
import { prefixed } from './selectors.ts';

export interface Elements {
  total: number;
  /** How many have a tag (p), a class (.m-a) or an id (#m-a). */
  named: Map<string, number>;
  /** The most around an element, and the most in one. */
  depth: number;
  widest: number;
}

const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/g;
const VOID = new Set('br col hr img wbr'.split(' '));
const NAMES = / (class|id)="([^"]*)"/g;

/** Those of sanitized HTML, which has balanced tags, and < and > only as tags, and of a page with the class and id of its body. */
export function elementsOf(html: string, body: { class?: string; id?: string } = {}): Elements {
  const named = new Map<string, number>();
  const add = (name: string) => named.set(name, (named.get(name) ?? 0) + 1);
  const addNames = (classes: string, id: string) => {
    for (const one of new Set(classes.split(/\s+/))) add(`.${one}`);
    add(`#${id}`);
  };
  for (const one of ['html', 'head', 'body']) add(one);
  addNames(body.class ?? '', body.id ?? '');
  const children = [0];
  let [total, depth, widest] = [3, 0, 0];
  for (const [, slash, tag = '', attributes = ''] of html.matchAll(TAG)) {
    if (slash !== '') {
      if (children.length > 1) children.pop();
      continue;
    }
    total++;
    add(tag);
    for (const [, name, value = ''] of attributes.matchAll(NAMES))
      addNames(name === 'class' ? unescaped(value) : '', name === 'id' ? unescaped(value) : '');
    const count = (children.at(-1) ?? 0) + 1;
    children[children.length - 1] = count;
    if (count > widest) widest = count;
    if (VOID.has(tag)) continue;
    children.push(0);
    if (children.length > depth) depth = children.length;
  }
  return { total, named, depth: depth + 2, widest };
}

function unescaped(name: string): string {
  const plain = name.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
  return plain.replaceAll('&amp;', '&');
}

export interface SelectorCost {
  /** For how many elements it is tried. */
  elements: number;
  /** In comparisons of an element with a name, about 50 nanoseconds each. */
  steps: number;
}

const NTH = 2; // more than a name: browsers count for it
const NEIGHBOUR = 0.5; // an element to which another is compared costs less than one for which rules are looked up
const CHARACTER = 0.05; // of an attribute

export function costOf({ children }: Selector, elements: Elements, chars: number): SelectorCost {
  const compounds: CssNode[][] = [[]];
  const combinators: string[] = [];
  for (const node of children) {
    if (node.type === 'Combinator') {
      combinators.push(node.name);
      compounds.push([]);
    } else compounds.at(-1)?.push(node);
  }
  const count = least(compounds.at(-1) ?? [], elements);
  // Browsers know which names the elements above have.
  const isKnown = compounds.every((one) => least(one, elements) > 0);
  if (!isKnown && combinators.every((one) => one === ' ' || one === '>')) return { elements: count, steps: count };
  let each = compounds.reduce((sum, one) => sum + partsOf(one), 0);
  let above = 1; // from each element above, siblings are looked at again; further ones above are not
  for (let at = combinators.length - 1; at >= 0; at--) {
    const parts = partsOf(compounds[at] ?? []);
    if (combinators[at] === ' ') {
      above = elements.depth;
      each += NEIGHBOUR * above * parts;
    } else each += NEIGHBOUR * (combinators[at] === '~' ? elements.widest : 1) * above * parts;
  }
  const text = CHARACTER * chars * compounds.flat().filter(readsText).length;
  return { elements: count, steps: count * each + text };
}

/** Browsers look up rules by a name of the element. */
function least(compound: readonly CssNode[], { total, named }: Elements): number {
  let count = total;
  for (const node of compound) {
    const name = nameOf(node);
    if (name !== undefined) count = Math.min(count, named.get(name) ?? 0);
  }
  return count;
}

function nameOf(node: CssNode): string | undefined {
  if (node.type === 'TypeSelector') return node.name === '*' ? undefined : node.name.toLowerCase();
  if (node.type !== 'ClassSelector' && node.type !== 'IdSelector') return undefined;
  return (node.type === 'IdSelector' ? '#' : '.') + prefixed(cssTree().ident.decode(node.name));
}

function partsOf(nodes: Iterable<CssNode>): number {
  let parts = 0;
  for (const node of nodes) {
    parts += node.type === 'PseudoClassSelector' && node.children !== null ? 1 + NTH : 1;
    if ('children' in node && node.children !== null) parts += partsOf(node.children);
  }
  return parts;
}

function readsText(node: CssNode): boolean {
  if (node.type === 'PseudoClassSelector') return true; // of which some have others within
  return node.type === 'AttributeSelector' && node.matcher !== null;
}
