// Limits the number of connections, and the time that a client may take to send its headers. When there are too many,
// those whose sender is unknown give way.
import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';

export const connectionTimes: ServerOptions = {
  headersTimeout: limits.headersTime,
  connectionsCheckingInterval: 5000,
};

export interface Connections {
  /** Throws if a request arrives on a connection above the limit. */
  check(request: IncomingMessage): void;
  /** A request on the connection has shown who sends it. */
  known(socket: Socket): void;
}

export function boundConnections(server: Server, max: number = limits.connections): Connections {
  const open = new Set<Socket>();
  // Those whose sender is unknown, the longest without a new request first: they give way to a new connection, so that
  // clients without a token do not lock out the others, by slow headers, slow bodies, or by saying nothing.
  const unknown = new Set<Socket>();
  const surplus = new WeakSet<Socket>();
  // Connections above this number are closed by Node without a response.
  server.maxConnections = max + limits.connectionsSpare;
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => forget(socket));
    if (open.size > max && !closeSlowest()) surplus.add(socket);
    unknown.add(socket);
  });
  // By default Node sends 100 Continue immediately; here it is sent when the body is about to be read.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));

  function forget(socket: Socket): void {
    open.delete(socket);
    unknown.delete(socket);
  }

  function closeSlowest(): boolean {
    const [slowest] = unknown;
    if (!slowest) return false;
    forget(slowest); // now: the event follows later
    slowest.destroy();
    return true;
  }

  return {
    check({ socket }) {
      if (unknown.delete(socket)) unknown.add(socket);
      if (!surplus.has(socket)) return;
      if (open.size <= max) {
        surplus.delete(socket);
        return;
      }
      server.closeIdleConnections(); // so that a retry succeeds
      throw new AppError('SERVICE_UNAVAILABLE', 'There are too many connections; try again.', {}, 1);
    },
    known: (socket) => void unknown.delete(socket),
  };
}
