// Brings a PostgreSQL database to the newest schema, in one transaction and under a lock, so that any number of
// instances may start at once.
import type { ClientBase } from 'pg';
import { forgetIndex, tallyTables } from './derived.ts';
import { schemaVersion, stepsFrom } from './migrations/all.ts';
import { postgresDialect } from './migrations/dialect.ts';
import { searchTables } from './postgres-search.ts';
import { StoreProblem, tooNew } from './problem.ts';
import { createViews, dropViews } from './views.ts';

const LOCK = 7_200_000_001; // any number that no other program uses in this database

export async function migrate(client: ClientBase): Promise<void> {
  const found = await versionOf(client);
  if (found > schemaVersion) throw tooNew(found);
  if (found === schemaVersion) return;
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    const now = await versionOf(client); // another instance may have been first
    if (now < schemaVersion) await bringUp(client, now);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

export async function requireNewest(client: ClientBase, location: string): Promise<void> {
  const found = await versionOf(client);
  if (found === 0) throw new StoreProblem(`there is no Daybook in ${location}; name its database with --database.`);
  if (found > schemaVersion) throw tooNew(found);
  if (found < schemaVersion)
    throw new StoreProblem(`${location} has the older schema ${found}; start the service on it once.`);
}

async function versionOf(client: ClientBase): Promise<number> {
  if (!(await isTable(client, 'schema_version'))) return 0;
  return (await client.query('select version from schema_version')).rows[0].version;
}

async function isTable(client: ClientBase, name: string): Promise<boolean> {
  return (await client.query('select to_regclass($1) is not null as there', [name])).rows[0].there;
}

async function bringUp(client: ClientBase, found: number): Promise<void> {
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
  for (const sql of createViews((text, field) => `${text}::json -> '${field}'`)) await client.query(sql);
}
