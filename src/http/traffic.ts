// Requests under way: how many each client has, and how many bytes of their bodies and answers are in memory. A client is
// a token, or an address where there is none. What would exceed a bound waits or is refused before it is read, and answers
// that nobody reads are dropped, so that no client takes the memory of the others.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type Client, Flight, RETRY, SWEEP, type Totals, tooMuch } from './flight.ts';
import type { Turns } from './turns.ts';

/** A request that waits until answers have left, or other reads of its client are answered. */
interface Waiting {
  flight: Flight;
  isRead: boolean;
  until: number;
  go: () => void;
  refuse: (error: AppError) => void;
}

export interface Traffic {
  /** Counts a request until its answer has left or its connection is gone; throws where the client has too many. */
  enter(key: string, request: IncomingMessage, response: ServerResponse): Flight;
  /**
   * Calls `go` when the request may be worked on: at once, or when enough answers have been read and, for one that only
   * reads, when enough others of the same client have been answered. Calls `refuse` where that takes too long.
   */
  await(flight: Flight, isRead: boolean, go: () => void, refuse: (error: AppError) => void): void;
  close(): void;
}

export function createTraffic({ run }: Pick<Turns, 'run'>): Traffic {
  const totals: Totals = { bodies: 0, unread: 0 };
  const clients = new Map<string, Client>();
  const flights = new Set<Flight>();
  const waiting = new Set<Waiting>();
  const sweep = setInterval(() => {
    const now = performance.now();
    // Of the answers that a connection has not begun when it is lost, Node tells nothing.
    for (const flight of flights) if (flight.isGone()) leave(flight);
    for (const flight of flights) flight.check(now);
    dropStale(now);
    for (const one of waiting) if (one.until < now) refuseLater(one);
    wakeOne();
  }, SWEEP).unref();

  const isFull = ({ unread }: Client) => unread > limits.clientUnread;
  const mayGo = ({ flight: { client }, isRead }: Pick<Waiting, 'flight' | 'isRead'>) =>
    !isFull(client) && totals.unread <= limits.allUnread && !(isRead && client.reading >= limits.clientReads);

  function leave(flight: Flight): void {
    if (!flights.delete(flight)) return;
    flight.release();
    const { client } = flight;
    client.requests--;
    forget(client);
    if (waiting.size === 0) return;
    for (const one of waiting) if (one.flight === flight) waiting.delete(one);
    wakeOne();
  }

  function forget(client: Client): void {
    if (client.requests === 0 && client.reading === 0) clients.delete(client.key);
  }

  function afterRead(client: Client): void {
    forget(client);
    wakeOne();
  }

  // One for each that leaves or is answered, so that all who wait do not make their answers at once.
  function wakeOne(): void {
    if (waiting.size === 0) return;
    for (const one of waiting) {
      if (one.flight.isGone()) {
        waiting.delete(one);
        continue;
      }
      if (!mayGo(one)) continue;
      waiting.delete(one);
      // The turn may be over, and when the next comes others may have gone before it.
      run(() => admit(one));
      return;
    }
  }

  function admit(one: Waiting): void {
    if (one.flight.isGone()) wakeOne();
    else if (mayGo(one)) begin(one.flight, one.isRead, one.go);
    else {
      waiting.add(one);
      wakeOne(); // another may, perhaps
    }
  }

  function begin(flight: Flight, isRead: boolean, go: () => void): void {
    if (isRead) flight.reads();
    go();
  }

  function refuseLater(one: Waiting): void {
    waiting.delete(one);
    run(() => refuse(one));
  }

  function refuse(one: Waiting): void {
    one.refuse(
      isFull(one.flight.client)
        ? tooMuch(`More than ${limits.clientUnread} bytes of answers wait to be read by you; read them first.`)
        : new AppError('SERVICE_UNAVAILABLE', 'The service is busy with other requests; try again.', {}, RETRY),
    );
  }

  // Over the bound of all clients, whoever has most unread loses the oldest of it.
  function dropStale(now: number): void {
    while (totals.unread > limits.allUnread) {
      const stale = [...flights].filter((flight) => flight.isStale(now));
      const most = Math.max(...stale.map(({ client }) => client.unread));
      const victim = stale.find(({ client }) => client.unread === most);
      if (!victim) return;
      victim.drop();
    }
  }

  return {
    enter(key, request, response) {
      let client = clients.get(key);
      if (!client) {
        client = { key, requests: 0, reading: 0, bodies: 0, unread: 0 };
        clients.set(key, client);
      }
      if (client.requests >= limits.clientRequests)
        throw tooMuch(`More than ${limits.clientRequests} requests of yours are under way; wait for their answers.`);
      client.requests++;
      const flight = new Flight(client, totals, request, response, afterRead);
      flights.add(flight);
      response.once('close', () => leave(flight));
      return flight;
    },
    await(flight, isRead, go, refuse) {
      if (mayGo({ flight, isRead })) return begin(flight, isRead, go);
      const now = performance.now();
      dropStale(now);
      admit({ flight, isRead, until: now + limits.answerWait, go, refuse });
    },
    close: () => clearInterval(sweep),
  };
}
