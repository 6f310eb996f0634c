// Sanitizes names and media types of files: no paths, no characters that a terminal or a header would interpret, and no
// more than the length that file systems allow.

/** Control characters, and bidirectional marks, which can make `gpj.exe` look like `exe.jpg`. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export function cleanFilename(input: string | null | undefined, chars: number, fallback = 'file'): string {
  const last = (input ?? '').toWellFormed().split(/[/\\]/).at(-1) as string;
  const name = last.replace(UNSEEN, '').trim();
  if (/^\.*$/.test(name)) return fallback;
  if (name.length <= chars) return name;
  // The extension determines the program that opens the file, so the name is cut before it.
  const ending = /\.[^.\s]{1,20}$/.exec(name)?.[0] ?? '';
  return name.slice(0, chars - ending.length).toWellFormed() + ending;
}

// A root, a drive, the home folder or a parent: the text before the last separator is a folder.
const PATH = /^(?:[a-z]:[\\/]|~?[\\/]|\.\.?[\\/]|file:)|[\\/]\.\.?[\\/]/i;

/** The name of a file that a sender has written. A separator within a name, as in `Invoice 3/2026.pdf`, becomes `_`. */
export function withoutFolders(name: string): string {
  const trimmed = name.trim().replace(/[\\/]{1,1000}$/, '');
  return PATH.test(trimmed) ? (trimmed.split(/[\\/]/).at(-1) as string).trim() : trimmed.replaceAll(/[\\/]+/g, '_');
}

const TOKEN = "[a-z0-9!#$&^_.+'*`|~%-]{1,100}";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);

/** The media type without its parameters; application/octet-stream if it is not valid. */
export function cleanMediaType(input: string | null | undefined): string {
  const type = (input ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return MEDIA_TYPE.test(type) ? type : 'application/octet-stream';
}

/** Content-Disposition of a download (RFC 6266, RFC 8187): the name as it is, and one for old programs. */
export function attachmentHeader(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  if (plain === filename) return `attachment; filename="${plain}"`;
  const extended = encodeURIComponent(filename).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
