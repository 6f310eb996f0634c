// Requests in progress: how many each client has, and how many bytes of their bodies and responses are in memory. A
// client is a token, or without one an IP address that uses a route. A request that would exceed a limit waits or is refused before
// it is read, and unread responses are dropped, so that no client exhausts the memory.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { type Client, Flight, type Owner, SWEEP, type Totals, tooMuch } from './flight.ts';
import type { Turns } from './turns.ts';
import { createWaitingRequests } from './waiting-requests.ts';

/** Who sends a request: the client, which is one of those of its owner. */
export interface Sender {
  client: string;
  owner: string;
  isAnonymous?: boolean;
}

export interface Traffic {
  /** Counts a request until its response was sent or its connection was closed; throws if the client has too many. */
  enter(sender: Sender, request: IncomingMessage, response: ServerResponse): Flight;
  /**
   * Calls `go` when the request may be processed: immediately, or when enough responses have been read and, for a read,
   * when enough other reads of the same client have finished. Calls `refuse` if that takes too long.
   */
  await(flight: Flight, isRead: boolean, go: () => void, refuse: (error: AppError) => void): void;
  close(): void;
}

export function createTraffic({ run }: Pick<Turns, 'run'>): Traffic {
  const totals: Totals = { bodies: 0, unread: 0 };
  const clients = new Map<string, Client>();
  const owners = new Map<string, Owner>();
  const flights = new Set<Flight>();
  const waiting = createWaitingRequests(totals, run);
  const sweep = setInterval(() => {
    const now = performance.now();
    // Node emits no event for responses that a lost connection has not begun to send.
    for (const flight of flights) if (flight.isGone()) leave(flight);
    for (const flight of flights) flight.check(now);
    dropAnonymous(flights, now);
    dropStale(flights, totals, now);
    waiting.refuseLate(now);
    waiting.wakeOne();
  }, SWEEP).unref();

  function leave(flight: Flight): void {
    if (!flights.delete(flight)) return;
    flight.release();
    flight.client.requests--;
    forget(flight.client);
    waiting.leave(flight);
  }

  function forget(client: Client): void {
    if (client.requests > 0 || client.reading > 0 || clients.get(client.key) !== client) return;
    clients.delete(client.key);
    if (--client.owner.clients === 0) owners.delete(client.owner.key);
  }

  function clientOf(sender: Sender): Client {
    const known = clients.get(sender.client);
    if (known) return known;
    const owner = owners.get(sender.owner) ?? { key: sender.owner, bodies: 0, clients: 0 };
    owners.set(sender.owner, owner);
    owner.clients++;
    const { isAnonymous = false } = sender;
    const client = { key: sender.client, owner, isAnonymous, requests: 0, reading: 0, unread: 0 };
    clients.set(client.key, client);
    return client;
  }

  function afterRead(client: Client): void {
    forget(client);
    waiting.wakeOne();
  }

  return {
    enter(sender, request, response) {
      const client = clientOf(sender);
      requireRoom(client, flights);
      client.requests++;
      const flight = new Flight(client, totals, request, response, afterRead);
      flights.add(flight);
      response.once('close', () => leave(flight));
      return flight;
    },
    await(flight, isRead, go, refuse) {
      if (waiting.begin(flight, isRead, go)) return;
      const now = performance.now();
      dropAnonymous(flights, now);
      dropStale(flights, totals, now);
      waiting.admit({ flight, isRead, until: now + limits.answerWait, go, refuse });
    },
    close: () => clearInterval(sweep),
  };
}

// Above the limit of all clients, the client with the most unread data loses the oldest of it.
function dropStale(flights: ReadonlySet<Flight>, totals: Totals, now: number): void {
  while (totals.unread > limits.allUnread) {
    const stale = [...flights].filter((flight) => flight.isStale(now));
    const max = Math.max(...stale.map(({ client }) => client.unread));
    const victim = stale.find(({ client }) => client.unread === max);
    if (!victim) return;
    victim.drop();
  }
}

// Without a token, the oldest request whose body is still arriving or whose response is unread ends, so that a slow client
// does not lock out the others of its address.
function requireRoom(client: Client, flights: ReadonlySet<Flight>): void {
  const most = client.isAnonymous ? limits.anonymousRequests : limits.clientRequests;
  if (client.requests < most) return;
  if (client.isAnonymous) for (const flight of flights) if (flight.client === client && flight.giveWay()) return;
  throw tooMuch(`More than ${most} of your requests are in progress; wait for their responses.`);
}

// Others of the address would have to wait until the responses have been read.
function dropAnonymous(flights: ReadonlySet<Flight>, now: number): void {
  for (const flight of flights)
    if (flight.client.isAnonymous && flight.client.unread > limits.clientUnread && flight.isStale(now)) flight.drop();
}
