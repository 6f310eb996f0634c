// Random sequences of operations over HTTP, each by a user of its own, against a small model of the contract
// (test/model/rules.ts). Every answer and every event must be what the model says, and the feed must replay to the
// model's records. Series have a model of their own (test/model/series-world.ts), which knows nothing but occurrences.
// DAYBOOK_TEST_SEED repeats a run, DAYBOOK_TEST_SEQUENCES makes a longer one.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createToken } from '../../src/access/access.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { consistencyProblems, recounts } from '../../src/store/transfer/consistency.ts';
import { type Client, newClient } from '../model/client.ts';
import { same } from '../model/differences.ts';
import { sequence } from '../model/generators.ts';
import { checkReplay, checkSocket } from '../model/replay.ts';
import { runSequence } from '../model/sequence.ts';
import { seriesSequence } from '../model/series-operations.ts';
import { runSeriesSequence } from '../model/series-sequence.ts';
import { newWorld, type World } from '../model/world.ts';
import { engine, newDatabase } from '../support/databases.ts';
import { seed as firstSeed } from '../support/seed.ts';
import { startTestService, type TestService } from '../support/service.ts';

const PARTS = 3; // each has a service of its own
const isPostgres = engine === 'postgres';
// Where each takes several times as long there are fewer, and others than on the other engine.
const SEQUENCES = Number(process.env.DAYBOOK_TEST_SEQUENCES ?? (isPostgres ? 30 : 60));
const FIRST_SEED = isPostgres && !process.env.DAYBOOK_TEST_SEED ? firstSeed + 1000 : firstSeed;
const TIME_LIMIT = 15 * 60_000;

/** Pages of one change are drawn, but rarely: a log of thirty would be thirty requests. */
const pageSize = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 9, arbitrary: fc.integer({ min: 5, max: 15 }) },
);
const alsoBySocket = fc.nat(9).map((number) => number === 0);

it.each(Array.from({ length: PARTS }, (_, index) => ({ part: index + 1, seed: FIRST_SEED + index })))(
  'sequences of 40 operations have the responses, events and replay of the contract, part $part',
  async ({ seed }) => {
    // Durability is not what is tested here.
    const { place } = await newDatabase();
    const service = await startTestService({ rateLimit: '0', database: place });
    const { client: stranger } = await newUser(service, 'stranger');
    const strangers = await makeStrangers(stranger);
    let users = 0;
    const property = fc.asyncProperty(sequence, pageSize, alsoBySocket, async (steps, size, bySocket) => {
      const { client, id } = await newUser(service, `user ${++users}`);
      const world = newWorld(strangers);
      const finish = async () => {
        await checkReplay(client, world, size);
        if (bySocket) await checkSocket(service.url, client, world);
      };
      await runSequence(client, world, steps, () => checkCounts(service, id), finish);
    });
    const numRuns = Math.ceil(SEQUENCES / PARTS);
    const result = await fc.check(property, { seed, numRuns });
    const { body } = await stranger.ask('GET', '/changes');
    const problems = await consistencyProblems(service.store); // among others, whether the counters are a recount
    await service.end();
    if (result.failed) throw new Error(failure(result));
    expect(result.numRuns).toBe(numRuns);
    expect(problems).toEqual([]);
    expect(body).toMatchObject({ meta: { seq: Object.keys(strangers).length } }); // nobody else has changed them
  },
  TIME_LIMIT,
);

const SERIES_SEQUENCES = Math.ceil(SEQUENCES / 10);

it(
  'sequences of changes of series have the occurrences of the model, which walks every day',
  async () => {
    const { place } = await newDatabase();
    const service = await startTestService({ rateLimit: '0', database: place });
    let users = 0;
    const property = fc.asyncProperty(seriesSequence, async (operations) =>
      runSeriesSequence((await newUser(service, `user ${++users}`)).client, operations),
    );
    const result = await fc.check(property, { seed: FIRST_SEED, numRuns: SERIES_SEQUENCES });
    await service.end();
    if (result.failed) throw new Error(failure(result));
    expect(result.numRuns).toBe(SERIES_SEQUENCES);
  },
  TIME_LIMIT,
);

async function newUser(service: TestService, name: string): Promise<{ client: Client; id: number }> {
  const user = await addUser(service.store, name);
  if (!user) throw new Error(`there is a user ${name} already`);
  const token = { user: user.id, name: 'model', scopes: ['admin'], expiresAt: null };
  return { client: newClient(service, (await createToken(service.store, token)).text), id: user.id };
}

const COUNTS = recounts.filter(({ table }) => /^(emails_|conversation)/.test(table));

/** The counters of emails, their labels and their conversations are what a recount gives. */
async function checkCounts({ store }: TestService, user: number): Promise<void> {
  const results = await store.read(
    user,
    COUNTS.map(({ sql }) => ({ sql, params: [] })),
  );
  for (const [index, rows] of results.entries()) same(rows[0]?.n, 0, `wrong rows of ${COUNTS[index]?.table}`);
}

/** Records that every sequence tries to reach and none may. */
async function makeStrangers(client: Client): Promise<World['strangers']> {
  const make = async (path: string, body: object) => {
    const answer = await client.ask('POST', path, body);
    return (answer.body as { data: { id: string } }).data.id;
  };
  const mail = { from_address: 'ann@example.org', received_at: '2026-02-17', message_id: '<1@x.org>' };
  return {
    event: await make('/events', { title: 'garden', start_at: '2026-02-17' }),
    email: await make('/emails', mail),
    contact: await make('/contacts', { display_name: 'garden' }),
  };
}

function failure<T>({ seed, numShrinks, errorInstance }: fc.RunDetails<T>): string {
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `The service and the model differ (DAYBOOK_TEST_SEED=${seed}, made shorter ${numShrinks} times):\n\n${reason}`;
}
