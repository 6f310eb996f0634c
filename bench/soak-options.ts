// The options of the soak. Invalid options end it with exit code 2 and a message.
import { parseArgs } from 'node:util';
import { stop } from './options.ts';

export interface SoakOptions {
  minutes: number;
  store: 'sqlite' | 'postgres';
  databaseUrl: string | undefined;
  write: boolean;
}

const HELP = `npm run soak -- [OPTIONS]
Runs a service under mixed load, with well-behaved and misbehaving clients, and checks at the end that nothing
has leaked and nothing was lost.
  --minutes N           duration (30); memory is checked from 20 minutes on
  --store NAME          sqlite or postgres (sqlite)
  --database-url URL    an empty PostgreSQL database; without it a server is started for the run
  --write               also write the figures to docs/evidence.md
`;

export function readSoakOptions(): SoakOptions {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string', default: '30' },
        store: { type: 'string', default: 'sqlite' },
        'database-url': { type: 'string' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) stop(HELP, 0);
    const { store, 'database-url': databaseUrl, write } = values;
    const minutes = Number(values.minutes);
    if (!(minutes > 0)) stop(`--minutes must be a number above 0, not ${JSON.stringify(values.minutes)}.`);
    if (store !== 'sqlite' && store !== 'postgres') return stop(`--store must be sqlite or postgres.\n${HELP}`);
    if (databaseUrl !== undefined && store === 'sqlite') stop('--database-url requires --store postgres.');
    return { minutes, store, databaseUrl, write };
  } catch (error) {
    return stop(`${(error as Error).message}\n${HELP}`);
  }
}
