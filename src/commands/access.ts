// daybook token and daybook user: who may use the service. They work on the database beside a running service, which
// knows of the change within a second.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { ConfigProblem, commandFor } from '../config.ts';
import { createToken, isInForce, SCOPES } from '../domain/access.ts';
import { limits } from '../limits.ts';
import { openExistingStore, openOrMakeStore, placeOf } from '../open-store.ts';
import type { Store } from '../store/store.ts';
import { addUser, findUser, listTokens, listUsers, revokeToken, type TokenRow } from '../store/users.ts';
import { isPostgres } from '../values/place.ts';
import { nearest } from '../values/text.ts';
import { formatTime } from '../values/time.ts';
import { addSettings, configOf, storeSettings } from './options.ts';

type Options = Record<string, string | undefined>;

const KEPT_DAYS = limits.tokensKept / 86_400_000;

export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('Make, list and revoke access tokens.');
  addSettings(token.command('create').description('Make a token and print it once.'), storeSettings)
    .requiredOption('--name <name>', 'What the token is for.')
    .option(
      '--scopes <list>',
      `What it may do, separated by commas: ${SCOPES.join(', ')}. To delete for good takes write and erase. [default: all but admin]`,
    )
    .option('--user <name>', 'Whose records it opens. [default: owner]')
    .option('--expires <time>', 'How long it holds, such as 12h, 90d or 1y. [default: for ever]')
    .action((options: Options) => {
      const asked = readAsked(options); // before a database is made for it
      const open = asked.user === 'owner' ? withStore : withExistingStore;
      return open(options, (store) => create(store, asked));
    });
  addSettings(
    token.command('list').description('List the tokens that are in force, one a line, the id first.'),
    storeSettings,
  )
    .option('--all', `Also list revoked and expired tokens; they are kept for ${KEPT_DAYS} days.`)
    .action(({ all, ...options }: Options & { all?: true }) =>
      withExistingStore(options, (store) => list(store, options, all === true)),
    );
  addSettings(
    token.command('revoke').argument('<id>', 'The id that token list shows.').description('End a token for good.'),
    storeSettings,
  ).action((id: string, options: Options) =>
    withExistingStore(options, async (store) => {
      if (!(await revokeToken(store, id)))
        throw new ConfigProblem(
          `there is no token ${JSON.stringify(id)} in force; ${commandFor(configOf(options), 'token list')} shows their ids.`,
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
      .description('Add a user; their records are theirs alone.'),
    storeSettings,
  ).action((name: string, options: Options) => {
    if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name))
      throw new ConfigProblem(
        `${JSON.stringify(name)} cannot be a user's name; use up to 64 lower-case letters, digits, dots and dashes.`,
      );
    return withStore(options, async (store) => {
      if (!(await addUser(store, name))) throw new ConfigProblem(`there is a user ${name} already.`);
      print(`added ${name}`);
      note(`Give them a token with: ${commandFor(configOf(options), `token create --user ${name} --name NAME`)}`);
    });
  });
  addSettings(user.command('list').description('List the users, one a line.'), storeSettings).action(
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
      `There are no tokens${tokens.length > 0 ? ' in force' : ' yet'}; make one with: ${commandFor(configOf(options), 'token create --name NAME')}`,
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
  if (name === '' || name.length > 200) throw new ConfigProblem('--name must have 1 to 200 characters.');
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
  note(`This is token ${id} of ${user.name}; it is shown this once. From now on every request needs a token.`);
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
    throw new ConfigProblem(`--expires ${JSON.stringify(text)} must be a span such as 30m, 12h, 90d, 8w or 1y.`);
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
          ? 'in force'
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

// For what only looks: a mistyped folder must not become a new, empty Daybook.
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

// Words for the person, apart from what a script reads.
function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
