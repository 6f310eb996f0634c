// Splits the labels of a message from Google Takeout into Gmail's system labels, in any language, and labels created by
// the user.
import { fold } from '../../values/folding.ts';
import { decodeWords } from '../mime/encoded-words.ts';
import { type GmailLabel, gmailLanguages } from './gmail-label-names.ts';

export interface GmailLabels {
  /** Gmail's system labels. */
  system: Set<GmailLabel>;
  /** Labels created by the user, as written. */
  own: string[];
}

// Flags that mail programs set over IMAP and Gmail stores as labels.
const IMAP_KEYWORD =
  /^imap_\$?(?:forwarded|mdnsent|junk|junkrecorded|notjunk|nonjunk|phishing|redirected|mailflagbit\d)$/i;

const LONGEST = 64 * 1024; // characters of the header field that are read

interface Language {
  labels: Map<string, GmailLabel>;
  /** The words before the name of a category. */
  category: string[];
  categories: Set<string>;
}

const languages: Language[] = gmailLanguages.map(({ language, category, categories, ...names }) => ({
  category: variantsOf(category),
  categories: new Set(variantsOf(categories)),
  labels: new Map(
    Object.entries(names).flatMap(([label, words]) => variantsOf(words).map((word) => [word, label as GmailLabel])),
  ),
}));

/** The words of a label in all languages. */
export function wordsOf(label: GmailLabel): string[] {
  return gmailLanguages.flatMap((row) => row[label]?.split('|') ?? []);
}

export interface GmailLabelReader {
  /** Counts the labels of a message to detect the language of its account. */
  count(labels: string[]): void;
  /** Separates system labels from the others, in the language with the highest count so far. */
  read(labels: string[]): GmailLabels;
}

/**
 * Reads the labels of one mailbox file. A Gmail account has one language: the one that matches most labels of the file,
 * and on a tie the one that comes first in the table. A word that is a system label only in another language is a user
 * label, such as "Papelera" in an English account.
 */
export function newGmailLabelReader(): GmailLabelReader {
  const counts = languages.map(() => 0);
  return {
    count(labels) {
      const folded = labels.map(foldLabel);
      for (const [index, language] of languages.entries())
        counts[index] = (counts[index] as number) + folded.filter((label) => isOwn(language, label)).length;
    },
    read(labels) {
      const language = languages[counts.indexOf(Math.max(...counts))] as Language;
      const system = new Set<GmailLabel>();
      const own: string[] = [];
      for (const label of labels) {
        const folded = foldLabel(label);
        const known = language.labels.get(folded);
        if (known) system.add(known);
        else if (!isCategory(language, folded) && !IMAP_KEYWORD.test(folded)) own.push(label);
      }
      return { system, own };
    },
  };
}

/** Whether a label is a system label in this language. */
function isOwn(language: Language, label: string): boolean {
  return language.labels.has(label) || isCategory(language, label);
}

// Category Updates; Kategorie: "Werbung"; 类别：促销
function isCategory({ category, categories }: Language, label: string): boolean {
  return category.some((word) => {
    const name = label.startsWith(word) ? /^(?:\s*:\s*|\s+)(.+)$/.exec(label.slice(word.length))?.[1] : undefined;
    return name !== undefined && categories.has(name);
  });
}

function variantsOf(words: string): string[] {
  return words.split('|').map(foldLabel);
}

// Quotes, direction marks and Persian joiners vary with the wording.
function foldLabel(label: string): string {
  return fold(label)
    .replaceAll(/["'“”„«»‘’‚`\u200b-\u200f\u2066-\u2069]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The labels in the value of X-Gmail-Labels: CSV, possibly in encoded-words (RFC 2047). */
export function splitGmailLabels(value: string): string[] {
  const text = decodeWords(value.slice(0, LONGEST));
  const labels: string[] = [];
  // Gmail doubles quotes even if the label itself is not quoted: Kategorie: ""Werbung""
  for (const [, quoted, plain] of text.matchAll(/\s*(?:"((?:[^"]|"")+)"(?=\s*(?:,|$))|([^,]*))(?:,|$)/g)) {
    const label = (quoted ?? plain ?? '').replaceAll('""', '"').trim();
    if (label !== '') labels.push(label);
  }
  return labels;
}
