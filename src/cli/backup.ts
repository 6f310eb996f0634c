// daybook backup and daybook restore: copy all data to a file, and restore it.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, commandFor } from '../config.ts';
import { namedIn, namedInFile } from '../files/content-copies.ts';
import { filesFolder, openEngine, openExistingStore, placeOf, requireCurrentFile } from '../open-store.ts';
import { indexAll, isIndexed } from '../records/search-index.ts';
import { noteRestored } from '../sending/restored-mail.ts';
import { StoreProblem } from '../store/engine/problem.ts';
import type { Snapshot, Store } from '../store/port.ts';
import {
  backUp,
  filesBeside,
  openExisting,
  type Progress,
  requireNewTarget,
  restoreFrom,
} from '../store/sqlite/backup.ts';
import { holdFolder } from '../store/sqlite/lock.ts';
import { openReader } from '../store/sqlite/reader.ts';
import { requireKnownSchema } from '../store/sqlite/schema.ts';
import { isExport, writeExport } from '../store/transfer/export-file.ts';
import { noteBackup } from '../store/transfer/last-backup.ts';
import { holdTarget } from '../store/transfer/partial.ts';
import { isPostgres, withoutPassword } from '../values/place.ts';
import { shellWord } from '../values/shell.ts';
import { version } from '../version.ts';
import { backUpContents, bringContents, namedInStore, reportLost } from './contents.ts';
import { fillPlace } from './fill-place.ts';
import { addSettings, configOf, storeSettings } from './options.ts';
import { progressBar, stepBar } from './progress.ts';
import { rowsOfBackup } from './restore-rows.ts';
import { requireSoundStore } from './row-checks.ts';

export function addBackupCommands(program: Command): void {
  addSettings(
    program
      .command('backup')
      .argument('<file>', 'The file to write; it must not exist.')
      .description('Copy all data to one file; the service may be running.')
      .option(
        '--portable',
        'Write an export that SQLite and PostgreSQL can restore; always used for a PostgreSQL database.',
      ),
    storeSettings,
  ).action(async (target: string, options: Record<string, unknown>) => {
    requireNewTarget(target);
    const release = holdTarget(target);
    try {
      await backUpTo(target, configOf(options), options.portable === true);
    } finally {
      release();
    }
  });
  addSettings(
    program
      .command('restore')
      .argument('<file>', 'A file written by backup, from SQLite or PostgreSQL.')
      .description(
        'Replace the data with a backup; the service must be stopped. An existing file is kept beside it; a PostgreSQL database must be empty.',
      )
      .option('--incomplete', 'Continue if contents of files or mails are missing or damaged, without them.'),
    storeSettings,
  ).action((source: string, options: Record<string, unknown>) =>
    restore(source, configOf(options), options.incomplete === true),
  );
}

async function backUpTo(target: string, config: Config, portable: boolean): Promise<void> {
  const place = placeOf(config);
  const begun = Date.now();
  const bar = progressBar('backup');
  const contents = backUpContents(filesFolder(config), target);
  try {
    requireCurrentFile(config);
    contents.begin();
    if (isPostgres(place) || portable)
      await exportFrom(config, target, bar.show, async (read) => contents.complete(await namedIn(read)));
    else await backUp(place, target, bar.show, (partial) => contents.complete(namedInFile(partial)));
  } catch (error) {
    contents.drop();
    throw error;
  }
  await remember(config, begun, target);
  const where = isPostgres(place)
    ? `into an empty database with: ./daybook restore ${shellWord(target)} --database postgres://…`
    : `with: ${commandFor(config, `restore ${shellWord(target)}`)}`;
  const beside = existsSync(filesBeside(target)) ? `, with ${filesBeside(target)} beside it,` : '';
  bar.end(`${target}${beside} contains all data up to now; restore it ${where}`);
  reportLost(contents.lost());
}

/** So that the service can say when the last backup was made. The backup is complete without it. */
async function remember(config: Config, begun: number, target: string): Promise<void> {
  try {
    const store = await openExistingStore(config);
    await noteBackup(store, begun, resolve(target)).finally(() => store.close());
  } catch (error) {
    process.stderr.write(`The time of this backup could not be stored: ${(error as Error).message}\n`);
  }
}

async function exportFrom(
  config: Config,
  target: string,
  show: Progress,
  also: (read: Snapshot) => Promise<void>,
): Promise<void> {
  const place = placeOf(config);
  const store = isPostgres(place) ? await openExistingStore(config) : openReader(place);
  try {
    await writeExport(store, target, version, show, also);
  } finally {
    await store.close();
  }
}

async function restore(source: string, config: Config, incomplete: boolean): Promise<void> {
  const place = placeOf(config);
  if (!existsSync(source)) throw new StoreProblem(`${source} does not exist; name a file written by backup.`);
  const contents = bringContents({
    work: 'restore',
    from: filesBeside(source),
    to: filesFolder(config),
    place,
    incomplete,
  });
  const check = async (target: Store) => {
    const named = await namedInStore(target);
    await contents.bring(named);
    await contents.claim(target, named);
    await noteRestored(target);
  };
  try {
    if (isPostgres(place) || (await isExport(source))) {
      const bar = stepBar();
      const rows = await rowsOfBackup(source, place, bar.show);
      const { files } = contents;
      const filling = { work: 'restore', place, source: rows, report: bar.show, replace: true, files, check } as const;
      const { kept } = await fillPlace(filling);
      bar.end(restored(place, source, kept));
    } else await restoreFile(source, place, () => contents.bring(namedInFile(source)));
  } catch (error) {
    contents.drop();
    throw error;
  }
  reportLost(contents.lost());
}

async function restoreFile(source: string, place: string, bringContents: () => Promise<void>): Promise<void> {
  const release = holdFolder(place);
  try {
    const bar = stepBar();
    const copied = (done: number, total: number) => bar.show('copy', done, total);
    const kept = await restoreFrom(source, place, copied, async (partial) => {
      await upgradeCopy(partial, (done, total) => bar.show('index', done, total));
      await bringContents();
    });
    bar.end(restored(place, source, kept));
  } finally {
    release();
  }
}

/** Upgrades the copy to the newest schema, builds its index, and marks it as restored for the next start. */
async function upgradeCopy(file: string, progress: Progress): Promise<void> {
  const store = await openEngine(file, { upgrade: true });
  try {
    await store.snapshot(requireSoundStore);
    if (!(await isIndexed(store))) await indexAll(store, progress);
    await noteRestored(store);
  } finally {
    await store.close();
  }
  const copy = openExisting(file); // everything but the tables of an earlier schema must be gone
  try {
    requireKnownSchema(copy, file);
  } finally {
    copy.close();
  }
}

function restored(place: string, source: string, kept: string | null): string {
  const shown = isPostgres(place) ? withoutPassword(place) : place;
  return `${shown} now contains the data of ${source}.${kept ? ` The previous data is in ${kept}.` : ''}`;
}
