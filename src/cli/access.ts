// daybook token and daybook user: manage tokens and users. They write to the database; a running service applies the
// change within a second.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { createToken, isInForce, SCOPES } from '../access/access.ts';
import { ConfigProblem, commandFor } from '../config.ts';
import { limits } from '../limits.ts';
import { openExistingStore, openOrMakeStore, placeOf } from '../open-store.ts';
import type { Store } from '../store/port.ts';
import { addUser, findUser, listTokens, listUsers, revokeToken, type TokenRow } from '../store/tables/users.ts';
import { isPostgres } from '../values/place.ts';
import { nearest } from '../values/text.ts';
import { formatTime } from '../values/time.ts';
import { addSettings, configOf, storeSettings } from './options.ts';

type Options = Record<string, string | undefined>;

const KEPT_DAYS = limits.tokensKept / 86_400_000;

export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('Create, list and revoke access tokens.');
  addSettings(token.command('create').description('Create a token and print it once.'), storeSettings)
    .requiredOption('--name <name>', 'What the token is for.')
    .option(
      '--scopes <list>',
      `Its permissions, separated by commas: ${SCOPES.join(', ')}. Permanent deletion needs write and erase. [default: all but admin]`,
    )
    .option('--user <name>', 'The user whose records it can access. [default: owner]')
    .option('--expires <time>', 'How long it is valid, such as 12h, 90d or 1y. [default: unlimited]')
    .action((options: Options) => {
      const asked = readAsked(options); // before a database is created
      const open = asked.user === 'owner' ? withStore : withExistingStore;
      return open(options, (store) => create(store, asked));
    });
  addSettings(token.command('list').description('List the valid tokens, one per line, the id first.'), storeSettings)
    .option('--all', `Also list revoked and expired tokens; they are kept for ${KEPT_DAYS} days.`)
    .action(({ all, ...options }: Options & { all?: true }) =>
      withExistingStore(options, (store) => list(store, options, all === true)),
    );
  addSettings(
    token
      .command('revoke')
      .argument('<id>', 'The id that token list shows.')
      .description('Revoke a token permanently.'),
    storeSettings,
  ).action((id: string, options: Options) =>
    withExistingStore(options, async (store) => {
      if (!(await revokeToken(store, id)))
        throw new ConfigProblem(
          `there is no valid token ${JSON.stringify(id)}; ${commandFor(configOf(options), 'token list')} shows the ids.`,
        );
      print(`revoked ${id}`);
    }),
  );
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('Add and list users.');
  addSettings(
    user
      .command('add')
      .argument('<name>', 'Lower-case letters, digits, dots and dashes.')
      .description('Add a user with their own, separate records.'),
    storeSettings,
  ).action((name: string, options: Options) => {
    if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name))
      throw new ConfigProblem(
        `${JSON.stringify(name)} is not a valid user name; use up to 64 lower-case letters, digits, dots and dashes.`,
      );
    return withStore(options, async (store) => {
      if (!(await addUser(store, name))) throw new ConfigProblem(`the user ${name} already exists.`);
      print(`added ${name}`);
      note(`Create a token for them with: ${commandFor(configOf(options), `token create --user ${name} --name NAME`)}`);
    });
  });
  addSettings(user.command('list').description('List the users, one per line.'), storeSettings).action(
    (options: Options) =>
      withExistingStore(options, async (store) => {
        for (const { id, name, createdAt } of await listUsers(store))
          print(`${name}  user ${id}, since ${formatTime(createdAt)}`);
      }),
  );
}

async function list(store: Store, options: Options, all: boolean): Promise<void> {
  const tokens = await listTokens(store);
  const shown = all ? tokens : tokens.filter(isInForce);
  for (const one of shown) print(lineOf(one));
  const hidden = tokens.length - shown.length;
  if (shown.length === 0)
    note(
      `There are no ${tokens.length > 0 ? 'valid tokens' : 'tokens yet'}; create one with: ${commandFor(configOf(options), 'token create --name NAME')}`,
    );
  if (hidden > 0)
    note(`${hidden} revoked or expired ${hidden === 1 ? 'token is' : 'tokens are'} not shown; add --all.`);
}

