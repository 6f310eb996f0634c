// daybook move: copies all data from one database to another, from a file to a PostgreSQL server or back.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { type Config, readConfig, settings } from '../config.ts';
import { namedIn } from '../files/content-copies.ts';
import { filesFolder, openExistingStore } from '../open-store.ts';
import { StoreProblem } from '../store/engine/problem.ts';
import { holdFolder } from '../store/sqlite/lock.ts';
import type { Sums } from '../store/transfer/checksums.ts';
import { countRows } from '../store/transfer/tables.ts';
import { readEnds } from '../store/transfer/totals.ts';
import { hidePassword, isPostgres, withoutPassword } from '../values/place.ts';
import { shellWord } from '../values/shell.ts';
import { bringContents, reportLost } from './contents.ts';
import { fillPlace, refuseServed } from './fill-place.ts';
import { counted, stepBar } from './progress.ts';
import { rowsOfStore } from './transfer.ts';

const FILE = 'daybook.db'; // in a data folder

interface MoveOptions {
  from: string;
  to: string;
  fromData?: string;
  toData?: string;
  incomplete?: true;
}

const usual = `[${settings.data.env}, default ${settings.data.default}]`;

export function addMoveCommand(program: Command): void {
  program
    .command('move')
    .description('Copy all data to an empty database, SQLite or PostgreSQL; the service must be stopped.')
    .requiredOption('--from <place>', 'The source: a data folder, a file, or postgres://USER@HOST/NAME.')
    .requiredOption('--to <place>', 'The target, in the same form; it must not contain records.')
    .option('--from-data <folder>', `Data folder of a PostgreSQL database at --from, with its files. ${usual}`)
    .option('--to-data <folder>', `Data folder of a PostgreSQL database at --to, for its files. ${usual}`)
    .option('--incomplete', 'Continue if contents of files or mails are missing or damaged, without them.')
    .action(async (options: MoveOptions) => {
      const [from, to] = [readPlace('--from', options.from), readPlace('--to', options.to)];
      if (from === to) throw new StoreProblem('--from and --to name the same database.');
      if (!isPostgres(from) && !existsSync(from))
        throw new StoreProblem(`${from} does not exist; name the data folder with --from.`);
      const release = isPostgres(from) ? () => {} : holdFolder(from);
      try {
        await move(from, to, options);
      } finally {
        release();
      }
    });
}

async function move(from: string, to: string, options: MoveOptions): Promise<void> {
  const contents = bringContents({
    work: 'move',
    from: filesFolder(configFor(from, options.fromData)),
    to: filesFolder(configFor(to, options.toData)),
    place: to,
    incomplete: options.incomplete === true,
  });
  const source = await openExistingStore(configFor(from, options.fromData));
  const bar = stepBar();
  try {
    await refuseServed(source);
    const { sums } = await source.snapshot(async (read) => {
      const before = await readEnds(source);
      return fillPlace({
        work: 'move',
        place: to,
        source: rowsOfStore(read, await countRows(read), bar.show),
        report: bar.show,
        replace: false,
        files: contents.files,
        async check(target) {
          const named = await namedIn(read);
          await contents.bring(named);
          if ((await readEnds(source)) !== before)
            throw new StoreProblem(
              `${source.about.location} was changed during the move; stop the services that use it and run the move again.`,
            );
          await contents.claim(target, named);
        },
      });
    });
    const shown = isPostgres(to) ? withoutPassword(to) : to;
    const serve = basename(to) === FILE ? `--data ${shellWord(dirname(to))}` : `--database ${shellWord(shown)}`;
    bar.end(
      `${shown} now contains ${describe(sums)}; counts and checksums match. Start the service with: ./daybook serve ${serve}\n${contents.summary()}${source.about.location} is unchanged; remove it when you no longer need it.`,
    );
    reportLost(contents.lost());
  } catch (error) {
    contents.drop();
    throw error;
  } finally {
    await source.close();
  }
}

/** The options of a service for it: its files are beside a file, or in the data folder of a PostgreSQL database. */
function configFor(place: string, data: string | undefined): Config {
  return { ...readConfig(data === undefined ? {} : { data }, process.env), database: place };
}

function describe(sums: Sums): string {
  const names = ['user', 'event', 'email', 'contact', 'change'];
  return names.map((name) => counted(sums[`${name}s`]?.rows ?? 0, name)).join(', ');
}

function readPlace(flag: string, text: string): string {
  try {
    const place = settings.database.read(text);
    if (place === '') throw new Error('must name a data folder, a file or a database.');
    const isFolder =
      !isPostgres(place) && (statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? !/\.\w+$/.test(place));
    return isFolder ? join(place, FILE) : place;
  } catch (error) {
    throw new StoreProblem(`${flag} ${JSON.stringify(hidePassword(text))}: ${(error as Error).message}`);
  }
}
