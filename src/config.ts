// Every setting of the service: its name, type, default and description. The options of the command line, the
// environment variables and the help are derived from this table; an invalid value prevents the start.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from './limits.ts';
import { hidePassword, isPostgres, withoutPassword } from './values/place.ts';
import { readNames, readOrigins, readRanges } from './values/setting-lists.ts';
import { shellWord } from './values/shell.ts';
import { zoneName, zoneProblem } from './values/zone-names.ts';

export class ConfigProblem extends Error {}

interface Setting<T> {
  flag: string;
  env: string;
  /** The value that the option takes; empty if it has none. */
  takes: string;
  about: string;
  default: T;
  read(text: string): T;
}

const home = fileURLToPath(new URL('../data', import.meta.url));

/** Where `serve --demo` stores its records unless the command line sets another location: never with the user's own records. */
export const demoHome = fileURLToPath(new URL('../demo', import.meta.url));

export const settings = {
  host: setting(
    '--host',
    'ADDRESS',
    '127.0.0.1',
    'Address to listen on. An address other than loopback requires a token.',
    readHost,
  ),
  port: setting('--port', 'NUMBER', 7200, 'Port to listen on; 0 selects a free port.', whole(0, 65_535)),
  data: setting('--data', 'FOLDER', home, 'Folder for the database and the files; created if missing.', readFolder),
  database: setting(
    '--database',
    'LOCATION',
    '',
    'Database, if it is not daybook.db in the data folder: a file, or postgres://USER@HOST/NAME.',
    readDatabase,
  ),
  databaseConnections: setting(
    '--database-connections',
    'NUMBER',
    limits.databaseConnections,
    'Maximum number of connections to a PostgreSQL server, in addition to the one that listens for changes.',
    whole(2, 1000),
  ),
  timezone: setting('--timezone', 'ZONE', 'UTC', 'IANA time zone for times without an offset and for days.', readZone),
  hostnames: setting(
    '--hostnames',
    'NAMES',
    [] as string[],
    'Public host names of a proxy in front of the service, separated by commas.',
    readNames,
  ),
  allowOrigins: setting(
    '--allow-origins',
    'ORIGINS',
    [] as string[],
    'Origins of browser apps that may use the API with a token, such as https://app.example, separated by commas.',
    readOrigins,
  ),
  allowHosts: setting(
    '--allow-hosts',
    'RANGES',
    [] as string[],
    'Addresses and ranges of mail servers and webhooks outside the public internet, separated by commas.',
    readRanges,
  ),
  sendRetryBase: setting(
    '--send-retry-base',
    'SECONDS',
    limits.sendRetryBase,
    'Seconds before the first retry of a mail; the delay doubles with each further retry.',
    amount(0.001, 4000),
  ),
  sendLifetime: setting(
    '--send-lifetime',
    'DAYS',
    limits.sendLifetime,
    'Days after which Daybook stops trying to send a mail.',
    amount(0, 365),
  ),
  sendTimeout: setting(
    '--send-timeout',
    'SECONDS',
    limits.sendTimeout,
    'Seconds without any data after which the connection to a mail server is closed.',
    amount(0.001, 3600),
  ),
  webhookRetryBase: setting(
    '--webhook-retry-base',
    'SECONDS',
    limits.webhookRetryBase,
    'Seconds before the first retry of a message to a webhook; the delay doubles with each further retry.',
    amount(0.001, 3600),
  ),
  noWeb: setting('--no-web', '', false, 'Serve the API without the web app.', yesOrNo),
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
    'Requests a minute for each token; 0 for no limit. Has no effect without tokens.',
    whole(0, 1_000_000_000),
  ),
  sockets: setting(
    '--sockets',
    'NUMBER',
    limits.socketsPerToken,
    'Open WebSockets and event streams of one token; a user may have twice as many.',
    whole(1, 100_000),
  ),
  keepChanges: setting(
    '--keep-changes',
    'DAYS',
    limits.changesKeptDays,
    'Days that a client may be offline and still resume the change feed.',
    whole(1, 36_500),
  ),
  syncPoll: setting(
    '--sync-poll',
    'SECONDS',
    limits.syncPoll,
    'Seconds between scans of the folders of IMAP servers; new mail in the inbox is fetched immediately.',
    whole(1, 86_400),
  ),
  filesQuota: setting(
    '--files-quota',
    'MEBIBYTES',
    0,
    'Total size of the files of one user in mebibytes; 0 for no limit.',
    whole(0, 1_000_000_000),
  ),
};

export type Config = { [K in keyof typeof settings]: (typeof settings)[K]['default'] };

/** Reads the settings from the command line, the environment or their defaults, in this order. */
export function readConfig(options: Partial<Record<keyof Config, string>>, env: NodeJS.ProcessEnv): Config {
  const config: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(settings)) {
    const fromLine = options[name as keyof Config];
    // A folder on the command line takes precedence over a database in the environment.
    const overruled = name === 'database' && options.data !== undefined;
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

/** A command for this data, with its location if that is not the default. */
export function commandFor(config: Pick<Config, 'data' | 'database'>, words: string): string {
  const data = config.data === settings.data.default ? '' : ` --data ${shellWord(config.data)}`;
  return `./daybook ${words}${data}${databaseOption(config.database)}`;
}

/** The options that select this data from any folder and with any environment, quoted for a shell, without a password. */
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

// A misspelt variable would otherwise be ignored silently.
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

function yesOrNo(text: string): boolean {
  if (['true', '1'].includes(text)) return true;
  if (['false', '0'].includes(text)) return false;
  throw new Error('must be true or false.');
}

function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max)) throw new Error(`must be a whole number from ${min} to ${max}.`);
    return number;
  };
}

function amount(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max)) throw new Error(`must be a number from ${min} to ${max}.`);
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
  const zone = zoneName(text);
  if (zone !== undefined) return zone;
  throw new Error(zoneProblem(text));
}

function readDatabase(text: string): string {
  if (!isPostgres(text)) {
    const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1];
    if (scheme) throw new Error(`must be a file or a postgres:// address; ${scheme} is not supported.`);
    return text;
  }
  const url = URL.parse(text);
  if (!url?.hostname || url.pathname.length < 2 || url.hash !== '')
    throw new Error(
      'must have a host and a database, such as postgres://daybook@127.0.0.1:5432/daybook; write # ? / @ in a password as %23 %3F %2F %40.',
    );
  for (const [name, value] of url.searchParams) {
    const values = URL_PARAMETERS[name];
    if (!values)
      throw new Error(`${name} is not one of its parameters, which are ${Object.keys(URL_PARAMETERS).join(', ')}.`);
    if (values !== 'any' && !values.includes(value)) throw new Error(`${name} must be one of ${values.join(', ')}.`);
  }
  return text;
}

// A misspelt parameter would otherwise leave the connection unprotected without a warning.
const URL_PARAMETERS: Record<string, readonly string[] | 'any'> = {
  sslmode: ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslrootcert: 'any',
  sslcert: 'any',
  sslkey: 'any',
  options: 'any',
};
