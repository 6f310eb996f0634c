// Finds web and mail addresses in plain text, so that they can be shown as links. The result is data, never markup.

export interface TextPart {
  text: string;
  /** Where the text links to; undefined: it is only text. */
  href?: string;
}

// A URL with its protocol, www., or a mail address. Each part is bounded, so that hostile text costs linear time.
const ADDRESS = new RegExp(
  [
    String.raw`\bhttps?:\/\/[^\s<>"“”«»]{1,2000}`,
    String.raw`\bwww\.[^\s<>"“”«»]{1,2000}`,
    String.raw`\bmailto:[^\s<>"“”«»]{1,500}`,
    String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}`,
  ].join('|'),
  'giu',
);
/** A text with more is not read as one; each link costs an element. */
const MOST_LINKS = 2000;
const PUNCTUATION = '.,;:!?\'"’*_]}';

/** The text in parts, in order: joined, they are the text. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let last = 0;
  let links = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const found = withoutPunctuation(match[0]);
    const href = addressOf(found);
    if (href === undefined) continue;
    if (++links > MOST_LINKS) break;
    if (match.index > last) parts.push({ text: text.slice(last, match.index) });
    parts.push({ text: found, href });
    last = match.index + found.length;
  }
  if (last < text.length) parts.push({ text: text.slice(last) });
  return parts;
}

/** What ends a sentence does not belong to its address, and neither does a bracket that was opened before it. */
function withoutPunctuation(found: string): string {
  let surplus = count(found, ')') - count(found, '(');
  for (let end = found.length; ; end--) {
    const last = found[end - 1] ?? '';
    const isSurplus = last === ')' && surplus > 0;
    if (isSurplus) surplus -= 1;
    else if (last === '' || !PUNCTUATION.includes(last)) return found.slice(0, end);
  }
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

/** Only http, https and mailto; undefined if it is not a valid address. */
function addressOf(found: string): string | undefined {
  const isWritten = /^(?:https?:\/\/|mailto:)/iu.test(found);
  const address = isWritten ? found : /^www\./iu.test(found) ? `http://${found}` : `mailto:${found}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, pathname } = new URL(address);
  if (protocol === 'mailto:') return pathname.includes('@') ? address : undefined;
  return (protocol === 'http:' || protocol === 'https:') && hostname.length > 0 ? address : undefined;
}
