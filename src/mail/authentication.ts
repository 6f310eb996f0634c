// Decides which Authentication-Results fields (RFC 8601) of a mail are trusted: those written by the server of its
// account under a name known to be its own. A sender can add such a field to any mail.
import { isIP } from 'node:net';
import type { AccountRecord } from '../resources/account.ts';
import { senderKey } from '../values/addresses.ts';
import type { Authentication, AuthenticationField } from '../values/mail-facts.ts';

type Account = Pick<AccountRecord, 'imap'> & Partial<Pick<AccountRecord, 'authserv_id'>>;

/** Providers whose border servers always add one complete field. */
const PROVIDERS: Record<string, string> = { 'imap.gmail.com': 'mx.google.com', 'imap.googlemail.com': 'mx.google.com' };

/**
 * The results of the account's server; null if there are none. A field at a position that the sender could have written
 * is trusted only if the server is known to add its own above it: by the account's authserv_id, or as a known provider.
 */
export function trustedResults(
  fields: readonly AuthenticationField[],
  account: Account,
  from: string | null,
): Authentication | null {
  const { imap, authserv_id: named = null } = account;
  const provider = imap ? PROVIDERS[imap.host] : undefined;
  const trusted = fields.filter(({ server, place }) => {
    if (named !== null) return server === named;
    if (server === provider) return true;
    return place === 'own' && imap !== null && isServerOf(server, imap.host);
  });
  const [first] = trusted;
  if (!first) return null;
  // A server may write one field per check. For a provider the topmost field is complete.
  const beside = trusted.filter(({ place }) => place === first.place && first.server !== provider);
  const results = { ...first.results };
  const methods = ['spf', 'dkim', 'dmarc'] as const;
  for (const method of methods)
    results[method] ??= beside.map((field) => field.results[method]).find((result) => result !== null) ?? null;
  if (methods.every((method) => results[method] === null)) return null;
  return { ...results, aligned: isAligned(from, new Set([first, ...beside].flatMap(({ passed }) => passed))) };
}

// As DMARC compares them (RFC 7489 section 3.1, relaxed), except that two domains below the same one are not aligned:
// which domains are of one organization is not known without a list of public suffixes.
function isAligned(from: string | null, passed: ReadonlySet<string>): boolean {
  const sender = senderKey(from ?? '');
  if (sender === undefined) return false;
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  return [...passed].some(
    (one) => one === domain || one.endsWith(`.${domain}`) || (one.includes('.') && domain.endsWith(`.${one}`)),
  );
}

/** Whether it is the IMAP host or a name in its domain: example.org and mx.example.org for imap.example.org. */
function isServerOf(server: string, host: string): boolean {
  if (server === host) return true;
  const domain = host.slice(host.indexOf('.') + 1);
  if (isIP(host) !== 0 || !domain.includes('.') || isSuffix(domain)) return false;
  return server === domain || server.endsWith(`.${domain}`);
}

// co.uk, com.au: public suffixes, under which anyone can register a domain.
function isSuffix(domain: string): boolean {
  return /^(?:ac|co|com|edu|gov|ne|net|or|org)\.[a-z]{2}$/.test(domain);
}
