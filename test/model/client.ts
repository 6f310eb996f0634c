// A client that keeps its connections: a test of twenty thousand requests should not spend its time on opening them.
import { Agent, type IncomingMessage, request } from 'node:http';
import type { TestService } from '../support/service.ts';

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  /** The body as JSON; the empty text where there is none. */
  body: unknown;
  text: string;
}

export interface Client {
  token: string;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

const agent = new Agent({ keepAlive: true });

/** A client with a token of its own; an object body is sent as JSON, a string as it is. */
export function newClient({ url }: Pick<TestService, 'url'>, token: string): Client {
  return {
    token,
    ask(method, path, body, headers = {}) {
      const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const type = sent === undefined ? {} : { 'content-type': 'application/json' };
      return new Promise((resolve, reject) => {
        const options = { agent, method, headers: { authorization: `Bearer ${token}`, ...type, ...headers } };
        const asking = request(`${url}/api/v1${path}`, options, (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(pieces).toString();
            const body = text === '' ? '' : JSON.parse(text);
            resolve({ status: response.statusCode as number, headers: response.headers, body, text });
          });
        });
        asking.on('error', reject);
        asking.end(sent);
      });
    },
  };
}
