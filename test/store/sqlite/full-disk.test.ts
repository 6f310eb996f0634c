// A disk that is full: writes are refused in order, reading goes on, and nothing is lost or half done.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { eventually, runProgram, type Served, serve, temporaryFolder } from '../../support/process.ts';
import { type Answered, ask } from '../../support/service.ts';

// A limit on the size of files stands in for a disk that is full: what is written beyond it fails in the same way.
describe('a full disk', () => {
  const folder = temporaryFolder();
  const made: string[] = [];
  let service: Served;
  let full: Answered;
  const create = () =>
    ask(service.url, 'POST', '/contacts', { display_name: `Ann ${made.length}`, notes: 'x'.repeat(50_000) });
  const names = async () => {
    const { status, body } = await ask(service.url, 'GET', '/contacts?limit=500&sort=created_at&fields=display_name');
    return { status, names: (body as { data: { display_name: string }[] }).data.map((one) => one.display_name) };
  };

  beforeAll(async () => {
    service = await serve(folder, { before: 'ulimit -S -f 2048' });
    for (;;) {
      full = await create();
      if (full.status !== 201 || made.length > 200) break;
      made.push((full.body as { data: { display_name: string } }).data.display_name);
    }
  });
  afterAll(() => service.kill());

  it('answers writes by 503 SERVICE_UNAVAILABLE with Retry-After', async () => {
    const drafts = await ask(service.url, 'POST', '/emails/drafts', { body_plain: 'x'.repeat(500_000) });
    for (const answer of [full, await create(), drafts]) {
      expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE' } }]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(made.length).toBeGreaterThan(5);
  });

  it('says in the log what is wrong, with the id of the request', async () => {
    const id = full.headers.get('x-request-id');
    const lines = await eventually(
      () => service.log().filter((line) => line.request_id === id),
      (found) => found.length >= 2,
    );
    expect(lines[0]).toMatchObject({ level: 50, err: { message: expect.stringMatching(/disk|full/i) } });
  });

  it('still serves reads: records, changes and health', async () => {
    expect(await names()).toEqual({ status: 200, names: made });
    const { body } = await ask(service.url, 'GET', '/changes?limit=1000');
    expect((body as { data: { seq: number }[] }).data.map(({ seq }) => seq)).toEqual(made.map((_, index) => index + 1));
  });

  it('is reported by /health, which stays 200, and by /health/ready, which is 503', async () => {
    const store = { ready: true, writable: false, reason: expect.stringContaining('disk') };
    const alive = await ask(service.url, 'GET', '/health');
    expect([alive.status, alive.body]).toMatchObject([200, { status: 'ok', store }]);
    const ready = await ask(service.url, 'GET', '/health/ready');
    expect([ready.status, ready.body]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE', details: store } }]);
    expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('writes again when there is space, without a restart', async () => {
    execFileSync('prlimit', ['--pid', String(service.pid), '--fsize=unlimited:unlimited']);
    const answer = await create();
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toMatch(new RegExp(`^"${made.length + 1}\\b`)); // large, so it is compressed
    made.push(`Ann ${made.length}`);
    expect((await names()).names).toEqual(made);
    const ready = await ask(service.url, 'GET', '/health/ready');
    expect([ready.status, ready.body]).toMatchObject([200, { store: { writable: true } }]);
  });

  it('has lost nothing and left nothing half done, as a restart shows', async () => {
    await service.kill();
    const { code, out } = await runProgram(['doctor', '--data', folder]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^result +sound$/m)]);
    service = await serve(folder);
    expect(await names()).toEqual({ status: 200, names: made });
    expect((await create()).status).toBe(201);
  });
});

describe('a full disk at the end', () => {
  it('SIGTERM ends the service with 0, and everything that was acknowledged is there afterwards', async () => {
    const folder = temporaryFolder();
    const service = await serve(folder, { before: 'ulimit -S -f 2048' });
    let made = 0;
    const create = () =>
      ask(service.url, 'POST', '/contacts', { display_name: `Ann ${made}`, notes: 'x'.repeat(50_000) });
    while ((await create()).status === 201) made++;
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    const again = await serve(folder);
    expect((await ask(again.url, 'GET', '/contacts')).body).toMatchObject({ meta: { total: made } });
    await again.stop();
  });

  it('/health sees that there is space again without a write', async () => {
    const service = await serve(temporaryFolder(), { before: 'ulimit -S -f 2048' });
    while ((await ask(service.url, 'POST', '/contacts', { notes: 'x'.repeat(99_000) })).status === 201);
    const writable = async () =>
      ((await ask(service.url, 'GET', '/health')).body as { store: { writable: boolean } }).store.writable;
    // What is left may take a small record; the test is about what comes after.
    execFileSync('prlimit', ['--pid', String(service.pid), '--fsize=unlimited:unlimited']);
    await eventually(writable, (found) => found);
    await service.stop();
  });
});

describe('the write-ahead log', () => {
  it('stays short while large records are written by many at once', async () => {
    const folder = temporaryFolder();
    const service = await serve(folder);
    let largest = 0;
    const writers = [1, 2, 3, 4].map(async () => {
      for (let round = 0; round < 60; round++) {
        const { status } = await ask(service.url, 'POST', '/emails/drafts', { body_plain: 'x'.repeat(250_000) });
        expect(status).toBe(201);
        largest = Math.max(largest, statSync(join(folder, 'daybook.db-wal')).size);
      }
    });
    await Promise.all(writers);
    // Four at once may be in one transaction on top of it.
    expect(largest).toBeLessThan(limits.logBytes + 4 * 2 ** 20);
    expect(largest).toBeGreaterThan(limits.logBytes / 2); // they were enough to reach it
    await service.stop();
  });
});
