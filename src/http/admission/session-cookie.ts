// The cookie of a session. Cookies are shared by all ports of a host, so its name contains the port: several services on
// one machine do not disturb each other. A proxy can hide the port, so there can be several of one name. Over HTTPS the
// prefix __Host- keeps other hosts of the domain from setting it.
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StartedSession } from '../../access/sessions.ts';

const SECURE_PREFIX = '__Host-';
const VALUE = /^[0-9a-f]{12}\.[\w-]{43}$/;

/**
 * The sessions that the cookies of a request name, those to try first at the beginning. Other cookies, and values of
 * another form, are ignored; so are the plain name over HTTPS, which other hosts of the domain can set, and the name of
 * HTTPS for a page without it.
 */
export function sessionsOf(request: Pick<IncomingMessage, 'headers'>): string[] {
  const { headers } = request;
  if (headers.cookie === undefined) return [];
  const name = nameOf(headers.host);
  const secure = isHttps(request);
  const [strict, plain]: [string[], string[]] = [[], []];
  for (const part of headers.cookie.split(';')) {
    const at = part.indexOf('=');
    const [key, value] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (!VALUE.test(value)) continue;
    if (key === SECURE_PREFIX + name && (secure || headers.origin === undefined)) strict.push(value);
    if (key === name && !secure) plain.push(value);
  }
  return [...strict, ...plain]; // the header has a limit
}

export function setSession(request: FastifyRequest, reply: FastifyReply, { text, life }: StartedSession): void {
  const secure = isHttps(request);
  reply.header('set-cookie', cookie(request, secure, text, Math.floor(life / 1000)));
}

/**
 * Removes the cookie, with and without HTTPS: the scheme of the request that set it may be unknown now. With it goes what
 * the browser has cached, also of pages that Back would show. Not "cookies", which are shared with other services, nor
 * "storage": the app removes what it has stored itself, and keeps what was not sent yet.
 */
export function clearSession(request: FastifyRequest, reply: FastifyReply): void {
  if (sessionsOf(request).length === 0) return;
  reply.header('clear-site-data', '"cache"');
  reply.header(
    'set-cookie',
    [true, false].map((secure) => cookie(request, secure, '', 0)),
  );
}

function cookie({ headers }: FastifyRequest, secure: boolean, value: string, seconds: number): string {
  const name = `${secure ? SECURE_PREFIX : ''}${nameOf(headers.host)}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? '; Secure' : ''}`;
}

function nameOf(host = ''): string {
  const port = /:(\d{1,5})$/.exec(host)?.[1];
  return port === undefined ? 'daybook_session' : `daybook_session_${port}`;
}

/**
 * Whether the browser uses HTTPS, which a proxy ends. Its Origin says so; a client without one is believed what the proxy
 * adds. A client that invents the header only makes its own cookie stricter.
 */
function isHttps({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (headers.origin !== undefined) return headers.origin.startsWith('https:');
  return headers['x-forwarded-proto'] === 'https';
}
