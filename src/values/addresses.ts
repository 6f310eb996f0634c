// Mail addresses as people type them: `Bob <b@x.org>, "Smith, Ann" <a@y.org>, c@z.org` (RFC 5322 section 3.4,
// read leniently). One pass over the text, so a long or hostile list costs no more than its length.

export interface Address {
  address: string;
  name: string | null;
}

/** The addresses of a list; a part without an address keeps its text as the address, for the caller to refuse. */
export function parseAddresses(text: string): Address[] {
  return splitList(text).map(parseAddress);
}

export function parseAddress(text: string): Address {
  const open = text.lastIndexOf('<');
  if (open >= 0) {
    const close = text.indexOf('>', open);
    const address = text.slice(open + 1, close < 0 ? undefined : close).trim();
    return { address, name: unquote(text.slice(0, open).trim()) || null };
  }
  // The old form with the name in a comment: b@x.org (Bob)
  const comment = text.length < 1000 ? /^(\S+@\S+)\s*\(([^()]*)\)$/.exec(text.trim()) : null;
  if (comment) return { address: comment[1] as string, name: (comment[2] as string).trim() || null };
  return { address: text.trim(), name: null };
}

/** Whether mail can be addressed to it: one @, something on both sides, no blanks, brackets or control characters. */
export function isMailAddress(address: string): boolean {
  return address.length <= 320 && /^[^\s@<>(),;:\\"\p{Cc}]+@[^\s@<>(),;:\\"\p{Cc}]+$/u.test(address);
}

function splitList(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let quoted = false;
  let angle = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (quoted && char === '\\') {
      part += char + (text[++i] ?? '');
      continue;
    }
    if (char === '"') quoted = !quoted;
    else if (!quoted && char === '<') angle = true;
    else if (!quoted && char === '>') angle = false;
    if (!quoted && !angle && (char === ',' || char === ';' || char === '\n')) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  parts.push(part);
  return parts.map((one) => one.trim()).filter((one) => one !== '');
}

function unquote(name: string): string {
  if (!name.startsWith('"')) return name;
  return name.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1').trim();
}
