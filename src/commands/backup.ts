// daybook backup and daybook restore.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { type Config, commandFor } from '../config.ts';
import { rowsOfStore } from '../domain/transfer.ts';
import { openExistingStore, placeOf } from '../open-store.ts';
import { isExport, readExport, writeExport } from '../store/export-file.ts';
import { holdFolder } from '../store/lock.ts';
import { StoreProblem } from '../store/problem.ts';
import { backUp, requireNewest, restoreFrom } from '../store/sqlite-backup.ts';
import { openReader } from '../store/sqlite-reader.ts';
import { countRows } from '../store/tables.ts';
import { isPostgres, withoutPassword } from '../values/place.ts';
import { version } from '../version.ts';
import { fillPlace } from './fill-place.ts';
import { addSettings, configOf, storeSettings } from './options.ts';
import { progressBar, stepBar } from './progress.ts';

export function addBackupCommands(program: Command): void {
  addSettings(
    program
      .command('backup')
      .argument('<file>', 'The file to write; it must not exist.')
      .description('Copy everything into one file, also while the service runs.')
      .option(
        '--portable',
        'Write the export that either kind of database can restore; a PostgreSQL database always does.',
      ),
    storeSettings,
  ).action(async (target: string, options: Record<string, unknown>) => {
    const config = configOf(options);
    const place = placeOf(config);
    const bar = progressBar('backup');
    if (isPostgres(place) || options.portable) await exportFrom(place, target, bar.show);
    else await backUp(place, target, bar.show);
    const where = isPostgres(place)
      ? `into an empty database with: ./daybook restore ${target} --database postgres://…`
      : `with: ${commandFor(config, `restore ${target}`)}`;
    bar.end(`${target} holds everything up to now; put it back ${where}`);
  });
  addSettings(
    program
      .command('restore')
      .argument('<file>', 'A file that backup wrote, from either kind of database.')
      .description(
        'Put a backup in place of the data; the service must be stopped. A file that was there is kept beside it; a PostgreSQL database must be empty.',
      ),
    storeSettings,
  ).action((source: string, options: Record<string, unknown>) => restore(source, configOf(options)));
}

async function exportFrom(place: string, target: string, show: (done: number, total: number) => void): Promise<void> {
  if (!isPostgres(place)) requireNewest(place, 'start the service on it once, then export it');
  const store = isPostgres(place) ? await openExistingStore(place) : openReader(place);
  try {
    await writeExport(store, target, version, show);
  } finally {
    await store.close();
  }
}

async function restore(source: string, config: Config): Promise<void> {
  const place = placeOf(config);
  if (!existsSync(source)) throw new StoreProblem(`${source} does not exist; name a file that backup wrote.`);
  if (await isExport(source)) {
    const bar = stepBar();
    const rows = readExport(source, (done, total) => bar.show('copy', done, total));
    const { kept } = await fillPlace({ work: 'restore', place, source: rows, report: bar.show, replace: true });
    bar.end(restored(place, source, kept));
  } else if (isPostgres(place)) await restoreFileIntoDatabase(source, place);
  else {
    const release = holdFolder(place);
    try {
      const bar = progressBar('restore');
      const kept = await restoreFrom(source, place, bar.show);
      bar.end(restored(place, source, kept));
    } finally {
      release();
    }
  }
}

async function restoreFileIntoDatabase(source: string, place: string): Promise<void> {
  requireNewest(source, 'restore it into a data folder, start the service there once, and move that');
  const bar = stepBar();
  const reader = openReader(source);
  try {
    await reader.snapshot(async (read) => {
      const rows = rowsOfStore(read, await countRows(read), bar.show);
      await fillPlace({ work: 'restore', place, source: rows, report: bar.show, replace: false });
    });
  } finally {
    await reader.close();
  }
  bar.end(restored(place, source, null));
}

function restored(place: string, source: string, kept: string | null): string {
  const shown = isPostgres(place) ? withoutPassword(place) : place;
  return `${shown} is now as ${source} was made.${kept ? ` What was there before is in ${kept}.` : ''}`;
}
