// HTML of drafts and of the clipboard as a document of the editor.
import { DOMParser as HtmlReader, type Node } from 'prosemirror-model';
import { KEPT, keepParts, keptStyle, STYLE } from './kept-parts.ts';
import { schema } from './schema.ts';

export function parseHtml(html: string): Node {
  // A document of its own: nothing in it is loaded or run.
  const page = new DOMParser().parseFromString(html, 'text/html');
  const { body } = page;
  keepParts(page);
  separateParagraphs(body);
  // The <br> of an empty line stands for the line, not for one more.
  for (const line of body.querySelectorAll('div > br:only-child'))
    if (line.parentElement?.childNodes.length === 1) line.remove();
  // After a part that is kept, there must be a place to write.
  if (body.lastElementChild?.hasAttribute(KEPT)) body.append(page.createElement('div'));
  return HtmlReader.fromSchema(schema).parse(body);
}

/** Prepares HTML of the clipboard. */
export function cleanPastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('style, script, title, meta, link, o\\:p, template, img'))
    element.remove();
  for (const element of body.querySelectorAll(`[${STYLE}]`)) element.removeAttribute(STYLE);
  separateParagraphs(body);
  for (const table of body.querySelectorAll('table')) if (!table.querySelector(BLOCK)) rowsAsLines(table);
  for (const wrapper of body.querySelectorAll('div'))
    if (isWrapper(wrapper)) wrapper.replaceWith(...wrapper.childNodes);
  return body.innerHTML;
}

const BLOCK = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre, table';

/** The caption and the rows of a spreadsheet are lines, and the cells of a row stay apart. */
function rowsAsLines(table: HTMLTableElement): void {
  const line = (parts: (ChildNode | string)[]) => {
    const element = table.ownerDocument.createElement('div');
    element.append(...parts);
    return element;
  };
  const { caption } = table;
  const title = caption?.textContent?.trim() ? [line([...caption.childNodes])] : [];
  const rows = [...table.rows].map((row) =>
    line([...row.cells].flatMap((cell, index) => [...(index > 0 ? ['\u00a0 '] : []), ...cell.childNodes])),
  );
  table.replaceWith(...title, ...rows);
}

/** Around blocks a <div> is no line of its own. */
function isWrapper(element: HTMLElement): boolean {
  if (element.hasAttribute('data-pm-slice') || element.hasAttribute(KEPT)) return false;
  const nodes = [...element.childNodes].filter((node) => node.textContent?.trim() || node instanceof HTMLElement);
  return nodes.length > 0 && nodes.every((node) => node instanceof HTMLElement && node.matches(BLOCK));
}

const MARGINLESS = /margin(?:-bottom)?:\s*0/;

/** Paragraphs of web pages, of Word and of other programs have a space between them, our lines do not. */
function separateParagraphs(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p')) {
    const next = paragraph.nextElementSibling;
    const isBlock = next !== null && /^(?:p|h\d|ul|ol|blockquote|pre|table)$/i.test(next.tagName);
    const isFollowed = isBlock || next?.hasAttribute(KEPT);
    const style = keptStyle(paragraph.getAttribute(STYLE) ?? '') ?? paragraph.getAttribute('style') ?? '';
    if (isFollowed && paragraph.textContent?.trim() && !paragraph.closest('li') && !MARGINLESS.test(style))
      paragraph.after(body.ownerDocument.createElement('div'));
  }
}
