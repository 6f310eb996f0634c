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
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 92) i++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 || code === 91) {
      if (++depth > deepest) deepest = depth;
      if (deepest > limits.jsonDepth) return deepest;
    } else if (code === 125 || code === 93) depth--;
  }
  return deepest;
}

function refuseProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) throw broken('The key __proto__ is not allowed.', 'proto');
  for (const inner of Object.values(value)) refuseProto(inner);
}

function broken(message: string, constraint: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { field: 'body', errors: [{ field: 'body', constraint, message }] });
}
