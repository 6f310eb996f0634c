// The WebSockets of the change feed: their routes, and how a client is admitted.
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { ChangesOptions } from '../feed/changes.ts';
import { CLOSE, startClient } from '../feed/socket.ts';
import { limits } from '../limits.ts';
import { type FeedGateway, STOPPING } from './feed.ts';
import { socketParameters } from './routes/feed.ts';
import { rawQueryOf, readQuery } from './routes/query.ts';
import { BASE } from './routes/route.ts';

/** Must be registered before the routes, so that upgrades go through the same hooks as requests. */
export async function registerSockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: limits.socketMessageBytes },
    preClose: (done) => done(),
    errorHandler: (_error, socket) => socket.terminate(), // an invalid frame of a client is not an error of the service
  });
}

export function addSockets(app: FastifyInstance, feed: FeedGateway): void {
  for (const url of [`${BASE}/ws`, '/ws']) {
    app.route({
      method: 'GET',
      url,
      // Before the upgrade, so that a client library can show the status and its reason.
      preHandler(request, _reply, done) {
        done(request.ws && request.principal ? feed.refusal(request.principal) : undefined);
      },
      handler() {
        throw new AppError(
          'VALIDATION_ERROR',
          'This address speaks WebSocket; without it, use the event stream GET /api/v1/changes/stream or poll GET /api/v1/changes.',
        );
      },
      wsHandler(socket, request) {
        if (feed.isStopping()) socket.close(CLOSE.goingAway, STOPPING);
        else connect(socket, request, feed);
      },
    });
  }
}

/** Starts the client, or closes its socket with the reason. */
function connect(socket: WebSocket, request: FastifyRequest, feed: FeedGateway): void {
  const { principal, refusal } = request;
  if (!principal) {
    // A client that does not answer the close frame must not keep its connection.
    const late = setTimeout(() => socket.terminate(), limits.socketLinger).unref();
    socket.on('close', () => clearTimeout(late));
    socket.close(CLOSE.unauthorized, (refusal?.message ?? 'unauthorized').slice(0, 120));
    return;
  }
  const options = readOptions(socket, request);
  if (!options) return;
  const { since, events, body = true } = options;
  const client = startClient(socket, principal, { since, events, bodies: body }, feed.partsFor(request));
  feed.add(client, (remove) => socket.on('close', remove));
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
