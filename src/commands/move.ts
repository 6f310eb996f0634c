// daybook move: everything from one database into another, from a file to a PostgreSQL server or back.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { settings } from '../config.ts';
import { rowsOfStore } from '../domain/transfer.ts';
import { openExistingStore } from '../open-store.ts';
import type { Sums } from '../store/checksums.ts';
import { holdFolder } from '../store/lock.ts';
import { StoreProblem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import { countRows } from '../store/tables.ts';
import { hidePassword, isPostgres, withoutPassword } from '../values/place.ts';
import { fillPlace, refuseServed } from './fill-place.ts';
import { counted, stepBar } from './progress.ts';

const FILE = 'daybook.db'; // in a data folder

export function addMoveCommand(program: Command): void {
  program
    .command('move')
    .description('Copy everything into an empty database of the same or the other kind; the service must be stopped.')
    .requiredOption('--from <place>', 'Where the records are: a data folder, a file, or postgres://USER@HOST/NAME.')
    .requiredOption('--to <place>', 'Where they go: the same kinds of place, without records.')
    .action(async (options: { from: string; to: string }) => {
      const [from, to] = [readPlace('--from', options.from), readPlace('--to', options.to)];
      if (from === to) throw new StoreProblem('--from and --to name the same place.');
      if (!isPostgres(from) && !existsSync(from))
        throw new StoreProblem(`${from} does not exist; name the data folder with --from.`);
      const release = isPostgres(from) ? () => {} : holdFolder(from);
      try {
        await move(from, to);
      } finally {
        release();
      }
    });
}

async function move(from: string, to: string): Promise<void> {
  const source = await openExistingStore(from);
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
        async check() {
          if ((await logEnds(source)) !== before)
            throw new StoreProblem(
              `${source.about.location} was written to during the move; stop the services on it and run it again.`,
            );
        },
      });
    });
    const shown = isPostgres(to) ? withoutPassword(to) : to;
    const serve = basename(to) === FILE ? `--data ${dirname(to)}` : `--database ${shown}`;
    bar.end(
      `${shown} now holds ${told(sums)}; counts and checksums agree. Serve it with: ./daybook serve ${serve}\n${source.about.location} is unchanged; remove it when you are sure.`,
    );
  } finally {
    await source.close();
  }
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
