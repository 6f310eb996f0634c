// Requests share the event loop with new connections, of which each turn of the loop accepts one (uv__server_io in
// libuv), and with everything else that is due. Beside many busy connections a turn would serve a request of each. So a
// turn ends after a while; what is left waits for the next one, and requests that have begun go before those that have
// not. Turns are shorter as long as connections come in.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../limits.ts';

/** How many of those that wait may be called in one turn, if its time allows. */
const AT_ONCE = 128;

/** Whoever watches the service must not wait for those who keep it busy. */
export const HEALTH = '/health';

export interface Turns {
  /** Whether nothing more may be done for requests in this turn. */
  isOver(): boolean;
  /** Calls `work` in a turn that has time for it: this one, or a later one. */
  run(work: () => void): void;
}

/** Must be called before the service listens, and after what handles its requests and upgrades was added. */
export function addTurns(server: Server): Turns {
  const continuing: (() => void)[] = [];
  const beginning = createFairLine();
  let end: number | undefined; // of this turn, once something was done in it
  let isAccepting = false;
  let hasRun = false;

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
    hasRun = false;
    // Each by itself, so that what follows from one is done before the next begins.
    const count = Math.min(continuing.length + beginning.size(), AT_ONCE);
    for (let index = 0; index < count; index++) setImmediate(runNext);
  }

  function isOver(): boolean {
    const now = performance.now();
    return now >= endOfTurn(now);
  }

  // One of them at any rate: reading what has arrived can take the whole time of a turn.
  function runNext(): void {
    if (continuing.length + beginning.size() === 0 || (isOver() && hasRun)) return;
    hasRun = true;
    (continuing.shift() ?? beginning.next())?.();
  }

  server.on('connection', () => {
    isAccepting = true;
    if (end !== undefined) end = Math.min(end, performance.now() + limits.turnAccepting);
  });
  defer(server, 'request', begin);
  defer(server, 'upgrade', begin);

  function begin(url: string | undefined, socket: Socket, serve: () => void): void {
    if (url === HEALTH || (!isOver() && continuing.length + beginning.size() === 0)) serve();
    else if (!socket.destroyed) beginning.add(socket, serve);
  }

  return {
    isOver,
    run(work) {
      if (isOver() || continuing.length > 0) continuing.push(work);
      else work();
    },
  };
}

interface FairLine {
  add(socket: Socket, serve: () => void): void;
  /** The next request: one of each connection in turn, because each connection has its answers in order anyway. */
  next(): (() => void) | undefined;
  /** How many connections have one. */
  size(): number;
}

function createFairLine(): FairLine {
  const waiting = new Map<Socket, (() => void)[]>();
  let total = 0;

  function drop(socket: Socket): void {
    total -= waiting.get(socket)?.length ?? 0;
    waiting.delete(socket);
    // Node makes an error for every request that is not answered. A thousand stack traces take a tenth of a second.
    let frames = 0;
    socket.prependOnceListener('close', () => {
      frames = Error.stackTraceLimit;
      Error.stackTraceLimit = 0;
    });
    socket.once('close', () => {
      Error.stackTraceLimit = frames;
    });
    socket.destroy();
  }

  function longest(): Socket {
    const [first, ...others] = waiting.entries() as Iterable<[Socket, (() => void)[]]>;
    return others.reduce((most, one) => (one[1].length > most[1].length ? one : most), first as [Socket, []])[0];
  }

  return {
    add(socket, serve) {
      const own = waiting.get(socket) ?? [];
      waiting.set(socket, own);
      own.push(serve);
      total++;
      // Nothing has counted them yet, and Node reads on as long as it has no answers to send.
      if (own.length > limits.pipelined) drop(socket);
      else if (total - waiting.size > limits.pipelinedByAll) drop(longest());
    },
    next() {
      for (const [socket, own] of waiting) {
        waiting.delete(socket);
        if (socket.destroyed) {
          total -= own.length;
          continue;
        }
        const serve = own.shift();
        total--;
        if (own.length > 0) waiting.set(socket, own);
        return serve;
      }
    },
    size: () => waiting.size,
  };
}

/** Lets `begin` decide when the handlers of an event of the server are called. */
function defer(
  server: Server,
  event: 'request' | 'upgrade',
  begin: (url: string | undefined, socket: Socket, serve: () => void) => void,
): void {
  type Handler = (...values: unknown[]) => void;
  const handlers = server.listeners(event) as Handler[];
  if (handlers.length === 0) return;
  server.removeAllListeners(event);
  server.on(event, (request, ...rest: unknown[]) => {
    // Node leaves the socket of an upgrade to its handler: until that is called nobody else listens to its errors.
    if (event === 'upgrade') request.socket.on('error', () => {});
    begin(request.url, request.socket, () => {
      // The handler of an upgrade would miss an end that has come already.
      if (event === 'upgrade' && request.socket.readableEnded) request.socket.destroy();
      else for (const handler of handlers) handler(request, ...rest);
    });
  });
}
