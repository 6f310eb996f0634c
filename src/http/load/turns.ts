// Shares the event loop between requests, new connections, of which each turn of the loop accepts one (uv__server_io in
// libuv), and other work. With many busy connections a turn would handle a request of each. So a turn ends after a time
// limit; the other requests wait for the next one, and requests in progress come before new ones. Of both, one of each
// sender is taken in turn, so that a client with many connections does not delay the others. Turns are shorter while
// connections arrive.
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../limits.ts';
import { RoundRobin } from '../../values/queues/round-robin.ts';
import { addressOf, type SenderOf } from './senders.ts';

/** How many waiting requests may be called in one turn, if there is time. */
const AT_ONCE = 128;

/** Health checks must not wait for busy clients. */
export const HEALTH = '/health';

export interface Turns {
  /** Whether no more request work may be done in this turn. */
  isOver(): boolean;
  /** Calls `work` in a turn that has time for it: this one, or a later one, in which one of each sender comes first. */
  run(work: () => void, sender?: string): void;
}

/** Must be called before the service listens, and after the handlers of requests and upgrades were added. */
export function addTurns(server: Server, senderOf: SenderOf = addressOf): Turns {
  const continuing = new RoundRobin<string, () => void>();
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
    const count = Math.min(continuing.size + beginning.size(), AT_ONCE);
    for (let index = 0; index < count; index++) setImmediate(runNext);
  }

  function isOver(): boolean {
    const now = performance.now();
    return now >= endOfTurn(now);
  }

  // At least one: reading the data that has arrived can take the whole time of a turn.
  function runNext(): void {
    if (continuing.size + beginning.size() === 0 || (isOver() && hasRun)) return;
    hasRun = true;
    (continuing.take() ?? beginning.next())?.();
  }

  server.on('connection', () => {
    isAccepting = true;
    if (end !== undefined) end = Math.min(end, performance.now() + limits.turnAccepting);
  });
  defer(server, 'request', begin);
  defer(server, 'upgrade', begin);

  function begin(request: IncomingMessage, serve: () => void): void {
    if (request.url === HEALTH || (!isOver() && continuing.size + beginning.size() === 0)) serve();
    else if (!request.socket.destroyed) beginning.add(request.socket, { sender: senderOf(request), serve });
  }

  return {
    isOver,
    run(work, sender = '') {
      if (isOver() || continuing.size > 0) continuing.add(sender, work);
      else work();
    },
  };
}

interface Waiting {
  sender: string;
  serve: () => void;
}

interface FairQueue {
  add(socket: Socket, request: Waiting): void;
  /**
   * The next request, round robin over senders, and over the connections of each: one request of a connection, because
   * it gets its responses in order anyway.
   */
  next(): (() => void) | undefined;
  /** How many connections have a waiting request. */
  size(): number;
  /** Resumes reading from a connection whose waiting requests have become few; returns whether there are more. */
  readOn(): boolean;
}

function createFairQueue(): FairQueue {
  const waiting = new Map<Socket, Waiting[]>();
  const turns = new RoundRobin<string, Socket>();
  const unread = new Set<Socket>();
  let total = 0;

  function drop(socket: Socket): void {
    total -= waiting.get(socket)?.length ?? 0;
    waiting.delete(socket);
    unread.delete(socket);
    destroyWithoutTraces(socket);
  }

  function longest(): Socket {
    const [first, ...others] = waiting.entries() as Iterable<[Socket, Waiting[]]>;
    return others.reduce((max, one) => (one[1].length > max[1].length ? one : max), first as [Socket, []])[0];
  }

  return {
    add(socket, request) {
      const own = waiting.get(socket) ?? [];
      if (own.length === 0) {
        waiting.set(socket, own);
        turns.add(request.sender, socket);
      }
      own.push(request);
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
      for (let socket = turns.take(); socket; socket = turns.take()) {
        const own = waiting.get(socket);
        if (!own) continue; // it was dropped
        waiting.delete(socket);
        if (socket.destroyed) {
          total -= own.length;
          continue;
        }
        const request = own.shift();
        total--;
        const [following] = own;
        if (following) {
          waiting.set(socket, own);
          turns.add(following.sender, socket);
        }
        return request?.serve;
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
  begin: (request: IncomingMessage, serve: () => void) => void,
): void {
  type Handler = (...values: unknown[]) => void;
  const handlers = server.listeners(event) as Handler[];
  if (handlers.length === 0) return;
  server.removeAllListeners(event);
  server.on(event, (request, ...rest: unknown[]) => {
    // Node leaves the socket of an upgrade to its handler: until it is called there is no error listener.
    if (event === 'upgrade') request.socket.on('error', () => {});
    begin(request, () => {
      // The handler of an upgrade would miss an end event that was already emitted.
      if (event === 'upgrade' && request.socket.readableEnded) request.socket.destroy();
      else for (const handler of handlers) handler(request, ...rest);
    });
  });
}
