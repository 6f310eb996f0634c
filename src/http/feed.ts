// The WebSocket gateway to the change feed, and the clients that are connected through it.
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access, Principal } from '../access/access.ts';
import { AppError } from '../errors.ts';
import type { ChangesOptions } from '../feed/changes.ts';
import { CLOSE, type FeedClient, type FeedParts, startClient } from '../feed/socket.ts';
import { limits } from '../limits.ts';
import type { FeedFigures } from './metrics.ts';
import { socketParameters } from './routes/feed.ts';
import { rawQueryOf, readQuery } from './routes/query.ts';
import { BASE } from './routes/route.ts';

const STOPPING = 'the service is stopping; reconnect with since';

export interface FeedGateway {
  figures(): FeedFigures;
  /** Closes the sockets of tokens that are no longer valid. */
  checkAccess(): Promise<void>;
  ping(): void;
  closeAll(): void;
}

/** Must be registered before the routes, so that upgrades go through the same hooks as requests. */
export async function registerSockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: limits.socketMessageBytes },
    preClose: (done) => done(),
    errorHandler: (_error, socket) => socket.terminate(), // an invalid frame of a client is not an error of the service
  });
}

export interface GatewayParts extends Omit<FeedParts, 'onError'> {
  access: Access;
  /** How many sockets one token may have open. */
  sockets: number;
}

export function openFeed(app: FastifyInstance, { access, sockets, ...parts }: GatewayParts): FeedGateway {
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
        const client = stopped ? socket.close(CLOSE.goingAway, STOPPING) : connect(socket, request, parts);
        if (!client) return;
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
        client.close(CLOSE.unauthorized, endReason(client.principal));
      }
    },
    ping() {
      for (const client of clients) client.ping();
    },
    closeAll() {
      stopped = true;
      for (const client of clients) {
        client.close(CLOSE.goingAway, STOPPING);
        setTimeout(() => client.terminate(), limits.socketLinger).unref();
      }
    },
  };
}

function endReason({ token, session }: Principal): string {
  if (token === null) return 'a token is required now';
  return session === undefined ? 'the token is not valid any more' : 'the session has ended';
}

/** Starts the client, or closes its socket with the reason. */
function connect(
  socket: WebSocket,
  request: FastifyRequest,
  parts: Omit<FeedParts, 'onError'>,
): FeedClient | undefined {
  const { principal, refusal } = request;
  if (!principal) {
    socket.close(CLOSE.unauthorized, (refusal?.message ?? 'unauthorized').slice(0, 120));
    return undefined;
  }
  const options = readOptions(socket, request);
  if (!options) return undefined;
  const onError = (error: unknown) => request.log.error({ err: error }, 'feed client failed');
  const { since, events, body = true } = options;
  return startClient(socket, principal, { since, events, bodies: body }, { ...parts, onError });
}

function readOptions(socket: WebSocket, request: FastifyRequest): ChangesOptions | undefined {
  try {
    return readQuery(socketParameters, rawQueryOf(request));
  } catch (error) {
    const { code, message } = error as AppError;
    socket.send(JSON.stringify({ event: 'error', code, message, timestamp: new Date().toISOString() }));
    socket.close(1008, 'the query of the address is wrong');
    return undefined;
  }
}

/** Sockets that are closing count until they are closed, because their pending messages use memory too. */
function tooManySockets(
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
  const message = `${who} has ${max} sockets open, which is the limit; close one first, or share one among your windows.`;
  return new AppError('RATE_LIMITED', message, { sockets: max }, 5);
}
