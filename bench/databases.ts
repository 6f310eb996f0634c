// The two databases of a measurement, Daybook's and the bare program's, copies of the same filled one: files in a
// folder, or both on one PostgreSQL server that waits for its disk as SQLite does.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../test/support/postgres.ts';
import { copyDatabase } from './kept.ts';
import { runDaybook } from './programs.ts';

export interface Databases {
  service: string;
  bare: string;
  /** The engine with its version, for the report. */
  engine: string;
  /** What a reader of the table must know of this engine. */
  note: string;
  remove(): Promise<void>;
}

/** The programs have a folder each, since a service holds the folder of its file. */
export function filesIn(folder: string, filled: string): Databases {
  const [service, bare] = ['service', 'bare'].map((use) => {
    const file = join(folder, use, 'daybook.db');
    mkdirSync(join(folder, use), { recursive: true });
    copyDatabase(filled, file);
    return file;
  }) as [string, string];
  return { service, bare, engine: `SQLite ${process.versions.sqlite}`, note: '', remove: async () => {} };
}

/** On the server at this address, or else on one that is started here. */
export async function onPostgres(url: string | undefined, filled: string): Promise<Databases> {
  const own = url === undefined ? await startPostgres({ durable: true }) : undefined;
  const server = url ?? (own?.url as string);
  const names = ['service', 'bare'].map((use) => `daybook_bench_${randomBytes(4).toString('hex')}_${use}`);
  const [service, bare] = names.map((name) => databaseOn(server, name)) as [string, string];
  const remove = async () => {
    if (own) return own.stop();
    await ask(server, async (client) => {
      for (const name of names) await client.query(`drop database if exists ${name} with (force)`);
    });
  };
  try {
    const engine = await ask(server, async (client) => {
      await client.query(`create database ${names[0]} encoding 'UTF8' template template0`);
      const setting = async (name: string) => (await client.query(`show ${name}`)).rows[0][name] as string;
      const version = (await setting('server_version')).split(' ')[0];
      return `PostgreSQL ${version} (fsync ${await setting('fsync')}, synchronous_commit ${await setting('synchronous_commit')}, shared_buffers ${await setting('shared_buffers')})`;
    });
    await runDaybook('move', '--from', filled, '--to', service);
    await ask(service, (client) => client.query('vacuum analyze')); // the server would do it during the measurement
    await ask(server, (client) => client.query(`create database ${names[1]} template ${names[0]}`));
    return { service, bare, engine, note: '; CPU and RSS exclude the database server', remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function databaseOn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function ask<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
