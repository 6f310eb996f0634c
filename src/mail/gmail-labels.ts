// The labels of a message from Google Takeout: which of them are Gmail's own, in whatever language, and which a person
// has made.
import { decodeWords } from 'postal-mime';
import { fold } from '../values/folding.ts';
import { type GmailLabel, gmailLanguages } from './gmail-label-names.ts';

export interface GmailLabels {
  /** Gmail's own. */
  system: Set<GmailLabel>;
  /** What a person has made, as it is written. */
  own: string[];
}

// What mail programs have noted over IMAP, and Gmail keeps as labels.
const IMAP_KEYWORD =
  /^imap_\$?(?:forwarded|mdnsent|junk|junkrecorded|notjunk|nonjunk|phishing|redirected|mailflagbit\d)$/i;

const LONGEST = 64 * 1024; // characters of the header field that are read

interface Language {
  labels: Map<string, GmailLabel>;
  /** The words before the name of a category. */
  category: string[];
}

const languages: Language[] = gmailLanguages.map(({ language, category, categories, ...names }) => ({
  category: variantsOf(category),
  labels: new Map(
    Object.entries(names).flatMap(([label, words]) => variantsOf(words).map((word) => [word, label as GmailLabel])),
  ),
}));
const categoryWords = languages.flatMap(({ category }) => category);
const categoryNames = new Set(gmailLanguages.flatMap(({ categories }) => variantsOf(categories)));

/** The words of a label in all languages. */
export function wordsOf(label: GmailLabel): string[] {
  return gmailLanguages.flatMap((row) => row[label]?.split('|') ?? []);
}

/**
 * Tells Gmail's own labels from the others. An account has one language: where the labels of a message belong to
 * several, only those with the most of them count, so that a label "Papelera" of an English account stays one.
 */
export function readGmailLabels(labels: string[]): GmailLabels {
  const folded = labels.map(foldLabel);
  const hits = languages.map((language) => folded.filter((label) => isOf(language, label)).length);
  const most = Math.max(...hits);
  const spoken = languages.filter((_, index) => most > 0 && hits[index] === most);
  const system = new Set<GmailLabel>();
  const own: string[] = [];
  for (const [index, label] of folded.entries()) {
    const known = spoken.map((language) => language.labels.get(label)).find((name) => name !== undefined);
    if (known) system.add(known);
    else if (!categoryWords.some((word) => isCategory(word, label)) && !IMAP_KEYWORD.test(label))
      own.push(labels[index] as string);
  }
  return { system, own };
}

function isOf({ labels, category }: Language, label: string): boolean {
  return labels.has(label) || category.some((word) => isCategory(word, label));
}

// Category Updates; Kategorie: "Werbung"; 类别：促销
function isCategory(word: string, label: string): boolean {
  const [, colon, name = ''] = (label.startsWith(word) && /^\s*(:|\s)\s*(.*)$/.exec(label.slice(word.length))) || [];
  return colon === ':' || categoryNames.has(name);
}

function variantsOf(words: string): string[] {
  return words.split('|').map(foldLabel);
}

// Quotes, directions and the joiners of Persian come and go with the wording.
function foldLabel(label: string): string {
  return fold(label)
    .replaceAll(/["'“”„«»‘’‚`\u200b-\u200f\u2066-\u2069]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The labels in the value of X-Gmail-Labels: CSV, which may be in encoded words (RFC 2047). */
export function splitGmailLabels(value: string): string[] {
  const text = decodeWords(value.slice(0, LONGEST));
  const labels: string[] = [];
  // Gmail doubles quotes also where the label itself is not quoted: Kategorie: ""Werbung""
  for (const [, quoted, plain] of text.matchAll(/\s*(?:"((?:[^"]|"")+)"(?=\s*(?:,|$))|([^,]*))(?:,|$)/g)) {
    const label = (quoted ?? plain ?? '').replaceAll('""', '"').trim();
    if (label !== '') labels.push(label);
  }
  return labels;
}
