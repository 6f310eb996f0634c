// daybook move: everything from one database into another, from a file to a PostgreSQL server or back.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { type Config, readConfig, settings } from '../config.ts';
import { rowsOfStore } from '../domain/transfer.ts';
import { filesFolder, openExistingStore } from '../open-store.ts';
import type { Sums } from '../store/checksums.ts';
import { namedIn } from '../store/content-copies.ts';
import { holdFolder } from '../store/lock.ts';
import { StoreProblem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import { countRows } from '../store/tables.ts';
import { hidePassword, isPostgres, withoutPassword } from '../values/place.ts';
import { bringContents, reportLost } from './contents.ts';
import { fillPlace, refuseServed } from './fill-place.ts';
import { counted, stepBar } from './progress.ts';

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
    .description('Copy everything into an empty database of the same or the other kind; the service must be stopped.')
    .requiredOption('--from <place>', 'Where the records are: a data folder, a file, or postgres://USER@HOST/NAME.')
    .requiredOption('--to <place>', 'Where they go: the same kinds of place, without records.')
    .option('--from-data <folder>', `Data folder of a PostgreSQL database at --from, with its files. ${usual}`)
    .option('--to-data <folder>', `Data folder of a PostgreSQL database at --to, for its files. ${usual}`)
    .option('--incomplete', 'Go on where contents of files or mails are missing or damaged; these are left out.')
    .action(async (options: MoveOptions) => {
      const [from, to] = [readPlace('--from', options.from), readPlace('--to', options.to)];
      if (from === to) throw new StoreProblem('--from and --to name the same place.');
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
      const before = await logEnds(source);
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
          if ((await logEnds(source)) !== before)
            throw new StoreProblem(
              `${source.about.location} was written to during the move; stop the services on it and run it again.`,
            );
          await contents.claim(target, named);
        },
      });
    });
    const shown = isPostgres(to) ? withoutPassword(to) : to;
    const serve = basename(to) === FILE ? `--data ${dirname(to)}` : `--database ${shown}`;
    bar.end(
      `${shown} now holds ${told(sums)}; counts and checksums agree. Serve it with: ./daybook serve ${serve}\n${contents.told()}${source.about.location} is unchanged; remove it when you are sure.`,
    );
    reportLost(contents.lost());
  } catch (error) {
    contents.drop();
    throw error;
  } finally {
    await source.close();
  }
}

/** The settings of a service there: its files are beside a file, or in the data folder of a server's database. */
function configFor(place: string, data: string | undefined): Config {
  return { ...readConfig(data === undefined ? {} : { data }, process.env), database: place };
}

async function logEnds(source: Store): Promise<string> {
  const logs = await source.catalogue('select user_id, seq, pruned_seq from logs order by user_id');
  const tokens = await source.catalogue(
    'select count(*) as n, max(created_at) as made, max(revoked_at) as ended from tokens',
  );
  return JSON.stringify([logs, tokens]);
}

function told(sums: Sums): string {
  const names = ['user', 'event', 'email', 'contact', 'change'];
  return names.map((name) => counted(sums[`${name}s`]?.rows ?? 0, name)).join(', ');
}

function readPlace(flag: string, text: string): string {
  try {
    const place = settings.database.read(text);
    if (place === '') throw new Error('must name a place.');
    const isFolder =
      !isPostgres(place) && (statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? !/\.\w+$/.test(place));
    return isFolder ? join(place, FILE) : place;
  } catch (error) {
    throw new StoreProblem(`${flag} ${JSON.stringify(hidePassword(text))}: ${(error as Error).message}`);
  }
}
