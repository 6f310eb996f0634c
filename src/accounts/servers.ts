// Merges the servers of an account from the request and the stored values: member by member, with their passwords. A
// stored password is sent only to the server it was entered for, as that user, and never with weaker protection.
import type { Validator } from '../records/validate.ts';
import type { AccountRecord, Health, ServerRecord } from '../resources/account.ts';
import type { ServerInput } from '../resources/account-input.ts';
import { type MailServer, SECURITIES } from '../values/mail-server.ts';
import type { Secrets } from './secrets.ts';

export type Protocol = 'smtp' | 'imap';
export const PROTOCOLS: readonly Protocol[] = ['smtp', 'imap'];

/** The sealed passwords of an account, as stored in its row. */
export type Sealed = Partial<Record<Protocol, string>>;

/** The standard ports. */
const PORTS: Record<Protocol, Record<MailServer['security'], number>> = {
  smtp: { tls: 465, starttls: 587, none: 25 },
  imap: { tls: 993, starttls: 143, none: 143 },
};

interface Merging {
  id: string;
  address: string;
  secrets: Secrets;
  validator: Validator;
}

interface Merged {
  server: ServerRecord;
  sealed: string | undefined;
}

const UNTESTED: Health = { status: 'disconnected', status_detail: null, last_checked_at: null };

/** The stored server with the fields of the request replaced. A server that has changed is untested. */
export function mergeServer(
  protocol: Protocol,
  before: ServerRecord | null,
  sealedBefore: string | undefined,
  input: ServerInput,
  { id, address, secrets, validator }: Merging,
): Merged {
  const host = input.host ?? before?.host;
  if (host === undefined) validator.fault(`${protocol}.host`, 'required', `${protocol}.host is required.`);
  const security = input.security ?? before?.security ?? 'tls';
  const user = userOf(protocol, before, input, address);
  const server: MailServer = {
    host: host ?? '',
    port: input.port ?? portOf(protocol, before, security),
    security,
    user,
    has_password: user !== null,
    tls_ca: input.tls_ca === undefined ? (before?.tls_ca ?? null) : input.tls_ca,
  };
  checkLogin(protocol, before, server, input, validator);
  const kept = input.password === undefined || isSame(protocol, id, sealedBefore, input.password, secrets);
  const seal = () => (kept ? sealedBefore : secrets.seal(input.password ?? '', placeOf(protocol, id)));
  const sealed = user === null ? undefined : seal();
  const isAsBefore = before !== null && sealed === sealedBefore && sameSettings(before, server);
  return { server: { ...server, ...(isAsBefore ? healthOf(before) : UNTESTED) }, sealed };
}

function healthOf({ status, status_detail, last_checked_at }: Health): Health {
  return { status, status_detail, last_checked_at };
}

function sameSettings(one: MailServer, other: MailServer): boolean {
  return JSON.stringify(settingsOf(one)) === JSON.stringify(settingsOf(other));
}

function settingsOf({ host, port, security, user, has_password, tls_ca }: MailServer): MailServer {
  return { host, port, security, user, has_password, tls_ca };
}

// Mail can be sent without a login on a private network; it cannot be fetched without one.
function userOf(protocol: Protocol, before: MailServer | null, input: ServerInput, address: string): string | null {
  if (input.user !== undefined) return input.user;
  return before?.user ?? (protocol === 'imap' || input.password ? address : null);
}

// A standard port follows the security; any other port stays.
function portOf(protocol: Protocol, before: MailServer | null, security: MailServer['security']): number {
  const usual = PORTS[protocol];
  return before && before.port !== usual[before.security] ? before.port : usual[security];
}

function checkLogin(
  protocol: Protocol,
  before: MailServer | null,
  now: MailServer,
  input: ServerInput,
  validator: Validator,
): void {
  const field = `${protocol}.password`;
  if (now.user === null) {
    if (input.password)
      validator.fault(`${protocol}.user`, 'required', `${protocol}.user is required if there is a password.`);
    else if (protocol === 'imap')
      validator.fault('imap.user', 'required', 'imap.user is required: mail cannot be fetched without logging in.');
  } else if (input.password === null || (input.password === undefined && !before?.has_password)) {
    validator.fault(field, 'required', `${field} is required to log in as ${JSON.stringify(now.user.slice(0, 80))}.`);
  } else if (input.password === undefined && before) {
    const changes = exposingChanges(before, now).map((member) => `${protocol}.${member}`);
    if (changes.length === 0) return;
    const what = `${changes.join(' and ')} ${changes.length === 1 ? 'changes' : 'change'}`;
    const why = 'a stored password is sent only to the server that it was entered for.';
    validator.fault(field, 'required', `${field} must be entered again, because ${what}: ${why}`);
  }
}

/**
 * The changes that could disclose a stored password: another server, another user, weaker security, or an authority
 * that was not trusted before. A client that may change accounts does not know the passwords, and must not learn them.
 */
function exposingChanges(before: MailServer, now: MailServer): (keyof MailServer)[] {
  const members = (['host', 'port', 'user'] as const).filter((member) => before[member] !== now[member]);
  const isWeaker = SECURITIES.indexOf(now.security) > SECURITIES.indexOf(before.security);
  // Without tls_ca fewer certificates are trusted, never additional ones.
  const trustsOther = now.tls_ca !== null && now.tls_ca !== before.tls_ca;
  return [...members, ...(isWeaker ? (['security'] as const) : []), ...(trustsOther ? (['tls_ca'] as const) : [])];
}

function isSame(
  protocol: Protocol,
  id: string,
  sealed: string | undefined,
  password: string | null,
  secrets: Secrets,
): boolean {
  if (sealed === undefined) return false;
  try {
    return openPassword(secrets, protocol, id, sealed) === password;
  } catch {
    return false; // an unreadable password is replaced
  }
}

export function openPassword(secrets: Secrets, protocol: Protocol, id: string, sealed: string): string {
  return secrets.open(sealed, placeOf(protocol, id));
}

function placeOf(protocol: Protocol, id: string): string {
  return `account ${id} ${protocol}`;
}

export function readSealed(column: unknown): Sealed {
  return typeof column === 'string' ? (JSON.parse(column) as Sealed) : {};
}

export function writeSealed(sealed: Sealed): string | null {
  const kept = Object.entries(sealed).filter(([, text]) => text !== undefined);
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
}

/** The settings of a connection as a text: equal texts mean equal settings. */
export function connectionOf(protocol: Protocol, record: Pick<AccountRecord, Protocol>, sealed: Sealed): string {
  const server = record[protocol];
  return server ? JSON.stringify([settingsOf(server), sealed[protocol] ?? null]) : 'none';
}

/** Whether the mailbox of the account is synced: it has an IMAP server, and sync is on. */
export function isMirrored({ imap, sync }: Pick<AccountRecord, 'id' | 'imap' | 'sync'>): boolean {
  return imap !== null && imap !== undefined && sync?.enabled === true;
}
