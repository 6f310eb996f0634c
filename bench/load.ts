// The load: a fixed number of keep-alive connections, each sending its next request when the last one is answered.
// Written on plain sockets, because a full HTTP client would take more of the machine than the servers it measures.
import { connect } from 'node:net';

export interface Sent {
  /** The whole request, head and body. */
  text: string;
  status: number;
}

/** The next request of a connection; none ends it. */
export type NextRequest = (lane: number) => Sent | undefined;

export interface Round {
  seconds: number;
  requests: number;
  errors: number;
  /** Milliseconds of each answered request. */
  latencies: number[];
}

/** One connection, with one request at a time. */
export interface Connection {
  send(text: string): void;
  close(): void;
}

interface Ears {
  opened(): void;
  answered(status: number): void;
  failed(): void;
  closed(): void;
}

const BUFFER = 128 * 1024;

/** Sends for so many seconds, or until there is no next request; with a pause of so many milliseconds between requests. */
export async function drive(
  port: number,
  lanes: number,
  seconds: number,
  next: NextRequest,
  pause = 0,
): Promise<Round> {
  const round: Round = { seconds: 0, requests: 0, errors: 0, latencies: [] };
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(port, until, () => next(lane), round, pause)));
  round.seconds = (performance.now() - started) / 1000;
  return round;
}

function runLane(
  port: number,
  until: number,
  next: () => Sent | undefined,
  round: Round,
  pause: number,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let expected = 0;
  let sentAt = 0;
  const connection = open(port, {
    opened: send,
    answered(status) {
      const now = performance.now();
      round.requests++;
      round.latencies.push(now - sentAt);
      if (status !== expected) round.errors++;
      if (now >= until) connection.close();
      else if (pause > 0) setTimeout(send, pause);
      else send();
    },
    failed: () => round.errors++,
    closed: resolve,
  });

  function send(): void {
    const request = next();
    if (!request) {
      connection.close();
      return;
    }
    expected = request.status;
    sentAt = performance.now();
    connection.send(request.text);
  }

  return promise;
}

export function open(port: number, { opened, answered, failed, closed }: Ears): Connection {
  const buffer = Buffer.allocUnsafe(BUFFER);
  let head = ''; // what has come of it, until it is complete
  let missing = -1; // bytes of the body still to come; -1 while the head is not complete
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback: receive } });
  socket.once('connect', opened);
  socket.once('error', failed);
  socket.once('close', closed);

  function receive(bytes: number): boolean {
    if (missing >= 0) missing -= bytes;
    else {
      const end = buffer.subarray(0, bytes).indexOf('\r\n\r\n');
      head += buffer.toString('latin1', 0, end < 0 ? bytes : end);
      if (end < 0) return true;
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (bytes - end - 4);
    }
    if (missing === 0) answered(Number(head.slice(9, 12)));
    else if (!(missing > 0)) socket.destroy(new Error('an answer without its length, or longer than that'));
    return true;
  }

  return {
    send(text) {
      head = '';
      missing = -1;
      socket.write(text);
    },
    close: () => void socket.destroy(),
  };
}

/** A request as text. */
export function requestText(method: string, path: string, body?: string): string {
  const head = `${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
