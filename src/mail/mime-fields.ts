// The fields of a message in the form that records have: addresses, message ids, file names, one line of text each,
// bounded, and free of what no database column can hold.
import type { Attachment, Address as FoundAddress } from 'postal-mime';
import { limits } from '../limits.ts';
import type { Address } from '../values/addresses.ts';
import { clean } from '../values/text.ts';

const ID = /<[^<>\s]{1,990}>/g;
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const MIME_TYPE = /^[\w!#$&^.+-]{1,120}\/[\w!#$&^.+-]{1,120}$/;

/** One line of text, or null for none. */
export function lineOf(text: string | null | undefined, chars: number): string | null {
  if (!text) return null;
  return (
    cut(
      text
        .slice(0, chars * 4)
        .replace(CONTROLS, ' ')
        .trim(),
      chars,
    ) || null
  );
}

/** At most so many characters, none of them half. */
export function cut(text: string, chars: number): string {
  const whole = clean(text);
  if (whole.length <= chars) return whole;
  const last = whole.charCodeAt(chars - 1);
  return whole.slice(0, last >= 0xd800 && last <= 0xdbff ? chars - 1 : chars);
}

/** The addresses of a field, those of groups among them (RFC 5322 section 3.4). */
export function addressesOf(found: FoundAddress[] | undefined): Address[] {
  const all: Address[] = [];
  for (const one of found ?? []) {
    for (const { address, name } of one.group ?? [one]) {
      if (all.length >= limits.addresses) return all;
      const known = lineOf(address, limits.lineChars);
      const called = lineOf(name, limits.nameChars);
      // One without an address keeps its words as the address, as where people type them.
      if (known) all.push({ address: known, name: called });
      else if (called) all.push({ address: cut(called, limits.lineChars), name: null });
    }
  }
  return all;
}

/** The sender; one who gives only a name has no address. */
export function senderOf(found: FoundAddress | undefined): Address | null {
  if (!found) return null;
  const { address, name } = found.group ? (found.group[0] ?? { address: '', name: found.name }) : found;
  const known = lineOf(address, limits.lineChars);
  const called = lineOf(name, limits.nameChars);
  return known || called ? { address: known ?? '', name: called } : null;
}

/** A message id with its brackets, whatever stands around it. */
export function messageIdOf(text: string | undefined): string | null {
  if (!text) return null;
  const [id] = text.slice(0, limits.lineChars * 4).match(ID) ?? [];
  if (id) return cut(id, limits.lineChars);
  const bare = lineOf(text.replace(/[<>\s]+/g, ''), limits.lineChars - 2);
  return bare ? `<${bare}>` : null;
}

/** The ids of a chain, each once; of a chain too long the first and the last ones. */
export function messageIdsOf(text: string | undefined): string[] {
  const ids = [...new Set((text ?? '').match(ID))].map((id) => cut(id, limits.lineChars));
  return ids.length <= limits.references ? ids : [ids[0] as string, ...ids.slice(1 - limits.references)];
}

const EXTENSIONS: Record<string, string> = {
  'text/calendar': 'invite.ics',
  'application/ics': 'invite.ics',
  'message/rfc822': 'message.eml',
  'application/ms-tnef': 'winmail.dat',
  'application/pgp-signature': 'signature.asc',
  'application/pkcs7-signature': 'smime.p7s',
  'message/delivery-status': 'delivery-status.txt',
  'text/rfc822-headers': 'headers.txt',
  'text/csv': 'table.csv',
};

/** A name without folders and tricks; one made from the type where there is none. */
export function filenameOf({ filename }: Attachment, mime: string): string {
  const last = lineOf(filename?.replace(BIDI_CONTROLS, ''), limits.nameChars)?.split(/[\\/]/).at(-1)?.trim() ?? '';
  if (last !== '' && !/^\.+$/.test(last)) {
    if (mime === 'message/rfc822' && !/\.\w{1,10}$/.test(last)) return `${cut(last, limits.nameChars - 4)}.eml`;
    return last;
  }
  const known = EXTENSIONS[mime];
  if (known) return known;
  const [, kind, extension] = /^(image|audio|video)\/([a-z0-9]{2,5})(?:\+xml)?$/.exec(mime) ?? [];
  return kind ? `${kind}.${extension}` : 'attachment';
}

export function mimeOf({ mimeType }: Attachment): string {
  return MIME_TYPE.test(mimeType) ? mimeType : 'application/octet-stream';
}

/** A content id as `cid:` addresses name it: without its brackets. */
export function contentIdOf({ contentId }: Attachment): string | null {
  return lineOf(contentId?.trim().replace(/^<|>$/g, ''), limits.lineChars);
}

/** The content ids that an HTML text names. */
export function namedContentIds(html: string): Set<string> {
  const named = new Set<string>();
  for (const [, id] of html.matchAll(/\bcid:([^"'\s<>()]{1,998})/gi)) {
    named.add(id as string);
    try {
      named.add(decodeURIComponent(id as string));
    } catch {
      // not percent-encoded
    }
  }
  return named;
}
