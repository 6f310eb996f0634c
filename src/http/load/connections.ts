// Limits the number of connections, and the time that a client may take to send its headers.
import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';

export const connectionTimes: ServerOptions = {
  headersTimeout: limits.headersTime,
  connectionsCheckingInterval: 5000,
};

/** Throws if a request arrives on a connection above the limit. */
export type ConnectionGuard = (request: IncomingMessage) => void;

export function boundConnections(server: Server, max: number = limits.connections): ConnectionGuard {
  const surplus = new WeakSet<Socket>();
  let open = 0;
  // Connections above this number are closed by Node without a response.
  server.maxConnections = max + limits.connectionsSpare;
  server.on('connection', (socket: Socket) => {
    open++;
    socket.once('close', () => open--);
    if (open > max) surplus.add(socket);
  });
  // By default Node sends 100 Continue immediately; here it is sent when the body is about to be read.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  return ({ socket }) => {
    if (!surplus.has(socket)) return;
    if (open <= max) {
      surplus.delete(socket);
      return;
    }
    server.closeIdleConnections(); // so that a retry succeeds
    throw new AppError('SERVICE_UNAVAILABLE', 'There are too many connections; try again.', {}, 1);
  };
}
