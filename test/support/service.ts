// A real service in this process, on a free port and a new database, for tests.
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { dirname, join } from 'node:path';
import { type Config, readConfig } from '../../src/config.ts';
import type { RemoteImages } from '../../src/mail/html/remote-images.ts';
import { type Service, startService } from '../../src/service.ts';
import { openWebApp } from '../../src/web/web-app.ts';
import { dataFolder, endDatabase, newMigratedDatabase } from './databases.ts';

export interface Answered {
  status: number;
  headers: Headers;
  /** The body as JSON, or as text if it is not JSON. */
  body: never;
  text: string;
}

export interface TestService extends Service {
  folder: string;
  /** Where the data is, as `database` takes it: for a second service on the same data, after this one has stopped. */
  database: string;
  config: Config;
  /** A request under /api/v1; an object body is sent as JSON, a string as it is. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Stops the service and removes its data. */
  end(): Promise<void>;
}

/** Few connections to a server, because each of them prepares every statement again. */
const USUAL = { port: '0', logLevel: 'silent', noWeb: 'true', databaseConnections: '3' };

/**
 * The service of a new database, unless a database or a data folder is given. Images of mails are fetched from public
 * addresses, unless others are given. The web app is left out, unless `noWeb` is 'false'.
 */
export async function startTestService(
  given: Partial<Record<keyof Config, string>> = {},
  images?: RemoteImages,
): Promise<TestService> {
  const { folder, database } = await placesFor(given);
  const config = readConfig({ ...USUAL, ...given, data: folder, database }, {});
  const service = await startService(config, {
    ...(images && { images }),
    ...(!config.noWeb && { openWebApp: () => openWebApp(() => {}) }),
  });
  return {
    ...service,
    folder,
    database,
    config,
    ask: (method, path, body, headers) => ask(service.url, method, path, body, headers),
    async end() {
      await service.stop();
      await endDatabase(database);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function placesFor({ data, database }: { data?: string; database?: string }) {
  if (data !== undefined) return { folder: data, database: database ?? join(data, 'daybook.db') };
  const place = database ?? (await newMigratedDatabase()).place;
  const folder = /^postgres/.test(place) ? dataFolder(place) : dirname(place);
  return { folder, database: place };
}

// Paths that are not under /api/v1.
const OUTSIDE = /^\/(api|health|metrics|openapi.json|docs|favicon|ws)\b|^\/$/;

/** The seq in the ETag of an answer: that of the record's last change. */
export function seqOf({ headers }: Pick<Answered, 'headers'>): number {
  return Number.parseInt(headers.get('etag')?.slice(1) ?? '', 10);
}

export async function ask(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const type: Record<string, string> = sent === undefined ? {} : { 'content-type': 'application/json' };
  const address = url + (OUTSIDE.test(path) ? path : `/api/v1${path}`);
  const { status, headers: received, text } = await exchange(address, method, sent, { ...type, ...headers });
  const isJson = received.get('content-type')?.startsWith('application/json') && text !== '';
  return { status, headers: received, body: (isJson ? JSON.parse(text) : text) as never, text };
}

const agent = new Agent({ keepAlive: true });
const decoder = new TextDecoder();

// With Node's own client: fetch takes as much processor time again as the service itself, and there are many requests.
function exchange(
  address: string,
  method: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Headers; text: string }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const asked = request(address, { method, agent, headers: { ...length, ...headers } }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const received = new Headers();
        for (let at = 0; at < answer.rawHeaders.length; at += 2)
          received.append(answer.rawHeaders[at] as string, answer.rawHeaders[at + 1] as string);
        resolve({
          status: answer.statusCode as number,
          headers: received,
          text: decoder.decode(Buffer.concat(pieces)),
        });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
