// Databases for tests, on the engine that this run is for: each new and apart from all others, and gone when the test
// file is done.
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { openEngine } from '../../src/open-store.ts';
import { fastestFolder } from './fastest-folder.ts';

export const engine = process.env.DAYBOOK_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

export interface TestDatabase {
  engine: typeof engine;
  /** What --database takes: a file or the address of a server's database. */
  place: string;
  end(): Promise<void>;
}

const standing = new Map<string, TestDatabase>();

/** Removes the databases that are left. */
export async function endDatabases(): Promise<void> {
  await Promise.all([...standing.values()].map((one) => one.end()));
}

/** An empty one, as a first start finds it. */
export async function newDatabase(): Promise<TestDatabase> {
  return keep(engine === 'postgres' ? await onServer() : inFolder());
}

/** One that has the newest schema and no records: a copy is made faster than a schema. */
export async function newMigratedDatabase(): Promise<TestDatabase> {
  if (engine === 'postgres') return keep(await onServer(inject('postgresTemplate')));
  const made = inFolder();
  copyFileSync(await migratedFile(), made.place);
  return keep(made);
}

let migrated: Promise<string> | undefined;

function migratedFile(): Promise<string> {
  migrated ??= (async () => {
    const place = join(newFolder(), 'daybook.db');
    process.once('exit', () => rmSync(dirname(place), { recursive: true, force: true }));
    await (await openEngine(place)).close();
    return place;
  })();
  return migrated;
}

function keep({ place, remove }: { place: string; remove: () => void | Promise<void> }): TestDatabase {
  const database: TestDatabase = {
    engine,
    place,
    async end() {
      if (standing.delete(place)) await remove();
    },
  };
  standing.set(place, database);
  return database;
}

/** Removes the database at this place, if it was made here and is still there. */
export async function endDatabase(place: string): Promise<void> {
  await standing.get(place)?.end();
}

/** Whether a program has begun to use the new database. */
export async function isBegun(place: string): Promise<boolean> {
  if (engine === 'sqlite') return existsSync(place);
  const name = new URL(place).pathname.slice(1);
  return (await onAdminConnection('select 1 from pg_stat_activity where datname = $1', name)) > 0;
}

export function newFolder(): string {
  return mkdtempSync(join(fastestFolder(), 'daybook-test-'));
}

function inFolder() {
  const place = join(newFolder(), 'daybook.db');
  return { place, remove: () => rmSync(dirname(place), { recursive: true, force: true }) };
}

/** The data folder of a server's database, for what is not in the database. */
export function dataFolder(place: string): string {
  return join(fastestFolder(), basename(new URL(place).pathname));
}

async function onServer(template?: string) {
  const name = `daybook_test_${randomBytes(8).toString('hex')}`;
  // A copy of files takes a third of the processor time of one through the log.
  await onAdminConnection(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const remove = async () => {
    await onAdminConnection(`drop database if exists ${name} with (force)`);
    rmSync(dataFolder(url.href), { recursive: true, force: true });
  };
  return { place: url.href, remove };
}

async function onAdminConnection(sql: string, ...params: string[]): Promise<number> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  try {
    return (await client.query(sql, params)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
