// HTML of drafts and of the clipboard as a document of the editor.
import { DOMParser as HtmlReader, type Node } from 'prosemirror-model';
import { schema } from './schema.ts';

export function parseHtml(html: string): Node {
  // A document of its own: nothing in it is loaded or run.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // The <br> of an empty line stands for the line, not for one more.
  for (const line of body.querySelectorAll('div > br:only-child'))
    if (line.parentElement?.childNodes.length === 1) line.remove();
  return HtmlReader.fromSchema(schema).parse(body);
}

/** Prepares HTML of the clipboard: paragraphs of web pages and of Word have a space between them, our lines do not. */
export function cleanPastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('style, script, title, meta, link, o\\:p, template')) element.remove();
  for (const paragraph of body.querySelectorAll('p')) {
    const next = paragraph.nextElementSibling;
    const isFollowed = next !== null && /^(?:p|h\d|ul|ol|blockquote|pre|table)$/i.test(next.tagName);
    if (isFollowed && paragraph.textContent?.trim() && !paragraph.closest('li')) {
      const line = body.ownerDocument.createElement('div');
      paragraph.after(line);
    }
  }
  return body.innerHTML;
}
