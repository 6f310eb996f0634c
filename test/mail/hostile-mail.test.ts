// Two hundred messages that are malformed or made to do harm: each is read in time while the service goes on, stored,
// and served as a record, as its source and as a page.
import { createHash } from 'node:crypto';
import { createHistogram } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { storeIncoming } from '../../src/mail/incoming.ts';
import { OWNER } from '../../src/store/tables/users.ts';
import { engine } from '../support/databases.ts';
import { blobsOf, receiveMail } from '../support/incoming.ts';
import { reader, service, useMailService } from '../support/mail-service.ts';
import { hostileCharacters, hostileMessages, message, usual } from '../support/messages.ts';
import { processorTime, slowness } from '../support/processor.ts';
import { problemsOf } from '../support/soundness.ts';

// What a message needs beside the budget for reading it: its header is read again by a new thread, which must start.
const GRACE = 5000;
const TICK = 5;
// Messages are read in the same way for both engines; what they store is not the same for PostgreSQL.
const messages = engine === 'postgres' ? hostileCharacters : hostileMessages;

const delays = createHistogram(); // of the event loop while messages are read, in µs
let longest = 0;
useMailService();

it('there are two hundred of them, each with a name of its own', () => {
  expect(new Set(hostileMessages.map(({ name }) => name)).size).toBeGreaterThanOrEqual(200);
});

describe('each is read, stored and served', () => {
  it.each(messages.map(({ name, make }) => [name, make] as const))('%s', async (_name, make) => {
    const raw = make();
    const begun = performance.now();
    const parsed = await watched(() => reader.read(raw));
    longest = Math.max(longest, performance.now() - begun);
    const mail = await receiveMail(service, parsed, raw);
    const { record } = await service.store.write(OWNER, (tx) => storeIncoming(tx, blobsOf(service), mail));

    const served = await service.ask('GET', `/emails/${record.id}`);
    expect(served.status).toBe(200);
    expect((served.body as { data: { parse_problem?: unknown } }).data.parse_problem ?? null).toEqual(parsed.problem);
    const source = await fetch(`${service.url}/api/v1/emails/${record.id}/raw`);
    expect(digest(await source.bytes())).toBe(digest(raw));
    const page = await service.ask('GET', `/emails/${record.id}/html`);
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<script|<svg|<iframe|\son\w+=|javascript:/i);
  });
});

describe('after all of them', () => {
  it('none took longer than its budget, and the event loop was never held up', () => {
    expect(longest).toBeLessThan(limits.mailReading + GRACE);
    expect(delays.percentile(99) / 1000 / slowness()).toBeLessThan(50);
  });

  it('the reader reads on', async () => {
    expect(await reader.read(message(usual))).toMatchObject({ subject: 'The lease', problem: null });
  });

  it('the lists have them all, and the data is sound', async () => {
    const { body } = await service.ask('GET', '/emails?limit=0');
    expect(body).toMatchObject({ meta: { total: messages.length } });
    expect(await problemsOf(service.database)).toEqual([]);
  });
});

// What this thread works between two ticks holds the loop up. Its work is counted, and not the time that passes: a
// machine that is busy with other things would be blamed on the reader.
async function watched<T>(work: () => Promise<T>): Promise<T> {
  let last = process.threadCpuUsage();
  const look = () => {
    delays.record(Math.max(1, Math.round(processorTime(last) * 1000)));
    last = process.threadCpuUsage();
  };
  const timer = setInterval(look, TICK);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    look();
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
