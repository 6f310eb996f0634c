// The bare program that Daybook is measured against: node:http and node:sqlite, or pg, with nothing between them. It
// gives the same answers from the same kind of tables and keeps the same promise: a write is answered after its fsync,
// and writes that wait together share one. It has no checks, no tokens, no log, no feed: it is the limit, not a service.
// Run by bench.ts as: node bench/limit.ts PLACE
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compactText, pageText } from './limit-email.ts';
import { openLimitStore, type Soon } from './limit-store.ts';
import type { Filter } from './limit-tables.ts';

const EMAILS = '/api/v1/emails';
const PAGE = 20;
const store = await openLimitStore(process.argv[2] as string);
const waiting: (() => Soon<() => void>)[] = [];
let writing = false;

const server = createServer((request, response) => {
  const url = request.url as string;
  const rest = url.slice(EMAILS.length + 1);
  if (request.method === 'GET') return url.charAt(EMAILS.length) === '?' ? list(rest, response) : get(rest, response);
  readJson(request, (body) => {
    const [id, custom] = rest.split('/') as [string, string?];
    const values = custom ? { custom_fields: body } : body;
    if (request.method === 'POST') write(async () => record(response, 201, await store.create(body)));
    else write(async () => record(response, 200, await store.change(id, values)));
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`listens at ${(server.address() as AddressInfo).port}\n`));
process.on('SIGTERM', () => process.exit(0));

async function get(id: string, response: ServerResponse): Promise<void> {
  record(response, 200, await store.get(id))();
}

async function list(query: string, response: ServerResponse): Promise<void> {
  const given = new URLSearchParams(query);
  const page = { limit: Number(given.get('limit') ?? PAGE), offset: Number(given.get('offset') ?? 0) };
  const text = given.get('search');
  if (text !== null) {
    const { rows, total } = await store.search(text);
    return answer(response, 200, pageText(rows, total, page));
  }
  const filter: Filter = { folder: given.get('folder') as string };
  for (const flag of ['is_read', 'is_starred'] as const)
    if (given.has(flag)) filter[flag] = given.get(flag) === 'true' ? 1 : 0;
  const { rows, total } = await store.list(filter, page);
  const compact = given.get('format') === 'compact';
  answer(response, 200, compact ? compactText(rows, total, page, filter.folder) : pageText(rows, total, page));
}

// The work returns what is to be done once it is on disk.
function write(work: () => Soon<() => void>): void {
  waiting.push(work);
  if (writing) return;
  writing = true;
  setImmediate(commitTogether);
}

async function commitTogether(): Promise<void> {
  while (waiting.length > 0) {
    const group = waiting.splice(0);
    await store.begin();
    const answers = await Promise.all(group.map((work) => work()));
    await store.commit();
    for (const send of answers) send();
  }
  writing = false;
}

function record(response: ServerResponse, status: number, text: string | undefined): () => void {
  return () => (text === undefined ? answer(response, 404, '{}') : answer(response, status, `{"data":${text}}`));
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

function readJson(request: IncomingMessage, use: (body: Record<string, unknown>) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => use(JSON.parse(Buffer.concat(chunks).toString())));
}
