// Who seems to send a request that is not admitted yet, so that those that wait are taken in turn by user. A credential
// counts for its user if it was valid lately. All others of an address are one sender together: each that is invented
// would otherwise have turns of its own.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../limits.ts';

export type SenderOf = (request: IncomingMessage) => string;

/** `userOf` returns the user of a credential that was valid lately, without a lookup. */
export function createSenders(userOf: (request: IncomingMessage) => number | undefined): SenderOf {
  // Comparing a credential with the last one of its connection costs far less than its digest.
  const last = new WeakMap<Socket, { credential: string; sender: string; until: number }>();
  return (request) => {
    const { headers, socket } = request;
    const credential = headers.authorization ?? headers.cookie;
    if (credential === undefined) return addressOf(request);
    const now = performance.now();
    const known = last.get(socket);
    if (known?.credential === credential && known.until > now) return known.sender;
    const user = userOf(request);
    if (user === undefined) return addressOf(request);
    const sender = `user ${user}`;
    last.set(socket, { credential, sender, until: now + limits.accessCheck });
    return sender;
  };
}

export function addressOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '';
}
