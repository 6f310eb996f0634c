// Turns elements of React into nodes of the page without React DOM, which takes longer to load than the service takes to
// answer. Components must not use hooks.
import type { ReactNode } from 'react';

type Props = Readonly<Record<string, unknown>>;

const SVG = 'http://www.w3.org/2000/svg';
/** React writes true and false of these; of other attributes true is the empty attribute and false is none. */
const IS_TEXT = /^(?:aria|data)-/;
const IS_NOT_ATTRIBUTE = /^(?:children|key|ref|style|on[A-Z].*)$/;

export function toNode(node: ReactNode, isSvg = false): Node {
  if (typeof node === 'string' || typeof node === 'number') return document.createTextNode(String(node));
  if (Array.isArray(node)) return fragmentOf(node, isSvg);
  if (typeof node !== 'object' || node === null) return document.createDocumentFragment();
  const { type, props } = node as { type: unknown; props: Props };
  if (typeof type === 'function') return toNode((type as (props: Props) => ReactNode)(props), isSvg);
  if (typeof type === 'string') return elementOf(type, props, isSvg || type === 'svg');
  if (typeof type === 'symbol') return toNode(props.children as ReactNode, isSvg); // <>…</>
  throw new TypeError('Components with a memory, a context or a reference need React.');
}

function fragmentOf(nodes: readonly ReactNode[], isSvg: boolean): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...nodes.map((node) => toNode(node, isSvg)));
  return fragment;
}

function elementOf(name: string, props: Props, isSvg: boolean): Element {
  const element = isSvg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const key in props) {
    const value = textOf(key, props[key]);
    if (value !== undefined) element.setAttribute(key === 'className' ? 'class' : key, value);
  }
  if (props.style) setStyle(element as HTMLElement, props.style as Props);
  element.append(toNode(props.children as ReactNode, isSvg));
  return element;
}

/** The value of an attribute. */
function textOf(key: string, value: unknown): string | undefined {
  if (value === undefined || value === null || IS_NOT_ATTRIBUTE.test(key)) return undefined;
  if (typeof value !== 'boolean' || IS_TEXT.test(key)) return String(value);
  return value ? '' : undefined;
}

function setStyle(element: HTMLElement, style: Props): void {
  for (const [name, value] of Object.entries(style)) {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    element.style.setProperty(property, typeof value === 'number' ? `${value}px` : String(value));
  }
}
