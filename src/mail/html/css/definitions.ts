// What the style sheets of a mail define for their other declarations: custom properties of the root, and how animations
// end. Both are written in their places, so nothing changes after the mail is shown. How often is limited, since a short
// name can stand for a long value.
import type { Block, CssNode, Declaration, Rule, StyleSheet, Value } from 'css-tree';
import { cssTree } from './css-tree.ts';

/** The value of a custom property. */
export type Variables = (name: string) => Value | undefined;

export interface Definitions {
  variables: Map<string, Sized<Value>>;
  /** The last keyframes of animations. */
  ends: Map<string, Sized<readonly Declaration[]>>;
  /** The size of what may still be written in place of names. */
  left: number;
  /** The fonts of the mail, each of which a browser looks for. */
  fonts: Set<string>;
}

interface Sized<T> {
  value: T;
  /** Nodes, and characters of names and texts. */
  size: number;
}

const NAMES = 1000;
const ALL_SIZE = 100_000;
const VALUE_SIZE = 500;
const END_SIZE = 1000;
const FONTS = 100;
const ROOTS = new Set([':root', 'html', 'body', '*']);
const LAST = /^(?:to|100%)$/i;

export const NO_VARIABLES: Variables = () => undefined;

export function noDefinitions(): Definitions {
  return { variables: new Map(), ends: new Map(), left: ALL_SIZE, fonts: new Set() };
}

/** Adds what a style sheet defines outside of media queries. */
export function addDefinitions({ children }: StyleSheet, definitions: Definitions): void {
  for (const node of children) {
    if (node.type === 'Rule' && isRoot(node)) addVariables(node.block.children, definitions.variables);
    else if (node.type === 'Atrule' && /^(?:-webkit-)?keyframes$/i.test(node.name) && node.block)
      addEnd(node.prelude ? cssTree().generate(node.prelude) : '', node.block, definitions.ends);
  }
}

function isRoot({ prelude }: Rule): boolean {
  if (prelude.type !== 'SelectorList') return false;
  return [...prelude.children].some((one) => ROOTS.has(cssTree().generate(one).toLowerCase()));
}

function addVariables(nodes: Iterable<CssNode>, variables: Definitions['variables']): void {
  for (const node of nodes) {
    if (node.type !== 'Declaration' || !node.property.startsWith('--') || node.value.type !== 'Value') continue;
    const size = sizeOf(node.value);
    if (variables.size < NAMES && size <= VALUE_SIZE) variables.set(node.property, { value: node.value, size });
  }
}

function addEnd(name: string, { children }: Block, ends: Definitions['ends']): void {
  if (name.length > 100 || ends.size >= NAMES) return;
  const last: Declaration[] = [];
  for (const frame of children) {
    if (frame.type !== 'Rule' || frame.prelude.type !== 'SelectorList') continue;
    if (![...frame.prelude.children].some((one) => LAST.test(cssTree().generate(one)))) continue;
    for (const one of frame.block.children) if (one.type === 'Declaration' && !one.important) last.push(one);
  }
  const size = last.reduce((sum, one) => sum + sizeOf(one), 0);
  if (size <= END_SIZE) ends.set(name, { value: last, size });
}

function sizeOf(node: CssNode): number {
  let size = 0;
  cssTree().walk(node, (one: CssNode) => {
    const { name, value } = one as { name?: unknown; value?: unknown };
    size += 1 + (typeof name === 'string' ? name.length : 0) + (typeof value === 'string' ? value.length : 0);
  });
  return size;
}

/** Those of a list of declarations itself, and else of the root. */
export function variablesFor(nodes: Iterable<CssNode>, definitions: Definitions): Variables {
  const own: Definitions['variables'] = new Map();
  addVariables(nodes, own);
  return (name) => take(own.get(name) ?? definitions.variables.get(name), definitions);
}

/** The declarations that stay when the animations of a list of declarations have ended. */
export function endOf(nodes: Iterable<CssNode>, definitions: Definitions): readonly Declaration[] {
  if (definitions.ends.size === 0) return [];
  const words: string[] = [];
  for (const node of nodes)
    if (node.type === 'Declaration' && isAnimation(node) && node.value.type === 'Value')
      for (const one of node.value.children) if (one.type === 'Identifier') words.push(one.name);
  if (!words.some((one) => /^(?:forwards|both)$/i.test(one))) return [];
  const name = words.find((one) => definitions.ends.has(one));
  return (name !== undefined && take(definitions.ends.get(name), definitions)) || [];
}

function take<T>(one: Sized<T> | undefined, definitions: Definitions): T | undefined {
  if (!one) return undefined;
  definitions.left -= one.size;
  return definitions.left > 0 ? one.value : undefined;
}

function isAnimation({ property }: Declaration): boolean {
  return /^(?:-webkit-)?animation(?:-name|-fill-mode)?$/i.test(property);
}

/** Whether a list of fonts has no more new ones than a mail may have. */
export function mayUseFonts(list: string, { fonts }: Definitions): boolean {
  for (const one of list.split(',')) {
    const name = one.trim().toLowerCase();
    if (fonts.size >= FONTS && !fonts.has(name)) return false;
    fonts.add(name);
  }
  return true;
}
