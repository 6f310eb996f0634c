// The PostgreSQL server of a whole test run: the one that DAYBOOK_TEST_DATABASE_URL names, else one of our own. It may
// be any from version 15 on, with a role that may create databases.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEngine } from '../../src/open-store.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The name of a database with the newest schema, for copies. */
    postgresTemplate: string;
  }
}

interface SharedServer {
  url: string;
  template: string;
  stop(): Promise<void>;
}

// The projects of a run share one server: starting it takes seconds.
let shared: Promise<SharedServer> | undefined;
let projects = 0;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  projects++;
  shared ??= start();
  const { url, template, stop } = await shared;
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', template);
  return async () => {
    if (--projects > 0) return;
    shared = undefined; // in watch mode the next run starts its own
    await stop();
  };
}

async function start(): Promise<SharedServer> {
  const given = process.env.DAYBOOK_TEST_DATABASE_URL;
  const server = given ? undefined : await startPostgres();
  const url = given ?? (server?.url as string);
  const template = await makeTemplate(url);
  const stop = () => (server ? server.stop() : administer(url, `drop database ${template}`));
  return { url, template, stop };
}

async function makeTemplate(url: string): Promise<string> {
  const name = `daybook_template_${randomBytes(8).toString('hex')}`;
  await administer(url, `create database ${name}`);
  const place = new URL(url);
  place.pathname = `/${name}`;
  await (await openEngine(place.href)).close();
  return name;
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
