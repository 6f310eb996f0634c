// The PostgreSQL server of the documentation: db.example.org:5432, prepared by the SQL that the page itself shows.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { startPostgres } from '../support/postgres.ts';
import type { Servers } from './pages.ts';

const PAGE = 'docs/guide/scale.md';

export async function startDatabaseServer(): Promise<Servers> {
  const server = await startPostgres({ admin: 'postgres', port: 5432 });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const blocks = readFileSync(PAGE, 'utf8').matchAll(/^```sql\n([\s\S]*?)^```$/gm);
  // One at a time: a database cannot be made together with something else.
  for (const [, text] of blocks)
    for (const statement of (text as string).split(/(?<=;)\n/)) await client.query(statement);
  await client.end();
  return { env: {}, stop: () => server.stop() };
}
