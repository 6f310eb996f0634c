// Parses mail addresses as people type them: `Bob <b@x.org>, "Smith, Ann" <a@y.org>, c@z.org` (RFC 5322 section 3.4,
// leniently). It makes one pass over the text, so a long or hostile list costs no more than its length.
import { domainToASCII, domainToUnicode } from 'node:url';

export interface Address {
  address: string;
  name: string | null;
}

/**
 * The addresses of a list, separated by commas, semicolons or line breaks. A part without an address keeps its text as
 * the address, which the caller refuses. `Lee, Ann <ann@x.org>` is one address: a single word before a comma can only
 * be the beginning of the name. At most `max` addresses are read.
 */
export function parseAddresses(text: string, max = Number.POSITIVE_INFINITY): Address[] {
  return joinNames(splitList(text, max)).map(({ pieces }) => readMailbox(pieces));
}

/** The text as one address, even if its name contains commas. */
export function parseAddress(text: string): Address {
  return readMailbox([...scan(text)]);
}

const QUOTED_LOCAL = String.raw`"(?:[^"\\<>\p{C}\p{Zl}\p{Zp}]|\\[^<>\p{C}\p{Zl}\p{Zp}])+"`;
const LOCAL = new RegExp(String.raw`^(?:[^\s@<>()\[\],;:\\"\p{C}]+|${QUOTED_LOCAL})$`, 'u');
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'; // RFC 1035 section 2.3.4; underscores occur in practice
const DOMAIN = new RegExp(String.raw`^${LABEL}(?:\.${LABEL})*$`);
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/; // of an IP address, which is not a domain

/**
 * Whether mail can be sent to it: a local part without spaces, brackets or control characters, unless it is quoted
 * (RFC 5321 section 4.1.2, as in `"john doe"@x.org`), and a domain that is unchanged in the envelope.
 */
export function isMailAddress(address: string): boolean {
  return envelopeAddress(address) !== undefined;
}

/**
 * The address as it is sent to a server: the domain in ASCII (RFC 5891), the local part unchanged, since only its
 * server may interpret it (RFC 5321 section 2.3.11). undefined if no mail can be sent to it.
 */
export function envelopeAddress(address: string): string | undefined {
  if (address.length > 320) return undefined;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const domain = LOCAL.test(local) ? asciiDomain(address.slice(at + 1)) : undefined;
  return domain === undefined ? undefined : `${local}@${domain}`;
}

/** The same result for every spelling of an address: with or without unnecessary quotes, with U-labels or A-labels. */
export function addressKey(address: string): string | undefined {
  const envelope = envelopeAddress(address);
  if (!envelope?.startsWith('"')) return envelope;
  const at = envelope.lastIndexOf('@');
  return envelope.slice(1, at - 1).replaceAll(/\\(.)/gsu, '$1') + envelope.slice(at);
}

/** The same result for addresses of one person: in practice local parts are not case-sensitive, although RFC 5321
 * section 2.4 allows it. */
export function personKey(address: string): string {
  return (addressKey(address) ?? address).toLowerCase();
}

/**
 * The same result for every spelling of an address, or of `@` and a domain; undefined if it is neither. Only the case of
 * ASCII letters is ignored: others have lower-case forms that are ASCII letters, such as the Kelvin sign.
 */
export function senderKey(sender: string): string | undefined {
  if (!sender.startsWith('@')) return addressKey(sender)?.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const domain = sender.length > 320 ? undefined : asciiDomain(sender.slice(1));
  return domain === undefined ? undefined : `@${domain}`;
}

// Node parses a domain as the host of a URL: it truncates `x.org/y`, decodes `%65vil.org`, reads 127.1 as an IP address
// and converts full-width letters. The mail would be sent to another domain than the record shows, so only the letter
// case and the form of an internationalized label (U-label or A-label, RFC 5890 section 2.3.2.1) may differ.
function asciiDomain(domain: string): string | undefined {
  const ascii = domainToASCII(domain);
  if (ascii.length > 253 || !DOMAIN.test(ascii)) return undefined;
  const labels = ascii.split('.');
  const written = domain.toLowerCase().normalize('NFC').split('.');
  const isSame = (label: string, index: number) =>
    label === written[index] || domainToUnicode(label) === written[index];
  if (labels.length !== written.length || !labels.every(isSame) || NUMBER.test(labels.at(-1) ?? '')) return undefined;
  return ascii;
}

/** A token of the text; quoted strings, comments and angle brackets are one token each. */
interface Piece {
  kind: 'text' | 'quoted' | 'comment' | 'angle' | 'separator';
  /** As typed. */
  raw: string;
  /** Without the quotes, parentheses or brackets around it. */
  value: string;
}

/** The tokens of one address. */
interface Part {
  pieces: Piece[];
  hasWord: boolean;
  hasAngle: boolean;
  /** An @ outside of quotes and brackets. */
  hasAt: boolean;
  /** The separator that ended it; a new address may also begin without one. */
  end: string | null;
}

// No address has so many tokens; the rest of the text is kept as one token, so that hostile text costs little.
const MAX_PIECES = 1000;

const CLOSING: Record<string, { kind: Piece['kind']; close: string }> = {
  '"': { kind: 'quoted', close: '"' },
  '(': { kind: 'comment', close: ')' },
  '<': { kind: 'angle', close: '>' },
};

