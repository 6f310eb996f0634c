// daybook doctor: checks the data, and shows versions and counts.
import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { contentProblems } from '../files/content-problems.ts';
import { filesFolder, openExistingStore, placeOf, requireCurrentFile } from '../open-store.ts';
import { schemaVersion } from '../store/migrations/run.ts';
import type { ReadStore } from '../store/port.ts';
import { integrityProblems, openExisting } from '../store/sqlite/backup.ts';
import { openReader } from '../store/sqlite/reader.ts';
import { schemaProblems } from '../store/sqlite/schema.ts';
import { readProgress } from '../store/tables/jobs.ts';
import { consistencyProblems } from '../store/transfer/consistency.ts';
import { databaseBytes, readTotals } from '../store/transfer/totals.ts';
import { isPostgres } from '../values/place.ts';
import { version } from '../version.ts';
import { addSettings, configOf, storeSettings } from './options.ts';
import { permissionWarning } from './permissions.ts';
import { counted } from './progress.ts';
import { rowProblems } from './row-checks.ts';

export function addDoctorCommand(program: Command): void {
  addSettings(
    program
      .command('doctor')
      .description('Check the data and show versions and counts; exit code 1 if anything is wrong.'),
    storeSettings,
  ).action(async (options: Record<string, unknown>) => {
    const config = configOf(options);
    const [place, folder] = [placeOf(config), filesFolder(config)];
    const problems = isPostgres(place) ? await examineDatabase(config, folder) : await examineFile(config, folder);
    const warning = permissionWarning(config);
    if (warning !== null) line('WARNING', warning);
    for (const problem of problems) line('PROBLEM', problem);
    line(
      'result',
      problems.length === 0
        ? 'sound'
        : `${counted(problems.length, 'problem')} found; restore a backup with: ./daybook restore FILE`,
    );
    if (problems.length > 0) process.exitCode = 1;
  });
}

// Read-only: a damaged file is not changed.
async function examineFile(config: Config, folder: string): Promise<string[]> {
  requireCurrentFile(config);
  const file = placeOf(config);
  const db = openExisting(file);
  const damage = fileProblems(db);
  db.close();
  line('daybook', `${version}, schema ${schemaVersion}`);
  lineOfNode();
  line('sqlite', process.versions.sqlite);
  line('database', `${file}, ${mebibytes(file)} MiB`);
  const store = openReader(file);
  try {
    return damage.length > 0 ? damage : await examineRecords(store, folder);
  } finally {
    await store.close();
  }
}

// With an unknown schema the other checks are skipped: a table could be a view.
function fileProblems(db: DatabaseSync): string[] {
  const foreign = schemaProblems(db);
  return foreign.length > 0 ? foreign : integrityProblems(db);
}

async function examineDatabase(config: Config, folder: string): Promise<string[]> {
  const { databaseSchemaProblems } = await import('../store/postgres/schema.ts'); // only with that engine
  const store = await openExistingStore(config);
  try {
    line('daybook', `${version}, schema ${schemaVersion}`);
    lineOfNode();
    line('postgresql', store.about.version);
    line('database', `${store.about.location}, ${((await databaseBytes(store)) / 1024 ** 2).toFixed(1)} MiB`);
    const foreign = await databaseSchemaProblems(placeOf(config));
    return foreign.length > 0 ? foreign : await examineRecords(store, folder);
  } finally {
    await store.close();
  }
}

async function examineRecords(store: ReadStore, folder: string): Promise<string[]> {
  const problems = [
    ...(await consistencyProblems(store)),
    ...(await store.snapshot(rowProblems)),
    ...(await contentProblems(store, folder)),
  ];
  // Counting may fail because of damage; the problems are still reported.
  await printCounts(store).catch((error: unknown) => {
    if (problems.length === 0) throw error;
  });
  return problems;
}

async function printCounts(store: ReadStore): Promise<void> {
  const { users, tokens, revokedTokens, contents, contentBytes, jobs } = await readTotals(store);
  for (const { name, changes, records } of users) {
    const counts = records.map(
      ({ resource, all, trashed }) => counted(all, resource) + (trashed > 0 ? ` (${trashed} in the trash)` : ''),
    );
    line(`user ${name}`, `${counts.join(', ')}, ${counted(changes, 'change')} so far`);
  }
  line('tokens', `${tokens - revokedTokens} valid or expired, ${revokedTokens} revoked`);
  line('contents', `${contents} of files and mails, ${(contentBytes / 1024 ** 2).toFixed(1)} MiB`);
  line('jobs', jobs);
  const previews = await readProgress(store, 'preview');
  if (previews) line('previews', `${previews.done} of ${counted(previews.total, 'email')}; serve computes the others`);
  const index = await readProgress(store, 'index');
  if (index) line('search index', `${index.done} of ${counted(index.total, 'record')}; serve adds the others`);
  const texts = await readProgress(store, 'extract_all');
  if (texts) line('attachments', `texts of ${texts.done} of ${counted(texts.total, 'email')}; serve reads the others`);
}

function lineOfNode(): void {
  line('node', `${process.version}, time zones ${process.versions.tz}`);
}

function line(label: string, value: unknown): void {
  // A name in a damaged database can contain terminal control characters.
  process.stdout.write(`${`${label.padEnd(12)} ${value}`.replaceAll(/\p{Cc}/gu, '\ufffd')}\n`);
}

// Including the write-ahead log, which contains the newest changes.
function mebibytes(file: string): string {
  const bytes = [file, `${file}-wal`].filter(existsSync).reduce((sum, one) => sum + statSync(one).size, 0);
  return (bytes / 1024 ** 2).toFixed(1);
}
