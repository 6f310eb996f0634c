// A proxy in front of a service that fails as told: answers that are lost or cut after the service has done the request,
// errors of a gateway, answers that never come.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault =
  /** The service does the request, and its answer is lost. */
  | 'lost'
  /** The answer is cut in its middle. */
  | 'cut'
  /** The answer is said to be complete in its middle. */
  | 'short'
  /** The service does the request, and its answer never comes. */
  | 'late'
  /** The service does not get the request. */
  | { status: number; headers?: Record<string, string>; body?: string };

export interface FaultyProxy {
  url: string;
  /** What happens to the next requests, one each; those after them pass. */
  faults: Fault[];
  /** The requests that have come, with their headers. */
  requests: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  end(): Promise<void>;
}

export async function startFaultyProxy(service: string): Promise<FaultyProxy> {
  const faults: Fault[] = [];
  const requests: FaultyProxy['requests'] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers });
    const fault = faults.shift();
    const body = Buffer.concat(await request.toArray());
    if (typeof fault === 'object') {
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    const { host: _, connection: __, ...passed } = headers;
    const sent = method === 'GET' ? {} : { body };
    const answer = await fetch(service + path, { method, headers: passed as Record<string, string>, ...sent });
    await pass(answer, response, fault);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    requests,
    async end() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function pass(answer: Response, response: ServerResponse, fault: Fault | undefined): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const half = bytes.subarray(0, bytes.length >> 1);
  const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(answer.headers);
  if (fault === 'late') return;
  if (fault === 'lost') {
    response.destroy();
    return;
  }
  const sent = fault === 'short' ? half : bytes;
  response.writeHead(answer.status, { ...headers, 'content-length': sent.length });
  if (fault !== 'cut') response.end(sent);
  else response.write(half, () => response.destroy());
}
