// HTML of drafts and of the clipboard as a document of the editor.
import { DOMParser as HtmlReader, type Node } from 'prosemirror-model';
import { KEPT, keepParts, STYLE } from './kept-parts.ts';
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
  for (const element of body.querySelectorAll('style, script, title, meta, link, o\\:p, template')) element.remove();
  for (const element of body.querySelectorAll(`[${STYLE}]`)) element.removeAttribute(STYLE);
  separateParagraphs(body);
  return body.innerHTML;
}

const MARGINLESS = /margin(?:-bottom)?:\s*0/;

/** Paragraphs of web pages, of Word and of other programs have a space between them, our lines do not. */
function separateParagraphs(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p')) {
    const next = paragraph.nextElementSibling;
    const isBlock = next !== null && /^(?:p|h\d|ul|ol|blockquote|pre|table)$/i.test(next.tagName);
    const isFollowed = isBlock || next?.hasAttribute(KEPT);
    const style = paragraph.getAttribute(STYLE) ?? paragraph.getAttribute('style') ?? '';
    if (isFollowed && paragraph.textContent?.trim() && !paragraph.closest('li') && !MARGINLESS.test(style))
      paragraph.after(body.ownerDocument.createElement('div'));
  }
}
