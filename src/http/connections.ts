// How many connections there are, and how long one may take to say what it wants.
import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';

export const connectionTimes: ServerOptions = {
  headersTimeout: limits.headersTime,
  connectionsCheckingInterval: 5000,
};

/** Throws where a request has come on a connection too many. */
export type ConnectionGuard = (request: IncomingMessage) => void;

export function boundConnections(server: Server, most: number = limits.connections): ConnectionGuard {
  const surplus = new WeakSet<Socket>();
  let open = 0;
  // What is more than this is closed by Node, without an answer.
  server.maxConnections = most + limits.connectionsSpare;
  server.on('connection', (socket: Socket) => {
    open++;
    socket.once('close', () => open--);
    if (open > most) surplus.add(socket);
  });
  // By default Node asks for every body that a client offers; here it is asked for when it is about to be read.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  return ({ socket }) => {
    if (!surplus.has(socket)) return;
    if (open <= most) {
      surplus.delete(socket);
      return;
    }
    server.closeIdleConnections(); // which makes room for the next try
    throw new AppError('SERVICE_UNAVAILABLE', 'There are too many connections; try again.', {}, 1);
  };
}
