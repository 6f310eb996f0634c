// Which kind of language a text is in, by its most frequent short words: only some languages write compounds as one word,
// and only German has a second spelling of umlauts. A text with few of these words, such as a name, may be in any.

type Kind = 'german' | 'compounding' | 'other';

/** Folded, and each in languages of one kind only. */
const COMMON: Record<Kind, string> = {
  german: `und der die das ist nicht mit ein eine einen fur auf von wir ich auch bei oder wird sind haben zum zur dass wenn
    nach aus noch nur uber ihre ihr sie sich`,
  // Dutch, the Scandinavian languages, Finnish
  compounding: `het een van niet voor zijn ook naar bij wij deze och att det inte som ar jag har ikke jeg til af ei etta mutta
    ovat ole olla han ved fra vara blir`,
  // English, French, Spanish, Italian, Portuguese, Polish, Czech, Hungarian, Turkish
  other: `the and of you that this are have from your our we with will can les des est pour dans que une vous nous sur avec los
    las por con para del este che per non sono della gli uma nao com dos jest nie nem hogy egy bir ve icin bu`,
};
const KINDS = new Map(
  Object.entries(COMMON).flatMap(([kind, words]) => words.split(/\s+/).map((word) => [word, kind as Kind] as const)),
);
const READ = 60; // words at the beginning of a text
const LONGEST = 6; // letters of a frequent word
const FEW = 3; // words that say nothing

export interface TextLanguage {
  /** Whether long words may be compounds. */
  mayCompound: boolean;
  mayBeGerman: boolean;
  isGerman: boolean;
}

/** By the folded words of a text. */
export function languageOf(words: readonly string[]): TextLanguage {
  const { german, compounding, other } = countKinds(words);
  return {
    mayCompound: other <= Math.max(FEW, german, compounding),
    mayBeGerman: Math.max(other, compounding) <= Math.max(FEW, german),
    isGerman: german > Math.max(FEW, other, compounding),
  };
}

const UMLAUT = /[äöüßÄÖÜ]|[aouAOU]\u0308/;
const GERMAN_NOUN = /(?:ung|heit|keit|schaft)(?:en)?$/;
const SHORTEST_NOUN = 9; // letters

/**
 * Whether a text, as a subject or a name, is in a language with compounds, although the whole mail is not: it has umlauts,
 * or more frequent words or endings of such a language than of others. Without any of these it is not: `voice` would find
 * each Invoice.
 */
export function differs(text: string, words: readonly string[]): boolean {
  const { german, compounding, other } = countKinds(words);
  const nouns = words.slice(0, READ).some((word) => word.length >= SHORTEST_NOUN && GERMAN_NOUN.test(word)) ? 1 : 0;
  const least = Math.max(1, other);
  const found = Math.max(german + nouns, compounding);
  return found >= least || (german + nouns + 1 >= least && UMLAUT.test(text));
}

function countKinds(words: readonly string[]): Record<Kind, number> {
  const count = { german: 0, compounding: 0, other: 0 };
  for (let at = 0; at < words.length && at < READ; at++) {
    const word = words[at] as string;
    const kind = word.length <= LONGEST ? KINDS.get(word) : undefined;
    if (kind) count[kind]++;
  }
  return count;
}
