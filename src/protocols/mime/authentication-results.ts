// Selects the Authentication-Results fields (RFC 8601) that the recipient's own servers can have written: those above
// the first Received field of an external hop, and those directly below it. Fields further down came with the message.
import { isIP } from 'node:net';
import { limits } from '../../limits.ts';
import type { Authentication, AuthenticationField } from '../../values/mail-facts.ts';
import { type NamedValue, withoutComments } from './header-words.ts';

// RFC 8601 section 2.7.
const RESULTS = ['pass', 'fail', 'softfail', 'neutral', 'none', 'policy', 'temperror', 'permerror'];

const LOOPBACK = /^(?:127\.|::1$)/;
// RFC 1918, RFC 3927, RFC 4193, RFC 4291.
const PRIVATE =
  /^(?:127\.|::1$|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

export function authenticationFields(fields: readonly NamedValue[]): AuthenticationField[] {
  const found: AuthenticationField[] = [];
  // Without a Received field the author of a field is unknown.
  let place: AuthenticationField['place'] = fields.some(({ name }) => name === 'received') ? 'own' : 'border';
  for (const { name, value } of fields) {
    if (name === 'received') {
      if (place === 'border') return found;
      if (!isHandover(value)) place = 'border';
    } else if (name === 'authentication-results' && found.length < limits.authenticationFields) {
      const read = readResults(value);
      if (read) found.push({ ...read, place });
    }
  }
  return found;
}

/**
 * Whether a Received field describes a hop within the recipient's own servers: without a client, from a loopback
 * address, or over LMTP from a private address. The client chooses its HELO name, which can contain any text, so all
 * addresses in the field are checked. A private address alone is not enough: behind a proxy every client has one.
 */
function isHandover(value: string): boolean {
  if (/^\s*by\s/i.test(value)) return true;
  const addresses = addressesIn(value);
  if (isOverLmtp(value)) return addresses.every((one) => PRIVATE.test(one));
  return addresses.length > 0 && addresses.every((one) => LOOPBACK.test(one));
}

/** Every IP address in any notation: servers write `[192.0.2.1]`, `(192.0.2.1)`, `user@192.0.2.1`, `192.0.2.1:25`. */
function addressesIn(value: string): string[] {
  const four = [...value.matchAll(/\d{1,3}(?:\.\d{1,3}){3}/g)].map(([text]) => text);
  const six = [...value.matchAll(/(?:ipv6:)?([0-9a-f.:]+)/gi)].map(([, text = '']) =>
    text.replaceAll(/^:(?!:)|(?<!:):$|^\.+|\.+$/g, ''),
  );
  return [...four, ...six.filter((text) => text.includes(':'))].filter((text) => isIP(text) !== 0);
}

// Text from the client can look like a protocol name, inside comments and outside. So LMTP must be named outside of
// comments, and no other protocol anywhere: the name that the server wrote is always among them.
function isOverLmtp(value: string): boolean {
  const isLmtp = (name: string) => /^lmtps?a?$/i.test(name);
  const named = protocolsIn(withoutComments(value)).at(-1) ?? '';
  return isLmtp(named) && protocolsIn(value).every(isLmtp);
}

// Postfix adds the cipher in a comment: `using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384`.
function protocolsIn(text: string): string[] {
  return [...text.matchAll(/\bwith\s+(?!cipher\s)(\w+)/gi)].map(([, name]) => name as string);
}

function readResults(value: string): Omit<AuthenticationField, 'place'> | null {
  const [head = '', ...parts] = splitAtSemicolons(withoutComments(value));
  const [, quoted, bare] = /^\s*(?:"([^"]+)"|([^\s;="]+))(?:\s+\d+)?\s*$/.exec(head) ?? [];
  const server = (quoted ?? bare)?.toLowerCase();
  if (!server) return null;
  const results: Authentication = { spf: null, dkim: null, dmarc: null };
  const passed: string[] = [];
  for (const part of parts) {
    const [, method, result] = /^\s*([a-z]+)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)\b/i.exec(part) ?? [];
    const [name, outcome] = [method?.toLowerCase(), result?.toLowerCase() ?? ''];
    if (!RESULTS.includes(outcome)) continue;
    if (outcome === 'pass') passed.push(...domainsOf(name, part));
    if (name === 'spf') results.spf = betterSpf(results.spf, outcome, part);
    else if (name === 'dkim') results.dkim = results.dkim === 'pass' ? 'pass' : firstOf(results.dkim, outcome);
    else if (name === 'dmarc') results.dmarc ??= outcome;
  }
  return { server, results, passed };
}

/**
 * The domain that a result of SPF or DKIM is about. The sender chooses the local part of an address, which can contain any
 * text in quotes, so that is removed; a property that then occurs twice is not used.
 */
function domainsOf(method: string | undefined, part: string): string[] {
  const text = part.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '""');
  const named = (property: string) => {
    const found = [...text.matchAll(new RegExp(`\\s${property}\\s{0,20}=\\s{0,20}(\\S+)`, 'gi'))];
    const value = found.length === 1 ? found[0]?.[1]?.toLowerCase() : undefined;
    return value?.slice(value.lastIndexOf('@') + 1).replaceAll(/[<>"]/g, '');
  };
  if (method === 'spf') return [named('smtp\\.mailfrom')].filter(isText);
  // Some servers write only the identity of the signature, which is in its domain (RFC 6376 section 3.5).
  return method === 'dkim' ? [named('header\\.d') ?? named('header\\.i')].filter(isText) : [];
}

function isText(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

// The result for the envelope sender takes precedence over the result for the HELO name.
function betterSpf(before: string | null, outcome: string, part: string): string {
  return before === null || /\bsmtp\.mailfrom\s*=/i.test(part) ? outcome : before;
}

// A message can have several signatures; one valid signature is enough.
function firstOf(before: string | null, outcome: string): string {
  return before === null || outcome === 'pass' ? outcome : before;
}

function splitAtSemicolons(text: string): string[] {
  const parts = [''];
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    // An escaped character stays together with its backslash.
    const isEscaped = char === '\\' && quoted;
    if (isEscaped) i++;
    else if (char === '"') quoted = !quoted;
    if (char === ';' && !quoted) parts.push('');
    else parts[parts.length - 1] += isEscaped ? text.slice(i - 1, i + 1) : char;
  }
  return parts;
}
