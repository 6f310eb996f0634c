// The attributes that parts of a mail can have, checked whenever something is pasted and whenever HTML is made for
// sending: the clipboard of an editor that is built with ProseMirror (`data-pm-slice`) says which nodes are around its
// text, with attributes and an order that no rule of the schema has read.
import { Fragment, type Mark, type Node, Slice } from 'prosemirror-model';
import { keptPart, keptStyle } from './kept-parts.ts';
import { SAFE_LINK } from './schema.ts';

type Check = (value: unknown) => boolean;

const isKeptStyle: Check = (value) => typeof value === 'string' && keptStyle(value) !== undefined;

/** Allow-list of attributes; all others are dropped. */
const CHECKS: Record<string, Record<string, Check>> = {
  paragraph: { style: (value) => value === null || isKeptStyle(value) },
  styled: { style: isKeptStyle },
  kept: { key: (value) => typeof value === 'string' && keptPart(value) !== undefined },
  heading: { level: (value) => value === 1 || value === 2 || value === 3 },
  ordered_list: { order: (value) => Number.isSafeInteger(value) },
  link: { href: (value) => typeof value === 'string' && SAFE_LINK.test(value) },
};

export function checkSlice({ content, openStart, openEnd }: Slice): Slice {
  const checked = checkContent(content);
  return isInOrder(checked) ? new Slice(checked, openStart, openEnd) : Slice.maxOpen(unwrap(checked));
}

/** Whether each node can be where it is; at the open ends of a slice, nodes before it or after it can be missing. */
function isInOrder(content: Fragment): boolean {
  return content.content.every((node) => canHold(node) && isInOrder(node.content));
}

function canHold({ type: { contentMatch }, content }: Node): boolean {
  const next = contentMatch.defaultType && contentMatch.matchType(contentMatch.defaultType);
  return content.content.every(({ type }) => contentMatch.matchType(type) ?? next?.matchType(type));
}

/** Without the nodes whose content cannot be in them. */
function unwrap(content: Fragment): Fragment {
  return Fragment.from(
    content.content.flatMap((node) => {
      const inner = unwrap(node.content);
      return canHold(node.copy(inner)) ? [node.copy(inner)] : inner.content;
    }),
  );
}

/** The document with its own attributes alone; the same one if it has no others. */
export function checkDocument(doc: Node): Node {
  return doc.copy(checkContent(doc.content));
}

function checkContent(content: Fragment): Fragment {
  const before = content.content;
  const after = before.flatMap(checkNode);
  const isSame = after.length === before.length && after.every((node, index) => node === before[index]);
  return isSame ? content : Fragment.from(after);
}

/** Other attributes give way to the defaults; what cannot be without them is removed. */
function checkNode(node: Node): Node | readonly Node[] {
  const content = checkContent(node.content);
  const marks = node.marks.every(isOwn) ? node.marks : node.marks.filter(isOwn);
  if (!isOwn(node)) return node.type.hasRequiredAttrs() ? [] : node.type.create(null, content, marks);
  return (marks === node.marks ? node : node.mark(marks)).copy(content);
}

function isOwn({ type, attrs }: Node | Mark): boolean {
  return Object.entries(attrs).every(([name, value]) => CHECKS[type.name]?.[name]?.(value));
}
