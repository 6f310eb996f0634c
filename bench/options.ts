// The options of the bench. Invalid options end it with exit code 2, a message and the help.
import { parseArgs } from 'node:util';
import { isPostgres } from '../src/values/place.ts';
import { ROUNDS } from './measure.ts';

export interface Options {
  store: 'sqlite' | 'postgres';
  databaseUrl: string | undefined;
  size: number;
  seconds: number;
  /** Instead of those that fit each operation. */
  concurrency: number | undefined;
  /** Names of operations; all when there are none. */
  only: string[];
  json: string | undefined;
  growth: boolean;
  write: boolean;
}

const help = (names: string[]) => `npm run bench -- [OPTIONS]
Compares Daybook with a bare program that does the same work on the same engine:
node:http with node:sqlite, or with pg. Filled databases are kept in bench/data.
  --store NAME          sqlite or postgres (sqlite)
  --database-url URL    PostgreSQL server to use, with a role that may create databases: two are created
                        and dropped; without it a durable server is started for the measurement
  --size N              emails in the mailbox (10000), with N/10 events and N/20 contacts
  --seconds S           length of a round; each program has ${ROUNDS} for each operation (0.8)
  --concurrency N       concurrent connections, instead of the defaults of each operation
  --only A,B            only these: ${names.join(', ')}
  --json FILE           file for the figures (bench/out/STORE-SIZE.json)
  --growth              the main operations of Daybook from 1,000 emails to the size, by powers of ten
  --write               also write the table, or the chart of the growth, to docs/evidence.md
`;

export function readOptions(names: string[]): Options {
  const HELP = help(names);
  const number = (name: string, text: string, least: number) => {
    const value = Number(text);
    if (!(value >= least)) stop(`--${name} must be a number of at least ${least}, not ${JSON.stringify(text)}.`);
    return value;
  };
  try {
    const { values } = parseArgs({
      options: {
        store: { type: 'string', default: 'sqlite' },
        'database-url': { type: 'string' },
        size: { type: 'string' },
        seconds: { type: 'string', default: '0.8' },
        concurrency: { type: 'string' },
        only: { type: 'string', default: '' },
        json: { type: 'string' },
        growth: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) stop(HELP, 0);
    const { store, 'database-url': databaseUrl, growth, write, json, concurrency } = values;
    if (store !== 'sqlite' && store !== 'postgres')
      return stop(`--store ${JSON.stringify(store)} is not a store.\n${HELP}`);
    if (databaseUrl !== undefined && store === 'sqlite') stop('--database-url goes with --store postgres.');
    if (databaseUrl !== undefined && !(isPostgres(databaseUrl) && URL.canParse(databaseUrl)))
      stop('--database-url must be an address such as postgres://daybook@127.0.0.1:5432/postgres.');
    const only = values.only.split(',').filter(Boolean);
    const unknown = only.find((name) => !names.includes(name));
    if (unknown !== undefined) stop(`--only ${JSON.stringify(unknown)} is not an operation.\n${HELP}`);
    return {
      store,
      databaseUrl,
      size: Math.floor(number('size', values.size ?? (growth ? '1000000' : '10000'), 1000)),
      seconds: number('seconds', values.seconds, 0.1),
      concurrency: concurrency === undefined ? undefined : Math.floor(number('concurrency', concurrency, 1)),
      only,
      json,
      growth,
      write,
    };
  } catch (error) {
    return stop(`${(error as Error).message}\n${HELP}`);
  }
}

/** Ends the program with a word to the person who started it. */
export function stop(message: string, code = 2): never {
  (code === 0 ? process.stdout : process.stderr).write(`${message.trimEnd()}\n`);
  process.exit(code);
}
