// The load: a fixed number of keep-alive connections, each sending its next request when the last one is answered.
// Written on plain sockets, because a full HTTP client would take more of the machine than the servers it measures.
import { connect, type Socket } from 'node:net';

export interface Sent {
  /** The whole request, head and body. */
  text: string;
  status: number;
}

/** The next request of a connection. */
export type NextRequest = (lane: number) => Sent;

export interface Round {
  seconds: number;
  requests: number;
  errors: number;
  /** Milliseconds of each answered request. */
  latencies: number[];
}

const BUFFER = 128 * 1024;

export async function drive(port: number, lanes: number, seconds: number, next: NextRequest): Promise<Round> {
  const round: Round = { seconds: 0, requests: 0, errors: 0, latencies: [] };
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(port, until, () => next(lane), round)));
  round.seconds = (performance.now() - started) / 1000;
  return round;
}

function runLane(port: number, until: number, next: () => Sent, round: Round): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const buffer = Buffer.allocUnsafe(BUFFER);
  let missing = -1; // bytes of the body still to come; -1 while the head is not complete
  let status = 0;
  let expected = 0;
  let sentAt = 0;

  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer, callback: (bytes) => receive(bytes) },
  });
  socket.once('connect', send);
  socket.once('error', () => round.errors++);
  socket.once('close', () => resolve());

  function send(): void {
    const request = next();
    expected = request.status;
    missing = -1;
    sentAt = performance.now();
    socket.write(request.text);
  }

  function receive(bytes: number): boolean {
    if (missing >= 0) missing -= bytes;
    else {
      // Both servers send the head in one piece with the beginning of the body.
      const end = buffer.subarray(0, bytes).indexOf('\r\n\r\n');
      const head = buffer.toString('latin1', 0, Math.max(end, 0));
      status = Number(head.slice(9, 12));
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (bytes - end - 4);
    }
    if (missing === 0) finish();
    else if (!(missing > 0)) socket.destroy(new Error('an answer without its length, or longer than that'));
    return true;
  }

  function finish(): void {
    const now = performance.now();
    round.requests++;
    round.latencies.push(now - sentAt);
    if (status !== expected) round.errors++;
    if (now < until) send();
    else socket.destroy();
  }

  return promise;
}

/** A request as text. */
export function requestText(method: string, path: string, body?: string): string {
  const head = `${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
