// For tests of how long a request holds the main thread: a real service in a process of its own, and what a request costs
// it, as processor time in one turn of its event loop.
import { afterAll, beforeAll } from 'vitest';
import { limits } from '../../src/limits.ts';
import { newDatabase } from './databases.ts';
import { type Served, serve } from './process.ts';
import { ask } from './service.ts';
import { type Turns, watchTurns } from './turns.ts';

/** The most milliseconds that a request may hold it. */
export const MOST = 50;
export const TRIES = 15;
export const MB = 1_000_000;

export const mail = { from_address: 'a@x.org', received_at: '2026-01-01' };
export const full = (piece: string, chars: number) => piece.repeat(Math.floor(chars / piece.length));

export class MeasuredService {
  served!: Served;
  private readonly turns: Turns;

  constructor(turns: Turns) {
    this.turns = turns;
  }

  send(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    return ask(this.served.url, method, path, body, headers);
  }

  /** The longest turn since the last call. */
  longest(): Promise<number> {
    return this.turns.longest(this.served.pid);
  }

  /** The shortest of a few tries: what else runs on the machine can make one longer, and never shorter. */
  async cost(request: () => Promise<unknown>): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES && least >= MOST; tries++) least = Math.min(least, await this.costOnce(request));
    return least;
  }

  async costOnce(request: () => Promise<unknown>): Promise<number> {
    await this.longest();
    await request();
    await this.send('GET', '/health');
    return this.longest();
  }
}

/** For a test file: a service from before its first test until after its last. */
export function useMeasuredService(): MeasuredService {
  const turns = watchTurns();
  const service = new MeasuredService(turns);
  beforeAll(async () => {
    const { place } = await newDatabase();
    service.served = await serve(place, { args: ['--log-level', 'error'], env: turns.env });
    // What is compiled when it is first used belongs to no request.
    for (let round = 0; round < 3; round++) await warmUp(service);
  });
  afterAll(() => service.served.stop());
  return service;
}

async function warmUp(service: MeasuredService): Promise<void> {
  const html = '<p>Hello <b>Bob</b> &amp; Ann</p>';
  await service.send('POST', '/emails', { ...mail, subject: 'ordinary', body_html: html });
  await service.send('POST', '/emails', { ...mail, body_plain: 'x'.repeat(limits.inlineBytes) });
  await service.send('POST', '/emails/drafts', { to: 'Bob <b@x.org>, c@y.org' });
  await service.send('POST', '/contacts', { display_name: 'Ann', custom_fields: { a: 1 } });
  await service.send('GET', '/emails?search=hello');
  await service.send('POST', '/events', { title: 'x', start_at: '2026-01-01', recurrence: { freq: 'weekly' } });
  await service.send('GET', '/events?expand=true&from=2026-01-01&to=2026-01-31');
}

/** The name of what is sent, the status of its answer, and its body: for POST /emails where nothing else is said. */
export type LargeBody = [name: string, status: number, body: () => unknown, path?: string];

/** The cost of a body whose answer has this status. */
export async function costOfBody(service: MeasuredService, [, , body, path = '/emails']: LargeBody) {
  const sent = body();
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  let answer: Awaited<ReturnType<MeasuredService['send']>> | undefined;
  const least = await service.cost(async () => {
    answer = await service.send('POST', path, text);
  });
  return { least, status: answer?.status, text: answer?.text.slice(0, 300) };
}
