// Parses a JSON body: limited in depth and in the number of its values, without keys that could modify an object's
// prototype.
import { isUtf8 } from 'node:buffer';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';

/** The value of a body; undefined if it is empty. */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw brokenBody('The body is not valid UTF-8.', 'utf8');
  return parseJson(bytes.toString('utf8'));
}

export function parseJson(text: string): unknown {
  checkSize(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw brokenBody(`The body is not valid JSON: ${(error as Error).message.slice(0, 200)}.`, 'json');
  }
  if (text.includes('__proto__') || text.includes('\\u')) refuseProto(value);
  return value;
}

const [QUOTE, COMMA, COLON] = [34, 44, 58];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

// Counted on the text, so that nothing deep or wide is ever built.
function checkSize(text: string): void {
  let depth = 0;
  let values = 1;
  let members = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (code === COMMA) values++;
    else if (code === COLON) members++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++;
      if (++depth > limits.jsonDepth)
        throw brokenBody(`The body is nested more than ${limits.jsonDepth} levels deep.`, 'depth');
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    if (values > limits.jsonValues)
      throw brokenBody(`The body has more than ${limits.jsonValues} values.`, 'maxValues');
    if (members > limits.jsonMembers)
      throw brokenBody(`The objects of the body have more than ${limits.jsonMembers} members.`, 'maxMembers');
  }
}

// The end of the string that begins at this quote. Jumps from quote to quote: most of a body consists of strings.
function endOfString(text: string, begin: number): number {
  let end = text.indexOf('"', begin + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

// Escaped by an odd number of backslashes before it; the count stops at the opening quote.
function isEscaped(text: string, quote: number): boolean {
  let at = quote;
  while (text.charCodeAt(at - 1) === 92) at--;
  return (quote - at) % 2 === 1;
}

function refuseProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) throw brokenBody('The key __proto__ is not allowed.', 'proto');
  for (const inner of Object.values(value)) refuseProto(inner);
}

export function brokenBody(message: string, constraint: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { field: 'body', errors: [{ field: 'body', constraint, message }] });
}
