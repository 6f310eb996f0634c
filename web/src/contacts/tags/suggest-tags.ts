// The tags that fit to what is typed, best first: Enter takes the first one.

export interface SuggestedTag {
  name: string;
  /** How many contacts have it; undefined: a new tag. */
  total: number | undefined;
}

/** Names that begin with the text come before those that only contain it. A text that is not a tag can become one. */
export function suggestTags(
  tags: readonly { name: string; total: number }[],
  taken: readonly string[],
  text: string,
): SuggestedTag[] {
  const typed = text.trim();
  const wanted = typed.toLowerCase();
  const rank = ({ name }: { name: string }) =>
    name === typed ? 0 : name.toLowerCase() === wanted ? 1 : name.toLowerCase().startsWith(wanted) ? 2 : 3;
  const found: SuggestedTag[] = tags
    .filter(({ name }) => !taken.includes(name) && name.toLowerCase().includes(wanted))
    .sort((one, other) => rank(one) - rank(other) || other.total - one.total || one.name.localeCompare(other.name))
    .map(({ name, total }) => ({ name, total }));
  const isNew = typed !== '' && !tags.some(({ name }) => name === typed);
  return isNew ? [...found, { name: typed, total: undefined }] : found;
}
