// The written text as HTML for mail programs and as plain text. The HTML is as plain as the text: lines are <div>, as
// mail programs write them, and only quotes and code have a style, besides what drafts of other programs have.
import type { Mark, Node } from 'prosemirror-model';
import { escapeHtml, IN_PLACE } from '../drafts/text-as-html.ts';
import { keptPart, keptStyle } from './kept-parts.ts';
import { checkDocument } from './own-attributes.ts';

const QUOTE_STYLE = `margin: 0.5em 0; border-left: 2px solid #cccccc; padding-left: 1em; ${IN_PLACE}`;
const CODE_STYLE = 'margin: 0.5em 0; padding: 0.5em; background: #f4f4f4; color: #222222; white-space: pre-wrap';

const TAGS: Record<string, string> = { strong: 'strong', em: 'em', underline: 'u', strike: 's', code: 'code' };

/** '' for a text that is empty. */
export function htmlOf(doc: Node): string {
  return isEmpty(doc) ? '' : blocks(checkDocument(doc));
}

function isEmpty(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.content.size === 0;
}

function blocks(parent: Node): string {
  return parent.children.map(block).join('');
}

function block(node: Node): string {
  switch (node.type.name) {
    case 'heading':
      return `<h${node.attrs.level}>${inline(node) || '<br>'}</h${node.attrs.level}>`;
    case 'blockquote':
      return `<blockquote style="${QUOTE_STYLE}">${blocks(node)}</blockquote>`;
    case 'code_block':
      return `<pre style="${CODE_STYLE}"><code>${escapeHtml(node.textContent)}</code></pre>`;
    case 'bullet_list':
      return `<ul>${blocks(node)}</ul>`;
    case 'ordered_list':
      return `<ol${node.attrs.order === 1 ? '' : ` start="${node.attrs.order}"`}>${blocks(node)}</ol>`;
    case 'list_item':
      return `<li>${listItem(node)}</li>`;
    case 'kept':
      return keptPart(node.attrs.key as string)?.html ?? '';
    default:
      return `<div${styleOf(node.attrs)}>${inline(node) || '<br>'}</div>`;
  }
}

/** The first line of an item has no element of its own, so that it is beside its bullet in every mail program. */
function listItem(item: Node): string {
  return item.children.map((node, index) => (index === 0 ? inline(node) : block(node))).join('');
}

function inline(parent: Node): string {
  const pieces = parent.children.map((node) =>
    node.type.name === 'hard_break' ? '<br>' : marked(text(node.text ?? ''), node.marks),
  );
  return pieces.join('').replace(/^ /, '&nbsp;').replace(/ $/, '&nbsp;');
}

/** Spaces that HTML would collapse are kept. */
function text(plain: string): string {
  return escapeHtml(plain)
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll(/ {2,}/g, (spaces) => `${'&nbsp;'.repeat(spaces.length - 1)} `);
}

function marked(html: string, marks: readonly Mark[]): string {
  return marks.reduceRight((inner, { type, attrs }) => {
    if (type.name === 'styled') return `<span${styleOf(attrs)}>${inner}</span>`;
    const tag = TAGS[type.name];
    return tag ? `<${tag}>${inner}</${tag}>` : `<a href="${escapeHtml(attrs.href as string)}">${inner}</a>`;
  }, html);
}

function styleOf({ style: key }: Mark['attrs']): string {
  const style = keptStyle(key as string);
  return style ? ` style="${escapeHtml(style)}"` : '';
}

/** The text without formatting: readable, and with every word and link of the HTML. */
export function plainOf(doc: Node): string {
  return lines(checkDocument(doc)).join('\n').replaceAll('\u00a0', ' ');
}

function lines(parent: Node): string[] {
  return parent.children.flatMap((node, index) => linesOf(node, parent, index));
}

function linesOf(node: Node, parent: Node, index: number): string[] {
  switch (node.type.name) {
    case 'blockquote':
      return lines(node).map((line) => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`));
    case 'code_block':
      return node.textContent.split('\n');
    case 'kept':
      return (keptPart(node.attrs.key as string)?.text ?? '').split('\n');
    case 'list_item': {
      const bullet = parent.type.name === 'ordered_list' ? `${parent.attrs.order + index}. ` : '- ';
      return lines(node).map((line, at) => (at === 0 ? bullet : ' '.repeat(bullet.length)) + line);
    }
    case 'bullet_list':
    case 'ordered_list':
      return lines(node);
    default:
      return inlineText(node).split('\n');
  }
}

function inlineText(parent: Node): string {
  let result = '';
  for (const [index, node] of parent.children.entries()) {
    const href = node.marks.find(({ type }) => type.name === 'link')?.attrs.href as string | undefined;
    const next = parent.maybeChild(index + 1)?.marks.find(({ type }) => type.name === 'link')?.attrs.href;
    result += node.type.name === 'hard_break' ? '\n' : (node.text ?? '');
    if (href && next !== href && !isNamed(result, href)) result += ` <${href.replace(/^mailto:/, '')}>`;
  }
  return result;
}

/** Whether the text ends with the address of the link itself. */
function isNamed(written: string, href: string): boolean {
  const bare = href.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '');
  return written.endsWith(href) || written.endsWith(bare) || written.endsWith(`${bare}/`);
}
