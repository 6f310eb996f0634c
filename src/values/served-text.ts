// Response texts: strings, or UTF-8 bytes if a text is so large that decoding and encoding it would block other
// requests. Members of such a text are located in its bytes without parsing it.

/** A text that contains UTF-8 bytes. Its parts are concatenated once, when it is sent. */
export class LargeText {
  readonly parts: readonly (string | Buffer)[];
  /** In characters for strings and in bytes for buffers. */
  readonly length: number;

  constructor(parts: readonly (string | Buffer)[]) {
    this.parts = parts;
    this.length = parts.reduce((sum, { length }) => sum + length, 0);
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  }

  toString(): string {
    return this.bytes().toString();
  }
}

export type ServedText = string | LargeText;

/** The bytes of a text in UTF-8. */
export function byteLength(text: ServedText): number {
  if (typeof text === 'string') return Buffer.byteLength(text);
  return text.parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0);
}

/** Joins parts into one text: a string if all parts are strings. */
export function joinTexts(parts: readonly (ServedText | Buffer)[]): ServedText {
  if (areStrings(parts)) return parts.join('');
  return new LargeText(parts.flatMap((part) => (part instanceof LargeText ? part.parts : [part])));
}

function areStrings(parts: readonly (ServedText | Buffer)[]): parts is readonly string[] {
  return parts.every((part) => typeof part === 'string');
}

/** The text as it is sent. A text with bytes can be sent once. */
export function payloadOf(text: ServedText): string | Buffer {
  if (typeof text === 'string') return text;
  const bytes = text.bytes();
  for (const part of text.parts) if (typeof part !== 'string') free(part);
  return bytes;
}

// They have been copied. V8 would keep them until its next collection, and some of 20 MB each arrive before that.
function free({ buffer, length }: Buffer): void {
  if (length === buffer.byteLength) (buffer as ArrayBuffer).transfer(0);
}

/** A page: the JSON texts of its items, and its metadata. */
export function jsonList(items: readonly ServedText[], meta: object): ServedText {
  const end = `],"meta":${JSON.stringify(meta)}}`;
  if (areStrings(items)) return `{"data":[${items.join(',')}${end}`;
  const separated = items.flatMap((item, index) => (index === 0 ? [item] : [',', item]));
  return joinTexts(['{"data":[', ...separated, end]);
}

/**
 * Splits `"a":…,"b":…`, JSON whose members have these names in this order and are strings or null; returns the values
 * as JSON. The name of the next member cannot occur inside a string, where a quote always follows a backslash.
 */
export function membersOf(text: string | Buffer, names: readonly string[]): Map<string, string | Buffer> {
  const cut = (begin: number, end: number) =>
    typeof text === 'string' ? text.slice(begin, end) : text.subarray(begin, end);
  const members = new Map<string, string | Buffer>();
  let begin = 0;
  for (const [index, name] of names.entries()) {
    const next = names[index + 1];
    const end = next === undefined ? text.length : text.indexOf(`,"${next}":`, begin);
    if (end < 0) throw new Error(`a stored text has no member ${next}`);
    members.set(name, cut(begin + name.length + 3, end));
    begin = end + 1;
  }
  return members;
}

/**
 * The value of a JSON string or null in UTF-8; yields after each slice, and ends shortly after `max` bytes at the
 * latest.
 */
export function* parseInSlices(json: Buffer, slice: number, max = json.length): Generator<undefined, string | null> {
  if (json[0] !== QUOTE) return null;
  let text = '';
  const last = json.length - 1;
  for (let begin = 1; begin < last && begin <= max; ) {
    const end = begin + slice < last ? cleanCut(json, begin, begin + slice) : last;
    text += JSON.parse(`"${json.toString('utf8', begin, end)}"`);
    begin = end;
    yield;
  }
  return text;
}

const [QUOTE, BACKSLASH, LETTER_U] = [0x22, 0x5c, 0x75];
const LONGEST_ESCAPE = 6; // \u0000

/** The offset at or before `end` that is neither within a character nor within an escape. */
function cleanCut(json: Buffer, begin: number, end: number): number {
  let cut = end;
  while (((json[cut] as number) & 0xc0) === 0x80) cut--;
  let mark = cut - 1;
  while (mark > cut - LONGEST_ESCAPE && json[mark] !== BACKSLASH) mark--;
  if (json[mark] !== BACKSLASH) return cut;
  let run = mark;
  while (run > begin && json[run - 1] === BACKSLASH) run--;
  if ((mark - run) % 2 === 1) return cut; // the backslash is itself escaped
  const length = json[mark + 1] === LETTER_U ? LONGEST_ESCAPE : 2;
  return mark + length > cut ? mark : cut;
}
