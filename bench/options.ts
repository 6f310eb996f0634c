// The options of the bench. What is wrong with them is told in a sentence, with the help, and ends it with code 2.
import { parseArgs } from 'node:util';
import { isPostgres } from '../src/values/place.ts';
import { operations } from './operations.ts';

interface Options {
  store: 'sqlite' | 'postgres';
  databaseUrl: string | undefined;
  size: number;
  seconds: number;
  concurrency: number;
  chosen: typeof operations;
  json: string | undefined;
}

const names = operations.map(({ name }) => name);
const help = (rounds: number) => `npm run bench -- [OPTIONS]
Measures Daybook beside a bare program that does the same work on the same engine:
node:http with node:sqlite, or with pg.
  --store NAME          sqlite or postgres (sqlite)
  --database-url URL    PostgreSQL server to measure on, as a user who may make databases: two are made
                        and removed; without it a durable server is started for the measurement
  --size N              emails in the mailbox (10000)
  --seconds S           length of a round; each program has ${rounds} for each operation (1.5)
  --concurrency N       connections that ask at the same time (10)
  --only A,B            only these: ${names.join(', ')}
  --json FILE           also write the figures to a file
`;

export function readOptions(rounds: number): Options {
  const HELP = help(rounds);
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
        size: { type: 'string', default: '10000' },
        seconds: { type: 'string', default: '1.5' },
        concurrency: { type: 'string', default: '10' },
        only: { type: 'string', default: names.join(',') },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) stop(HELP, 0);
    const { store, 'database-url': databaseUrl } = values;
    if (store !== 'sqlite' && store !== 'postgres')
      return stop(`--store ${JSON.stringify(store)} is no store.\n${HELP}`);
    if (databaseUrl !== undefined && store === 'sqlite') stop('--database-url goes with --store postgres.');
    if (databaseUrl !== undefined && !(isPostgres(databaseUrl) && URL.canParse(databaseUrl)))
      stop('--database-url must be an address such as postgres://daybook@127.0.0.1:5432/postgres.');
    const only = values.only.split(',');
    const unknown = only.find((name) => !names.includes(name));
    if (unknown !== undefined) stop(`--only ${JSON.stringify(unknown)} is not an operation.\n${HELP}`);
    return {
      store,
      databaseUrl,
      size: Math.floor(number('size', values.size, 200)),
      seconds: number('seconds', values.seconds, 0.1),
      concurrency: Math.floor(number('concurrency', values.concurrency, 1)),
      chosen: operations.filter(({ name }) => only.includes(name)),
      json: values.json,
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
