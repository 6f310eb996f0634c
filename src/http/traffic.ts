// Requests under way: how many each client has, and how many bytes of their bodies and answers are in memory. A client is
// a token, or an address where there is none. What would exceed a bound waits or is refused before it is read, and answers
// that nobody reads are dropped, so that no client takes the memory of the others.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Turns } from './turns.ts';

/** What one client has under way. */
interface Client {
  key: string;
  requests: number;
  /** Requests that read, and have no answer yet. */
  reading: number;
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

const SWEEP = 1000;
const RETRY = 1; // seconds, for requests that were refused because of others under way

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

/** One request under way. */
export class Flight {
  readonly client: Client;
  private readonly totals: Totals;
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly onRead: (client: Client) => void;
  private body = 0;
  private arrival: Arrival | undefined;
  private unread = 0;
  private answered = 0; // when
  private isGuarded = false;
  private isOver = false;
  private isReading = false;

  constructor(
    client: Client,
    totals: Totals,
    request: IncomingMessage,
    response: ServerResponse,
    onRead: (client: Client) => void,
  ) {
    this.onRead = onRead;
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
    if (this.isOver) return;
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

  /** Counts it among those of its client that read, until it has an answer, also one for nobody. */
  reads(): void {
    if (this.isOver) return;
    this.isReading = true;
    this.client.reading++;
  }

  /** Counts an answer, until it has left; 0 for one that is read while it leaves. */
  answer(bytes: number): void {
    if (!this.isOver) {
      this.client.unread += bytes - this.unread;
      this.totals.unread += bytes - this.unread;
      this.unread = bytes;
      this.answered = performance.now();
    } // else the client is gone
    this.endReading();
  }

  /** Whether its answer has not left though there was time. */
  isStale(now: number): boolean {
    return this.unread > 0 && now - this.answered > SWEEP;
  }

  /** Whether nobody waits for its answer any more. */
  isGone(): boolean {
    return this.request.socket.destroyed;
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
    this.isOver = true;
    this.arrival = undefined;
    this.client.bodies -= this.body;
    this.totals.bodies -= this.body;
    this.body = 0;
    this.client.unread -= this.unread;
    this.totals.unread -= this.unread;
    this.unread = 0;
  }

  private endReading(): void {
    if (!this.isReading) return;
    this.isReading = false;
    this.client.reading--;
    this.onRead(this.client);
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
