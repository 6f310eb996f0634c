// The visible text of HTML with its lines, for a plain-text version of it.
import { visibleText } from '../../values/html-text.ts';
import { safeHtml } from '../html/safe-html.ts';

const END = /(<br\b[^>]*>|<hr\b[^>]*>|<\/(?:p|div|h[1-6]|tr|li|ul|ol|dl|dd|dt|table|blockquote|pre|section|article)>)/i;
const PARAGRAPH = /^<\/(?:p|h[1-6]|ul|ol|dl|table|blockquote|pre)>$/i;

/** One line for each line or block of the HTML, with an empty one after a paragraph. */
export function htmlLines(html: string, max: number): string {
  const pieces = safeHtml(html, { remote: false, files: {}, pictures: 'none' }).split(END);
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    if (text.length > max) break;
    if (index % 2 === 0) text += visibleText(piece, max);
    else text += PARAGRAPH.test(piece) ? '\n\n' : '\n';
  }
  return text.replaceAll(/\n{3,}/g, '\n\n').trim();
}
