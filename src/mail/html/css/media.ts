// The conditions of media queries: the width and the resolution. The height of the frame would change with what it
// decides. Paper has the styles of the screen: an image that is loaded for it would tell that the mail is printed. A mail is shown on its light colours, which the page inverts for a dark theme, so its own dark colours
// never apply.
import type { CssNode, MediaQuery } from 'css-tree';
import { RESOLUTION_UNITS, RESOLUTIONS, WIDTHS } from './allowed.ts';
import { numberText } from './values.ts';

const WIDTH_UNITS = new Set(['px', 'em', 'rem']);

/** Those of the list that are understood; undefined if there are none. */
export function safeMedia(list: Iterable<CssNode>): string | undefined {
  const queries: string[] = [];
  for (const node of list) {
    const text = node.type === 'MediaQuery' ? query(node) : undefined;
    if (text !== undefined && queries.length < 20) queries.push(text);
  }
  return queries.length === 0 ? undefined : queries.join(', ');
}

function query({ modifier, mediaType, condition }: MediaQuery): string | undefined {
  const type = mediaType?.toLowerCase() ?? null;
  const sign = modifier?.toLowerCase() ?? null;
  if (type !== null && type !== 'all' && type !== 'screen') return undefined;
  if (sign !== null && sign !== 'only' && sign !== 'not') return undefined;
  const features: string[] = [];
  for (const node of condition?.children ?? []) {
    if (node.type === 'Identifier' && node.name.toLowerCase() === 'and') continue;
    if (isLight(node) && sign !== 'not') continue;
    const text = feature(node);
    if (text === undefined) return undefined;
    features.push(text);
  }
  return [sign === 'not' ? 'not all' : 'all', ...features].join(' and ');
}

function isLight(node: CssNode): boolean {
  const { type, name, value } = node as { type: string; name?: string; value?: CssNode | null };
  if (type !== 'Feature' || name?.toLowerCase() !== 'prefers-color-scheme') return false;
  return value?.type === 'Identifier' && value.name.toLowerCase() === 'light';
}

function feature(node: CssNode): string | undefined {
  if (node.type === 'Feature') {
    const name = node.name.toLowerCase();
    const value = WIDTHS.has(name) ? size(node.value) : RESOLUTIONS.has(name) ? resolution(node.value) : undefined;
    return value && `(${name}: ${value})`;
  }
  if (node.type !== 'FeatureRange') return undefined;
  const { left, leftComparison, middle, rightComparison, right } = node;
  const parts = [rangePart(left), comparison(leftComparison), rangePart(middle)];
  if (right !== null) parts.push(comparison(rightComparison), rangePart(right));
  return parts.includes(undefined) ? undefined : `(${parts.join(' ')})`;
}

function rangePart(node: CssNode): string | undefined {
  return node.type === 'Identifier' ? (node.name.toLowerCase() === 'width' ? 'width' : undefined) : size(node);
}

function comparison(sign: string | null): string | undefined {
  return sign !== null && /^(?:[<>]=?|=)$/.test(sign) ? sign : undefined;
}

function size(node: CssNode | null): string | undefined {
  if (node?.type === 'Number') return numberText(node.value);
  return dimension(node, WIDTH_UNITS);
}

function resolution(node: CssNode | null): string | undefined {
  if (node?.type === 'Number') return numberText(node.value);
  return dimension(node, RESOLUTION_UNITS);
}

function dimension(node: CssNode | null, units: Set<string>): string | undefined {
  if (node?.type !== 'Dimension' || !units.has(node.unit.toLowerCase())) return undefined;
  const value = numberText(node.value);
  return value && value + node.unit.toLowerCase();
}
