// Reads a JSON body: bounded in depth, without keys that could reach an object's prototype.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';

export function parseJson(text: string): unknown {
  if (depthOf(text) > limits.jsonDepth)
    throw broken(`The body is nested more than ${limits.jsonDepth} levels deep.`, 'depth');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw broken(`The body is not valid JSON: ${(error as Error).message.slice(0, 200)}.`, 'json');
  }
  if (text.includes('__proto__') || text.includes('\\u')) refuseProto(value);
  return value;
}

// Counted on the text, so that nothing deep is ever built.
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) i = endOfString(text, i);
    else if (code === 123 || code === 91) {
      if (++depth > deepest) deepest = depth;
      if (deepest > limits.jsonDepth) return deepest;
    } else if (code === 125 || code === 93) depth--;
  }
  return deepest;
}

// Where the string that begins at this quote ends. Jumps from quote to quote: most of a body lies within strings.
function endOfString(text: string, begin: number): number {
  let end = text.indexOf('"', begin + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

// By an odd number of backslashes before it; the quote where the string begins ends the count.
function isEscaped(text: string, quote: number): boolean {
  let at = quote;
  while (text.charCodeAt(at - 1) === 92) at--;
  return (quote - at) % 2 === 1;
}

function refuseProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) throw broken('The key __proto__ is not allowed.', 'proto');
  for (const inner of Object.values(value)) refuseProto(inner);
}

function broken(message: string, constraint: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { field: 'body', errors: [{ field: 'body', constraint, message }] });
}
