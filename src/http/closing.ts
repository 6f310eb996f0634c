// The orderly end of the HTTP server. A request that was sent before the stop is answered: the listener stays open until
// it has accepted what the kernel had accepted, then until a moment without a new connection. Later ones are refused with
// 503, and connections are closed so that the kernel resets none of them (RFC 9112 section 9.6).
import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { limits } from '../limits.ts';
import { stopping } from '../store/unavailable.ts';

export interface Closing {
  /** Resolves when every connection is closed; those that are open then are cut after `ms`. */
  stop(ms: number): Promise<void>;
}

/** `_httpMessage` is the answer that a connection works on; Node has no public way to ask. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse };

/** Connections that the kernel keeps for a listener: Node's default. */
const BACKLOG = 511;

/** Must be called before the routes are added: its hook comes first. */
export function addClosing(app: FastifyInstance): Closing {
  const sockets = new Set<HttpSocket>();
  const upgraded = new WeakSet<Socket>();
  const ended = new WeakSet<Socket>();
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
    reply.raw.shouldKeepAlive = false; // Node says so by Connection: close, also in answers to errors
    reply.header('x-request-id', request.id);
    // Node leaves the socket of an upgrade to whoever takes it; nobody will.
    if (request.headers.upgrade) reply.raw.once('finish', () => request.raw.socket.destroySoon());
    done(phase === 'refusing' || request.headers.upgrade ? stopping() : undefined);
  });

  // Each turn of the event loop accepts one connection (uv__server_io in libuv), the oldest first. So none is left after a
  // turn without one, or after as many as the kernel keeps.
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
      if (turns > 2) await sleep(5); // nothing to do: no need to spin
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
      // As a net.Server: http.Server's close would destroy idle connections, with what their clients have just sent.
      if (app.server.listening) Server.prototype.close.call(app.server);
      while (sockets.size > 0) {
        for (const socket of sockets) {
          if (performance.now() >= end) socket.destroy();
          else if (!socket._httpMessage && !upgraded.has(socket) && !ended.has(socket)) {
            ended.add(socket);
            socket.destroySoon();
          }
        }
        await sleep(20);
      }
    },
  };
}

// Node closes a connection by destroySoon after its last answer. With bytes that nobody has read the kernel would then
// send a reset, and the client might lose the answer: so they are read and dropped until the client closes its side.
function closeGently(socket: Socket): void {
  let closing = false;
  socket.destroySoon = () => {
    if (closing) return;
    closing = true;
    socket.removeAllListeners('data'); // the parser: what comes now is not served
    socket.on('data', () => {});
    socket.resume();
    socket.end();
    setTimeout(() => socket.destroy(), limits.stopLinger).unref();
  };
}
