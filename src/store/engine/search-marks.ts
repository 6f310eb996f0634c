// Marks before indexed words: one column holds the words of all texts of a record, and a mark says which texts a word is
// from. Each is a private-use character, which folding leaves out of every word.

/** Before the words of trashed records, and before any other mark. */
export const TRASH_MARK = '\ue002';

/** Before the words of texts that only a search of all texts looks at, such as the names of attachments. */
export const FURTHER_MARK = '\ue003';

/** Before the words of one field, for a search of that field: a second copy of them. */
export const FIELD_MARKS: Readonly<Record<string, string>> = {
  from: '\ue010',
  to: '\ue011',
  cc: '\ue012',
  bcc: '\ue013',
  subject: '\ue014',
  filename: '\ue015',
};

/** A word that separates texts, so that no phrase matches across them, and replaces a word that is left out. */
export const GAP = '\ue000';

/** The mark of a word that is not trashed; empty for the main texts. */
export function markOf(word: string): string {
  const first = word.charCodeAt(0);
  return first >= FIRST_MARK && first <= LAST_MARK && word.length > 1 ? (word[0] as string) : '';
}

const FIRST_MARK = FURTHER_MARK.charCodeAt(0);
const LAST_MARK = 0xe01f;
