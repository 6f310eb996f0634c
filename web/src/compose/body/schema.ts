// What a mail with formatting can have. Whatever is pasted is reduced to this: colours, fonts, tables and pictures of
// web pages and of Word do not belong into a letter. What drafts of other programs have of these is kept
// (kept-parts.ts).
import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { KEPT, keptPart, keptStyle, STYLE, shownStyle } from './kept-parts.ts';

export const SAFE_LINK = /^(?:https?:|mailto:|tel:)/i;

/** Reads an attribute without the types of the DOM, so that the schema can be used outside of browsers. */
function attributeOf(element: object, name: string): string {
  return (element as { getAttribute(name: string): string | null }).getAttribute(name) ?? '';
}

/** The attributes of an element with a style that is kept, by its key. */
function styleAttributes({ style: key }: { style?: string | null }): { style: string } | Record<string, never> {
  const style = key ? keptStyle(key) : undefined;
  return style ? { style: shownStyle(style) } : {};
}

const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    group: 'block',
    content: 'inline*',
    attrs: { style: { default: null, validate: 'string|null' } },
    parseDOM: ['p', 'div'].map((tag) => ({
      tag,
      priority: tag === 'p' ? 50 : 40,
      getAttrs: (element) => ({ style: attributeOf(element, STYLE) || null }),
    })),
    toDOM: ({ attrs }) => ['p', styleAttributes(attrs), 0],
  },
  kept: {
    group: 'block',
    atom: true,
    // A key would replace what is selected.
    selectable: false,
    attrs: { key: { validate: 'string' } },
    parseDOM: [
      {
        tag: `div[${KEPT}]`,
        getAttrs: (element) => {
          const key = attributeOf(element, KEPT);
          return keptPart(key) ? { key } : false;
        },
      },
    ],
    toDOM: ({ attrs }) => ['div', { [KEPT]: attrs.key }],
  },
  heading: {
    group: 'block',
    content: 'inline*',
    defining: true,
    attrs: { level: { default: 2, validate: 'number' } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(level, 3) } })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
  },
  blockquote: {
    group: 'block',
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  code_block: {
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', ['code', 0]],
  },
  bullet_list: {
    group: 'block',
    content: 'list_item+',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  },
  ordered_list: {
    group: 'block',
    content: 'list_item+',
    attrs: { order: { default: 1, validate: 'number' } },
    parseDOM: [{ tag: 'ol', getAttrs: (element) => ({ order: Number(attributeOf(element, 'start')) || 1 }) }],
    toDOM: ({ attrs }) => ['ol', attrs.order === 1 ? {} : { start: attrs.order }, 0],
  },
  list_item: {
    content: 'paragraph block*',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  text: { group: 'inline' },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
} satisfies Record<string, NodeSpec>;

const marks = {
  link: {
    attrs: { href: { validate: 'string' } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = attributeOf(element, 'href');
          return SAFE_LINK.test(href) ? { href } : false;
        },
      },
    ],
    toDOM: ({ attrs }) => ['a', { href: attrs.href, rel: 'noopener noreferrer' }, 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps everything that is pasted in a <b> without weight.
      {
        tag: 'b',
        getAttrs: (element) => !/(?:^|;)\s*font-weight:\s*normal/.test(attributeOf(element, 'style')) && null,
      },
      { style: 'font-weight', getAttrs: (value) => /^(?:bold|bolder|[6-9]\d{2})$/.test(value) && null },
    ],
    toDOM: () => ['strong', 0],
  },
  styled: {
    attrs: { style: { validate: 'string' } },
    parseDOM: [{ tag: `span[${STYLE}]`, getAttrs: (element) => ({ style: attributeOf(element, STYLE) }) }],
    toDOM: ({ attrs }) => ['span', styleAttributes(attrs), 0],
  },
  em: { parseDOM: [{ tag: 'i' }, { tag: 'em' }, { style: 'font-style=italic' }], toDOM: () => ['em', 0] },
  underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
  strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }], toDOM: () => ['s', 0] },
  code: { excludes: '_', parseDOM: [{ tag: 'code' }, { tag: 'tt' }], toDOM: () => ['code', 0] },
} satisfies Record<string, MarkSpec>;

export const schema = new Schema({ nodes, marks });

/** The address of a link as it was typed; undefined if it cannot be one. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (SAFE_LINK.test(text)) return text;
  if (/^[^\s@/]+@[^\s@/.]+(?:\.[^\s@/.]+)+$/.test(text)) return `mailto:${text}`;
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/:?#]\S*)?$/u.test(text) ? `https://${text}` : undefined;
}
