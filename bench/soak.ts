// npm run soak: a service under mixed load for a long time, with clients that behave and clients that do not. At the end
// its memory must not have grown, its descriptors must be back, every replica must equal the records of the service, and
// no seq may be missing. Ends with code 1 when one of these does not hold.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { limits } from '../src/limits.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { putSection, today } from './evidence.ts';
import { machineLine } from './machine.ts';
import { endAll, type Program, runDaybook, startDaybook } from './programs.ts';
import { closeConnections, fill, startWorkers, useToken } from './soak-clients.ts';
import { startHostile } from './soak-hostile.ts';
import { readSoakOptions, type SoakOptions } from './soak-options.ts';
import { type Replica, recordsOf, startReplica } from './soak-replica.ts';
import { type Check, checksOf, type Sample, tableOf } from './soak-report.ts';

const REPLICAS = 3;
/** At the start of a long run: more than the caches of the database hold. */
const MAILS = 2000;
const SAMPLES_PER_MINUTE = 12;
/** For the garbage of the service to be collected before the last sample of a minute, in milliseconds. */
const COLLECTING = 500;
/** For the service to notice that its clients have gone; a socket that is closing has half a minute. */
const SETTLING = 45_000;
/** Descriptors that stay open although nothing needs them at the moment. */
const KEPT = {
  // SQLite closes no descriptor of a file on which the process has locks, because that would end them; the next
  // connection takes it.
  sqlite: { kept: 2, of: 'the two connections of a thread that has ended' },
  // Connections that were needed stay for a minute.
  postgres: { kept: limits.databaseConnections, of: 'the pool' },
};

const options = readSoakOptions();
process.env.NODE_OPTIONS = `--expose-gc --import ${fileURLToPath(new URL('./collect.ts', import.meta.url))}`;
const folder = mkdtempSync(join(tmpdir(), 'daybook-soak-'));
const server =
  options.store === 'postgres' && !options.databaseUrl ? await startPostgres({ durable: true }) : undefined;
try {
  process.exitCode = (await soak(options)) ? 0 : 1;
} finally {
  endAll();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function soak({ minutes, store, databaseUrl, write }: SoakOptions): Promise<boolean> {
  mkdirSync(join(folder, 'data'));
  const place = store === 'postgres' ? (databaseUrl ?? (server?.url as string)) : join(folder, 'data', 'daybook.db');
  const machine = machineLine(folder, store === 'postgres' ? 'PostgreSQL' : `SQLite ${process.versions.sqlite}`);
  const at = ['--data', join(folder, 'data'), '--database', place];
  const token = async () => (await runDaybook('token', 'create', '--name', 'soak', '--scopes', 'admin', ...at)).trim();
  const [good, bad] = [await token(), await token()]; // what one does is not the other's fault
  // A worker does not wait for the next minute when its requests are used up.
  const service = await startDaybook(join(folder, 'data'), place, '--rate-limit', '0');
  const url = `http://127.0.0.1:${service.port}`;
  useToken(good);
  await fill(url, minutes < 5 ? 200 : MAILS);
  closeConnections();
  await sleep(500);
  const idle = service.descriptors() ?? [];
  const replicas = Array.from({ length: REPLICAS }, (_, index) => startReplica(url, good, index));
  const load = [startWorkers(url), startHostile(service.port, bad)];
  const samples = await watch(service, minutes, () => load.map((one) => one.progressText()).join(', '));
  for (const one of load) await one.stop();
  const failures = load.flatMap((one) => one.failures());
  const checks = checksOf(samples, minutes);
  checks.push({
    what: 'failed requests of well-behaved clients',
    found: failures.length,
    holds: failures.length === 0,
  });
  checks.push(...(await checkReplicas(url, replicas)));
  for (const one of replicas) await one.stop();
  closeConnections();
  checks.push(await checkDescriptors(service, idle));
  for (const failure of failures.slice(0, 10)) process.stdout.write(`failed: ${failure}\n`);
  await service.stop();
  return report(checks, samples, load.map((one) => one.progressText()).join(', '), machine, write);
}

async function watch(service: Program, minutes: number, progressText: () => string): Promise<Sample[]> {
  const began = Date.now();
  const samples: Sample[] = [];
  const pause = Math.min(60_000 / SAMPLES_PER_MINUTE, (minutes * 60_000) / 20);
  for (let count = 1; Date.now() - began < minutes * 60_000; count++) {
    await sleep(pause);
    if (count % SAMPLES_PER_MINUTE === 0) {
      service.collect();
      await sleep(COLLECTING);
    }
    const minute = (Date.now() - began) / 60_000;
    samples.push({ minute, memory: service.memory() ?? 0, descriptors: service.descriptors()?.length ?? 0 });
    const { memory, descriptors } = samples.at(-1) as Sample;
    if (count % SAMPLES_PER_MINUTE === 0 || minutes < 2)
      process.stdout.write(
        `${minute.toFixed(1)} min: ${memory.toFixed(0)} MiB, ${descriptors} descriptors; ${progressText()}\n`,
      );
  }
  return samples;
}

async function checkReplicas(url: string, replicas: Replica[]): Promise<Check[]> {
  const truth = await recordsOf(url);
  const checks: Check[] = [];
  for (const [index, one] of replicas.entries()) {
    await one.until(truth.seq);
    const differences = one.differences(truth.records);
    const what = `replica ${index + 1} (${one.how}, ${one.connections()} connections)`;
    checks.push({ what: `${what}: different records`, found: differences.length, holds: differences.length === 0 });
    checks.push({ what: `${what}: gaps or duplicates in seq`, found: one.gaps(), holds: one.gaps() === 0 });
    for (const difference of differences.slice(0, 5)) process.stdout.write(`differs: ${difference}\n`);
  }
  checks.push({ what: 'records compared', found: truth.records.size, holds: truth.records.size > 0 });
  return checks;
}

async function checkDescriptors(service: Program, idle: string[]): Promise<Check> {
  const end = Date.now() + SETTLING;
  const { kept, of } = KEPT[options.store];
  const most = idle.length + kept;
  let found = service.descriptors() ?? [];
  while (found.length > most && Date.now() < end) {
    await sleep(1000);
    found = service.descriptors() ?? [];
  }
  if (found.length > most) process.stdout.write(`descriptors that are left: ${without(found, idle).join(', ')}\n`);
  return {
    what: `descriptors after all clients have disconnected (${idle.length} before, and up to ${kept} of ${of})`,
    found: found.length,
    holds: found.length <= most,
  };
}

function without(all: string[], removed: string[]): string[] {
  const left = [...all];
  for (const one of removed) if (left.includes(one)) left.splice(left.indexOf(one), 1);
  return left;
}

function report(checks: Check[], samples: Sample[], progressText: string, machine: string, write: boolean): boolean {
  const { minutes, store } = options;
  const passed = checks.every(({ holds }) => holds);
  const most = Math.max(...samples.map(({ memory }) => memory)).toFixed(0);
  const summary = `${minutes} minutes: ${progressText}; at most ${most} MiB`;
  process.stdout.write(`\n${summary}\n${machine}\n\n${tableOf(checks)}\n${passed ? 'passed' : 'FAILED'}\n`);
  if (write) {
    const engine = store === 'sqlite' ? 'SQLite' : 'PostgreSQL';
    putSection(`soak ${store}`, `## Soak on ${engine}\n\n${today()}. ${machine}.\n\n${summary}.\n\n${tableOf(checks)}`);
  }
  return passed;
}
