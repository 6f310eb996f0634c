// The parts of long words in languages that write compounds as one word: `versicherung` finds Krankenversicherung. There
// is no dictionary: a part begins where a syllable can begin, and mere endings are left out. Of the nouns in a German
// word list that end with another noun, 97 % have that noun among their parts, which are fewer than three a word.

import { SOFT_HYPHEN } from '../../values/folding.ts';

const FEWEST_BEFORE = 3; // letters before a part
const FEWEST_LETTERS = 4; // of a part
const LONGEST = 40; // letters of a word that has parts; longer ones are not words

// What a syllable can begin with, folded, besides a single consonant.
const ONSETS = new Set(
  `bl br ch chr dr fl fr gl gn gr kl kn kr ph pf pfl pfr pl pr ps qu rh sc sch schl schm schn schr schw sk skr sl sm sn sp
  spl spr st str sv sw th thr tr tw vl vr wr zw hj bj fj kj sj skj`.split(/\s+/),
);
// Parts that begin with a vowel begin with these; others would be endings of what is before them.
const VOWEL_BEGINNINGS = new RegExp(
  `^(?:ab|achs|adapt|adel|ader|adress|affa|agent|akt|alarm|alb|alter|altst|amt|anal|anf|anb|ander|angeb|angel|angst|ank|anl|anm|ann|anord|anp|ans|ant|anw|anz|
  apf|app|arb|arch|arm|art|arz|asyl|atem|atom|aufb|aufe[nr]|auff|aufg|aufk|aufl|aufn|aufr|aufs|auft|aufw|aufz|aug|aus|auto|ebene|eck|
  effekt|ehr|eier|eigen|eimer|ein[bdfghklmprsuvw]|einn?ahm|eintr|einz|eis|element|elekt|eltern|energ|engl|entf|enth|entl|ents|entw|
  erb|erdb|erdg|erfahr|erfol|ergeb|erhal|erhol|erhoh|erinn|erkla|erken|erlau|erleb|erleich|ermitt|ernahr|ernte|eroff|ersatz|
  erschei|ersche|ersp|erstatt|ertrag|erwach|erwart|erweit|erwerb|erz|essen|etat|etui|eur|ex[aep]|
  ideal|idee|imp[fu]|index|indus|info|ingen|inha|inne|insel|inst|inter|inv|ober|obj|obst|off|ofen|ohr|oper|opf|opt|ord|organ|ort|ost|
  ub|ufer|uhr|umb|umf|umg|uml|ums|umw|umz|unf|ungl|uni|unt|urk|url|urs|urt)`.replaceAll(/\s+/g, ''),
);
const DIPHTHONGS = new Set('aa ae ai au ay ee ei eu ey ie oe oi oo oy ue ui'.split(' '));
const VOWEL = /[aeiouy]/;
// Endings of words: of their forms, and those that make words of others.
const CONSONANTS = '[b-df-hj-np-tv-xz]{1,3}';
const FORM = '(?:e?[nrsm]|e|en[st]?)?';
const ENDING = new RegExp(
  `^(?:${CONSONANTS}(?:${FORM}|e[lmnr][ns]|e[lr]?t${FORM}|end${FORM}|ung${FORM}|ig(?:${FORM}|keit)|lich${FORM}|heit${FORM})|
  [a-z]{0,3}(?:tion|sion|xion|gion|keit|lich|nisch|risch|lisch|ment|tat|tiv|tor|tur|ling|sam|bar|haft|los|nis|tik|tiker|smus)(?:${FORM}|se[ns]?)|
  schaft${FORM}|[a-z]{0,2}ier(?:en|t|te|ten|ung|ungen)|sche[nrsm]?|ungen)$`.replaceAll(/\s+/g, ''),
);
// What looks like an ending and is a word.
const NO_ENDING =
  /^(?:stern|kern|station|aktion|option|version|mission|nation|region|motor|tor|bart|natur|kultur|figur)/;
const LETTERS = /^[a-z]+$/;

const NONE: readonly string[] = [];
const KNOWN = 20_000;
const known = new Map<string, readonly string[]>(); // most words of a text are frequent

/** The parts of a folded word: what follows each place at which one can begin. */
export function wordParts(word: string): readonly string[] {
  if (word.length < FEWEST_BEFORE + FEWEST_LETTERS || word.length > LONGEST) return NONE;
  let parts = known.get(word);
  if (parts) return parts;
  parts = LETTERS.test(word) ? findParts(word) : NONE;
  if (known.size >= KNOWN) known.clear();
  known.set(word, parts);
  return parts;
}

function findParts(word: string): string[] {
  const parts: string[] = [];
  const first = Math.max(FEWEST_BEFORE, word.search(VOWEL) + 1); // there is no part before the first vowel
  for (let at = first; at <= word.length - FEWEST_LETTERS; at++) {
    const part = word.slice(at);
    if (isBeginning(part, word[at - 1] as string) && (!ENDING.test(part) || NO_ENDING.test(part))) parts.push(part);
  }
  return parts;
}

function isBeginning(part: string, before: string): boolean {
  const onset = part.slice(0, part.search(VOWEL));
  if (onset === '') return !DIPHTHONGS.has(before + part[0]) && VOWEL_BEGINNINGS.test(part);
  if (onset.length > 1 && !ONSETS.has(onset)) return false;
  // `ch`, `sch` and `ck` are one sound.
  if (before === 'c' && /^[hk]/.test(onset)) return false;
  if (onset.startsWith('ch') && (before === 's' || VOWEL.test(before))) return false;
  return part.length > onset.length;
}

const CAPITALIZED = /\p{Lu}[\p{Ll}\p{M}]{6,}/gu;
const FEW_NOUNS = 20; // of so many words at least one is a noun, where nouns are written with a capital

/** The nouns of a German text; undefined if it is written without capitals. */
export function nounsOf(text: string, words: number): string[] | undefined {
  const nouns = text.replaceAll(SOFT_HYPHEN, '').match(CAPITALIZED) ?? [];
  return nouns.length * FEW_NOUNS < words ? undefined : nouns;
}
