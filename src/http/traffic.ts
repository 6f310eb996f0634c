// Requests under way: how many each client has, and how many bytes of their bodies are in memory. A client is a token,
// or an address where there is none. What would exceed a bound is refused before it is read, so that no client takes
// the memory of the others.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';

/** What one client has under way. */
interface Client {
  key: string;
  requests: number;
  bodies: number;
}

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

export interface Traffic {
  /** Counts a request until its answer has left or its connection is gone; throws where the client has too many. */
  enter(key: string, request: IncomingMessage, response: ServerResponse): Flight;
  close(): void;
}

const SWEEP = 1000;
const RETRY = 1; // seconds, for requests that were refused because of others under way

export function createTraffic(): Traffic {
  const totals = { bodies: 0 };
  const clients = new Map<string, Client>();
  const flights = new Set<Flight>();
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const flight of flights) flight.check(now);
  }, SWEEP).unref();

  function leave(flight: Flight): void {
    if (!flights.delete(flight)) return;
    flight.release();
    const { client } = flight;
    if (--client.requests === 0) clients.delete(client.key);
  }

  return {
    enter(key, request, response) {
      let client = clients.get(key);
      if (!client) {
        client = { key, requests: 0, bodies: 0 };
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
    close: () => clearInterval(sweep),
  };
}

/** One request under way. */
export class Flight {
  readonly client: Client;
  private readonly totals: { bodies: number };
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private body = 0;
  private arrival: Arrival | undefined;

  constructor(client: Client, totals: { bodies: number }, request: IncomingMessage, response: ServerResponse) {
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

  /** Called every second. */
  check(now: number): void {
    if (this.arrival) this.checkArrival(this.arrival, now);
  }

  release(): void {
    this.arrival = undefined;
    this.client.bodies -= this.body;
    this.totals.bodies -= this.body;
    this.body = 0;
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
