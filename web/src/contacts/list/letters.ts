// The letters of a list that the service has sorted by name, and where each begins. The service ignores case and
// accents, so this does too. Of a long list only a few names are read: the position is found by bisection.

/** Characters that Unicode does not decompose, as the service sorts them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 's',
  æ: 'a',
  œ: 'o',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 't',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
};

/** Before A: digits and signs. After Z: other scripts. */
export const BEFORE = '#';
export const AFTER = '…';
export const LETTERS: readonly string[] = [BEFORE, ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', AFTER];

/** The heading under which a name stands. */
export function letterOf(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .toLowerCase();
  const first = PLAIN[folded[0] ?? ''] ?? folded[0] ?? '';
  if (first < 'a') return BEFORE;
  return first <= 'z' ? first.toUpperCase() : AFTER;
}

/** The index of the first name of a letter, or of the next one if there is none; `total` if there is none after it. */
export async function findLetter(
  letter: string,
  total: number,
  nameAt: (index: number) => Promise<string>,
): Promise<number> {
  const wanted = LETTERS.indexOf(letter);
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (LETTERS.indexOf(letterOf(await nameAt(middle))) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
