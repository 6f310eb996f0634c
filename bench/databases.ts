// The two databases of a measurement, Daybook's and the bare program's: files in a folder, or both on one PostgreSQL
// server that waits for its disk as SQLite does.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../test/support/postgres.ts';

export interface Databases {
  service: string;
  bare: string;
  /** The engine with its version, for the report. */
  engine: string;
  /** What a reader of the table must know of this engine. */
  note: string;
  /** Does, after the filling, what the engine would do by itself at some moment of the measurement. */
  settle(): Promise<void>;
  remove(): Promise<void>;
}

export function filesIn(folder: string): Databases {
  return {
    service: join(folder, 'daybook.db'),
    bare: join(folder, 'bare.db'),
    engine: `SQLite ${process.versions.sqlite}`,
    note: '',
    settle: async () => {},
    remove: async () => {}, // they go with their folder
  };
}

/** On the server at this address, or else on one that is started here. */
export async function onPostgres(url: string | undefined): Promise<Databases> {
  const own = url === undefined ? await startPostgres({ durable: true }) : undefined;
  const server = url ?? (own?.url as string);
  const names = ['service', 'bare'].map((use) => `daybook_bench_${randomBytes(4).toString('hex')}_${use}`);
  const [service, bare] = names.map((name) => databaseOn(server, name)) as [string, string];
  const engine = await ask(server, async (client) => {
    for (const name of names) await client.query(`create database ${name} encoding 'UTF8' template template0`);
    const setting = async (name: string) => (await client.query(`show ${name}`)).rows[0][name] as string;
    const version = (await setting('server_version')).split(' ')[0];
    return `PostgreSQL ${version} (fsync ${await setting('fsync')}, synchronous_commit ${await setting('synchronous_commit')}, shared_buffers ${await setting('shared_buffers')})`;
  });
  return {
    service,
    bare,
    engine,
    note: '; CPU and RSS are of the program, without the server',
    async settle() {
      for (const place of [service, bare]) await ask(place, (client) => client.query('vacuum analyze'));
    },
    async remove() {
      if (own) return own.stop();
      await ask(server, async (client) => {
        for (const name of names) await client.query(`drop database if exists ${name} with (force)`);
      });
    },
  };
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
