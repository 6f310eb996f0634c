// Text as a word of a POSIX shell command.

/** The text, quoted where a shell would otherwise split it or read something into it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
