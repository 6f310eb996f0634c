// A service in a process of its own for hostile input, so that a hang is seen from outside: every request has a
// deadline, and one that is not answered by then fails its test and is followed by a new process on the same data.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { errors } from '../../src/errors.ts';
import { newDatabase } from '../support/databases.ts';
import { type Ended, type Served, serve } from '../support/process.ts';

/** Far above what any request takes, far below for ever. */
const DEADLINE = 30_000;
/** A larger body goes over a connection of its own, which its refusal may end. */
const SMALL = 16 * 1024;
/** The most work that a request may cause, in seconds of the processor: while it is done, nobody else is served. */
const MOST_WORK = 10;

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON; undefined where it is none. */
  body: { data?: Record<string, unknown>; error?: { code: string; message: string; details: Record<string, unknown> } };
}

export interface Victim {
  url: string;
  /** Where its data is. */
  place: string;
  /** The path goes out as it is given, under /api/v1 unless it starts with two slashes. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** A request that must succeed; returns its `data`. */
  make(path: string, body: unknown): Promise<Record<string, unknown> & { id: string }>;
  /** Does it, and checks that the service had no unreasonable work with it; does not depend on how busy the machine is. */
  cheaply<T>(work: () => Promise<T>): Promise<T>;
  /** Sends these bytes over a connection of their own and returns all that comes back until it is closed. */
  raw(...pieces: (string | Buffer)[]): Promise<string>;
  open(): Promise<Socket>;
  /** What the log has as errors, each once. */
  complaints(): string[];
  stop(): Promise<Ended>;
}

export async function startVictim(): Promise<Victim> {
  const { place } = await newDatabase();
  const start = () => serve(place, { args: ['--log-level', 'error'] });
  let served: Served = await start();
  let earlier = '';
  const agent = new Agent({ keepAlive: true });
  const within = <T>(work: Promise<T>) => withDeadline(work, replace);

  async function replace(): Promise<void> {
    await served.kill();
    earlier += served.err();
    served = await start();
  }

  /** Seconds of the processor that the service has used so far, by its own account. */
  async function worked(): Promise<number> {
    const { text } = await victim.ask('GET', '//metrics');
    return Number(/^daybook_process_cpu_seconds_total ([\d.e+-]+)/m.exec(text)?.[1]);
  }

  const victim: Victim = {
    get url() {
      return served.url;
    },
    place,
    async ask(method, path, body, headers = {}) {
      const address = path.startsWith('//') ? path.slice(1) : `/api/v1${path}`;
      const reply = await within(exchange(agent, served.url, method, address, body, headers));
      checkShape(reply);
      return reply;
    },
    async make(path, body) {
      const { status, text, body: answer } = await victim.ask('POST', path, body);
      expect(status, text.slice(0, 500)).toBe(201);
      return answer.data as Record<string, unknown> & { id: string };
    },
    async cheaply(work) {
      const before = await worked();
      const result = await work();
      expect((await worked()) - before, 'seconds of the processor').toBeLessThan(MOST_WORK);
      return result;
    },
    raw: (...pieces) => within(speak(served.url, pieces)),
    open: () => connected(served.url),
    complaints() {
      const lines = (earlier + served.err()).split('\n').filter(Boolean);
      return [...new Set(lines.map((line) => JSON.parse(line)).map(({ msg, err }) => `${msg}: ${err?.message}`))];
    },
    stop() {
      agent.destroy();
      return served.stop();
    },
  };
  return victim;
}

/** Whatever is asked, the answer is no fault of the service, and an error has the one shape. */
function checkShape({ status, text, body, headers }: Reply): void {
  expect(status, text.slice(0, 500)).toBeLessThan(500);
  if (status < 400) return;
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(Object.keys(errors)).toContain(body.error?.code);
  expect(errors[body.error?.code as keyof typeof errors][0]).toBe(status);
  expect(body.error?.message.length).toBeGreaterThan(10);
  expect(text).not.toMatch(/\bat .+\.(ts|js):\d+|SQLITE|sqlite|postgres|node_modules/);
  // An error explains; it does not send back what it was sent.
  expect(text.length).toBeLessThan(64 * 1024);
}

async function withDeadline<T>(work: Promise<T>, onHang: () => Promise<void>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<'hang'>((resolve) => {
    timer = setTimeout(() => resolve('hang'), DEADLINE);
  });
  const first = await Promise.race([work, hang]).finally(() => clearTimeout(timer));
  if (first !== 'hang') return first as T;
  work.catch(() => {});
  await onHang();
  throw new Error(`no answer within ${DEADLINE / 1000} s: the service hangs`);
}

function exchange(
  kept: Agent,
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Reply> {
  const sent = body === undefined || Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
  const agent = sent === undefined || sent.length <= SMALL ? kept : false;
  return new Promise((resolve, reject) => {
    const given = {
      ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
      ...headers,
    };
    const outgoing = request(url, { method, path, headers: given, agent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = incoming.headers['content-type']?.startsWith('application/json') && text !== '';
        resolve({
          status: incoming.statusCode as number,
          headers: incoming.headers,
          text,
          body: isJson ? JSON.parse(text) : undefined,
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(sent);
  });
}

function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once('error', reject);
  });
}

async function speak(url: string, pieces: (string | Buffer)[]): Promise<string> {
  const socket = await connected(url);
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  // A refused request may be cut off while it is still being sent; what has come back by then counts.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  // Like a client that listens while it speaks: once there is an answer, the rest is not worth sending.
  for (const piece of pieces) {
    if (text !== '' || socket.destroyed) break;
    await new Promise((resolve) => socket.write(piece, resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await closed;
  return text;
}
