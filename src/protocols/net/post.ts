// Posts a message to an allowed address: one connection, a time limit, no redirects, no cookies or credentials. Of the
// answer only the status, Retry-After and the beginning of the body are read.
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../limits.ts';
import { isPublicAddress } from '../../values/networks.ts';
import { type AddressCheck, connectSocket, type Endpoint } from './hosts.ts';

export interface PostAnswer {
  status: number;
  retryAfter: string | null;
  /** The first bytes of the body as text. */
  beginning: string;
}

export function endpointOf({ protocol, hostname, port }: URL): Endpoint {
  const secure = protocol === 'https:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port || (secure ? 443 : 80)), security: secure ? 'tls' : 'none', tls_ca: null };
}

/** Without TLS only addresses that are not public: those of the operator's own network, which he has allowed. */
function checkFor({ protocol }: URL, check: AddressCheck): AddressCheck {
  if (protocol === 'https:') return check;
  return Object.assign((address: string) => !isPublicAddress(address) && check(address), {
    ...(check.resolve && { resolve: check.resolve }),
  });
}

export async function post(
  url: URL,
  headers: Record<string, string | number>,
  body: Buffer,
  check: AddressCheck,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const socket = await connectSocket(endpointOf(url), checkFor(url, check), limits.webhookConnect, signal);
  try {
    const answer = await postOn(socket, url, headers, body, closed);
    const { statusCode = 0, headers: received } = answer;
    return { status: statusCode, retryAfter: received['retry-after'] ?? null, beginning: await beginningOf(answer) };
  } finally {
    socket.destroy();
  }
}

/** Sends the request on a connection; resolves with the headers of the response. `closed` is why there are none. */
export function postOn(
  socket: Socket,
  url: URL,
  headers: Record<string, string | number>,
  body: Buffer,
  closed: () => Error,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => socket,
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        'user-agent': 'Daybook',
        'content-length': body.length,
        connection: 'close',
        ...headers,
      },
    });
    asked.once('response', resolve);
    asked.on('error', reject);
    let interim = 0;
    asked.on('information', () => {
      interim += 1;
      if (interim > limits.interimResponses) asked.destroy(new Error('the receiver sends too many interim responses'));
    });
    // With an upgrade response (101) the connection is closed without an error.
    asked.once('close', () => reject(closed()));
    asked.end(body);
  });
}

function closed(): Error {
  return Object.assign(new Error('the receiver closed the connection'), { code: 'ECONNRESET' });
}

/** Whatever has arrived when there is enough, at the end, or after a short time: the status is known already. */
function beginningOf(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const finish = () => {
      clearTimeout(timer);
      resolve(Buffer.concat(pieces).subarray(0, limits.webhookAnswerBytes).toString('utf8'));
    };
    const timer = setTimeout(finish, limits.webhookAnswerTime);
    answer.on('data', (piece: Buffer) => {
      if (size >= limits.webhookAnswerBytes) return;
      size += piece.length;
      pieces.push(piece);
      if (size >= limits.webhookAnswerBytes) finish();
    });
    answer.on('error', finish);
    answer.once('close', finish);
    answer.once('end', finish);
  });
}
