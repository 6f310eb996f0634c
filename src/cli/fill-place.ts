// Fills an empty file or database from a source of rows. An interruption cannot leave a partial copy that looks
// complete: a file is written beside its final path and renamed, and a database is marked as unfinished. The next run
// starts over.
import { existsSync } from 'node:fs';
import { openEngine } from '../open-store.ts';
import { StoreProblem } from '../store/engine/problem.ts';
import type { Store } from '../store/port.ts';
import { dropDatabase, putInPlace, requireCurrent } from '../store/sqlite/backup.ts';
import { holdFolder } from '../store/sqlite/lock.ts';
import { openReader } from '../store/sqlite/reader.ts';
import { countServices } from '../store/tables/users.ts';
import type { Sums } from '../store/transfer/checksums.ts';
import { isEmptyStore } from '../store/transfer/tables.ts';
import { beginWork, endWork } from '../store/transfer/unfinished.ts';
import { isPostgres } from '../values/place.ts';
import { fillStore, type Report, type RowSource } from './transfer.ts';

export interface Filling {
  work: 'move' | 'restore';
  place: string;
  source: RowSource;
  report: Report;
  /** Whether an existing file with records may be moved aside. */
  replace: boolean;
  /** Whether the contents beside a file already belong to it and must not be moved aside with the old file. */
  files?: 'swap' | 'stay';
  /** Runs before the copy is complete: final checks, and data that is not in rows. */
  check?: (target: Store) => Promise<void>;
}

/** Returns a description of the database, and the name of the file that was moved aside. */
export async function fillPlace(filling: Filling): Promise<{ sums: Sums; kept: string | null }> {
  return isPostgres(filling.place) ? fillDatabase(filling) : fillFile(filling);
}

async function fillDatabase({ work, place, source, report, check }: Filling): Promise<{ sums: Sums; kept: null }> {
  const target = await openEngine(place, { upgrade: work === 'restore' && 'empty' });
  try {
    await refuseServed(target);
    const mark = await beginWork(target, work);
    const sums = await fillStore(target, source, report);
    await check?.(target);
    await endWork(target, mark);
    return { sums, kept: null };
  } finally {
    await target.close();
  }
}

/** Refuses a database that is being served: the service would use outdated or incomplete records. */
export async function refuseServed(store: Store): Promise<void> {
  const services = await countServices(store);
  if (services > 0)
    throw new StoreProblem(
      `${store.about.location} is being served (by ${services} ${services === 1 ? 'service' : 'services'}); stop that first.`,
    );
}

async function fillFile(filling: Filling): Promise<{ sums: Sums; kept: string | null }> {
  const { work, place, source, report, replace, check } = filling;
  const release = holdFolder(place);
  const partial = `${place}.partial`;
  try {
    if (!replace && existsSync(place) && !(await isEmptyFile(place)))
      throw new StoreProblem(`${place} already contains records; name another folder for the ${work}.`);
    dropDatabase(partial);
    const target = await openEngine(partial);
    let sums: Sums;
    try {
      sums = await fillStore(target, source, report);
      await check?.(target);
    } finally {
      await target.close();
    }
    return { sums, kept: putInPlace(partial, place, filling.files) };
  } catch (error) {
    dropDatabase(partial);
    throw error;
  } finally {
    release();
  }
}

async function isEmptyFile(file: string): Promise<boolean> {
  requireCurrent(file);
  const reader = openReader(file);
  try {
    return await isEmptyStore(reader);
  } finally {
    await reader.close();
  }
}
