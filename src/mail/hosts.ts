// Connections to mail servers: only to addresses that are public or that --allow-hosts names, looked at when the name
// has been resolved, so that nothing can change between the look and the connection. Certificates are always verified.
import { lookup } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { getCACertificates, connect as tlsConnect } from 'node:tls';
import type { ImapFlowOptions } from 'imapflow';
import { limits } from '../limits.ts';
import type { Server } from '../resources/account.ts';
import { isPublicAddress, isWithin, parseRange, type Range } from '../values/networks.ts';

/** Whether a connection to this resolved address is allowed; and how names are resolved, if not in Node's own way. */
export interface AddressCheck {
  (address: string): boolean;
  resolve?: typeof lookup;
}

export type Endpoint = Pick<Server, 'host' | 'port' | 'security' | 'tls_ca'>;

/** Public addresses, and those in the list of addresses and CIDR ranges. */
export function allowedAddresses(list: readonly string[]): AddressCheck {
  const ranges = list.map(parseRange).filter((range): range is Range => range !== undefined);
  return (address) => isPublicAddress(address) || isWithin(address, ranges);
}

/** The code of an error that says that an address may not be connected to. */
export const REFUSED_ADDRESS = 'EADDRESSREFUSED';

/** The code of an error that says that the time for all of it is over. */
export const TOO_LATE = 'ETOOLATE';

export function tooLate(): Error {
  return Object.assign(new Error('the server took too long'), { code: TOO_LATE });
}

function refusedAddress(address: string): Error {
  return Object.assign(new Error(`${address} is not a public address`), { code: REFUSED_ADDRESS });
}

/** The code of an error that says that a name leads to no address that may be connected to. */
export const REFUSED_NAME = 'ENAMEREFUSED';

/**
 * Resolves names as Node does, and leaves out every address that is not allowed. Whether a name is unknown or is one of
 * the own network is not told, neither in words nor by the time that it takes: whoever may add an account could
 * otherwise read the internal DNS.
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
      // That the resolver is away says nothing about the name.
      else if (error?.code === 'EAI_AGAIN') callback(error, []);
      else setTimeout(() => callback(refusedName(host), []), Math.max(0, earliest - Date.now()));
    });
  };
}

function refusedName(host: string): Error {
  return Object.assign(new Error(`${host} is not a known name of a public address`), { code: REFUSED_NAME });
}

/** What net.connect and tls.connect take. A host that is an address is not looked up, so it is looked at here. */
function connectOptions({ host, port, tls_ca }: Endpoint, check: AddressCheck) {
  if (isIP(host) !== 0 && !check(host)) throw refusedAddress(host);
  return { host, port, lookup: guardedLookup(check), ...tlsOptions({ tls_ca }) };
}

/** The authorities to trust: Node's own, and the server's, where it has one. */
export function tlsOptions({ tls_ca }: Pick<Endpoint, 'tls_ca'>): { ca?: string[] } {
  return tls_ca === null ? {} : { ca: [...getCACertificates('default'), tls_ca] };
}

/** A connected socket, within TLS where `security` is tls; for the `connection` of an SMTP client. */
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
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once('close', () => {
      clearTimeout(timer);
      reject(Object.assign(new Error(`${host}:${port} closed the connection`), { code: 'ECONNECTION' }));
    });
    socket.on('error', reject); // stays, so that no later error is left without a listener
  });
}

/** The socket does not outlive the signal. */
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
  server: Endpoint & Pick<Server, 'user'>,
  password: string,
  check: AddressCheck,
): ImapFlowOptions {
  const { host, port, lookup: guarded, ca } = connectOptions(server, check);
  return {
    host,
    port,
    secure: server.security === 'tls',
    // Without it a line could stay open to readers, or be opened by someone in between.
    ...(server.security !== 'tls' && { doSTARTTLS: server.security === 'starttls' }),
    auth: { user: server.user ?? '', pass: password },
    tls: { lookup: guarded, ...(ca && { ca }) } as NonNullable<ImapFlowOptions['tls']>,
    logger: false,
    clientInfo: { name: 'Daybook' },
    connectionTimeout: limits.mailConnect,
    greetingTimeout: limits.mailGreeting,
  };
}
