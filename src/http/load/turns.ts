// Shares the event loop between requests, new connections, of which each turn of the loop accepts one (uv__server_io in
// libuv), and other work. With many busy connections a turn would handle a request of each. So a turn ends after a time
// limit; the other requests wait for the next one, and requests in progress come before new ones. Turns are shorter
// while connections arrive.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../limits.ts';

/** How many waiting requests may be called in one turn, if there is time. */
const AT_ONCE = 128;

/** Health checks must not wait for busy clients. */
export const HEALTH = '/health';

export interface Turns {
  /** Whether no more request work may be done in this turn. */
  isOver(): boolean;
  /** Calls `work` in a turn that has time for it: this one, or a later one. */
  run(work: () => void): void;
}

/** Must be called before the service listens, and after the handlers of requests and upgrades were added. */
export function addTurns(server: Server): Turns {
  const continuing: (() => void)[] = [];
  const beginning = createFairQueue();
  let end: number | undefined; // of this turn, once work was done in it
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
    if (beginning.readOn()) endOfTurn(performance.now());
    // One at a time, so that the work that follows from one is done before the next begins.
    const count = Math.min(continuing.length + beginning.size(), AT_ONCE);
    for (let index = 0; index < count; index++) setImmediate(runNext);
  }

  function isOver(): boolean {
    const now = performance.now();
    return now >= endOfTurn(now);
  }

  // At least one: reading the data that has arrived can take the whole time of a turn.
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

interface FairQueue {
  add(socket: Socket, serve: () => void): void;
  /** The next request, round robin over connections, because each connection gets its responses in order anyway. */
  next(): (() => void) | undefined;
  /** How many connections have a waiting request. */
  size(): number;
  /** Resumes reading from a connection whose waiting requests have become few; returns whether there are more. */
  readOn(): boolean;
}

function createFairQueue(): FairQueue {
  const waiting = new Map<Socket, (() => void)[]>();
  const unread = new Set<Socket>();
  let total = 0;

  function drop(socket: Socket): void {
    total -= waiting.get(socket)?.length ?? 0;
    waiting.delete(socket);
    unread.delete(socket);
    destroyWithoutTraces(socket);
  }

  function longest(): Socket {
    const [first, ...others] = waiting.entries() as Iterable<[Socket, (() => void)[]]>;
    return others.reduce((max, one) => (one[1].length > max[1].length ? one : max), first as [Socket, []])[0];
  }

  return {
    add(socket, serve) {
      const own = waiting.get(socket) ?? [];
      waiting.set(socket, own);
      own.push(serve);
      total++;
      if (own.length === limits.pipelinedRead) {
        unread.add(socket); // Node itself continues to read while it has no responses to send
        handleOf(socket)?.readStop();
      }
      // They are not counted yet, and a single read can exceed the limit.
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
    // One per turn: a single read can contain hundreds of requests, and take as long as a turn.
    readOn() {
      const few = [...unread].filter((socket) => (waiting.get(socket)?.length ?? 0) < limits.pipelinedRead / 2);
      const [first] = few;
      if (!first) return false;
      unread.delete(first);
      if (!first.destroyed) handleOf(first)?.readStart();
      return few.length > 1;
    },
  };
}

/** Node creates an error for every unanswered request. A thousand stack traces take a tenth of a second. */
function destroyWithoutTraces(socket: Socket): void {
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

/** The reader of a socket. Pausing the socket has no effect: the HTTP parser consumes the bytes before. */
function handleOf(socket: Socket): { readStop(): void; readStart(): void } | null {
  return (socket as unknown as { _handle: { readStop(): void; readStart(): void } | null })._handle;
}

/** Lets `begin` decide when the handlers of a server event are called. */
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
    // Node leaves the socket of an upgrade to its handler: until it is called there is no error listener.
    if (event === 'upgrade') request.socket.on('error', () => {});
    begin(request.url, request.socket, () => {
      // The handler of an upgrade would miss an end event that was already emitted.
      if (event === 'upgrade' && request.socket.readableEnded) request.socket.destroy();
      else for (const handler of handlers) handler(request, ...rest);
    });
  });
}