function* scan(text: string): Generator<Piece> {
  const special = /["(<,;\n]/g; // the beginnings of CLOSING, and the separators
  let start = 0;
  while (special.test(text)) {
    const i = special.lastIndex - 1;
    const char = text[i] as string;
    const closing = CLOSING[char];
    if (i > start) yield textPiece(text.slice(start, i));
    const end = closing ? endOf(text, i, char, closing.close) : i + 1;
    const raw = text.slice(i, end);
    const isClosed = closing !== undefined && raw.length > 1 && raw.endsWith(closing.close);
    if (closing) yield { kind: closing.kind, raw, value: raw.slice(1, isClosed ? -1 : undefined) };
    else yield { kind: 'separator', raw, value: raw };
    start = end;
    special.lastIndex = end;
  }
  if (text.length > start) yield textPiece(text.slice(start));
}

function textPiece(text: string): Piece {
  return { kind: 'text', raw: text, value: text };
}

// The end of the quote, comment or bracket that begins here: after its closing character, or at the end of the text. A
// backslash escapes the next character; comments can contain comments, and brackets a quoted local part.
function endOf(text: string, begin: number, open: string, close: string): number {
  let depth = 0;
  let quoted = false;
  for (let i = begin; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (open === '<' && char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === close && i > begin) {
      depth--;
      if (depth === 0) return i + 1;
    } else if (char === open) depth++;
  }
  return text.length;
}

function splitList(text: string, max: number): Part[] {
  const parts: Part[] = [];
  let part = newPart();
  const finish = (end: string | null) => {
    if (part.hasWord) parts.push({ ...part, end });
    part = newPart();
  };
  const lastSemicolon = text.lastIndexOf(';');
  let at = 0;
  for (const piece of scan(text)) {
    at += piece.raw.length;
    if (parts.length > max) return parts;
    if (piece.kind === 'separator') {
      finish(piece.raw);
      continue;
    }
    // Only a comment can follow `Ann <a@x.org>`; anything else is the next address.
    if (part.hasAngle && isWord(piece)) finish(null);
    const rest = at <= lastSemicolon ? afterGroupName(part, piece) : null;
    if (rest) part = newPart();
    add(part, rest ?? piece);
    if (part.pieces.length > MAX_PIECES) {
      add(part, textPiece(text.slice(at)));
      break;
    }
  }
  finish(null);
  return parts;
}

function newPart(): Part {
  return { pieces: [], hasWord: false, hasAngle: false, hasAt: false, end: null };
}

function add(part: Part, piece: Piece): void {
  part.pieces.push(piece);
  part.hasWord ||= isWord(piece);
  part.hasAngle ||= piece.kind === 'angle';
  part.hasAt ||= isAddressed(piece);
}

// `Team: a@x.org, b@y.org;` (RFC 5322 section 3.4): only the members are addresses. Returns the text after the group
// name; null if there is none.
function afterGroupName(part: Part, { kind, raw }: Piece): Piece | null {
  if (kind !== 'text' || part.hasAngle || part.hasAt) return null;
  const colon = raw.indexOf(':');
  if (colon < 0 || raw.slice(0, colon).includes('@')) return null;
  return textPiece(raw.slice(colon + 1));
}

function isWord({ kind, raw }: Piece): boolean {
  return kind === 'quoted' || kind === 'angle' || (kind === 'text' && raw.trim() !== '');
}

// `Lee, Ann <ann@x.org>`, as address books write names. Two or more such words could be incomplete addresses.
function joinNames(parts: Part[]): Part[] {
  const joined: Part[] = [];
  for (const [index, part] of parts.entries()) {
    const [before, earlier] = [parts[index - 1], parts[index - 2]];
    const first = part.pieces.findIndex(isWord);
    const isRest = part.hasAngle && part.pieces[first]?.kind === 'text';
    if (isRest && before?.end === ',' && isBareWord(before) && !(earlier && isBareWord(earlier))) {
      joined.pop();
      const name = `${textOf(before.pieces)}, `;
      const rest = (part.pieces[first] as Piece).raw.trimStart();
      joined.push({ ...part, pieces: [textPiece(name + rest), ...part.pieces.slice(first + 1)] });
    } else joined.push(part);
  }
  return joined;
}

function isBareWord({ pieces, hasAt }: Part): boolean {
  return !hasAt && pieces.every(({ kind }) => kind === 'text');
}

function textOf(pieces: Piece[]): string {
  return pieces
    .map(({ raw }) => raw)
    .join('')
    .trim();
}

function readMailbox(pieces: Piece[]): Address {
  const words = pieces.filter(({ kind }) => kind !== 'comment');
  // The old form with the name in a comment: b@x.org (Bob)
  const comment = nameOf(pieces.filter(({ kind }) => kind === 'comment').slice(0, 1));
  const at = words.findIndex(({ kind }) => kind === 'angle');
  if (at < 0) return { address: textOf(words), name: comment };
  const before = words.slice(0, at);
  // Words after the bracket, or an address before a comma: this is not one address, and none of it may be lost.
  const isList = before.some(({ kind }) => kind === 'separator') && before.some(({ raw }) => raw.includes('@'));
  if (isList || words.slice(at + 1).some(isWord)) return { address: textOf(pieces), name: null };
  return { address: (words[at] as Piece).value.trim(), name: nameOf(before) ?? comment };
}

function isAddressed({ kind, raw }: Piece): boolean {
  return kind === 'text' && raw.includes('@');
}

function nameOf(pieces: Piece[]): string | null {
  const text = pieces
    .map(({ kind, value }) => (kind === 'text' ? value : value.replace(/\\(.)/gs, '$1')))
    .join('')
    .replace(/\s+/g, ' ');
  let end = text.length;
  while (end > 0 && ' ,;'.includes(text[end - 1] as string)) end--;
  return text.slice(0, end).trimStart() || null;
}
