// daybook doctor: whether the data is sound, what it holds and what serves it.
import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { rowProblems } from '../domain/row-checks.ts';
import { filesFolder, openExistingStore, placeOf, requireCurrentFile } from '../open-store.ts';
import { resources } from '../resources/all.ts';
import { consistencyProblems } from '../store/consistency.ts';
import { contentProblems } from '../store/content-problems.ts';
import { schemaVersion } from '../store/migrations/all.ts';
import { integrityProblems, openExisting } from '../store/sqlite-backup.ts';
import { openReader } from '../store/sqlite-reader.ts';
import { schemaProblems } from '../store/sqlite-schema.ts';
import type { ReadStore } from '../store/store.ts';
import { isPostgres } from '../values/place.ts';
import { version } from '../version.ts';
import { addSettings, configOf, storeSettings } from './options.ts';
import { permissionWarning } from './permissions.ts';
import { counted } from './progress.ts';

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

// Read only: a damaged file is left as it is.
async function examineFile(config: Config, folder: string): Promise<string[]> {
  requireCurrentFile(config);
  const file = placeOf(config);
  const db = openExisting(file);
  const damage = fileProblems(db);
  db.close();
  line('daybook', `${version}, schema ${schemaVersion}`);
  line('node', process.version);
  line('sqlite', process.versions.sqlite);
  line('database', `${file}, ${mebibytes(file)} MiB`);
  const store = openReader(file);
  try {
    return damage.length > 0 ? damage : await examineRecords(store, folder);
  } finally {
    await store.close();
  }
}

// With a foreign schema the rest is not asked: a view could stand where a table is expected.
function fileProblems(db: DatabaseSync): string[] {
  const foreign = schemaProblems(db);
  return foreign.length > 0 ? foreign : integrityProblems(db);
}

async function examineDatabase(config: Config, folder: string): Promise<string[]> {
  const store = await openExistingStore(config);
  try {
    const [size] = await store.catalogue('select pg_database_size(current_database()) as bytes');
    line('daybook', `${version}, schema ${schemaVersion}`);
    line('node', process.version);
    line('postgresql', store.about.version);
    line('database', `${store.about.location}, ${((size?.bytes as number) / 1024 ** 2).toFixed(1)} MiB`);
    const { databaseSchemaProblems } = await import('../store/postgres-schema.ts'); // only with that engine
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
  // What is wrong may be what is counted; the problems are said all the same.
  await printCounts(store).catch((error: unknown) => {
    if (problems.length === 0) throw error;
  });
  return problems;
}

async function printCounts(store: ReadStore): Promise<void> {
  const count = async (sql: string, ...params: number[]) => (await store.catalogue(sql, ...params))[0]?.n as number;
  const users = await store.catalogue(
    'select u.user_id, u.name, l.seq from users u join logs l on l.user_id = u.user_id order by u.user_id',
  );
  for (const { user_id: user, name, seq } of users) {
    const counts = [];
    for (const { name: noun, path } of resources) {
      const all = await count(`select count(*) as n from ${path} where user_id = ?1`, user as number);
      const trash = await count(
        `select count(*) as n from ${path} where user_id = ?1 and deleted_at is not null`,
        user as number,
      );
      counts.push(counted(all, noun) + (trash > 0 ? ` (${trash} in the trash)` : ''));
    }
    line(`user ${name}`, `${counts.join(', ')}, ${counted(seq, 'change')} so far`);
  }
  const revoked = await count('select count(*) as n from tokens where revoked_at is not null');
  line(
    'tokens',
    `${(await count('select count(*) as n from tokens')) - revoked} in force or expired, ${revoked} revoked`,
  );
  const [contents] = await store.catalogue(
    'select count(*) as n, cast(coalesce(sum(size), 0) as bigint) as bytes from contents',
  );
  line('contents', `${contents?.n} of files and mails, ${(Number(contents?.bytes) / 1024 ** 2).toFixed(1)} MiB`);
  line('jobs', await count('select count(*) as n from jobs'));
}

function line(label: string, value: unknown): void {
  // A name in a damaged database can hold what a terminal takes for a command.
  process.stdout.write(`${`${label.padEnd(12)} ${value}`.replaceAll(/\p{Cc}/gu, '\ufffd')}\n`);
}

// With the log beside it, where the newest changes still are.
function mebibytes(file: string): string {
  const bytes = [file, `${file}-wal`].filter(existsSync).reduce((sum, one) => sum + statSync(one).size, 0);
  return (bytes / 1024 ** 2).toFixed(1);
}
