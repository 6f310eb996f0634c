// Which Authentication-Results (RFC 8601) count for a mail: those that the server of its account has written, under a
// name that is known to be its own. Anyone can write such a field into a mail that he sends.
import { isIP } from 'node:net';
import type { AccountRecord } from '../resources/account.ts';
import type { Authentication, AuthenticationField } from '../values/mail-facts.ts';

type Account = Pick<AccountRecord, 'imap'> & Partial<Pick<AccountRecord, 'authserv_id'>>;

/** Providers that always write the field themselves, at the border and in one piece. */
const PROVIDERS: Record<string, string> = { 'imap.gmail.com': 'mx.google.com', 'imap.googlemail.com': 'mx.google.com' };

/**
 * What the server of the account found out; null where it has said nothing. A field that lies where the sender can have
 * written too counts only where the server is known to write its own above it: by the account's authserv_id, or as one
 * of the providers.
 */
export function trustedResults(fields: readonly AuthenticationField[], account: Account): Authentication | null {
  const { imap, authserv_id: named = null } = account;
  const provider = imap ? PROVIDERS[imap.host] : undefined;
  const trusted = fields.filter(({ server, place }) => {
    if (named !== null) return server === named;
    if (server === provider) return true;
    return place === 'own' && imap !== null && isServerOf(server, imap.host);
  });
  const [first] = trusted;
  if (!first) return null;
  // Each check of a server can have a field of its own. Of a provider the topmost is the whole of it.
  const beside = trusted.filter(({ place }) => place === first.place && first.server !== provider);
  const results = { ...first.results };
  for (const method of ['spf', 'dkim', 'dmarc'] as const)
    results[method] ??= beside.map((field) => field.results[method]).find((result) => result !== null) ?? null;
  return Object.values(results).some((result) => result !== null) ? results : null;
}

/** The IMAP host itself, or a name in its domain: of imap.example.org those are example.org and mx.example.org. */
function isServerOf(server: string, host: string): boolean {
  if (server === host) return true;
  const domain = host.slice(host.indexOf('.') + 1);
  if (isIP(host) !== 0 || !domain.includes('.') || isSuffix(domain)) return false;
  return server === domain || server.endsWith(`.${domain}`);
}

// co.uk, com.au: below them everyone has a domain.
function isSuffix(domain: string): boolean {
  return /^(?:ac|co|com|edu|gov|ne|net|or|org)\.[a-z]{2}$/.test(domain);
}
