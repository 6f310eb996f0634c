// The graceful stop of the HTTP server. A request that was sent before the stop is answered: the listener stays open
// until it has accepted the connections in the kernel's queue, and then until no new connection arrives for a moment.
// Later requests get 503, and connections are closed without a reset by the kernel (RFC 9112 section 9.6).
import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../limits.ts';
import { stopping } from '../../store/engine/problem.ts';

export interface Closing {
  /** Resolves when every connection is closed; connections that are still open after `ms` are destroyed. */
  stop(ms: number): Promise<void>;
}

/** `_httpMessage` is the current response of a connection; Node has no public API for it. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse };

/** The backlog of a listener: Node's default. */
const BACKLOG = 511;

/** Must be called before the routes are added, because its hook must run first. */
export function addClosing(app: FastifyInstance): Closing {
  const sockets = new Set<HttpSocket>();
  const upgraded = new WeakSet<Socket>();
  let phase: 'serving' | 'finishing' | 'refusing' = 'serving';
  let accepted = 0;

  app.server.on('connection', (socket: HttpSocket) => {
    accepted++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (phase !== 'serving') closeGently(socket);
  });
  app.server.on('upgrade', (_request, socket: Socket) => void upgraded.add(socket));
  app.addHook('onRequest', (request, reply, done) => {
    if (phase === 'serving') return done();
    closeAfter(request, reply);
    done(phase === 'refusing' || request.headers.upgrade ? stopping() : undefined);
  });

  // Each turn of the event loop accepts one connection (uv__server_io in libuv), the oldest first. So none is left
  // after a turn without one, or after as many turns as the backlog has entries.
  async function acceptWaiting(): Promise<void> {
    const began = performance.now();
    const enough = accepted + BACKLOG;
    let quietSince = began;
    for (let [before, turns] = [accepted, 0]; ; before = accepted) {
      await setImmediate();
      const now = performance.now();
      if (accepted !== before) [quietSince, turns] = [now, 0];
      else turns++;
      if (now - began >= limits.stopServing) phase = 'refusing';
      if (phase === 'refusing' && (accepted >= enough || now - began >= limits.stopAccepting)) return;
      if (turns > 2 && now - quietSince >= limits.stopQuiet) return;
      if (turns > 2) await sleep(5); // avoids a busy loop
    }
  }

  return {
    async stop(ms) {
      const end = performance.now() + ms;
      phase = 'finishing';
      for (const socket of sockets) {
        closeGently(socket);
        if (socket._httpMessage) socket._httpMessage.shouldKeepAlive = false;
      }
      await acceptWaiting();
      phase = 'refusing';
      // As a net.Server: http.Server's close would destroy idle connections together with requests that were just sent.
      if (app.server.listening) Server.prototype.close.call(app.server);
      while (sockets.size > 0) {
        for (const socket of sockets) {
          if (performance.now() >= end) socket.destroy();
          else if (!socket._httpMessage && !upgraded.has(socket)) socket.destroySoon(); // a repeated call does nothing
        }
        await sleep(20);
      }
    },
  };
}

function closeAfter(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.shouldKeepAlive = false; // Node then sends Connection: close, even with errors
  reply.header('x-request-id', request.id);
  // Node leaves the socket of an upgrade to its handler, and there is none.
  if (request.headers.upgrade) reply.raw.once('finish', () => request.raw.socket.destroySoon());
}

// Node closes a connection by destroySoon after its last response. With unread bytes the kernel would then send a
// reset, and the client might lose the response. So they are read and discarded until the client closes its side.
function closeGently(socket: Socket): void {
  let closing = false;
  socket.destroySoon = () => {
    if (closing) return;
    closing = true;
    socket.removeAllListeners('data'); // the HTTP parser: later requests are not handled
    socket.on('data', () => {});
    socket.resume();
    socket.end();
    setTimeout(() => socket.destroy(), limits.stopLinger).unref();
  };
}
