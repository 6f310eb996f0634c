// The database behind the instances, asked directly.
import pg from 'pg';

/** A connection of the test's own; the caller ends it. */
export async function connect(place: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: place, application_name: 'test' });
  client.on('error', () => {}); // its server may be killed
  await client.connect();
  return client;
}

export async function query<T extends object>(place: string, sql: string, ...params: unknown[]): Promise<T[]> {
  const client = await connect(place);
  try {
    return (await client.query(sql, params)).rows;
  } finally {
    await client.end();
  }
}

/** Ends the connections on which instances listen for each other; returns how many there were. */
export async function endListeners(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(`select pg_terminate_backend(pid) ${LISTENERS}`);
  return rowCount ?? 0;
}

export async function countListeners(client: pg.Client): Promise<number> {
  return (await client.query(`select pid ${LISTENERS}`)).rowCount ?? 0;
}

const LISTENERS = "from pg_stat_activity where datname = current_database() and application_name = 'daybook serve'";
