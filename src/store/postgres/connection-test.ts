// The first connection to a PostgreSQL server: whether it can be reached and is suitable, and has the newest schema.
import { withoutPassword } from '../../values/place.ts';
import { StoreProblem } from '../engine/problem.ts';
import type { About, Opening } from '../port.ts';
import { control, onPatientConnection } from './client.ts';
import { migrate } from './migrate.ts';

const OLDEST = 15;

/** Connects once, checks the server and its database, and upgrades the schema if `opening` says so. */
export async function testConnection(url: string, opening: Opening): Promise<About> {
  const location = withoutPassword(url);
  try {
    return await onPatientConnection(url, async (client) => {
      const { rows } = await control(
        client,
        "select current_setting('server_version_num')::int as number, current_setting('server_version') as version, current_setting('server_encoding') as encoding",
      );
      const { number, version, encoding } = rows[0] as { number: number; version: string; encoding: string };
      if (number < OLDEST * 10_000)
        throw new StoreProblem(`${location} is PostgreSQL ${version}; Daybook needs ${OLDEST} or newer.`);
      if (encoding !== 'UTF8')
        throw new StoreProblem(
          `${location} keeps text as ${encoding}; make its database anew: create database NAME encoding 'UTF8' template template0.`,
        );
      await migrate(client, location, opening);
      return { engine: 'PostgreSQL', version: version.split(' ')[0] as string, location, exclusive: false };
    });
  } catch (error) {
    if (error instanceof StoreProblem) throw error;
    throw new StoreProblem(`${location} cannot be used: ${reasonOf(error)}.`);
  }
}

// If all addresses of a name refuse, the reasons are a list and the error itself has no message.
function reasonOf(error: unknown): string {
  const cause = ((error as Error).cause ?? error) as Error & { errors?: Error[] };
  const message = cause.message || cause.errors?.map((one) => one.message).join(', ') || String(cause);
  return message.replace(/\.$/, '');
}
