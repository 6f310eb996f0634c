// npm run bench: Daybook and a bare program (limit.ts) do the same work on the same records and the same engine, SQLite
// or PostgreSQL, in short rounds that take turns, so that what else the machine does hits both. Prints one table;
// leaves nothing behind.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Databases, filesIn, onPostgres } from './databases.ts';
import { type Filled, fill } from './fill.ts';
import { drive, type NextRequest } from './load.ts';
import type { Operation } from './operations.ts';
import { readOptions, stop } from './options.ts';
import { endAll, type Program, startBare, startDaybook } from './programs.ts';
import { figuresOf, type MeasuredRound, machineLine, type Result, resultOf, tableOf } from './report.ts';

const ROUNDS = 4;
const CHECKED = 20; // answers of each reading operation that are compared byte for byte

const options = readOptions(ROUNDS);
const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'));
process.on('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
const databases = await openDatabases();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = true;
    endAll();
    void databases.remove().finally(() => process.exit(130));
  });
let daybook: Program;
let bare: Program;
let results: Result[] = [];
try {
  results = await measureAll();
} catch (error) {
  if (!interrupted) throw error; // else it is about the programs that were just ended
} finally {
  endAll();
  await databases.remove();
}
if (interrupted) process.exit(130);
process.exit(results.some((result) => result.daybook.errors + result.bare.errors > 0) ? 1 : 0);

async function openDatabases(): Promise<Databases> {
  if (options.store === 'sqlite') return filesIn(folder);
  try {
    return await onPostgres(options.databaseUrl);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return stop(`No databases to measure on: ${message || code}.`);
  }
}

async function measureAll(): Promise<Result[]> {
  const { store, size, concurrency, seconds } = options;
  const machine = machineLine(folder, databases.engine);
  const filled = await fill(databases.service, databases.bare, size, (done) =>
    status(`storing ${done} of ${size} emails`),
  );
  await databases.settle();
  daybook = await startDaybook(folder, databases.service);
  bare = await startBare(databases.bare);
  const results: Result[] = [];
  for (const operation of options.chosen) results.push(await measure(operation, filled));
  status('');
  process.stdout.write(
    `${databases.engine}: ${size.toLocaleString('en')} emails with bodies of 2 KB, concurrency ${concurrency}, ${ROUNDS} rounds of ${seconds} s each in turn; ratio: median of daybook / bare${databases.note}\n\n${tableOf(results)}\n${machine}\n`,
  );
  const figures = { store, machine, size, concurrency, seconds, results };
  if (options.json) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`);
  return results;
}

async function measure(operation: Operation, filled: Filled): Promise<Result> {
  if (operation.sameBytes) await compareAnswers(operation, filled);
  const sides = [daybook, bare].map((program) => ({
    program,
    next: operation.requests(filled, options.concurrency),
    rounds: [] as MeasuredRound[],
  }));
  // The first turn of each is not counted: it fills caches and lets the compiler see the code.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { program, next, rounds } of sides) {
      status(`${operation.name}: ${round === 0 ? 'warming up' : `round ${round} of ${ROUNDS}`}, ${program.name}`);
      const measured = await oneRound(program, next);
      if (round > 0) rounds.push(measured);
    }
  }
  const [ours, theirs] = sides.map(({ program, rounds }) => figuresOf(rounds, program.memory()));
  return resultOf(operation, ours as never, theirs as never);
}

async function oneRound(program: Program, next: NextRequest): Promise<MeasuredRound> {
  const before = program.cpu();
  const round = await drive(program.port, options.concurrency, options.seconds, next);
  const after = program.cpu();
  return { ...round, cpu: before === undefined || after === undefined ? undefined : after - before };
}

// A faster program that answers something else would prove nothing.
async function compareAnswers(operation: Operation, filled: Filled): Promise<void> {
  const next = operation.requests(filled, 1);
  for (let i = 0; i < CHECKED; i++) {
    const path = next(0).text.split(' ', 2)[1] as string;
    const [one, other] = await Promise.all(
      [daybook, bare].map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()),
    );
    if (one !== other)
      throw new Error(`the programs answer ${path} differently:\n${apart(one as string, other as string)}`);
  }
}

// Both texts from a little before the place where they part.
function apart(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at++;
  return [one, other].map((text) => `  …${text.slice(Math.max(0, at - 60), at + 60)}…`).join('\n');
}

function status(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
