// The clients that are connected to the change feed, by WebSocket or event stream: how many there may be, whether they
// are still authorised, and how they are closed.
import type { FastifyRequest } from 'fastify';
import type { Access, Principal } from '../access/access.ts';
import { AppError } from '../errors.ts';
import type { FeedClient, FeedParts } from '../feed/subscriber.ts';
import { limits } from '../limits.ts';
import type { FeedFigures } from './metrics.ts';

export const STOPPING = 'the service is stopping; reconnect with since';

export interface FeedGateway {
  /** What a client needs, with a log for its request. */
  partsFor(request: FastifyRequest): FeedParts;
  /** Why the principal cannot connect another client now. */
  refusal(principal: Principal): AppError | undefined;
  /** Keeps the client until `closed` calls back. */
  add(client: FeedClient, closed: (remove: () => void) => void): void;
  isStopping(): boolean;
  figures(): FeedFigures;
  /** Closes the clients whose tokens are no longer valid. */
  checkAccess(): Promise<void>;
  ping(): void;
  closeAll(): void;
}

export interface GatewayParts extends Omit<FeedParts, 'onError'> {
  access: Access;
  /** How many clients one token may have connected. */
  sockets: number;
}

export function createFeedGateway({ access, sockets, ...parts }: GatewayParts): FeedGateway {
  const { hub, memory } = parts;
  const clients = new Set<FeedClient>();
  let stopping = false;
  return {
    partsFor: ({ log }) => ({
      ...parts,
      onError: (error) => log.error({ err: error }, 'feed client failed'),
    }),
    refusal: (principal) => tooManyClients(clients, principal, sockets),
    add(client, closed) {
      clients.add(client);
      closed(() => clients.delete(client));
    },
    isStopping: () => stopping,
    figures() {
      const behind = [...clients].map((client) => Math.max(0, hub.position(client.principal.user) - client.cursor));
      return { clients: clients.size, behind: Math.max(0, ...behind), bytes: memory.bytes() };
    },
    async checkAccess() {
      for (const client of clients) {
        if (await access.holds(client.principal)) continue;
        client.close('unauthorized', endReason(client.principal));
      }
    },
    ping() {
      for (const client of clients) client.ping();
    },
    closeAll() {
      stopping = true;
      for (const client of clients) {
        client.close('goingAway', STOPPING);
        setTimeout(() => client.terminate(), limits.socketLinger).unref();
      }
    },
  };
}

function endReason({ token, session }: Principal): string {
  if (token === null) return 'a token is required now';
  return session === undefined ? 'the token is not valid any more' : 'the session has ended';
}

/** Clients that are closing count until they are closed, because their pending messages use memory too. */
function tooManyClients(
  clients: ReadonlySet<FeedClient>,
  { user, token }: Principal,
  max: number,
): AppError | undefined {
  const users = [...clients].filter(({ principal }) => principal.user === user);
  const tokens = users.filter(({ principal }) => principal.token === token);
  if (tokens.length >= max) return limitReached(token === null ? 'This service' : 'This token', max);
  return users.length >= 2 * max ? limitReached('This user', 2 * max) : undefined;
}

function limitReached(who: string, max: number): AppError {
  const message = `${who} has ${max} sockets and event streams open, which is the limit; close one first, or share one among your windows.`;
  return new AppError('RATE_LIMITED', message, { sockets: max }, 5);
}
