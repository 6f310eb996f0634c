// One request in progress: what it uses of its client's share of requests, reads, bodies and unread responses, and the
// time limits for its body.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';

/** Milliseconds between two checks of all requests in progress. */
export const SWEEP = 1000;
/** Retry-After in seconds, for requests that were refused because of others in progress. */
export const RETRY = 1;

/** The bodies of one user's requests, of all tokens together, or those of an IP address without a token. */
export interface Owner {
  key: string;
  /** Bytes of bodies that are arriving or being processed. */
  bodies: number;
  clients: number;
}

/** The requests in progress of one client. */
export interface Client {
  key: string;
  owner: Owner;
  /** Whether it is an IP address without a token: others can be behind it, so its slow requests give way. */
  isAnonymous: boolean;
  requests: number;
  /** Requests that read from the store and have no response yet. */
  reading: number;
  /** Bytes of responses that have not been sent completely. */
  unread: number;
}

/** The same for all clients. */
export interface Totals {
  bodies: number;
  unread: number;
}

/** A body that is arriving: it must make progress, and be complete in time. */
interface Arrival {
  /** Times of the periodic check, in milliseconds. */
  begun: number;
  moved: number;
  /** Bytes of the connection when it last made progress. */
  bytes: number;
  stall: number;
  time: number;
  late: (error: AppError) => void;
}

/** One request in progress. */
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

  /** Throws if there is no memory for a body of this size now. */
  checkRoom(bytes: number): void {
    if (this.client.owner.bodies + bytes > limits.userBodies)
      throw tooMuch(`More than ${limits.userBodies} bytes of your requests are in progress; send fewer at a time.`);
    if (this.totals.bodies + bytes > limits.allBodies)
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many large requests are in progress; try again.', {}, RETRY);
  }

  /** Counts bytes of the body until the request is finished. */
  take(bytes: number): void {
    this.checkRoom(bytes);
    if (this.isOver) return;
    this.body += bytes;
    this.client.owner.bodies += bytes;
    this.totals.bodies += bytes;
  }

  /** The body is about to be read: a client that waits to send it gets 100 Continue (RFC 9110 section 10.1.1). */
  expectBody(stall: number, time: number, late: (error: AppError) => void): void {
    if (this.request.headers.expect !== undefined) this.response.writeContinue();
    const now = performance.now();
    this.arrival = { begun: now, moved: now, bytes: this.request.socket.bytesRead, stall, time, late };
  }

  bodyArrived(): void {
    this.arrival = undefined;
  }

  /** Counts it among the reads of its client until it has a response, even if the client has disconnected. */
  reads(): void {
    if (this.isOver) return;
    this.isReading = true;
    this.client.reading++;
  }

  /** Nothing more is read from the store: the request waits for another server. */
  endReading(): void {
    if (!this.isReading) return;
    this.isReading = false;
    this.client.reading--;
    this.onRead(this.client);
  }

  /** The response is a stream without an end, which may be silent; its sender finds out whether it is read. */
  stream(): void {
    this.isGuarded = true;
    this.request.socket.setTimeout(0); // which an earlier response on the connection may have set
    this.endReading();
  }

  /** Counts a response until it has been sent; 0 for a response that is streamed. */
  countResponse(bytes: number): void {
    if (!this.isOver) {
      this.client.unread += bytes - this.unread;
      this.totals.unread += bytes - this.unread;
      this.unread = bytes;
      this.answered = performance.now();
    } // else the client has disconnected
    this.endReading();
  }

  /** Whether its response was not sent within the time limit. */
  isStale(now: number): boolean {
    return this.unread > 0 && now - this.answered > SWEEP;
  }

  /** Whether the client no longer waits for the response. */
  isGone(): boolean {
    return this.request.socket.destroyed;
  }

  /** Closes the connection, although the response is unread. */
  drop(): void {
    this.release();
    this.request.socket.destroy();
  }

  /** Ends the request for another one if it waits for its client; returns whether it does. */
  giveWay(): boolean {
    const { arrival } = this;
    if (arrival) {
      this.arrival = undefined;
      arrival.late(new AppError('REQUEST_TIMEOUT', 'The body arrived so slowly that other requests took its place.'));
      return true;
    }
    if (this.unread === 0) return false;
    this.drop();
    return true;
  }

  /** Called every second. */
  check(now: number): void {
    if (this.arrival) this.checkArrival(this.arrival, now);
    // From then on Node closes the connection if nothing was sent over it for this time.
    if (this.isGuarded || !this.response.headersSent) return;
    this.isGuarded = true;
    this.request.socket.setTimeout(limits.answerStall);
  }

  release(): void {
    this.isOver = true;
    this.arrival = undefined;
    this.client.owner.bodies -= this.body;
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

export function tooMuch(message: string): AppError {
  return new AppError('RATE_LIMITED', message, {}, RETRY);
}
