// A real service in this process, on a free port and an empty folder, for tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/service.ts';

export interface Answered {
  status: number;
  headers: Headers;
  /** The body as JSON, or as text where it is none. */
  body: never;
  text: string;
}

export interface TestService extends Service {
  folder: string;
  config: Config;
  /** A request under /api/v1; an object body is sent as JSON, a string as it is. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Stops the service and removes its folder. */
  end(): Promise<void>;
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'daybook-test-'));
}

export async function startTestService(given: Partial<Record<keyof Config, string>> = {}): Promise<TestService> {
  const folder = given.data ?? newFolder();
  const config = readConfig({ port: '0', logLevel: 'silent', ...given, data: folder }, {});
  const service = await startService(config);
  return {
    ...service,
    folder,
    config,
    ask: (method, path, body, headers) => ask(service.url, method, path, body, headers),
    async end() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Addresses that do not stand under /api/v1.
const OUTSIDE = /^\/(api|health|metrics|openapi.json|docs|ws)\b|^\/$/;

export async function ask(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url + (OUTSIDE.test(path) ? path : `/api/v1${path}`), {
    method,
    headers: { ...(sent !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : text) as never,
    text,
  };
}
