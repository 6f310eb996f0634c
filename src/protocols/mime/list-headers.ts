// Reads the mailing list of a message: List-Id (RFC 2919) and the ways to unsubscribe (RFC 2369, RFC 8058).
import { limits } from '../../limits.ts';
import { isWebAddress, type MailingList, type Unsubscribe } from '../../values/mail-facts.ts';
import { fieldValue, type NamedValue, oneLine, withoutComments } from './header-words.ts';

export function mailingListOf(fields: readonly NamedValue[]): MailingList | null {
  const id = listId(fieldValue(fields, 'list-id'));
  const unsubscribe = waysToLeave(fieldValue(fields, 'list-unsubscribe'), fieldValue(fields, 'list-unsubscribe-post'));
  return id === null && unsubscribe === null ? null : { id, unsubscribe };
}

/** `"Rowing club" <rowing.example.org>` is rowing.example.org. */
function listId(value: string | undefined): string | null {
  if (value === undefined) return null;
  const [, inner] = /<([^<>]+)>[^<>]*$/.exec(value.slice(0, limits.lineChars * 4)) ?? [];
  return oneLine(inner ?? withoutComments(value), limits.lineChars);
}

function waysToLeave(value: string | undefined, post: string | undefined): Unsubscribe | null {
  // Whitespace in a folded address is not a part of it (RFC 2369 section 2).
  const addresses = [...(value ?? '').slice(0, limits.pathChars * 4).matchAll(/<([^<>]{1,8192})>/g)]
    .map(([, address = '']) => address.replaceAll(/\s+/g, ''))
    .filter((address) => address.length <= limits.pathChars);
  const https = addresses.find((address) => isWebAddress(address, 'https:'));
  const url = https ?? addresses.find((address) => isWebAddress(address, 'http:')) ?? null;
  const mailto = addresses.find((address) => /^mailto:[^?]*@/i.test(decoded(address))) ?? null;
  const one_click = https !== undefined && /^\s*List-Unsubscribe\s*=\s*One-Click\s*$/i.test(post ?? '');
  return url === null && mailto === null ? null : { one_click, url, mailto };
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
