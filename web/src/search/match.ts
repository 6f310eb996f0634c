// How well a name fits what was typed into the command palette: each word must be the beginning of a word of the name,
// or the whole must be its letters in order ("gc" fits "Go to calendar").

/** Higher is better; 0 if it does not fit. */
export function scoreOf(name: string, typed: string): number {
  const text = fold(name);
  const wanted = fold(typed).trim();
  if (wanted === '') return 1;
  if (text.startsWith(wanted)) return 4;
  const words = text.split(/[^\p{L}\p{N}]+/u);
  if (wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))) return 3;
  if (text.includes(wanted)) return 2;
  return hasInOrder(words.map((word) => word[0] ?? '').join(''), wanted.replace(/\s/g, '')) ? 1 : 0;
}

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function hasInOrder(letters: string, wanted: string): boolean {
  let at = 0;
  for (const letter of letters) if (letter === wanted[at]) at += 1;
  return wanted.length > 0 && at === wanted.length;
}
