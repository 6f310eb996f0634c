// Parses header values with parameters, such as Content-Type (RFC 2045 section 5.1), with continuations and character
// sets (RFC 2231). It tolerates missing semicolons and quotes.
import { decodeText } from './charsets/charsets.ts';
import { decodeHeader, hexPair, trimBlanks } from './encoded-words.ts';

export interface ParameterValue {
  /** The text before the first parameter, in lower case. */
  value: string;
  /** Decoded; the keys are in lower case. */
  parameters: Map<string, string>;
}

interface RawParameter {
  name: string;
  /** Bytes, without the quotes. */
  value: string;
}

// Parameters that follow without a semicolon: `text/plain charset="utf-8"`.
const KNOWN = 'charset|name|filename|boundary|format|delsp|type|start|method|report-type|protocol|micalg';
const UNSEPARATED = new RegExp(String.raw`[\s,](?=(?:${KNOWN})(?:\*\d*)?\*?[ \t]*=)`, 'i');
const BEGINS = new RegExp(String.raw`^\s*;?\s*(?:${KNOWN})(?:\*\d*)?\*?[ \t]*=`, 'i');
const SECTION = /^(.+?)\*(?:(\d{1,3})(\*?))?$/;
const MAX_PARAMETERS = 2000; // parameters of one value; only hostile input has more

export function parseParameters(text: string): ParameterValue {
  const scanner = new Scanner(text);
  // `filename="a.png"` without the disposition before it.
  const value = BEGINS.test(text) ? '' : scanner.value(true).trim().toLowerCase();
  const found: RawParameter[] = [];
  while (!scanner.isDone && found.length < MAX_PARAMETERS) {
    const parameter = scanner.parameter();
    if (parameter) found.push(parameter);
  }
  return { value, parameters: join(found) };
}

class Scanner {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isDone(): boolean {
    return this.at >= this.text.length;
  }

  parameter(): RawParameter | null {
    const { text } = this;
    const start = this.at;
    while (this.at < text.length && text[this.at] !== '=' && text[this.at] !== ';') this.at++;
    const name = withoutComments(text.slice(start, this.at)).trim().toLowerCase();
    if (text[this.at] !== '=') {
      this.at++;
      return null; // a name without a value
    }
    this.at++;
    const value = this.value(false);
    return name === '' ? null : { name, value };
  }

  /** Reads up to and past the semicolon. The first value also ends where a parameter begins without a semicolon. */
  value(isFirst: boolean): string {
    const { text } = this;
    while (text[this.at] === ' ' || text[this.at] === '\t') this.at++;
    if (text.startsWith('\\"', this.at)) return this.escaped();
    if (text[this.at] === '"') {
      const quoted = this.quoted();
      if (quoted !== null) return quoted;
      this.at++; // an unclosed quote
    }
    const semicolon = text.indexOf(';', this.at);
    let end = semicolon < 0 ? text.length : semicolon;
    const rest = text.slice(this.at, end);
    const unseparated = rest.length < 2000 ? UNSEPARATED.exec(rest) : null;
    if (unseparated) end = this.at + unseparated.index;
    const value = text.slice(this.at, end);
    this.at = end + 1;
    return isFirst ? withoutComments(value) : trimBlanks(withoutLastComment(value));
  }

  /** `name=\"a.pdf\"`: a program escaped the quotes that enclose the value. */
  private escaped(): string {
    const start = this.at + 2;
    const quote = this.text.indexOf('"', start);
    const semicolon = this.text.indexOf(';', Math.max(quote, start));
    const stop = semicolon < 0 ? this.text.length : semicolon;
    this.at = stop + 1;
    return trimBlanks(this.text.slice(start, quote < 0 ? stop : quote).replace(/\\$/, ''));
  }

  // In practice only quotes and backslashes are escaped; other backslashes are Windows path separators.
  private quoted(): string | null {
    const { text } = this;
    let end = this.at + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    if (end >= text.length) return null;
    const value = text.slice(this.at + 1, end).replace(/\\(["\\])/g, '$1');
    const semicolon = text.indexOf(';', end);
    const stop = semicolon < 0 ? text.length : semicolon;
    const rest = text.slice(end + 1, stop);
    const unseparated = rest.length < 2000 ? UNSEPARATED.exec(` ${rest}`) : null;
    this.at = unseparated ? end + 1 + unseparated.index : stop + 1;
    return value;
  }
}

/** Removes comments (RFC 5322 section 3.2.2). An unclosed parenthesis is not a comment. */
export function withoutComments(text: string): string {
  if (!text.includes('(')) return text;
  let plain = '';
  let depth = 0;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '(' && depth++ === 0) open = at;
    else if (char === ')' && depth > 0) depth--;
    else if (depth === 0) plain += char;
    else if (char === '\\') at++;
  }
  return depth === 0 ? plain : plain + text.slice(open);
}

// In `us-ascii (Plain text)` it is a comment; `Invoice(1).pdf` is a name.
function withoutLastComment(value: string): string {
  return value.includes(' (') || value.startsWith('(') ? value.replace(/(?:^|\s)\([^()]{0,500}\)\s*$/, '') : value;
}

function join(found: RawParameter[]): Map<string, string> {
  const parameters = new Map<string, string>();
  const sections = new Map<string, { order: number; encoded: boolean; value: string }[]>();
  for (const { name, value } of found) {
    const [, base, order, star] = SECTION.exec(name) ?? [];
    if (base === undefined) {
      if (!parameters.has(name)) parameters.set(name, decodePlain(value));
      continue;
    }
    const all = sections.get(base) ?? [];
    sections.set(base, all);
    // As with header fields, the first occurrence of a name counts.
    if (!all.some((one) => one.order === Number(order ?? -1)))
      all.push({ order: Number(order ?? -1), encoded: order === undefined || star === '*', value });
  }
  for (const [name, all] of sections) {
    // If a program writes both, `filename*` takes precedence (RFC 6266 section 4.3).
    const value = decodeSections(all[0]?.order === -1 ? all.slice(0, 1) : all.sort((a, b) => a.order - b.order));
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

function decodePlain(value: string): string {
  return decodeHeader(value, { cutOff: true });
}

function decodeSections(sections: { encoded: boolean; value: string }[]): string {
  let charset: string | null = null;
  const bytes = sections
    .map(({ encoded, value }, index) => {
      if (!encoded) return value;
      const [, name, rest] = (index === 0 && /^([^']{0,60})'[^']{0,60}'(.*)$/s.exec(value)) || [];
      charset ??= name ?? null;
      return decodePercent(rest ?? value);
    })
    .join('');
  // Without a character set the sections can be pieces of encoded-words.
  if (charset === null && bytes.includes('=?')) return decodePlain(bytes);
  // Some programs put the name in quotes, and escape them.
  const unquoted = bytes.replace(/^\\"(.*?)\\?"$/s, '$1');
  return decodeText(Buffer.from(unquoted, 'latin1'), charset);
}

function decodePercent(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (encoded) => String.fromCharCode(hexPair(encoded, 1)));
}
