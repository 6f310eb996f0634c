// The Authentication-Results fields (RFC 8601) that a server of the recipient can have written: those above the first
// Received field of a message from outside, and those directly below it. What lies further down came with the message.
import { isIP } from 'node:net';
import { limits } from '../../limits.ts';
import type { Authentication, AuthenticationField } from '../../values/mail-facts.ts';
import { isWithin, parseRange, type Range } from '../../values/networks.ts';
import { type NamedValue, withoutComments } from './header-words.ts';

// RFC 8601 section 2.7.
const RESULTS = ['pass', 'fail', 'softfail', 'neutral', 'none', 'policy', 'temperror', 'permerror'];

// Loopback, RFC 1918, RFC 3927, RFC 4193, RFC 4291: addresses that no client outside can connect from.
const PRIVATE = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
]
  .map(parseRange)
  .filter((range): range is Range => range !== undefined);

export function authenticationFields(fields: readonly NamedValue[]): AuthenticationField[] {
  const found: AuthenticationField[] = [];
  // Without a Received field nobody can tell who wrote what.
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
 * Whether a Received field tells of a hop within the recipient's own servers: without a sender, over LMTP, or from an
 * address that nobody outside has. The name that a client gives itself says nothing.
 */
function isHandover(value: string): boolean {
  const [, from = ''] = /^\s*from\b(.*?)(?:\sby\s|$)/is.exec(value) ?? [];
  if (from === '') return /^\s*by\s/i.test(value);
  if (/\bwith\s+lmtps?a?\b/i.test(withoutComments(value))) return true;
  const addresses = [...from.matchAll(/\[(?:ipv6:)?([0-9a-f.:]+)\]|\(([0-9a-f.:]+)\)/gi)]
    .map(([, bracketed, bare]) => (bracketed ?? bare) as string)
    .filter((text) => isIP(text) !== 0);
  return addresses.length > 0 && addresses.every((address) => isWithin(address, PRIVATE));
}

function readResults(value: string): Omit<AuthenticationField, 'place'> | null {
  const [head = '', ...parts] = splitAtSemicolons(withoutComments(value));
  const [, quoted, bare] = /^\s*(?:"([^"]+)"|([^\s;="]+))(?:\s+\d+)?\s*$/.exec(head) ?? [];
  const server = (quoted ?? bare)?.toLowerCase();
  if (!server) return null;
  const results: Authentication = { spf: null, dkim: null, dmarc: null };
  for (const part of parts) {
    const [, method, result] = /^\s*([a-z]+)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)\b/i.exec(part) ?? [];
    const [name, outcome] = [method?.toLowerCase(), result?.toLowerCase() ?? ''];
    if (!RESULTS.includes(outcome)) continue;
    if (name === 'spf') results.spf = betterSpf(results.spf, outcome, part);
    else if (name === 'dkim') results.dkim = results.dkim === 'pass' ? 'pass' : firstOf(results.dkim, outcome);
    else if (name === 'dmarc') results.dmarc ??= outcome;
  }
  return { server, results };
}

// The result for the sender of the envelope counts more than the one for the name of the client.
function betterSpf(before: string | null, outcome: string, part: string): string {
  return before === null || /\bsmtp\.mailfrom\s*=/i.test(part) ? outcome : before;
}

// A message can have several signatures; one that holds is enough.
function firstOf(before: string | null, outcome: string): string {
  return before === null || outcome === 'pass' ? outcome : before;
}

function splitAtSemicolons(text: string): string[] {
  const parts = [''];
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    if (char === ';' && !quoted) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}
