// Every setting of the service: its name, what it takes, its default and what it is for. The command line, the
// environment, the help and the documentation are made from this table; a bad value stops the start.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from './limits.ts';
import { parseRange } from './values/networks.ts';
import { hidePassword, isPostgres, withoutPassword } from './values/place.ts';
import { shellWord } from './values/shell.ts';
import { isTimezone } from './values/time.ts';

export class ConfigProblem extends Error {}

interface Setting<T> {
  flag: string;
  env: string;
  takes: string;
  about: string;
  default: T;
  read(text: string): T;
}

const home = fileURLToPath(new URL('../data', import.meta.url));

/** Where `serve --demo` puts its records, unless the command line names a place: never among a person's own. */
export const demoHome = fileURLToPath(new URL('../demo', import.meta.url));

export const settings = {
  host: setting(
    '--host',
    'ADDRESS',
    '127.0.0.1',
    'Address to listen on. Any but a loopback address needs a token first.',
    readHost,
  ),
  port: setting('--port', 'NUMBER', 7200, 'Port to listen on; 0 takes a free one.', whole(0, 65_535)),
  data: setting('--data', 'FOLDER', home, 'Folder that holds the database; made when missing.', readFolder),
  database: setting(
    '--database',
    'PLACE',
    '',
    'Database, when it is not daybook.db in the data folder: a file, or postgres://USER@HOST/NAME.',
    readDatabase,
  ),
  databaseConnections: setting(
    '--database-connections',
    'NUMBER',
    limits.databaseConnections,
    'Most connections to a PostgreSQL server, beside the one that listens for changes.',
    whole(2, 1000),
  ),
  timezone: setting('--timezone', 'ZONE', 'UTC', 'IANA time zone for times without an offset and for days.', readZone),
  hostnames: setting(
    '--hostnames',
    'NAMES',
    [] as string[],
    'Names, separated by commas, under which a proxy makes the service known.',
    readNames,
  ),
  allowHosts: setting(
    '--allow-hosts',
    'RANGES',
    [] as string[],
    'Addresses and ranges, separated by commas, of mail servers that are not on the public internet.',
    readRanges,
  ),
  sendRetryBase: setting(
    '--send-retry-base',
    'SECONDS',
    limits.sendRetryBase,
    'Seconds before a mail that could not be sent is tried again; twice as long before each later try.',
    amount(0.001, 4000),
  ),
  sendLifetime: setting(
    '--send-lifetime',
    'DAYS',
    limits.sendLifetime,
    'Days after which a mail that cannot be sent is given up.',
    amount(0, 365),
  ),
  sendTimeout: setting(
    '--send-timeout',
    'SECONDS',
    limits.sendTimeout,
    'Seconds without a sign of life after which a mail server is given up.',
    amount(0.001, 3600),
  ),
  logLevel: setting(
    '--log-level',
    'LEVEL',
    'info',
    'silent, error, warn, info (a line for each request) or debug.',
    oneOf('silent', 'error', 'warn', 'info', 'debug'),
  ),
  rateLimit: setting(
    '--rate-limit',
    'NUMBER',
    limits.requestsPerMinute,
    'Requests a minute for each token; 0 for no limit. Not in force without tokens.',
    whole(0, 1_000_000_000),
  ),
  sockets: setting(
    '--sockets',
    'NUMBER',
    limits.socketsPerToken,
    'WebSockets that one token may have open; a user may have twice as many.',
    whole(1, 100_000),
  ),
  keepChanges: setting(
    '--keep-changes',
    'DAYS',
    limits.changesKeptDays,
    'Days for which a client may stay away and still resume the change feed.',
    whole(1, 36_500),
  ),
  syncPoll: setting(
    '--sync-poll',
    'SECONDS',
    limits.syncPoll,
    'Seconds between looks at folders of IMAP servers; of new mail in the inbox a server tells at once.',
    whole(1, 86_400),
  ),
  filesQuota: setting(
    '--files-quota',
    'MEBIBYTES',
    0,
    'Mebibytes that the files of one user may take together; 0 for no limit.',
    whole(0, 1_000_000_000),
  ),
};

export type Config = { [K in keyof typeof settings]: (typeof settings)[K]['default'] };

