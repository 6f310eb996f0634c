// Quotes text for a POSIX shell.

/** The text as one word of a command, quoted if a shell would split or expand it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
