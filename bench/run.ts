// One measurement from the filled databases to the results: copies them, starts the programs, goes through the steps,
// and leaves nothing behind but what is kept.
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Databases, filesIn, onPostgres } from './databases.ts';
import { quantiles, type Result } from './figures.ts';
import { keptDatabase, runFolder } from './kept.ts';
import { machineLine } from './machine.ts';
import type { Bench, Side } from './measure.ts';
import type { Mailbox } from './operations.ts';
import type { Options } from './options.ts';
import { steps } from './plan.ts';
import { endAll, type Program, startBare, startDaybook } from './programs.ts';

export interface Measured {
  engine: string;
  note: string;
  machine: string;
  results: Result[];
}

const STARTS = 5;
/** Mails that single requests are about: at a million, the disk would be measured and not the programs. */
const HOT = 2000;

export async function measureSize(
  options: Options,
  size: number,
  { names, withBare }: { names: readonly string[]; withBare: boolean },
  status: (text: string) => void,
): Promise<Measured> {
  const { file, sample } = await keptDatabase(size, status);
  const folder = runFolder();
  let databases: Databases | undefined;
  const clear = () => {
    endAll();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', clear);
  const interrupted = () => void Promise.resolve(databases?.remove()).finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupted);
  try {
    status('copying the filled database');
    databases = options.store === 'sqlite' ? filesIn(folder, file) : await onPostgres(options.databaseUrl, file);
    const { service, bare, engine, note } = databases;
    const machine = machineLine(folder, engine);
    const own = options.store === 'sqlite' ? dirname(service) : join(folder, 'service');
    mkdirSync(own, { recursive: true });
    const { daybook, results } = await startOften(names.length === 0 ? STARTS : 1, own, service, status);
    if (names.length > 0) results.length = 0;
    const [ids, isRead] = [sample.ids.slice(0, HOT), sample.isRead.slice(0, HOT)];
    const mailbox: Mailbox = { ...sample, ids, isRead, inbox: await inboxOf(daybook), posted: 0 };
    const sideOf = (program: Program): Side => ({ program, mailbox: structuredClone(mailbox) });
    const bench: Bench = {
      daybook: sideOf(daybook),
      bare: withBare ? sideOf(await startBare(bare)) : undefined,
      seconds: options.seconds,
      status,
    };
    for (const side of [bench.daybook, bench.bare]) if (side) await warm(side, status);
    for (const step of steps)
      if (names.length === 0 || names.includes(step.name))
        results.push(...(await step.run(bench, options.concurrency)));
    results.push(memoryOf('memory loaded', 'maximum of the whole run', daybook.peak()));
    return { engine, note, machine, results };
  } finally {
    status('');
    clear();
    process.off('exit', clear);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, interrupted);
    await databases?.remove();
  }
}

/** Has every mail that is asked for read once. */
async function warm({ program, mailbox }: Side, status: (text: string) => void): Promise<void> {
  status(`warming up ${program.name}`);
  for (const id of mailbox.ids)
    await fetch(`http://127.0.0.1:${program.port}/api/v1/emails/${id}`).then((answer) => answer.text());
}

// Starts it several times, for the time of a start; the last one is measured on.
async function startOften(starts: number, folder: string, place: string, status: (text: string) => void) {
  const times: number[] = [];
  for (let start = 1; ; start++) {
    status(`start ${start} of ${starts}`);
    const daybook = await startDaybook(folder, place, '--sockets', '2000');
    times.push(daybook.startedIn);
    if (start < starts) {
      await daybook.stop();
      continue;
    }
    await sleep(1000);
    const startUp = { ...quantiles(times), errors: 0 };
    const results: Result[] = [
      {
        operation: 'start-up',
        about: 'until the service listens',
        lanes: undefined,
        daybook: startUp,
        bare: undefined,
        ratio: undefined,
      },
      memoryOf('memory idle', 'a second after the start', daybook.memory()),
    ];
    return { daybook, results };
  }
}

function memoryOf(operation: string, about: string, memory: number | undefined): Result {
  return { operation, about, lanes: undefined, daybook: { memory }, bare: undefined, ratio: undefined };
}

async function inboxOf({ port }: Program): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/emails?folder=INBOX&limit=0`);
  return ((await answer.json()) as { meta: { total: number } }).meta.total;
}
