// What backup, restore and move do with contents: which folder they come from, which they go to, and what a person is
// told of those that could not be brought along.
import { existsSync, readdirSync } from 'node:fs';
import { addContents, type Lost, type Named, namedIn, stageContents } from '../store/content-copies.ts';
import { folderIsTaken, takeFolder } from '../store/files-folder.ts';
import { StoreProblem } from '../store/problem.ts';
import { filesBeside, requireNewTarget } from '../store/sqlite-backup.ts';
import type { ReadStore, Store } from '../store/store.ts';
import { isPostgres } from '../values/place.ts';
import { counted, progressBar } from './progress.ts';

/** Copies the contents that a backup names into the folder beside it. */
export function backUpContents(from: string, target: string) {
  requireNewTarget(target);
  const folder = filesBeside(target);
  if (existsSync(folder)) throw new StoreProblem(`${folder} exists already; name a new file.`);
  const stage = stageContents(from, folder);
  let lost: Lost[] = [];
  return {
    /** Before the records are copied: what is deleted meanwhile is among them still. */
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

interface Bringing {
  work: 'move' | 'restore';
  from: string;
  to: string;
  /** The place of the records: a file whose contents are put beside it, or a database on a server. */
  place: string;
  /** Whether what is missing or damaged may be left out. */
  incomplete: boolean;
}

/** Brings contents to where they will be served, each compared with its digest; throws if any is not there whole. */
export function bringContents({ work, from, to, place, incomplete }: Bringing) {
  const stay = from === to;
  const show = progressBar('files').show;
  let lost: Lost[] = [];
  let brought = 0;
  if (isPostgres(place) && !stay && folderIsTaken(to))
    throw new StoreProblem(`${to} holds the files of another database; name an empty data folder for the ${work}.`);
  return {
    files: stay ? ('stay' as const) : ('swap' as const),
    async bring(named: Named[]): Promise<void> {
      brought = named.length;
      if (stay) return;
      if (named.length > 0 && isMissing(from) && !incomplete)
        throw new StoreProblem(
          `${from}, the folder with ${counted(named.length, 'content')} of the files and mails, is not there; put it there, or go on without them with --incomplete.`,
        );
      if (isPostgres(place)) lost = await addContents(from, to, named, show);
      else {
        const stage = stageContents(from, to);
        lost = await stage.add(named, true, show);
        stage.sync();
      }
      if (lost.length > 0 && !incomplete)
        throw new StoreProblem(
          `${tellLost(lost)} in ${from}, such as ${lost[0]?.sha256}; nothing was changed. To go on without them: --incomplete`,
        );
    },
    /** Makes the folder the database's own, where others could take it for theirs. */
    async claim(target: Store, named: Named[]): Promise<void> {
      if (named.length > 0 && (stay || isPostgres(place))) await takeFolder(target, to);
    },
    /** Where the contents are now, as a line; nothing where there are none. */
    told: () =>
      brought === 0
        ? ''
        : stay
          ? `Its files stay in ${to} and are its own from now on.\n`
          : `Its files are in ${to}.\n`,
    drop() {
      if (!isPostgres(place) && !stay) stageContents(from, to).drop();
    },
    lost: () => lost,
  };
}

export async function namedInStore(store: ReadStore): Promise<Named[]> {
  return store.snapshot(namedIn);
}

function tellLost(lost: readonly Lost[]): string {
  const missing = lost.filter(({ why }) => why === 'missing').length;
  const parts = [missing > 0 && `${missing} missing`, lost.length > missing && `${lost.length - missing} damaged`];
  return `${counted(lost.length, 'content')} of files or mails (${parts.filter(Boolean).join(', ')})`;
}

/** After a copy that lacks some: the person is told, and a script by the exit code. */
export function reportLost(lost: readonly Lost[]): void {
  if (lost.length === 0) return;
  process.stderr.write(`daybook: ${tellLost(lost)} could not be copied; ./daybook doctor tells which.\n`);
  process.exitCode = 1;
}

function isMissing(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}
