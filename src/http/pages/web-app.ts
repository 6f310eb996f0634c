// The web app at /: its files from memory, compressed when they were built, and its page for every path that is not of
// the service itself. Without its files, a page that says so.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { PAGE_FILE, type WebFile, type WebFiles } from '../../web/files.ts';
import type { WebApp } from '../../web/web-app.ts';
import { type Coding, storedCodingFor, tagFor, varyBy, varyByEncoding } from '../compression.ts';
import { isUnchanged } from '../preconditions.ts';
import { type Addresses, missingRoute } from '../refusals.ts';
import { missingPageHeaders, pageHeaders } from './web-policy.ts';

/** Their names contain a hash of their content. */
const ASSETS = '/assets/';
const SERVICE_WORKER = '/sw.js';
const PREFIX_NAMES = /^\/([^/]*)/;

export function addWebApp(app: FastifyInstance, webApp: WebApp, addresses: Addresses): void {
  const sendPage = 'files' in webApp ? pageOf(webApp.files) : sendMissing;
  const files: WebFiles = 'files' in webApp ? webApp.files : new Map();
  const isOfService = serviceNames(addresses);

  const handler: RouteHandlerMethod = async (request, reply) => {
    const path = request.url.split('?', 1)[0] as string;
    if (path === '/' || path === PAGE_FILE) return sendPage(request, reply);
    const file = files.get(path);
    if (file) return sendFile(request, reply, file, headersOf(path));
    if (path.startsWith(ASSETS) || isOfService(path) || !wantsPage(request))
      throw missingRoute(addresses, request, reply);
    varyBy(reply, 'Accept');
    return sendPage(request, reply);
  };
  app.get('/', { config: { open: true } }, handler);
  app.get('/*', { config: { open: true } }, handler);
}

/** Whether a path belongs to the service: its first part is that of a route. Routes may be added until the first use. */
function serviceNames(addresses: Addresses): (path: string) => boolean {
  const nameOf = (path: string) => PREFIX_NAMES.exec(path)?.[1] ?? '';
  let names: ReadonlySet<string> | undefined;
  return (path) => {
    names ??= new Set([...addresses.keys()].map(nameOf).filter((name) => name !== '' && name !== '*'));
    return names.has(nameOf(path));
  };
}

/** Browsers ask for a page by name. Programs do not, and get the error as JSON. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}

type Send = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

function pageOf(files: WebFiles): Send {
  const file = files.get(PAGE_FILE) as WebFile;
  return (request, reply) => sendFile(request, reply, file, pageHeaders);
}

function headersOf(path: string): Record<string, string> {
  if (path.startsWith(ASSETS)) return { 'cache-control': 'public, max-age=31536000, immutable' };
  if (path === SERVICE_WORKER) return { ...pageHeaders, 'service-worker-allowed': '/' };
  return { 'cache-control': 'no-cache' };
}

function sendFile(
  { headers: { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } }: FastifyRequest,
  reply: FastifyReply,
  { type, etag, body, compressed }: WebFile,
  headers: Record<string, string>,
): FastifyReply {
  const stored = Object.keys(compressed) as (Coding & keyof WebFile['compressed'])[];
  const coding = storedCodingFor(accepted, stored) as (typeof stored)[number] | null;
  const tag = tagFor(etag, coding);
  reply.headers(headers).header('etag', tag);
  if (stored.length > 0) varyByEncoding(reply);
  if (isUnchanged(ifNoneMatch, tag)) return reply.code(304).send();
  reply.header('content-type', type);
  if (coding === null) return reply.send(body);
  return reply.header('content-encoding', coding).send(compressed[coding]);
}

const MISSING = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Daybook</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<h1>The web app is not available</h1>
<p>It could not be built when the service started. The log of the service says why. Run <code>npm run build</code> in the
project's folder, and restart the service.</p>
<p>Everything else works: see the <a href="/docs">API reference</a>.</p>
</html>
`;

function sendMissing(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(503).headers(missingPageHeaders).header('content-type', 'text/html; charset=utf-8').send(MISSING);
}
