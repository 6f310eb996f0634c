// Connections to mail servers: only to addresses that are public or listed in --allow-hosts. The address is checked after
// the name was resolved, so it cannot change between check and connection. Certificates are always verified.
import { lookup } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { getCACertificates, connect as tlsConnect } from 'node:tls';
import type { ImapFlowOptions } from 'imapflow';
import { limits } from '../../limits.ts';
import type { MailServer } from '../../values/mail-server.ts';
import { isPublicAddress, parseRange, type Range, withinRanges } from '../../values/networks.ts';

/** Whether a connection to a resolved address is allowed. `resolve` replaces the resolver of Node. */
export interface AddressCheck {
  (address: string): boolean;
  resolve?: typeof lookup;
}

export type Endpoint = Pick<MailServer, 'host' | 'port' | 'security' | 'tls_ca'>;

/** Public addresses, and those in the list of addresses and CIDR ranges. */
export function allowedAddresses(list: readonly string[]): AddressCheck {
  const ranges = list.map(parseRange).filter((range): range is Range => range !== undefined);
  const isListed = withinRanges(ranges);
  return (address) => isPublicAddress(address) || isListed(address);
}

/** The error code for an address to which connections are not allowed. */
export const REFUSED_ADDRESS = 'EADDRESSREFUSED';

/** The error code for an operation that exceeded its total time. */
export const TOO_LATE = 'ETOOLATE';

export function tooLate(): Error {
  return Object.assign(new Error('the server took too long'), { code: TOO_LATE });
}

function refusedAddress(address: string): Error {
  return Object.assign(new Error(`${address} is not a public address`), { code: REFUSED_ADDRESS });
}

/** The error code for a name without an address to which connections are allowed. */
export const REFUSED_NAME = 'ENAMEREFUSED';

/**
 * Resolves names and removes every address that is not allowed. The error and the time it takes are the same for unknown
 * names and for names of the private network; otherwise a client that may add accounts could read the internal DNS.
 */
export function guardedLookup(check: AddressCheck): LookupFunction {
  const resolve = check.resolve ?? lookup;
  return (host, options, callback) => {
    const earliest = Date.now() + limits.mailLookup;
    resolve(host, { ...options, all: true }, (error, found) => {
      const allowed = error ? [] : found.filter(({ address }) => check(address));
      const [first] = allowed;
      if (first && options.all) callback(null, allowed);
      else if (first) callback(null, first.address, first.family);
      // An unavailable resolver reveals nothing about the name.
      else if (error?.code === 'EAI_AGAIN') callback(error, []);
      else setTimeout(() => callback(refusedName(host), []), Math.max(0, earliest - Date.now()));
    });
  };
}

function refusedName(host: string): Error {
  return Object.assign(new Error(`${host} is not a known name of a public address`), { code: REFUSED_NAME });
}

/** The options of net.connect and tls.connect. A host that is an address is not resolved, so it is checked here. */
function connectOptions({ host, port, tls_ca }: Endpoint, check: AddressCheck) {
  if (isIP(host) !== 0 && !check(host)) throw refusedAddress(host);
  return { host, port, lookup: guardedLookup(check), ...tlsOptions({ tls_ca }) };
}

/** The trusted authorities: those of Node, and `tls_ca` where it is given. */
export function tlsOptions({ tls_ca }: Pick<Endpoint, 'tls_ca'>): { ca?: string[] } {
  return tls_ca === null ? {} : { ca: [...getCACertificates('default'), tls_ca] };
}

/** A connected socket, with TLS where `security` is tls; for the `connection` option of nodemailer. */
export async function connectSocket(
  endpoint: Endpoint,
  check: AddressCheck,
  timeout: number = limits.mailConnect,
  signal?: AbortSignal,
): Promise<Socket> {
  if (signal?.aborted) throw tooLate();
  const { host, port, security } = endpoint;
  const options = connectOptions(endpoint, check);
  const secure = security === 'tls';
  return new Promise((resolve, reject) => {
    const socket = secure
      ? tlsConnect({ ...options, ...(isIP(host) === 0 && { servername: host }) })
      : connect(options);
    const timer = setTimeout(() => socket.destroy(timedOut(host, port)), timeout);
    endBy(socket, signal);
    let isHandshake = false;
    if (secure)
      socket.once('connect', () => {
        isHandshake = true;
      });
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      isHandshake = false;
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once('close', () => {
      clearTimeout(timer);
      reject(Object.assign(new Error(`${host}:${port} closed the connection`), { code: 'ECONNECTION' }));
    });
    // Stays, so that a later error has a listener.
    socket.on('error', (error) => reject(isHandshake ? handshakeError(error) : error));
  });
}

// For a connection that is closed within the TLS handshake, Node has a text and only the code ECONNRESET. The error
// gets the code that nodemailer uses for STARTTLS, and keeps its own as nodemailer does.
function handshakeError(error: Error & { code?: string }): Error {
  return error.code === 'ECONNRESET' ? Object.assign(error, { code: 'ETLS', originalCode: error.code }) : error;
}

/** Destroys the socket when the signal aborts. */
function endBy(socket: Socket, signal: AbortSignal | undefined): void {
  const end = () => socket.destroy(tooLate());
  signal?.addEventListener('abort', end, { once: true });
  socket.once('close', () => signal?.removeEventListener('abort', end));
}

function timedOut(host: string, port: number): Error {
  return Object.assign(new Error(`${host}:${port} did not answer`), { code: 'ETIMEDOUT' });
}

/** The options of ImapFlow for a server; throws where its host is an address that is not allowed. */
export function imapOptions(
  server: Endpoint & Pick<MailServer, 'user'>,
  password: string,
  check: AddressCheck,
): ImapFlowOptions {
  const { host, port, lookup: guarded, ca } = connectOptions(server, check);
  return {
    host,
    port,
    secure: server.security === 'tls',
    // STARTTLS is required or off, never opportunistic: that could be prevented by an attacker.
    ...(server.security !== 'tls' && { doSTARTTLS: server.security === 'starttls' }),
    auth: { user: server.user ?? '', pass: password },
    tls: { lookup: guarded, ...(ca && { ca }) } as NonNullable<ImapFlowOptions['tls']>,
    logger: false,
    clientInfo: { name: 'Daybook' },
    connectionTimeout: limits.mailConnect,
    greetingTimeout: limits.mailGreeting,
  };
}
