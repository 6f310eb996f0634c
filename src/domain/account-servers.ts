// The servers of an account from what a client sends and what is stored: member by member, with their passwords. A
// stored password is sent only to the server it was given for, as that user, and never less protected than it was then.
import { type AccountRecord, type Health, SECURITIES, type Server, type ServerRecord } from '../resources/account.ts';
import type { ServerInput } from '../resources/account-input.ts';
import type { Secrets } from '../store/secrets.ts';
import type { Reader } from './reading.ts';

export type Protocol = 'smtp' | 'imap';
export const PROTOCOLS: readonly Protocol[] = ['smtp', 'imap'];

/** The passwords of an account as they lie in its row: each sealed, or not there. */
export type Sealed = Partial<Record<Protocol, string>>;

/** The usual port of each kind of line. */
const PORTS: Record<Protocol, Record<Server['security'], number>> = {
  smtp: { tls: 465, starttls: 587, none: 25 },
  imap: { tls: 993, starttls: 143, none: 143 },
};

interface Merging {
  id: string;
  address: string;
  secrets: Secrets;
  reader: Reader;
}

interface Merged {
  server: ServerRecord;
  sealed: string | undefined;
}

const UNTESTED: Health = { status: 'disconnected', status_detail: null, last_checked_at: null };

/** The server with the given members in the place of the stored ones. One that has changed is untested. */
export function mergeServer(
  protocol: Protocol,
  before: ServerRecord | null,
  sealedBefore: string | undefined,
  given: ServerInput,
  { id, address, secrets, reader }: Merging,
): Merged {
  const host = given.host ?? before?.host;
  if (host === undefined) reader.fault(`${protocol}.host`, 'required', `${protocol}.host is required.`);
  const security = given.security ?? before?.security ?? 'tls';
  const user = userOf(protocol, before, given, address);
  const server: Server = {
    host: host ?? '',
    port: given.port ?? portOf(protocol, before, security),
    security,
    user,
    has_password: user !== null,
    tls_ca: given.tls_ca === undefined ? (before?.tls_ca ?? null) : given.tls_ca,
  };
  checkLogin(protocol, before, server, given, reader);
  const kept = given.password === undefined || isSame(protocol, id, sealedBefore, given.password, secrets);
  const seal = () => (kept ? sealedBefore : secrets.seal(given.password ?? '', placeOf(protocol, id)));
  const sealed = user === null ? undefined : seal();
  const isAsBefore = before !== null && sealed === sealedBefore && sameSettings(before, server);
  return { server: { ...server, ...(isAsBefore ? healthOf(before) : UNTESTED) }, sealed };
}

function healthOf({ status, status_detail, last_checked_at }: Health): Health {
  return { status, status_detail, last_checked_at };
}

function sameSettings(one: Server, other: Server): boolean {
  return JSON.stringify(settingsOf(one)) === JSON.stringify(settingsOf(other));
}

function settingsOf({ host, port, security, user, has_password, tls_ca }: Server): Server {
  return { host, port, security, user, has_password, tls_ca };
}

// Mail can be sent without logging in, on a network of one's own; it cannot be fetched without.
function userOf(protocol: Protocol, before: Server | null, given: ServerInput, address: string): string | null {
  if (given.user !== undefined) return given.user;
  return before?.user ?? (protocol === 'imap' || given.password ? address : null);
}

// A port that was the usual one follows the security.
function portOf(protocol: Protocol, before: Server | null, security: Server['security']): number {
  const usual = PORTS[protocol];
  return before && before.port !== usual[before.security] ? before.port : usual[security];
}

function checkLogin(protocol: Protocol, before: Server | null, now: Server, given: ServerInput, reader: Reader): void {
  const field = `${protocol}.password`;
  if (now.user === null) {
    if (given.password)
      reader.fault(`${protocol}.user`, 'required', `${protocol}.user is required where there is a password.`);
    else if (protocol === 'imap')
      reader.fault('imap.user', 'required', 'imap.user is required: mail cannot be fetched without logging in.');
  } else if (given.password === null || (given.password === undefined && !before?.has_password)) {
    reader.fault(field, 'required', `${field} is required to log in as ${JSON.stringify(now.user.slice(0, 80))}.`);
  } else if (given.password === undefined && before) {
    const changes = exposingChanges(before, now).map((member) => `${protocol}.${member}`);
    if (changes.length === 0) return;
    const what = `${changes.join(' and ')} ${changes.length === 1 ? 'changes' : 'change'}`;
    const why = 'a stored password is sent only to the server that it was given for.';
    reader.fault(field, 'required', `${field} must be given again, because ${what}: ${why}`);
  }
}

/**
 * The changes with which a stored password could reach somebody else: another server, another user, a connection that
 * others can read, or a certificate of an authority that was not trusted before. A client that may change accounts does
 * not know the passwords, and must not learn them this way.
 */
function exposingChanges(before: Server, now: Server): (keyof Server)[] {
  const members = (['host', 'port', 'user'] as const).filter((member) => before[member] !== now[member]);
  const isWeaker = SECURITIES.indexOf(now.security) > SECURITIES.indexOf(before.security);
  // Without tls_ca fewer certificates are trusted than with it, never others.
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
    return false; // one that cannot be read is replaced
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

/** What a connection is made of: two that are written alike are the same. */
export function connectionOf(protocol: Protocol, record: Pick<AccountRecord, Protocol>, sealed: Sealed): string {
  const server = record[protocol];
  return server ? JSON.stringify([settingsOf(server), sealed[protocol] ?? null]) : 'none';
}
