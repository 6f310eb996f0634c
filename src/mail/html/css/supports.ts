// The conditions of @supports, decided here: a mail can use what is allowed, and nothing else.
import type { CssNode, Declaration } from 'css-tree';
import { safeDeclaration } from './values.ts';

/** Undefined if the condition is not understood: neither it nor its opposite is met then. */
export function isSupported(condition: CssNode | null | undefined): boolean | undefined {
  if (condition?.type === 'SupportsDeclaration') return isAllowed(condition.declaration);
  if (condition?.type !== 'Condition') return undefined;
  const parts = [...condition.children];
  const words = parts.filter((one) => one.type === 'Identifier').map(({ name }) => name.toLowerCase());
  const results = parts.filter((one) => one.type !== 'Identifier').map(isSupported);
  if (results.length === 0 || results.includes(undefined)) return undefined;
  if (words[0] === 'not') return words.length === 1 && results.length === 1 ? !results[0] : undefined;
  if (words.length !== results.length - 1 || new Set(words).size > 1) return undefined;
  return words[0] === 'or'
    ? results.includes(true)
    : words[0] === undefined || words[0] === 'and'
      ? !results.includes(false)
      : undefined;
}

function isAllowed({ property, value }: Declaration): boolean {
  if (property.startsWith('--')) return true;
  return value.type === 'Value' && safeDeclaration(property, value, () => undefined) !== undefined;
}