interface Asked {
  name: string;
  user: string;
  scopes: string[];
  expiresAt: number | null;
}

function readAsked(options: Options): Asked {
  const name = (options.name as string).trim();
  if (name === '' || name.length > limits.shortChars)
    throw new ConfigProblem(`--name must have 1 to ${limits.shortChars} characters.`);
  return {
    name,
    user: options.user ?? 'owner',
    scopes: options.scopes === undefined ? SCOPES.filter((scope) => scope !== 'admin') : readScopes(options.scopes),
    expiresAt: options.expires === undefined ? null : Date.now() + readSpan(options.expires),
  };
}

async function create(store: Store, { name, user: userName, scopes, expiresAt }: Asked): Promise<void> {
  const user = await findUser(store, userName);
  if (!user)
    throw new ConfigProblem(`there is no user ${JSON.stringify(userName)}; add one with: ./daybook user add NAME`);
  const { id, text } = await createToken(store, { user: user.id, name, scopes, expiresAt });
  print(text);
  for (const scope of scopes.filter((one) => one.endsWith(':erase'))) {
    const write = scope.replace('erase', 'write');
    if (!scopes.includes(write) && !scopes.includes('admin')) note(`${scope} has no effect without ${write}.`);
  }
  note(`This is token ${id} of ${user.name}; it is shown only once. From now on every request needs a token.`);
}

function readScopes(text: string): string[] {
  const scopes = [
    ...new Set(
      text
        .split(',')
        .map((scope) => scope.trim())
        .filter(Boolean),
    ),
  ];
  if (scopes.length === 0) throw new ConfigProblem(`--scopes must name at least one of ${SCOPES.join(', ')}.`);
  const unknown = scopes.find((scope) => !SCOPES.includes(scope as never));
  if (unknown !== undefined) throw unknownScope(unknown);
  return scopes;
}

function unknownScope(scope: string): ConfigProblem {
  const [area] = scope.split(':');
  const ofArea = SCOPES.filter((one) => one.startsWith(`${area}:`));
  const near = nearest(scope, ofArea.length > 0 ? ofArea : SCOPES);
  return new ConfigProblem(
    `--scopes: ${JSON.stringify(scope)} is not a scope; ${near ? `did you mean ${near}? The` : 'the'} scopes are ${SCOPES.join(', ')}.`,
  );
}

const UNITS: Record<string, number> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  y: 365 * 86_400_000,
};

function readSpan(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([mhdwy])$/.exec(text) ?? [];
  if (!count || !unit)
    throw new ConfigProblem(`--expires ${JSON.stringify(text)} must be a duration such as 30m, 12h, 90d, 8w or 1y.`);
  return Number(count) * (UNITS[unit] as number);
}

function lineOf(token: TokenRow): string {
  const expired = token.expiresAt !== null && token.expiresAt <= Date.now();
  const state =
    token.revokedAt !== null
      ? `revoked ${formatTime(token.revokedAt)}`
      : expired
        ? 'expired'
        : token.expiresAt === null
          ? 'valid'
          : `until ${formatTime(token.expiresAt)}`;
  return `${token.id}  ${token.userName}  ${JSON.stringify(token.name)}  ${state}  ${token.scopes.join(',')}`;
}

async function withStore(options: Options, work: (store: Store) => Promise<void>): Promise<void> {
  await within(await openOrMakeStore(configOf(options)), work);
}

async function within(store: Store, work: (store: Store) => Promise<void>): Promise<void> {
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

// For commands that only read: a mistyped folder must not become a new, empty Daybook.
async function withExistingStore(options: Options, work: (store: Store) => Promise<void>): Promise<void> {
  const config = configOf(options);
  const place = placeOf(config);
  if (!isPostgres(place) && !existsSync(place))
    throw new ConfigProblem(`there is no Daybook in ${place}; name its folder with --data.`);
  await within(await openExistingStore(config), work);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// Messages for people go to stderr, separate from the output that scripts read.
function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
