// A receiver of webhooks in this process: keeps what arrives, verifies it with an independent implementation of Standard
// Webhooks, and answers as the test says.
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { waitUntil } from './wait-until.ts';

export interface Received {
  id: string;
  type: string;
  /** The message of the change feed. */
  data: { seq: number; data: Record<string, unknown> | null } & Record<string, unknown>;
  timestamp: string;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Receiver {
  url: string;
  /** What has arrived, in order, repeats included. */
  received: Received[];
  /** How the next messages are answered, until it is set again; the last requests are answered with it too. */
  answer: (response: ServerResponse, message: Received) => void;
  /** Resolves when the messages so far fit. */
  until(fits: (received: Received[]) => boolean): Promise<void>;
  /** The most requests that were open at the same time. */
  readonly atOnce: number;
  end(): Promise<void>;
}

export const accept = (response: ServerResponse) => void response.writeHead(204).end();

export async function startReceiver(): Promise<Receiver> {
  let [open, atOnce] = [0, 0];
  const listener: RequestListener = async (request, response) => {
    open += 1;
    atOnce = Math.max(atOnce, open);
    response.once('close', () => {
      open -= 1;
    });
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString('utf8');
    const { type, data, timestamp } = JSON.parse(text) as Received;
    const message = {
      id: request.headers['webhook-id'] as string,
      type,
      data,
      timestamp,
      headers: request.headers,
      text,
    };
    receiver.received.push(message);
    receiver.answer(response, message);
  };
  const server = createServer(
    (request, response) => void (listener(request, response) as unknown as Promise<void>).catch(() => {}),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: accept,
    until: (fits) => waitUntil(() => receiver.received, fits),
    get atOnce() {
      return atOnce;
    },
    async end() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return receiver;
}

/** Throws unless the message is signed with the secret. */
export function verify(secret: string, { headers, text }: Received): void {
  new Webhook(secret).verify(text, headers as Record<string, string>);
}
