// Brings a PostgreSQL database to the newest schema, in one transaction and under a lock, so that any number of
// instances may start at once.
import type { ClientBase } from 'pg';
import { forgetIndex, tallyTables } from './derived.ts';
import { schemaVersion, stepsFrom } from './migrations/all.ts';
import { postgresDialect } from './migrations/dialect.ts';
import { servicesSql } from './postgres-bell.ts';
import { readableJson } from './postgres-json.ts';
import { searchTables } from './postgres-search.ts';
import { holdsRecords, OlderSchema, StoreProblem, tooNew } from './problem.ts';
import type { Opening } from './store.ts';
import { isEmpty, tables } from './tables.ts';
import { createViews, dropViews } from './views.ts';

const LOCK = 7_200_000_001; // any number that no other program uses in this database

/** Brings the database to the newest schema, an older one with `upgrade` alone; with `existing` it must be there. */
export async function migrate(
  client: ClientBase,
  location: string,
  { upgrade = false, existing = false, onUpgrade }: Opening,
): Promise<void> {
  const found = await versionOf(client);
  if (found > schemaVersion) throw tooNew(found);
  if (found === schemaVersion) return;
  if (found === 0 && existing)
    throw new StoreProblem(`there is no Daybook in ${location}; name its database with --database.`);
  if (found > 0 && !upgrade) throw new OlderSchema(location, found);
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    const now = await versionOf(client); // another instance may have been first
    if (now > 0 && now < schemaVersion) {
      if (upgrade === 'empty') await refuseUsed(client, location);
      await refuseServed(client, location, now);
      onUpgrade?.(now, schemaVersion);
    }
    if (now < schemaVersion) await bringUp(client, now);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function versionOf(client: ClientBase): Promise<number> {
  if (!(await isTable(client, 'schema_version'))) return 0;
  return (await client.query('select version from schema_version')).rows[0].version;
}

// To name pg_class makes the server look at what others have changed since. to_regclass alone may answer from its cache
// that a table is missing which another instance has made while this one waited for the lock.
export async function isTable(client: ClientBase, name: string): Promise<boolean> {
  const sql = 'select exists (select from pg_catalog.pg_class where oid = to_regclass($1)) as there';
  return (await client.query(sql, [name])).rows[0].there;
}

// A service on an older schema is of an earlier version, and its statements are for the tables as they are.
async function refuseServed(client: ClientBase, location: string, found: number): Promise<void> {
  const services = Number((await client.query(servicesSql)).rows[0].n);
  if (services > 0)
    throw new StoreProblem(
      `${location} has schema ${found} and is served by ${services === 1 ? 'a service' : `${services} services`} of an earlier version; stop that first, so that it can be upgraded.`,
    );
}

// By the tables as they are, so that a database that was named by mistake stays as it is.
async function refuseUsed(client: ClientBase, location: string): Promise<void> {
  const read = async (sql: string) => (await client.query(sql)).rows;
  if ((await read('select work from unfinished')).length > 0) return;
  const names = tables.map(({ name }) => name);
  const { rows: present } = await client.query(
    'select name from unnest($1::text[]) name where to_regclass(name) is not null',
    [names],
  );
  if (!(await isEmpty(read, present))) throw holdsRecords(location, 'restore');
}

/** Makes or upgrades the tables, from the version that was found. */
export async function bringUp(client: ClientBase, found: number): Promise<void> {
  if (found === 0) {
    await client.query('create extension if not exists btree_gin'); // an index that leads with the user, then words
    await client.query('create table schema_version (version bigint not null)');
    await client.query('insert into schema_version values (0)');
  }
  for (const sql of [...dropViews(), ...stepsFrom(found, postgresDialect)]) await client.query(sql);
  await renewDerived(client);
  await client.query(`update schema_version set version = ${schemaVersion}`);
}

async function renewDerived(client: ClientBase): Promise<void> {
  for (const table of tallyTables({ integer: 'bigint', text: 'text collate "C"', clustered: '' })) {
    const { rows } = await client.query(
      'select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum',
      [table.name],
    );
    const same = rows.map(({ name }) => name).join() === table.columns.join();
    if (!same) for (const sql of table.make) await client.query(sql);
  }
  for (const { name, make } of searchTables)
    if (!(await isTable(client, name))) for (const sql of [...make, forgetIndex]) await client.query(sql);
  // As JSON and not as text: a text of PostgreSQL cannot hold every character that a record can.
  for (const sql of createViews((text, field) => `${readableJson(text)} -> '${field}'`)) await client.query(sql);
}
