// The first words with a PostgreSQL server: whether it can be reached and is fit, and the newest schema in it.
import { withoutPassword } from '../values/place.ts';
import { control, onPatientConnection } from './postgres-client.ts';
import { migrate } from './postgres-migrate.ts';
import { StoreProblem } from './problem.ts';
import type { Opening, ReadStore } from './store.ts';

const OLDEST = 15;

/** Connects once: whether the server and its database are fit, and the schema is or can be the newest. */
export async function greet(url: string, opening: Opening): Promise<ReadStore['about']> {
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
      return { engine: 'PostgreSQL', version: version.split(' ')[0] as string, location };
    });
  } catch (error) {
    if (error instanceof StoreProblem) throw error;
    throw new StoreProblem(`${location} cannot be used: ${reasonOf(error)}.`);
  }
}

// Refused on both addresses of a name, the reasons come as a list and without words of their own.
function reasonOf(error: unknown): string {
  const cause = ((error as Error).cause ?? error) as Error & { errors?: Error[] };
  const message = cause.message || cause.errors?.map((one) => one.message).join(', ') || String(cause);
  return message.replace(/\.$/, '');
}
