// Fills a place that holds no records, a file or a database on a server, from a source of rows. An interruption leaves
// nothing that could be taken for the whole: a file is made beside its place and put there when it is complete, and a
// database says of itself that it is unfinished. Run again, the work begins anew.
import { existsSync } from 'node:fs';
import { fillStore, type Report, type RowSource } from '../domain/transfer.ts';
import { openEngine } from '../open-store.ts';
import type { Sums } from '../store/checksums.ts';
import { holdFolder } from '../store/lock.ts';
import { StoreProblem } from '../store/problem.ts';
import { dropDatabase, putInPlace, requireCurrent } from '../store/sqlite-backup.ts';
import { openReader } from '../store/sqlite-reader.ts';
import type { Store } from '../store/store.ts';
import { isEmpty } from '../store/tables.ts';
import { beginWork, endWork } from '../store/unfinished.ts';
import { isPostgres } from '../values/place.ts';

export interface Filling {
  work: 'move' | 'restore';
  place: string;
  source: RowSource;
  report: Report;
  /** Whether a file with records may be set aside for the new one. */
  replace: boolean;
  /** Whether the contents beside a file are its own already, and are not to be set aside with what was there. */
  files?: 'swap' | 'stay';
  /** Looks once more before the copy counts as made, and brings what is no row. */
  check?: (target: Store) => Promise<void>;
}

/** Returns what the place now holds, and the name of the file that was set aside. */
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

/** A service on the database would go on with records that are no longer the ones, or not yet. */
export async function refuseServed(store: Store): Promise<void> {
  const services = await store.services();
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
      throw new StoreProblem(`${place} holds records already; name another folder for the ${work}.`);
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
    return await isEmpty((sql) => reader.catalogue(sql));
  } finally {
    await reader.close();
  }
}
