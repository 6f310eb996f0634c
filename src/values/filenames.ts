// Names and media types of files, made fit to be stored, shown and sent: no path, nothing that a terminal or a header
// would obey, no length that a file system refuses.

/** Control characters, and marks that turn the direction of writing so that `gpj.exe` reads as `exe.jpg`. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export function cleanFilename(given: string | null | undefined, chars: number, fallback = 'file'): string {
  const last = (given ?? '').toWellFormed().split(/[/\\]/).at(-1) as string;
  const name = last.replace(UNSEEN, '').trim();
  if (/^\.*$/.test(name)) return fallback;
  if (name.length <= chars) return name;
  // The ending tells programs what it is, so that it is not what is cut.
  const ending = /\.[^.\s]{1,20}$/.exec(name)?.[0] ?? '';
  return name.slice(0, chars - ending.length).toWellFormed() + ending;
}

const TOKEN = "[a-z0-9!#$&^_.+'*`|~%-]{1,100}";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);

/** The media type without its parameters; what has not its form is only bytes. */
export function cleanMediaType(given: string | null | undefined): string {
  const type = (given ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
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
