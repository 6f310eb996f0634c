// Splits the plain text of a mail into what its sender wrote, quotes and the signature, so that long quotes can be
// folded. What the sender wrote is never part of a quote: it is shown wherever it is, above, below or between quotes.

export interface TextBlock {
  kind: 'own' | 'quote' | 'signature';
  lines: readonly string[];
  /** Whether a quote is folded at first. */
  isFolded: boolean;
}

const QUOTED = /^\s{0,3}>/u;
const SIGNATURE = /^-- ?$/u;
/** -----Original Message-----, in any language, or the line that Outlook draws above a quoted mail. */
const SEPARATOR = /^\s*(?:-{3,}[^-].{0,60}[^-]-{3,}|_{10,})\s*$/u;
const HEADER_FIELD = /^\s{0,3}\*?\p{L}[^:：]{0,30}[:：]\s?\S/u;
/** A quote between the lines of a reply is what the reply refers to; a short one stays visible. */
const SHORT = 6;
const LONGEST_INTRODUCTION = 400;
/** A text that changes between them more often is shown as it is from there on. */
const MOST_BLOCKS = 2000;

export function textBlocks(text: string): TextBlock[] {
  const lines = text.replace(/\r\n?/gu, '\n').split('\n');
  const kinds = kindsOf(lines);
  const blocks: { kind: TextBlock['kind']; lines: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const kind = kinds[at] ?? 'own';
    const block = blocks.at(-1);
    const isLast = blocks.length === MOST_BLOCKS;
    if (block && isLast && block.kind !== kind) block.kind = 'own';
    if (block && (isLast || block.kind === kind)) block.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  }
  const shown = blocks.map((block) => ({ ...block, lines: withoutEmptyEnds(block.lines) }));
  return withFolds(shown.filter(({ lines: some }) => some.length > 0));
}

/** The text of a quote without one level of marks. */
export function unquoted(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/^\s{0,3}> ?/u, ''));
}

function kindsOf(lines: readonly string[]): TextBlock['kind'][] {
  const kinds: TextBlock['kind'][] = [];
  let isSignature = false;
  let hasOwn = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (isQuoted(line)) {
      isSignature = false;
      kinds.push('quote');
      continue;
    }
    if (hasOwn && beginsQuotedMail(lines, at)) {
      // Everything below the header is the quoted mail; a mail that only forwards another has nothing above it.
      return [...kinds, ...lines.slice(at).map(() => 'quote' as const)];
    }
    const introduction = introductionLines(lines, at);
    if (introduction > 0) {
      kinds.push(...Array.from({ length: introduction }, () => 'quote' as const));
      at += introduction - 1;
      isSignature = false;
      continue;
    }
    isSignature ||= SIGNATURE.test(line);
    kinds.push(isSignature ? 'signature' : 'own');
    hasOwn ||= !isSignature && line.trim() !== '';
  }
  return kinds;
}

function isQuoted(line: string): boolean {
  return QUOTED.test(line);
}

/** How many lines from here on introduce the quoted lines below them, such as "On Tuesday 3 March Ann wrote:". */
function introductionLines(lines: readonly string[], at: number): number {
  for (let count = 1; count <= 3; count++) {
    const line = (lines[at + count - 1] ?? '').trim();
    if (line === '' || isQuoted(line)) return 0;
    if (!/[:：]$/u.test(line)) continue;
    const text = lines.slice(at, at + count).join(' ');
    // Without a date or an address it may be a sentence of the sender.
    if (text.length > LONGEST_INTRODUCTION || !/\d|@/u.test(text)) return 0;
    const blank = (lines[at + count] ?? '').trim() === '' ? 1 : 0;
    return isQuoted(lines[at + count + blank] ?? '') ? count + blank : 0;
  }
  return 0;
}

/** A separator, and below it at least three fields of a header, one of them with a date or an address. */
function beginsQuotedMail(lines: readonly string[], at: number): boolean {
  if (!SEPARATOR.test(lines[at] ?? '')) return false;
  const header = lines.slice(at + 1, at + 10).filter((line) => line.trim() !== '');
  const end = header.findIndex((line) => !HEADER_FIELD.test(line));
  const fields = end < 0 ? header : header.slice(0, end);
  return fields.length >= 3 && fields.some((line) => /\d|@/u.test(line));
}

function withFolds(blocks: readonly { kind: TextBlock['kind']; lines: string[] }[]): TextBlock[] {
  const lastOwn = blocks.findLastIndex(({ kind }) => kind === 'own');
  return blocks.map((block, at) => ({
    ...block,
    // A mail that only quotes has nothing else to show.
    isFolded: block.kind === 'quote' && lastOwn >= 0 && (at > lastOwn || block.lines.length > SHORT),
  }));
}

function withoutEmptyEnds(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first < 0 ? [] : lines.slice(first, last + 1);
}
