// Requests share the event loop with new connections, of which each turn of the loop accepts one (uv__server_io in
// libuv). Beside many busy connections a turn would serve a request of each, and a burst of new connections would wait
// for as many turns. So a turn ends after a while, the requests that are left wait for the next, in their order, and
// turns are short as long as connections come in.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { limits } from '../limits.ts';

/** How many waiting requests may be begun in one turn, if its time allows. */
const AT_ONCE = 128;

/** Must be called before the service listens. */
export function addTurns({ server }: FastifyInstance): void {
  const handlers = server.listeners('request') as RequestListener[];
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    for (const handler of handlers) handler(request, response);
  };
  const waiting: [IncomingMessage, ServerResponse][] = [];
  let end: number | undefined; // of this turn, once it has served something
  let isAccepting = false;

  function endOfTurn(now: number): number {
    if (end === undefined) {
      end = now + (isAccepting ? limits.turnAccepting : limits.turn);
      setImmediate(nextTurn);
    }
    return end;
  }

  function nextTurn(): void {
    end = undefined;
    isAccepting = false;
    // Each by itself, so that what follows from one is done before the next begins.
    for (let count = Math.min(waiting.length, AT_ONCE); count > 0; count--) setImmediate(serveNext);
  }

  function serveNext(): void {
    const now = performance.now();
    if (waiting.length === 0 || now >= endOfTurn(now)) return;
    const [request, response] = waiting.shift() as [IncomingMessage, ServerResponse];
    if (!request.socket.destroyed) serve(request, response);
  }

  server.on('connection', () => {
    isAccepting = true;
    if (end !== undefined) end = Math.min(end, performance.now() + limits.turnAccepting);
  });
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const now = performance.now();
    // Whoever watches the service must not wait for those who keep it busy.
    if (request.url === '/health') return serve(request, response);
    if (waiting.length === 0 && now < endOfTurn(now)) return serve(request, response);
    endOfTurn(now);
    waiting.push([request, response]);
  });
}
