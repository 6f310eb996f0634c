// The options of the label and the move picker: names that fit to what is typed, and a new one.
import type { PickOption } from '../pickers/pick-list.tsx';

/** Names that begin with the text come before those that only contain it. A text that is not a name can become one. */
export function fitting<Option extends PickOption>(
  options: readonly Option[],
  text: string,
  create: (name: string) => Option,
): Option[] {
  const wanted = fold(text.trim());
  const rank = ({ label }: Option) => (fold(label).startsWith(wanted) ? 0 : 1);
  const found = options.filter(({ label }) => fold(label).includes(wanted));
  const sorted = [...found].sort((one, other) => rank(one) - rank(other));
  const isKnown = options.some(({ label, value }) => fold(label) === wanted || fold(value) === wanted);
  return wanted === '' || isKnown ? sorted : [...sorted, create(text.trim())];
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
