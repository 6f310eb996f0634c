// The contents of files and mails in backup, restore and move: source and target folder, and the report of contents
// that could not be copied.
import { existsSync, readdirSync } from 'node:fs';
import { addContents, type Lost, type Named, namedIn, stageContents } from '../files/content-copies.ts';
import { folderIsTaken, takeFolder } from '../files/content-folder.ts';
import { StoreProblem } from '../store/engine/problem.ts';
import type { ReadStore, Store } from '../store/port.ts';
import { filesBeside, requireNewTarget } from '../store/sqlite/backup.ts';
import { isPostgres } from '../values/place.ts';
import { counted, progressBar } from './progress.ts';

/** Copies the contents that a backup names into the folder beside it. */
export function backUpContents(from: string, target: string) {
  requireNewTarget(target);
  const folder = filesBeside(target);
  if (existsSync(folder)) throw new StoreProblem(`${folder} already exists; name a new file.`);
  const stage = stageContents(from, folder);
  let lost: Lost[] = [];
  return {
    /** Before the records are copied, because contents may be deleted in the meantime. */
    begin: () => stage.addAll(),
    async complete(named: Named[]): Promise<void> {
      const bar = progressBar('files');
      lost = await stage.add(named, false, bar.show);
      stage.only(named);
      stage.finish();
    },
    drop: () => stage.drop(),
    lost: () => lost,
  };
}

interface ContentCopy {
  work: 'move' | 'restore';
  from: string;
  to: string;
  /** The location of the records: a file with its contents beside it, or a database on a server. */
  place: string;
  /** Whether missing and damaged contents may be skipped. */
  incomplete: boolean;
}

/** Copies contents to their final folder, each verified by its digest; throws if one is missing or damaged. */
export function bringContents({ work, from, to, place, incomplete }: ContentCopy) {
  const stay = from === to;
  const show = progressBar('files').show;
  let lost: Lost[] = [];
  let count = 0;
  if (isPostgres(place) && !stay && folderIsTaken(to))
    throw new StoreProblem(`${to} contains the files of another database; name an empty data folder for the ${work}.`);
  return {
    files: stay ? ('stay' as const) : ('swap' as const),
    async bring(named: Named[]): Promise<void> {
      count = named.length;
      if (stay) return;
      if (named.length > 0 && isMissing(from) && !incomplete)
        throw new StoreProblem(
          `${from}, the folder with ${counted(named.length, 'content')} of the files and mails, does not exist; restore it, or continue without them with --incomplete.`,
        );
      if (isPostgres(place)) lost = await addContents(from, to, named, show);
      else {
        const stage = stageContents(from, to);
        lost = await stage.add(named, true, show);
        stage.sync();
      }
      if (lost.length > 0 && !incomplete)
        throw new StoreProblem(
          `${describeLost(lost)} in ${from}, such as ${lost[0]?.sha256}; nothing was changed. To continue without them, use --incomplete`,
        );
    },
    /** Assigns the folder to the database, if other databases could use it too. */
    async claim(target: Store, named: Named[]): Promise<void> {
      if (named.length > 0 && (stay || isPostgres(place))) await takeFolder(target, to);
    },
    /** A line that says where the contents are now; empty if there are none. */
    summary: () =>
      count === 0 ? '' : stay ? `Its files stay in ${to} and now belong to it.\n` : `Its files are in ${to}.\n`,
    drop() {
      if (!isPostgres(place) && !stay) stageContents(from, to).drop();
    },
    lost: () => lost,
  };
}

export async function namedInStore(store: ReadStore): Promise<Named[]> {
  return store.snapshot(namedIn);
}

function describeLost(lost: readonly Lost[]): string {
  const missing = lost.filter(({ why }) => why === 'missing').length;
  const parts = [missing > 0 && `${missing} missing`, lost.length > missing && `${lost.length - missing} damaged`];
  return `${counted(lost.length, 'content')} of files or mails (${parts.filter(Boolean).join(', ')})`;
}

/** Reports contents that were not copied, on stderr and by the exit code. */
export function reportLost(lost: readonly Lost[]): void {
  if (lost.length === 0) return;
  process.stderr.write(`daybook: ${describeLost(lost)} could not be copied; ./daybook doctor lists them.\n`);
  process.exitCode = 1;
}

function isMissing(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}
