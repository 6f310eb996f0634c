// daybook backup and daybook restore.
import type { Command } from 'commander';
import { databaseFile } from '../open-store.ts';
import { holdFolder } from '../store/lock.ts';
import { backUp, restoreFrom } from '../store/sqlite-backup.ts';
import { addSettings, configOf, storeSettings } from './options.ts';
import { progressBar } from './progress.ts';

export function addBackupCommands(program: Command): void {
  addSettings(
    program
      .command('backup')
      .argument('<file>', 'The file to write; it must not exist.')
      .description('Copy everything into one file, also while the service runs.'),
    storeSettings,
  ).action(async (target: string, options: Record<string, unknown>) => {
    const bar = progressBar('backup');
    await backUp(databaseFile(configOf(options)), target, bar.show);
    bar.end(`${target} holds everything up to now; put it back with: ./daybook restore ${target}`);
  });
  addSettings(
    program
      .command('restore')
      .argument('<file>', 'A file that backup wrote.')
      .description('Put a backup in place of the data; the service must be stopped. What was there is kept beside it.'),
    storeSettings,
  ).action(async (source: string, options: Record<string, unknown>) => {
    const file = databaseFile(configOf(options));
    const release = holdFolder(file);
    try {
      const bar = progressBar('restore');
      const kept = await restoreFrom(source, file, bar.show);
      bar.end(`${file} is now as ${source} was made.${kept ? ` What was there before is in ${kept}.` : ''}`);
    } finally {
      release();
    }
  });
}
