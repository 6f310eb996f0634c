// The one or two letters that stand for a person without a picture.

/** No name needs more, and hostile ones are longer. */
const LONGEST = 200;

/** Initials of a name, or of the local part of an address; "?" if there is no letter or digit. */
export function initialsOf(nameOrAddress: string): string {
  const text = nameOrAddress.includes('@') ? nameOrAddress.slice(0, nameOrAddress.lastIndexOf('@')) : nameOrAddress;
  const words = text
    .slice(0, LONGEST)
    .replace(/\(.*?\)/gu, ' ')
    .split(/[\s._+-]+/u)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .filter((letter) => letter !== '');
  const first = words[0] ?? '?';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return (first + last).toUpperCase();
}
