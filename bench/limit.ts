// The bare program that Daybook is measured against: node:http and node:sqlite with nothing between them. It gives
// the same answers from the same kind of tables and keeps the same promise: a write is answered after its fsync, and
// writes that wait together share one. It has no checks, no tokens, no log, no feed: it is the limit, not a service.
// Run by bench.ts as: node bench/limit.ts FILE
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openLimitStore } from './limit-store.ts';

const EMAILS = '/api/v1/emails';
const store = openLimitStore(process.argv[2] as string);
const waiting: (() => () => void)[] = [];

const server = createServer((request, response) => {
  const url = request.url as string;
  const id = url.slice(EMAILS.length + 1);
  if (request.method === 'GET') return url.charAt(EMAILS.length) === '?' ? list(id, response) : get(id, response);
  readJson(request, (body) => {
    if (request.method === 'POST') write(() => record(response, 201, store.create(body)));
    else write(() => record(response, 200, store.setRead(id, body.is_read as boolean)));
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`listens at ${(server.address() as AddressInfo).port}\n`));
process.on('SIGTERM', () => process.exit(0));

function get(id: string, response: ServerResponse): void {
  record(response, 200, store.get(id))();
}

function list(query: string, response: ServerResponse): void {
  const given = new URLSearchParams(query);
  const word = given.get('search');
  answer(response, 200, word === null ? store.list(given.get('folder') as string) : store.search(word));
}

// The work returns what is to be done once it is on disk.
function write(work: () => () => void): void {
  waiting.push(work);
  if (waiting.length === 1) setImmediate(commitTogether);
}

function commitTogether(): void {
  store.begin();
  const answers = waiting.map((work) => work());
  store.commit();
  waiting.length = 0;
  for (const send of answers) send();
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
