// Serialises a value to JSON in steps: a text of many megabytes would block other requests.

/** Yields after each slice of a long text. */
export function* jsonInSlices(value: unknown, slice: number): Generator<undefined, string> {
  if (typeof value !== 'string' || value.length <= slice) return JSON.stringify(value);
  let json = '"'; // grows without copying
  for (let begin = 0; begin < value.length; ) {
    let end = Math.min(begin + slice, value.length);
    if (isHighSurrogate(value.charCodeAt(end - 1))) end++; // surrogate pairs stay together
    json += JSON.stringify(value.slice(begin, end)).slice(1, -1);
    begin = end;
    yield;
  }
  return `${json}"`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
