// What a mail would load from other servers: how many such items its elements and styles have.
import type sanitize from 'sanitize-html';

const REMOTE = /^(?:https?:)?\/\//i;
// Limited repetitions, so that no text takes more than linear time.
const IN_STYLE = /(?:(?:url|image-set|src)\(\s{0,20}|@import\s{1,20})["']?\s{0,20}(?:https?:)?\/\//gi;
const CANDIDATE = /(?:^|[\s,])((?:https?:)?\/\/[^\s,]\S*)/i;
const DATA_URL = /(?:^|[\s,])data:\S*/gi;
const EMBEDDED = new Set(['audio', 'embed', 'frame', 'iframe', 'input', 'link', 'object', 'source', 'track', 'video']);

/** The https address of `//host/path`: mail has no protocol of its own. Other addresses stay as they are. */
export function absolute(address: string): string {
  return address.startsWith('//') ? `https:${address}` : address;
}

// Browsers ignore white space around a URL, and control characters anywhere in it.
export function addressOf(value: string | undefined): string {
  return (value ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, '').trim();
}

/** The first address of a srcset on another server. The text of a data URL can look like one. */
export function candidateOf(srcset: string | undefined): string | undefined {
  const found = CANDIDATE.exec((srcset ?? '').replaceAll(DATA_URL, ' '))?.[1];
  let end = found?.length ?? 0;
  while (found?.[end - 1] === ',') end--;
  return found?.slice(0, end);
}

/** The number of things, besides an image itself, that an element loads from other servers; they are never shown. */
export function remoteItems(tag: string, { style, background, src, href, data, poster }: sanitize.Attributes): number {
  const sources = [background, ...(EMBEDDED.has(tag) ? [src, href, data, poster] : [])];
  return inStyle(style ?? '') + sources.filter((one) => one !== undefined && REMOTE.test(addressOf(one))).length;
}

/** The number of things that the text of styles loads. */
export function inStyle(style: string): number {
  return style.match(IN_STYLE)?.length ?? 0;
}
