// Parts of a draft that the editor cannot edit, such as tables and pictures of another program: they are found when the
// draft is opened, shown as blocks, and saved exactly as they are.
import { newKey } from '../../data/changes/new-key.ts';

export interface KeptPart {
  html: string;
  /** What the plain text of the mail says instead. */
  text: string;
}

// By keys of this page: what is pasted cannot bring parts or styles along that nobody sees.
const parts = new Map<string, KeptPart>();
const keptStyles = new Map<string, string>();
const keysOfStyles = new Map<string, string>();

export function keptPart(key: string): KeptPart | undefined {
  return parts.get(key);
}

export function keptStyle(key: string): string | undefined {
  return keptStyles.get(key);
}

/** Equal styles have one key, so that neighbours with the same style are one piece of text. */
function keyOfStyle(style: string): string {
  const key = keysOfStyles.get(style) ?? newKey();
  keysOfStyles.set(style, key);
  keptStyles.set(key, style);
  return key;
}

/** The attribute with the key of the kept part that an element represents, and that with the key of its kept style. */
export const KEPT = 'data-kept';
export const STYLE = 'data-kept-style';

const INLINE = new Set(
  'a abbr b br cite code del em font i img ins small span s strike strong sub sup tt u'.split(' '),
);
const WRITTEN = new Set(
  'p div h1 h2 h3 blockquote pre ul ol li a strong b em i u s del strike code tt span br'.split(' '),
);
const STYLED = new Set(['p', 'div', 'span']);
const ATTRIBUTES: Record<string, readonly string[]> = { a: ['href', 'rel', 'target'], ol: ['start'] };
const WITHOUT_MEANING = /^(?:class|id|data-.*)$/;
/** The only blocks to which the editor gives a style. */
const OWN_STYLES = ['margin: 0.5em 0; border-left: 2px solid', 'margin: 0.5em 0; padding: 0.5em; background'];

/** Replaces what the editor would lose by elements that stand for it, and marks the styles that it keeps. */
export function keepParts({ body, head }: Document): void {
  const isPage = head.querySelector('style') !== null || body.attributes.length > 0;
  if (isPage) {
    const html = head.innerHTML + body.outerHTML;
    body.replaceChildren(standFor(body.ownerDocument, html, textOf(body)));
    return;
  }
  keepIn(body);
  for (const element of body.querySelectorAll<HTMLElement>('p[style], div[style], span[style]')) {
    element.setAttribute(STYLE, keyOfStyle(element.getAttribute('style') ?? ''));
    element.removeAttribute('style');
  }
}

/** Each block, and each run of text beside blocks, is kept as a whole. */
function keepIn(parent: Element): void {
  let run: Node[] = [];
  const endRun = () => {
    if (run.some(isForeign)) keep(run);
    run = [];
  };
  for (const node of [...parent.childNodes]) {
    if (isInline(node)) {
      run.push(node);
      continue;
    }
    endRun();
    if (isWrapper(node)) keepIn(node as Element);
    else if (isForeign(node)) keep([node]);
  }
  endRun();
}

function isInline(node: Node): boolean {
  return !isElement(node) || INLINE.has(tagOf(node));
}

/** An element around blocks that says nothing itself. */
function isWrapper(node: Node): boolean {
  if (!isElement(node) || tagOf(node) !== 'div' || hasOwnAttributes(node)) return false;
  return [...node.children].some((child) => !INLINE.has(tagOf(child)));
}

function isForeign(node: Node): boolean {
  if (!isElement(node)) return false;
  if (!WRITTEN.has(tagOf(node)) || hasOwnAttributes(node)) return true;
  // The style of an element around blocks has no place in the editor.
  if (node.hasAttribute('style') && [...node.children].some((child) => !INLINE.has(tagOf(child)))) return true;
  return [...node.children].some(isForeign);
}

/** Whether it has attributes that the editor would lose. */
function hasOwnAttributes(element: Element): boolean {
  const tag = tagOf(element);
  return [...element.attributes].some(({ name, value }) => {
    if (WITHOUT_MEANING.test(name) || ATTRIBUTES[tag]?.includes(name)) return false;
    return name !== 'style' || !(STYLED.has(tag) || OWN_STYLES.some((own) => value.startsWith(own)));
  });
}

function keep(nodes: readonly Node[]): void {
  const [first] = nodes;
  if (!(first?.parentNode && first.ownerDocument)) return;
  const html = nodes.map((node) => (isElement(node) ? node.outerHTML : escaped(node))).join('');
  const element = standFor(first.ownerDocument, html, nodes.map(textOf).join(''));
  first.parentNode.insertBefore(element, first);
  for (const node of nodes) node.parentNode?.removeChild(node);
}

function standFor(document: Document, html: string, text: string): Element {
  const key = newKey();
  parts.set(key, { html, text: text.replaceAll(/\n{3,}/g, '\n\n').trim() });
  const element = document.createElement('div');
  element.setAttribute(KEPT, key);
  return element;
}

function escaped(node: Node): string {
  const place = document.createElement('div');
  place.append(node.cloneNode());
  return place.innerHTML;
}

/** The words of the part, a line for each row and block; pictures by their description. */
function textOf(node: Node): string {
  if (!isElement(node)) return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').replaceAll(/\s+/g, ' ') : '';
  const tag = tagOf(node);
  if (tag === 'br') return '\n';
  if (tag === 'img') return node.getAttribute('alt') ? `[${node.getAttribute('alt')}]` : '';
  if (tag === 'style' || tag === 'script') return '';
  const text = [...node.childNodes].map(textOf).join('');
  if (tag === 'td' || tag === 'th') return `${text.trim()}\t`;
  return INLINE.has(tag) ? text : `${text.trim()}\n`;
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function tagOf(element: Element): string {
  return element.tagName.toLowerCase();
}

// Without colours: they are made for a white page.
const SHOWN = /^(?:font-family|font-size|font-weight|font-style|text-align|text-decoration)$/;

/** The part of a style that is shown in the editor; all of it is saved. */
export function shownStyle(style: string): string {
  return style
    .split(';')
    .map((one) => one.split(':').map((part) => part.trim()))
    .filter(
      ([name = '', value = '', ...rest]) => SHOWN.test(name) && rest.length === 0 && /^[\w#%.,\s()'"-]+$/.test(value),
    )
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
}
