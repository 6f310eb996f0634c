// Requests under way: how many each client has, and how many bytes of their bodies and answers are in memory. A client is
// a token, or an address where there is none. What would exceed a bound waits or is refused before it is read, and answers
// that nobody reads are dropped, so that no client takes the memory of the others.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';

/** What one client has under way. */
interface Client {
  key: string;
  requests: number;
  /** Bytes of bodies that are arriving or being worked on. */
  bodies: number;
  /** Bytes of answers that have not left yet. */
  unread: number;
}

/** The same of all clients. */
type Totals = Pick<Client, 'bodies' | 'unread'>;

/** A body that is arriving: it must make progress, and be complete in time. */
interface Arrival {
  /** Times of the sweep, in milliseconds. */
  begun: number;
  moved: number;
  /** Bytes of the connection when it last moved. */
  bytes: number;
  stall: number;
  time: number;
  late: (error: AppError) => void;
}

/** A request that waits until answers have left. */
interface Waiting {
  flight: Flight;
  until: number;
  go: () => void;
  refuse: (error: AppError) => void;
}

export interface Traffic {
  /** Counts a request until its answer has left or its connection is gone; throws where the client has too many. */
  enter(key: string, request: IncomingMessage, response: ServerResponse): Flight;
  /** Waits for answers to be read where too many are not; a promise only then. */
  turn(flight: Flight): Promise<void> | undefined;
  close(): void;
}

const SWEEP = 1000;
const RETRY = 1; // seconds, for requests that were refused because of others under way

export function createTraffic(): Traffic {
  const totals: Totals = { bodies: 0, unread: 0 };
  const clients = new Map<string, Client>();
  const flights = new Set<Flight>();
  const waiting = new Set<Waiting>();
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const flight of flights) flight.check(now);
    dropStale(now);
    for (const one of waiting) if (one.until < now) refuse(one);
    wakeOne();
  }, SWEEP).unref();

  const isFull = ({ unread }: Client) => unread > limits.clientUnread;
  const mayGo = ({ client }: Flight) => !isFull(client) && totals.unread <= limits.allUnread;

  function leave(flight: Flight): void {
    if (!flights.delete(flight)) return;
    flight.release();
    const { client } = flight;
    if (--client.requests === 0) clients.delete(client.key);
    if (waiting.size === 0) return;
    for (const one of waiting) if (one.flight === flight) waiting.delete(one);
    wakeOne();
  }

  // One for each that leaves, so that all who wait do not make their answers at once.
  function wakeOne(): void {
    for (const one of waiting) {
      if (!mayGo(one.flight)) continue;
      waiting.delete(one);
      one.go();
      return;
    }
  }

  function refuse(one: Waiting): void {
    waiting.delete(one);
    one.refuse(
      isFull(one.flight.client)
        ? tooMuch(`More than ${limits.clientUnread} bytes of answers wait to be read by you; read them first.`)
        : new AppError('SERVICE_UNAVAILABLE', 'Too many answers wait to be read by clients; try again.', {}, RETRY),
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
        client = { key, requests: 0, bodies: 0, unread: 0 };
        clients.set(key, client);
      }
      if (client.requests >= limits.clientRequests)
        throw tooMuch(`More than ${limits.clientRequests} requests of yours are under way; wait for their answers.`);
      client.requests++;
      const flight = new Flight(client, totals, request, response);
      flights.add(flight);
      response.once('close', () => leave(flight));
      return flight;
    },
    turn(flight) {
      if (mayGo(flight)) return;
      dropStale(performance.now());
      return new Promise((go, no) =>
        waiting.add({ flight, until: performance.now() + limits.answerWait, go, refuse: no }),
      );
    },
    close: () => clearInterval(sweep),
  };
}

/** One request under way. */
export class Flight {
  readonly client: Client;
  private readonly totals: Totals;
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private body = 0;
  private arrival: Arrival | undefined;
  private unread = 0;
  private answered = 0; // when
  private isGuarded = false;

  constructor(client: Client, totals: Totals, request: IncomingMessage, response: ServerResponse) {
    this.client = client;
    this.totals = totals;
    this.request = request;
    this.response = response;
  }

  /** Throws where a body of this size has no room now. */
  checkRoom(bytes: number): void {
    if (this.client.bodies + bytes > limits.clientBodies)
      throw tooMuch(`More than ${limits.clientBodies} bytes of your requests are under way; send fewer at a time.`);
    if (this.totals.bodies + bytes > limits.allBodies)
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many large requests are under way; try again.', {}, RETRY);
  }

  /** Counts bytes of the body, until the request is over. */
  take(bytes: number): void {
    this.checkRoom(bytes);
    this.body += bytes;
    this.client.bodies += bytes;
    this.totals.bodies += bytes;
  }

  /** The body is about to be read: a client that waits for permission to send it gets that now (RFC 9110 section 10.1.1). */
  expectBody(stall: number, time: number, late: (error: AppError) => void): void {
    if (this.request.headers.expect !== undefined) this.response.writeContinue();
    const now = performance.now();
    this.arrival = { begun: now, moved: now, bytes: this.request.socket.bytesRead, stall, time, late };
  }

  bodyArrived(): void {
    this.arrival = undefined;
  }

  /** Counts an answer, until it has left. */
  answer(bytes: number): void {
    this.unread = bytes;
    this.answered = performance.now();
    this.client.unread += bytes;
    this.totals.unread += bytes;
  }

  /** Whether its answer has not left though there was time. */
  isStale(now: number): boolean {
    return this.unread > 0 && now - this.answered > SWEEP;
  }

  /** Closes the connection with the answer unread. */
  drop(): void {
    this.release();
    this.request.socket.destroy();
  }

  /** Called every second. */
  check(now: number): void {
    if (this.arrival) this.checkArrival(this.arrival, now);
    // From then on Node closes the connection when nothing has left over it for so long.
    if (this.isGuarded || !this.response.headersSent) return;
    this.isGuarded = true;
    this.request.socket.setTimeout(limits.answerStall);
  }

  release(): void {
    this.arrival = undefined;
    this.client.bodies -= this.body;
    this.totals.bodies -= this.body;
    this.body = 0;
    this.client.unread -= this.unread;
    this.totals.unread -= this.unread;
    this.unread = 0;
  }

  private checkArrival(arrival: Arrival, now: number): void {
    const { bytesRead } = this.request.socket;
    if (bytesRead !== arrival.bytes) {
      arrival.bytes = bytesRead;
      arrival.moved = now;
    }
    const isStalled = now - arrival.moved > arrival.stall;
    if (!isStalled && now - arrival.begun <= arrival.time) return;
    this.arrival = undefined;
    const message = isStalled
      ? `No byte of the body has arrived for ${arrival.stall / 1000} s.`
      : `The body has not arrived within ${arrival.time / 1000} s.`;
    arrival.late(new AppError('REQUEST_TIMEOUT', message));
  }
}

function tooMuch(message: string): AppError {
  return new AppError('RATE_LIMITED', message, {}, RETRY);
}
