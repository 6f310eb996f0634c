// Where the name of a file may be cut.

/** Characters that are seen before the type: the number of a version is often there. */
const BEFORE_TYPE = 4;
/** A longer type is not one: the end must leave room for the start. */
const LONGEST_TYPE = 8;

/** `end` is the type of the file with the characters before it; it is shown whole. */
export function partsOfName(name: string): { start: string; end: string } {
  const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  const dot = letters.lastIndexOf('.');
  const type = dot < 0 || letters.length - dot > LONGEST_TYPE ? 0 : letters.length - dot;
  const at = Math.max(0, letters.length - type - BEFORE_TYPE);
  return { start: letters.slice(0, at).join(''), end: letters.slice(at).join('') };
}
