// Mail addresses as people type and paste them: `Bob <b@x.org>, "Lee, Ann" <a@x.org>; c@y.org`, one per line too (RFC 5322
// section 3.4, leniently). What is not an address keeps its text, so that nothing that was pasted is lost.

export interface Recipient {
  address: string;
  name: string | null;
}

/** The addresses of a list, separated by commas, semicolons, line breaks or tabs. */
export function parseAddressList(text: string): Recipient[] {
  return joinNames(splitList(text)).map(parseAddress);
}

/** `"Lee, Ann" <ann@x.org>`, `ann@x.org (Ann)` or `mailto:ann@x.org` as one recipient. */
export function parseAddress(text: string): Recipient {
  const trimmed = text.trim().replace(/^mailto:/i, '');
  const angle = /^(.*)<([^<>]*)>\s*$/s.exec(trimmed);
  if (angle) return { address: (angle[2] ?? '').trim().replace(/^mailto:/i, ''), name: nameOf(angle[1] ?? '') };
  const comment = /^([^\s()]+)\s*\(([^()]*)\)$/.exec(trimmed);
  if (comment?.[1]?.includes('@')) return { address: comment[1] ?? '', name: nameOf(comment[2] ?? '') };
  return { address: trimmed, name: null };
}

const LOCAL = /^(?:[^\s@<>()[\],;:\\"\p{C}]+|"(?:[^"\\<>\p{C}]|\\[^<>\p{C}])+")$/u;
const DOMAIN = /^[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}_])?$/u;

/** Whether mail can be sent to it, as far as its form shows. The service decides when the mail is sent. */
export function isMailAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const labels = domain.split('.');
  const isName = DOMAIN.test(domain) && labels.every((label) => label.length > 0 && label.length <= 63);
  return (
    at > 0 && address.length <= 320 && LOCAL.test(address.slice(0, at)) && isName && !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** As it is typed and copied: a name with special characters is in quotes. */
export function formatRecipient({ address, name }: Recipient): string {
  if (!name) return address;
  const quoted = /[",;<>()@[\]:\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name;
  return `${quoted} <${address}>`;
}

/** Adds recipients that the list does not have yet. */
export function withRecipients(list: readonly Recipient[], added: readonly Recipient[]): Recipient[] {
  const known = new Set(list.map(({ address }) => address.toLowerCase()));
  const rest = added.filter(({ address }) => {
    const key = address.toLowerCase();
    return address !== '' && !known.has(key) && known.add(key);
  });
  return [...list, ...rest];
}

interface Part {
  text: string;
  /** The separator after it. */
  end: string;
}

function splitList(text: string): Part[] {
  const parts: Part[] = [];
  let current = '';
  let isQuoted = false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text[index] as string;
    if (char === '\\' && isQuoted) current += char + (text[++index] ?? '');
    else if (char === '"') {
      isQuoted = !isQuoted;
      current += char;
    } else if (!isQuoted && depth === 0 && /[,;\n\r\t]/.test(char)) {
      parts.push({ text: current.trim(), end: char });
      current = '';
    } else {
      if (!isQuoted && char === '<') depth = 1;
      if (!isQuoted && char === '>') depth = 0;
      current += char;
      // Only a separator can follow `Ann <a@x.org>`; anything else is the next address.
      if (!isQuoted && char === '>' && /^[^\S\n]*[^\s,;]/.test(text.slice(index + 1))) {
        parts.push({ text: current.trim(), end: '' });
        current = '';
      }
    }
  }
  parts.push({ text: current.trim(), end: '' });
  return parts.filter(({ text: one }) => one !== '');
}

/** `Lee, Ann <ann@x.org>`, as address books write names: words without an @ before a comma begin the name. */
function joinNames(parts: readonly Part[]): string[] {
  const joined: string[] = [];
  let begin = '';
  for (const { text, end } of parts) {
    const isName = begin === '' && end === ',' && !/[@<"]/.test(text);
    const isRest = /^[^<@"]+<[^<>]*>$/.test(text);
    const angle = text.indexOf('<');
    if (begin !== '' && isRest) joined.push(`"${begin}, ${text.slice(0, angle).trimEnd()}" ${text.slice(angle)}`);
    else {
      if (begin !== '') joined.push(begin);
      if (!isName) joined.push(text);
    }
    begin = isName ? text : '';
  }
  return begin === '' ? joined : [...joined, begin];
}

function nameOf(text: string): string | null {
  const trimmed = text.trim();
  const isQuoted = /^".*"$/s.test(trimmed) || /^'.*'$/s.test(trimmed);
  const bare = isQuoted ? trimmed.slice(1, -1).replaceAll(/\\(.)/g, '$1') : trimmed.replaceAll('"', '');
  return bare.replaceAll(/\s+/g, ' ').trim() || null;
}
