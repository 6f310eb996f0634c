// One-click unsubscribe (RFC 8058 section 3.1): a POST over HTTPS to an allowed address, without cookies or credentials.
// Redirects are not followed, and only the status of the response is read.
import { request } from 'node:http';
import { limits } from '../../limits.ts';
import { type AddressCheck, connectSocket, type Endpoint } from './hosts.ts';

const BODY = 'List-Unsubscribe=One-Click';

export function endpointOf({ hostname, port }: URL): Endpoint {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port || 443), security: 'tls', tls_ca: null };
}

/** Returns the status of the response. */
export async function postOneClick(url: URL, check: AddressCheck, signal: AbortSignal): Promise<number> {
  if (url.protocol !== 'https:') throw new Error('only an https address can be used');
  const socket = await connectSocket(endpointOf(url), check, limits.mailConnect, signal);
  try {
    return await new Promise((resolve, reject) => {
      const asked = request({
        createConnection: () => socket,
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          'user-agent': 'Daybook',
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': BODY.length,
          connection: 'close',
        },
      });
      asked.once('response', ({ statusCode }) => resolve(statusCode as number));
      asked.on('error', reject);
      // With an upgrade response (101) the connection is closed without an error.
      asked.once('close', () => reject(new Error('the server did not answer the request')));
      asked.end(BODY);
    });
  } finally {
    socket.destroy();
  }
}