/** The settings from the command line, else the environment, else their defaults. */
export function readConfig(given: Partial<Record<keyof Config, string>>, env: NodeJS.ProcessEnv): Config {
  const config: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(settings)) {
    const fromLine = given[name as keyof Config];
    // A folder named on the line is meant, whatever database the environment has.
    const overruled = name === 'database' && given.data !== undefined;
    const text = fromLine ?? (overruled ? undefined : env[one.env]);
    try {
      config[name] = text === undefined || (text === '' && fromLine === undefined) ? one.default : one.read(text);
    } catch (error) {
      const where = fromLine === undefined ? one.env : one.flag;
      throw new ConfigProblem(`${where} ${JSON.stringify(hidePassword(text as string))}: ${(error as Error).message}`);
    }
  }
  refuseUnknown(env);
  return config as Config;
}

/** A command as a person would type it for this data: with the place, where that is not the usual one. */
export function commandFor(config: Pick<Config, 'data' | 'database'>, words: string): string {
  const data = config.data === settings.data.default ? '' : ` --data ${shellWord(config.data)}`;
  return `./daybook ${words}${data}${databaseOption(config.database)}`;
}

/** The options that name this data in any folder and any environment, quoted for a shell, without a password. */
export function placeOptions({ data, database }: Pick<Config, 'data' | 'database'>): string {
  const file = database === '' || isPostgres(database) ? database : resolve(database);
  return `--data ${shellWord(data)}${databaseOption(file)}`;
}

function databaseOption(database: string): string {
  const place = isPostgres(database) ? withoutPassword(database) : database;
  return place === '' ? '' : ` --database ${shellWord(place)}`;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function setting<T>(flag: string, takes: string, fallback: T, about: string, read: (text: string) => T): Setting<T> {
  return {
    flag,
    env: `DAYBOOK_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`,
    takes,
    about,
    default: fallback,
    read,
  };
}

// A misspelt variable would otherwise be ignored in silence.
function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const known = new Set<string>(Object.values(settings).map((one) => one.env));
  for (const name of Object.keys(env)) {
    if (
      name.startsWith('DAYBOOK_') &&
      !known.has(name) &&
      name !== 'DAYBOOK_SECRET_KEY' &&
      !name.startsWith('DAYBOOK_TEST_')
    ) {
      throw new ConfigProblem(
        `${name} in the environment is not a setting; the settings are ${[...known].join(', ')}.`,
      );
    }
  }
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most)) throw new Error(`must be a whole number from ${least} to ${most}.`);
    return number;
  };
}

function amount(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most)) throw new Error(`must be a number from ${least} to ${most}.`);
    return number;
  };
}

function oneOf(...values: string[]): (text: string) => string {
  return (text) => {
    if (!values.includes(text)) throw new Error(`must be one of ${values.join(', ')}.`);
    return text;
  };
}

function readHost(text: string): string {
  if (text === 'localhost' || isIP(text) !== 0) return text;
  throw new Error('must be an IP address such as 127.0.0.1 or 0.0.0.0, or localhost.');
}

function readFolder(text: string): string {
  if (text !== '') return resolve(text);
  throw new Error('must name a folder.');
}

function readZone(text: string): string {
  if (isTimezone(text)) return text;
  throw new Error('must be an IANA time zone such as Europe/Berlin.');
}

function readNames(text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  if (names.every((name) => /^[a-z0-9.-]+$/.test(name))) return names;
  throw new Error('must be host names separated by commas, such as daybook.example.org.');
}

function readRanges(text: string): string[] {
  const ranges = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const wrong = ranges.find((one) => !parseRange(one));
  if (wrong === undefined) return ranges;
  throw new Error(
    `${JSON.stringify(wrong)} is no address and no range; give such as 127.0.0.1, 10.0.0.0/8 or ::1 (no names: a name can come to mean another address).`,
  );
}

function readDatabase(text: string): string {
  if (!isPostgres(text)) {
    const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1];
    if (scheme) throw new Error(`must be a file or a postgres:// address; ${scheme} is no database of Daybook.`);
    return text;
  }
  const url = URL.parse(text);
  if (!url?.hostname || url.pathname.length < 2 || url.hash !== '')
    throw new Error(
      'must have a host and a database, such as postgres://daybook@127.0.0.1:5432/daybook; write # ? / @ in a password as %23 %3F %2F %40.',
    );
  for (const [name, value] of url.searchParams) {
    const values = URL_PARAMETERS[name];
    if (!values) throw new Error(`${name} is no parameter of it; there are ${Object.keys(URL_PARAMETERS).join(', ')}.`);
    if (values !== 'any' && !values.includes(value)) throw new Error(`${name} must be one of ${values.join(', ')}.`);
  }
  return text;
}

// A misspelt one would otherwise leave the line without its protection, in silence.
const URL_PARAMETERS: Record<string, readonly string[] | 'any'> = {
  sslmode: ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslrootcert: 'any',
  sslcert: 'any',
  sslkey: 'any',
  options: 'any',
};
