// Upgrades a PostgreSQL database to the newest schema, in one transaction and under a lock, so that any number of
// instances can start at the same time.
import type { ClientBase } from 'pg';
import { counterTables, createViews, dropViews, forgetIndex } from '../engine/derived.ts';
import { holdsRecords, OlderSchema, StoreProblem, tooNew } from '../engine/problem.ts';
import { runOnPostgres, schemaVersion } from '../migrations/run.ts';
import type { Opening } from '../port.ts';
import { isEmpty, tables } from '../transfer/tables.ts';
import { readableJson } from './dialect.ts';
import { countServices } from './notifier.ts';
import { searchTables } from './search.ts';

const LOCK = 7_200_000_001; // any number that no other program uses in this database

/** Upgrades the database to the newest schema, an older one only with `upgrade`; with `existing` it must exist. */
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
    const now = await versionOf(client); // another instance may have upgraded it
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

// Naming pg_class makes the server read the changes of others. to_regclass alone may report from its cache that a table
// is missing which another instance created while this one waited for the lock.
export async function isTable(client: ClientBase, name: string): Promise<boolean> {
  const sql = 'select exists (select from pg_catalog.pg_class where oid = to_regclass($1)) as there';
  return (await client.query(sql, [name])).rows[0].there;
}

// A service on an older schema is of an earlier version, whose statements need the current tables.
async function refuseServed(client: ClientBase, location: string, found: number): Promise<void> {
  const services = Number((await client.query(countServices)).rows[0].n);
  if (services > 0)
    throw new StoreProblem(
      `${location} has schema ${found} and is served by ${services === 1 ? 'a service' : `${services} services`} of an earlier version; stop that first, so that it can be upgraded.`,
    );
}

// By the existing tables, so that a database that was named by mistake is not changed.
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

/** Creates or upgrades the tables, from the version that was found. */
export async function bringUp(client: ClientBase, found: number): Promise<void> {
  for (const sql of dropViews()) await client.query(sql);
  await runOnPostgres(client, found);
  await renewDerived(client);
}

async function renewDerived(client: ClientBase): Promise<void> {
  for (const table of counterTables({ integer: 'bigint', text: 'text collate "C"', clustered: '' })) {
    const { rows } = await client.query(
      'select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum',
      [table.name],
    );
    const same = rows.map(({ name }) => name).join() === table.columns.join();
    if (!same) for (const sql of table.make) await client.query(sql);
  }
  for (const { name, make } of searchTables)
    if (!(await isTable(client, name))) for (const sql of [...make, forgetIndex]) await client.query(sql);
  // As JSON and not as text: a text of PostgreSQL cannot contain every character of a record.
  for (const sql of createViews((text, field) => `${readableJson(text)} -> '${field}'`)) await client.query(sql);
}
