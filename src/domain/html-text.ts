// The text a reader sees in an HTML mail: no markup, scripts, styles or hidden parts. One pass, no tree, so a hostile
// document costs no more than its length.
import { Parser } from 'htmlparser2';

const UNSEEN = new Set(['head', 'script', 'style', 'template', 'noscript', 'title', 'svg', 'object']);
const VOID = new Set([
  'br',
  'img',
  'hr',
  'input',
  'meta',
  'link',
  'wbr',
  'area',
  'base',
  'col',
  'embed',
  'source',
  'track',
]);
const INLINE = new Set([
  'a',
  'b',
  'i',
  'u',
  'em',
  'strong',
  'span',
  'font',
  'small',
  'big',
  'sub',
  'sup',
  'mark',
  'code',
  'wbr',
]);
const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;

export function visibleText(html: string): string {
  const parts: string[] = [];
  let hiddenDepth = 0; // open elements at and below the outermost hidden one
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (!INLINE.has(name)) parts.push(' ');
        if (VOID.has(name)) return;
        if (hiddenDepth > 0) hiddenDepth++;
        else if (UNSEEN.has(name) || 'hidden' in attributes || HIDING_STYLE.test(attributes.style ?? ''))
          hiddenDepth = 1;
      },
      ontext(text) {
        if (hiddenDepth === 0) parts.push(text);
      },
      onclosetag(name) {
        if (!INLINE.has(name)) parts.push(' ');
        if (hiddenDepth > 0 && !VOID.has(name)) hiddenDepth--;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(html);
  return parts.join('').replace(/\s+/g, ' ').trim();
}
