// The WebSocket door to the change feed, and the clients that have come through it.
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { Access, Principal } from '../domain/access.ts';
import type { Parameter } from '../domain/list-parameters.ts';
import { AppError } from '../errors.ts';
import { CLOSE, type FeedClient, type FeedParts, startClient } from '../feed/socket.ts';
import { limits } from '../limits.ts';
import type { FeedFigures } from './metrics.ts';
import { readQuery } from './query.ts';
import { BASE, queryOf } from './server.ts';

export const feedParameters: Parameter[] = [
  { name: 'since', kind: 'integer', about: 'Replay every change after this seq first.' },
  {
    name: 'events',
    kind: 'patterns',
    about: 'Only these events, separated by commas; email.* means all of emails.',
    example: 'email.*,event.created',
  },
  { name: 'token', kind: 'text', about: 'The token, for clients that cannot set headers.' },
];

const STOPPING = 'the service is stopping; reconnect with since';

export interface FeedDoor {
  figures(): FeedFigures;
  /** Closes the sockets of tokens that no longer hold. */
  checkAccess(): Promise<void>;
  ping(): void;
  closeAll(): void;
}

/** Must be registered before the routes, so that upgrades go through the same hooks as requests. */
export async function registerSockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: limits.socketMessageBytes },
    preClose: (done) => done(),
    errorHandler: (_error, socket) => socket.terminate(), // a client's broken frame is no fault of ours
  });
}

export interface FeedDoorParts extends Omit<FeedParts, 'onError'> {
  access: Access;
  /** How many sockets one token may have open. */
  sockets: number;
}

export function openFeed(app: FastifyInstance, { access, sockets, ...parts }: FeedDoorParts): FeedDoor {
  const { hub, memory } = parts;
  const clients = new Set<FeedClient>();
  let stopped = false;
  for (const url of [`${BASE}/ws`, '/ws']) {
    app.route({
      method: 'GET',
      url,
      // Before the upgrade, so that a client library can show the status and its reason.
      preHandler(request, _reply, done) {
        done(request.ws && request.principal ? tooManySockets(clients, request.principal, sockets) : undefined);
      },
      handler() {
        throw new AppError(
          'VALIDATION_ERROR',
          'This address speaks WebSocket; to poll the same feed use GET /api/v1/changes.',
        );
      },
      wsHandler(socket, request) {
        if (!request.principal)
          return socket.close(CLOSE.unauthorized, (request.refusal?.message ?? 'unauthorized').slice(0, 120));
        let asked: ReturnType<typeof readQuery>;
        try {
          asked = readQuery(feedParameters, queryOf(request));
        } catch (error) {
          const { code, message } = error as AppError;
          socket.send(JSON.stringify({ event: 'error', code, message, timestamp: new Date().toISOString() }));
          return socket.close(1008, 'the query of the address is wrong');
        }
        if (stopped) return socket.close(CLOSE.goingAway, STOPPING); // it was let in just before
        const onError = (error: unknown) => request.log.error({ err: error }, 'feed client failed');
        const wanted = { since: asked.since as number | undefined, events: asked.events as string[] | undefined };
        const client = startClient(socket, request.principal, wanted, { ...parts, onError });
        clients.add(client);
        socket.on('close', () => clients.delete(client));
      },
    });
  }
  return {
    figures() {
      const behind = [...clients].map((client) => Math.max(0, hub.position(client.principal.user) - client.cursor));
      return { clients: clients.size, behind: Math.max(0, ...behind), bytes: memory.bytes() };
    },
    async checkAccess() {
      for (const client of clients) {
        if (await access.holds(client.principal)) continue;
        const reason = client.principal.token === null ? 'a token is required now' : 'the token no longer holds';
        client.close(CLOSE.unauthorized, reason);
      }
    },
    ping() {
      for (const client of clients) client.ping();
    },
    closeAll() {
      stopped = true;
      for (const client of clients) {
        client.close(CLOSE.goingAway, STOPPING);
        setTimeout(client.terminate, limits.socketLinger).unref();
      }
    },
  };
}

/** Sockets that are closing count until they are closed: what is on its way to them is memory too. */
function tooManySockets(
  clients: ReadonlySet<FeedClient>,
  { user, token }: Principal,
  most: number,
): AppError | undefined {
  const users = [...clients].filter(({ principal }) => principal.user === user);
  const tokens = users.filter(({ principal }) => principal.token === token);
  if (tokens.length >= most) return refusal(token === null ? 'This service' : 'This token', most);
  return users.length >= 2 * most ? refusal('This user', 2 * most) : undefined;
}

function refusal(who: string, most: number): AppError {
  const message = `${who} has ${most} sockets open, and may have no more; close one first, or share one among your windows.`;
  return new AppError('RATE_LIMITED', message, { sockets: most }, 5);
}
