// npm run bench: Daybook and a bare program (limit.ts) do the same work on the same records, in short rounds that
// take turns, so that what else the machine does hits both. Prints one table; leaves nothing behind.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Filled, fill } from './fill.ts';
import { drive, type NextRequest } from './load.ts';
import { type Operation, operations } from './operations.ts';
import { endAll, type Program, startBare, startDaybook } from './programs.ts';
import { figuresOf, type MeasuredRound, machineLine, type Result, resultOf, tableOf } from './report.ts';

const ROUNDS = 4;
const CHECKED = 20; // answers of each reading operation that are compared byte for byte
const HELP = `Measures Daybook beside a bare node:http + node:sqlite program that does the same work.
  --size N          emails in the mailbox (10000)
  --seconds S       length of a round; each program has ${ROUNDS} for each operation (1.5)
  --concurrency N   connections that ask at the same time (10)
  --only A,B        only these: ${operations.map(({ name }) => name).join(', ')}
  --json FILE       also write the figures to a file
`;

const options = readOptions();
const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'));
process.on('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

const machine = machineLine(folder);
const filled = await fill(join(folder, 'daybook.db'), join(folder, 'bare.db'), options.size, (done) =>
  status(`storing ${done} of ${options.size} emails`),
);
const daybook = await startDaybook(folder);
const bare = await startBare(join(folder, 'bare.db'));
const results: Result[] = [];
for (const operation of options.chosen) results.push(await measure(operation, filled));
status('');
const { size, concurrency, seconds } = options;
process.stdout.write(
  `${size.toLocaleString('en')} emails with bodies of 2 KB, concurrency ${concurrency}, ${ROUNDS} rounds of ${seconds} s each in turn; ratio: median of daybook / bare\n\n${tableOf(results)}\n${machine}\n`,
);
if (options.json)
  writeFileSync(options.json, `${JSON.stringify({ machine, size, concurrency, seconds, results }, null, 2)}\n`);
process.exit(results.some((result) => result.daybook.errors + result.bare.errors > 0) ? 1 : 0);

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

function readOptions() {
  const number = (name: string, text: string, least: number) => {
    const value = Number(text);
    if (!(value >= least)) stop(`--${name} must be a number of at least ${least}, not ${JSON.stringify(text)}.`);
    return value;
  };
  try {
    const { values } = parseArgs({
      options: {
        size: { type: 'string', default: '10000' },
        seconds: { type: 'string', default: '1.5' },
        concurrency: { type: 'string', default: '10' },
        only: { type: 'string', default: operations.map(({ name }) => name).join(',') },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) stop(HELP, 0);
    const names = values.only.split(',');
    const unknown = names.find((name) => !operations.some((one) => one.name === name));
    if (unknown !== undefined) stop(`--only ${JSON.stringify(unknown)} is not an operation.\n${HELP}`);
    return {
      size: Math.floor(number('size', values.size, 200)),
      seconds: number('seconds', values.seconds, 0.1),
      concurrency: Math.floor(number('concurrency', values.concurrency, 1)),
      chosen: operations.filter(({ name }) => names.includes(name)),
      json: values.json,
    };
  } catch (error) {
    return stop(`${(error as Error).message}\n${HELP}`);
  }
}

function stop(message: string, code = 2): never {
  (code === 0 ? process.stdout : process.stderr).write(`${message.trimEnd()}\n`);
  process.exit(code);
}
