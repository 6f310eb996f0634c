// daybook doctor: whether the data is sound, what it holds and what serves it.
import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Command } from 'commander';
import { databaseFile } from '../open-store.ts';
import { resources } from '../resources/all.ts';
import { consistencyProblems, integrityProblems, openExisting } from '../store/sqlite-backup.ts';
import { schemaVersion } from '../store/sqlite-migrate.ts';
import { version } from '../version.ts';
import { addSettings, configOf, storeSettings } from './options.ts';

export function addDoctorCommand(program: Command): void {
  addSettings(
    program
      .command('doctor')
      .description('Check the data and show versions and counts; exit code 1 if anything is wrong.'),
    storeSettings,
  ).action((options: Record<string, unknown>) => {
    const file = databaseFile(configOf(options));
    const db = openExisting(file);
    const one = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
    line('daybook', `${version}, schema ${one('pragma user_version')} of ${schemaVersion}`);
    line('node', process.version);
    line('sqlite', one('select sqlite_version()'));
    line('database', `${file}, ${mebibytes(file)} MiB`);
    const problems = [...integrityProblems(db), ...consistencyProblems(db)];
    if (problems.length === 0) printCounts(db);
    db.close();
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

function printCounts(db: DatabaseSync): void {
  const count = (sql: string, ...params: number[]) => (db.prepare(sql).get(...params) as { n: number }).n;
  for (const { user_id: user, name, seq } of db
    .prepare('select user_id, name, seq from users order by user_id')
    .all()) {
    const counts = resources.map(({ name: noun, path }) =>
      counted(count(`select count(*) as n from ${path} where user_id = ?1`, user as number), noun),
    );
    line(`user ${name}`, `${counts.join(', ')}, ${counted(seq, 'change')} so far`);
  }
  const revoked = count('select count(*) as n from tokens where revoked_at is not null');
  line('tokens', `${count('select count(*) as n from tokens') - revoked} in force or expired, ${revoked} revoked`);
  line('jobs', count('select count(*) as n from jobs'));
}

function line(label: string, value: unknown): void {
  process.stdout.write(`${label.padEnd(12)} ${value}\n`);
}

// With the log beside it, where the newest changes still are.
function mebibytes(file: string): string {
  const bytes = [file, `${file}-wal`].filter(existsSync).reduce((sum, one) => sum + statSync(one).size, 0);
  return (bytes / 1024 ** 2).toFixed(1);
}

function counted(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
