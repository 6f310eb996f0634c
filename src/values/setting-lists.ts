// Settings that are lists, separated by commas: host names, origins, and ranges of addresses.
import { parseRange } from './networks.ts';

export function readNames(text: string): string[] {
  const names = partsOf(text.toLowerCase());
  if (names.every((name) => /^[a-z0-9.-]+$/.test(name))) return names;
  throw new Error('must be host names separated by commas, such as daybook.example.org.');
}

/** Origins as browsers send them: the scheme, the host, and the port unless it is the default of the scheme. */
export function readOrigins(text: string): string[] {
  const origins = partsOf(text);
  return origins.map((one) => {
    if (one.includes('*'))
      throw new Error(
        `${one} would allow pages that you do not know; list each origin, such as https://app.example,http://127.0.0.1:5173.`,
      );
    const url = URL.parse(one);
    if (url && /^https?:\/\/[^/?#@\\\s]+$/i.test(one)) return url.origin;
    throw new Error(
      `${JSON.stringify(one)} is not an origin; give the scheme, the host and the port, without a path, such as https://app.example or http://127.0.0.1:5173.`,
    );
  });
}

export function readRanges(text: string): string[] {
  const ranges = partsOf(text);
  const wrong = ranges.find((one) => !parseRange(one));
  if (wrong === undefined) return ranges;
  throw new Error(
    `${JSON.stringify(wrong)} is neither an address nor a range; give something like 127.0.0.1, 10.0.0.0/8 or ::1 (not a name: the address of a name can change).`,
  );
}

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
