// The text a reader sees in an HTML mail: no markup, scripts, styles or hidden parts. It listens to the tokens of the
// document and builds no tree, so a hostile document costs no more than its length.
import { Tokenizer } from 'htmlparser2';

const UNSEEN = new Set(['head', 'script', 'style', 'template', 'noscript', 'title', 'object']);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const INLINE = new Set('a b big code em font i mark small span strong sub sup u wbr'.split(' '));
const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const STYLE_CHARS = 1000; // of a style attribute are looked at

export function visibleText(html: string): string {
  const parts: string[] = [];
  let tag = '';
  let attribute = '';
  let value = '';
  let hides = false; // whether the tag that is being read hides its element
  let hidden = ''; // the name of the outermost hidden element
  let depth = 0; // how many elements of that name are open in it

  const endAttribute = () => {
    if (attribute === 'hidden' || (attribute === 'style' && HIDING_STYLE.test(value))) hides = true;
    attribute = '';
  };
  const open = () => {
    if (!INLINE.has(tag)) parts.push(' ');
    if (hidden === tag) depth++;
    else if (hidden === '' && !VOID.has(tag) && (hides || UNSEEN.has(tag))) [hidden, depth] = [tag, 1];
  };
  const close = (name: string) => {
    if (!INLINE.has(name)) parts.push(' ');
    if (hidden === name && --depth === 0) hidden = '';
  };
  const show = (text: string) => {
    if (hidden === '') parts.push(text);
  };

  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ontext: (start, end) => show(html.slice(start, end)),
      ontextentity: (codepoint) => show(String.fromCodePoint(codepoint)),
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase();
        hides = false;
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        if (attribute === 'style' && value.length < STYLE_CHARS)
          value += html.slice(start, Math.min(end, start + STYLE_CHARS));
      },
      onattribentity(codepoint) {
        if (attribute === 'style' && value.length < STYLE_CHARS) value += String.fromCodePoint(codepoint);
      },
      onattribend: endAttribute,
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => close(html.slice(start, end).toLowerCase()),
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** Text as it stands in HTML. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
