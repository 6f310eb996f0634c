// Attributes whose cost in a browser grows faster than their number: cells over many rows and columns, items with numbers
// of their own, floats, quotations, and parts of a line in each other. They are left out from a number on that no mail needs.

export interface LayoutLimits {
  /** Rows and columns over which cells extend, besides their own. */
  spans: number;
  /** Items of lists with a number of their own. */
  numbers: number;
  /** Elements that float by their own attributes. */
  floats: number;
  /** Elements with quotation marks, which depend on all before them. */
  quotations: number;
}

export function layoutLimits(): LayoutLimits {
  return { spans: 50_000, numbers: 100, floats: 1000, quotations: 500 };
}

const SPANS = ['colspan', 'rowspan', 'span'];
const FLOAT = /(?:^|; )float: (?!none)/i;
const FLOATING = new Set(['img', 'table']);
const SIDE = /^\s*(?:left|right)\s*$/i;

/** Removes the attributes that are beyond the limits, and lowers these. Returns the tag, or one without a meaning. */
export function limitLayout(tag: string, attribs: Record<string, string>, limits: LayoutLimits): string {
  for (const name of SPANS) {
    const value = attribs[name];
    if (value === undefined) continue;
    const more = Math.max(0, Number.parseInt(value, 10) - 1 || 0);
    limits.spans -= more;
    if (limits.spans < 0) delete attribs[name];
  }
  if (tag === 'li' && attribs.value !== undefined && --limits.numbers < 0) delete attribs.value;
  if (FLOAT.test(attribs.style ?? '') && --limits.floats < 0) attribs.style = withoutFloats(attribs.style ?? '');
  if (FLOATING.has(tag) && SIDE.test(attribs.align ?? '') && --limits.floats < 0) delete attribs.align;
  return tag === 'q' && --limits.quotations < 0 ? 'span' : tag;
}

function withoutFloats(style: string): string {
  return style
    .split('; ')
    .filter((one) => !one.startsWith('float: '))
    .join('; ');
}

const TAG = /<(\/?)([a-z][a-z0-9]*)(?=[ >])[^<>]*>/g;
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
);
const VOID = new Set('br col hr img wbr'.split(' '));
const AS_INLINE = / style="(?:[^"]*; )?display: (?:inline|contents|ruby)[;" ]/i;
const DEEPEST = 20;

/** HTML with balanced tags, without parts of a line in too many others: each is painted for each line. */
export function withoutDeepText(html: string): string {
  const open: { isInline: boolean; isWritten: boolean }[] = [];
  const parts: string[] = [];
  let depth = 0;
  let last = 0;
  for (const { 0: whole, 1: slash, 2: tag = '', index } of html.matchAll(TAG)) {
    if (VOID.has(tag)) continue;
    if (slash === '') {
      const isInline = INLINE.has(tag) || AS_INLINE.test(whole);
      if (isInline) depth++;
      open.push({ isInline, isWritten: !isInline || depth <= DEEPEST });
    }
    const one = slash === '' ? open.at(-1) : open.pop();
    if (slash !== '' && one?.isInline) depth--;
    if (one?.isWritten ?? true) continue;
    parts.push(html.slice(last, index));
    last = index + whole.length;
  }
  return parts.length === 0 ? html : parts.join('') + html.slice(last);
}
