// Another program holds the write lock of the database file, as an import does. The service goes on: its event loop is
// not blocked, reads are answered, and a write waits for its turn or is refused in order.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seqOf, startTestService, type TestService } from '../../support/service.ts';
import { problemsOf } from '../../support/soundness.ts';

let service: TestService;
let other: DatabaseSync;
let id: string;
const made: string[] = [];

beforeAll(async () => {
  service = await startTestService();
  other = new DatabaseSync(service.database);
  const { body } = await service.ask('POST', '/contacts', { display_name: 'Ann' });
  id = (body as { data: { id: string } }).data.id;
  made.push('Ann');
});
afterAll(async () => {
  other.close();
  await service.end();
});

const names = async () => {
  const { body } = await service.ask('GET', '/contacts?sort=created_at&limit=100');
  return (body as { data: { display_name: string }[] }).data.map((one) => one.display_name);
};

/** Writes while the lock is held; returns how many have been answered so far. */
function write(count: number) {
  let answered = 0;
  const answers = Array.from({ length: count }, async (_, index) => {
    const answer = await service.ask('POST', '/contacts', { display_name: `waiting ${index}` });
    answered++;
    return answer;
  });
  return { answers: Promise.all(answers), answered: () => answered };
}

describe('while another program holds the write lock', () => {
  it('requests are answered, timers fire, and the writes that wait are stored afterwards', async () => {
    other.exec('begin immediate');
    const waiting = write(5);
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 1);
    for (let asked = 0; asked < 30; asked++) {
      expect((await service.ask('GET', `/contacts/${id}`)).status).toBe(200);
      expect((await service.ask('GET', '/contacts?search=ann')).status).toBe(200);
      expect(await names()).toEqual(made);
      await sleep(5);
    }
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(30);
    expect(waiting.answered()).toBe(0);
    other.exec('commit');
    const answers = await waiting.answers;
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const versions = answers.map(seqOf).sort();
    expect(versions).toEqual([2, 3, 4, 5, 6]);
    made.push(...Array.from({ length: 5 }, (_, index) => `waiting ${index}`));
    expect((await names()).sort()).toEqual([...made].sort());
  });

  it('no statement blocks the thread for longer than a few milliseconds', async () => {
    // The time that the thread spends in one attempt, measured by SQLite's own setting and not by the clock.
    const { store } = service;
    expect(await store.catalogue('pragma busy_timeout')).toEqual([{ timeout: expect.any(Number) }]);
    const [row] = await store.catalogue('pragma busy_timeout');
    expect(row?.timeout).toBeLessThanOrEqual(5);
    await store.administer(async (tx) => expect((await tx.get('pragma busy_timeout'))?.timeout).toBeLessThanOrEqual(5));
  });

  it('a write that has waited long enough is 503 with Retry-After, changes nothing, and succeeds later', async () => {
    other.exec('begin immediate');
    const answers = await write(3).answers;
    for (const { status, body, headers } of answers) {
      expect([status, body]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE' } }]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    other.exec('commit');
    expect((await names()).sort()).toEqual([...made].sort());
    const after = await service.ask('POST', '/contacts', { display_name: 'later' });
    expect([after.status, seqOf(after)]).toEqual([201, 7]);
    expect(await problemsOf(service.database)).toEqual([]);
  });
});
