// daybook account: adds, lists, tests and removes email accounts, changes their password and the default. It writes to
// the database; a running service applies the change within a second.
import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createAccount, patchAccount, removeAccount } from '../accounts/accounts.ts';
import { type AccountServers, createMailServers, type ServerAnswer } from '../accounts/connection-tests.ts';
import { openSecrets, type Secrets } from '../accounts/secrets.ts';
import { PROTOCOLS } from '../accounts/servers.ts';
import { type Config, ConfigProblem, commandFor } from '../config.ts';
import { keyFile, openExistingStore, openOrMakeStore, placeOf } from '../open-store.ts';
import type { AccountRecord, ServerRecord } from '../resources/account.ts';
import type { Store } from '../store/port.ts';
import { readAccounts } from '../store/tables/accounts.ts';
import { findUser } from '../store/tables/users.ts';
import { isMailAddress } from '../values/addresses.ts';
import type { MailServer } from '../values/mail-server.ts';
import { isPostgres } from '../values/place.ts';
import { shellWord } from '../values/shell.ts';
import { addSettings, configOf, storeSettings } from './options.ts';
import { askFor, isTerminal, readPassword } from './terminal.ts';

type Options = Record<string, string | boolean | undefined>;

interface Work {
  store: Store;
  user: number;
  secrets: Secrets;
  servers: AccountServers;
  config: Config;
}

const CONTEXT = { timezone: 'UTC', source: 'local', versions: null };
const ACCOUNT = 'The id or the address that account list shows.';
const PASSWORD_FILE = 'A file with the password. [default: prompts, or standard input]';

export function addAccountCommands(program: Command): void {
  const group = program.command('account').description('Add, list, test, correct and remove email accounts.');
  const command = (line: string, about: string) =>
    addSettings(group.command(line).description(about), [...storeSettings, 'allowHosts']).option(
      '--for <name>',
      'The Daybook user who owns the account. [default: owner]',
    );
  defineAdd(command('add', 'Add an email account and test it; prompts for missing values.'));
  command('list', 'List the email accounts, one per line, the id first.').action((options: Options) =>
    withStore(options, true, list),
  );
  command('test', 'Test the servers of an email account; exit code 1 if one does not accept the login.')
    .argument('<account>', ACCOUNT)
    .action(onAccount(testAccount));
  command('set-password', 'Change the password of an email account and test it; prompts for it.')
    .argument('<account>', ACCOUNT)
    .option('--password-file <file>', PASSWORD_FILE)
    .option('--server <kind>', 'smtp or imap, if they have different passwords. [default: both]')
    .action(onAccount(setPassword));
  command('default', 'Make this the default account for sending.')
    .argument('<account>', ACCOUNT)
    .action(onAccount(makeDefault));
  command('remove', 'Remove an email account permanently; its emails stay.')
    .argument('<account>', ACCOUNT)
    .action(onAccount(remove));
}

function defineAdd(command: Command): void {
  command
    .argument('[address]', 'The mail address.')
    .option('--name <name>', 'The name of the account. [default: the address]')
    .option('--from-name <name>', 'The sender name of its mail.')
    .option('--default', 'Make it the default account for sending; the first account always is.')
    .option('--user <name>', 'The login name for both servers. [default: the address]')
    .option('--smtp-user <name>', 'The login name for the SMTP server, if different.')
    .option('--imap-user <name>', 'The login name for the IMAP server, if different.')
    .option('--password-file <file>', PASSWORD_FILE)
    .option('--no-login', 'Send without logging in.')
    .option('--smtp-host <host>', 'SMTP server for sending. [default: smtp. and the domain]')
    .option('--smtp-port <number>', 'Its port. [default: 465, 587 or 25, by its security]')
    .option('--smtp-security <kind>', 'tls, starttls or none. [default: tls]')
    .option('--imap-host <host>', 'IMAP server for fetching mail. [default: none]')
    .option('--imap-port <number>', 'Its port. [default: 993 or 143, by its security]')
    .option('--imap-security <kind>', 'tls, starttls or none. [default: tls]')
    .option('--tls-ca <file>', 'Certificate of a private authority of these servers, as PEM.')
    .action((address: string | undefined, options: Options) =>
      withStore(options, false, (work) => add(work, address, options)),
    );
}

/** The action of a command whose argument is an account. */
function onAccount(run: (work: Work, account: AccountRecord, options: Options) => Promise<void>) {
  return (name: string, options: Options) =>
    withStore(options, true, async (work) => run(work, await findAccount(work, name), options));
}

async function add(work: Work, given: string | undefined, options: Options): Promise<void> {
  const asks = isTerminal();
  const address = given ?? (asks ? await askFor('Mail address') : '');
  if (!isMailAddress(address))
    throw new ConfigProblem(
      `${address === '' ? 'an account needs an address' : `${JSON.stringify(address)} is not a mail address`}; use one such as ann@example.org.`,
    );
  if (!options.login && options.imapHost !== undefined)
    throw new ConfigProblem('mail cannot be fetched without logging in; remove --no-login or --imap-host.');
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const ask = async (question: string, value: unknown, guess: string) =>
    (value as string | undefined) ?? (asks ? askFor(question, guess) : guess);
  const smtpHost = await ask('SMTP server', options.smtpHost, `smtp.${domain}`);
  await refuseSecond(work, address, smtpHost);
  const imapGuess = asks ? `imap.${domain}` : '-';
  const imapHost = options.login ? await ask('IMAP server (- for none)', options.imapHost, imapGuess) : '-';
  const login = options.login
    ? {
        user: await ask('User', options.user, address),
        password: await readPassword(options.passwordFile as string | undefined),
      }
    : {};
  const tls_ca = options.tlsCa === undefined ? null : readFileSync(options.tlsCa as string, 'utf8');
  const server = (kind: 'smtp' | 'imap', host: string) => ({
    host,
    ...(options[`${kind}Port`] !== undefined && { port: readPort(options[`${kind}Port`] as string) }),
    ...(options[`${kind}Security`] !== undefined && { security: options[`${kind}Security`] }),
    tls_ca,
    ...login,
    ...(options[`${kind}User`] !== undefined && { user: options[`${kind}User`] }),
  });
  const body = {
    address,
    ...(options.name !== undefined && { name: options.name }),
    from_name: options.fromName ?? null,
    is_default: options.default === true,
    smtp: server('smtp', smtpHost),
    imap: imapHost === '-' ? null : server('imap', imapHost),
  };
  const { record } = await work.store.write(work.user, (tx) => createAccount(tx, work.secrets, body, CONTEXT));
  print(`added ${record.id}  ${address}`);
  await testAccount(work, record);
}

// Adding an account again is usually an attempt to correct it; with two, mail would be sent through either.
async function refuseSecond(work: Work, address: string, host: string): Promise<void> {
  const same = (await readAccounts(work.store, work.user)).find(
    (one) => one.address.toLowerCase() === address.toLowerCase() && one.smtp.host.toLowerCase() === host.toLowerCase(),
  );
  if (!same) return;
  const correct = commandFor(work.config, `account set-password ${shellWord(same.address)}`);
  const remove = commandFor(work.config, `account remove ${shellWord(same.address)}`);
  throw new ConfigProblem(
    `the account ${same.address} at ${host} already exists. Change its password with: ${correct}, or remove it with: ${remove}`,
  );
}

async function list({ store, user, config }: Work): Promise<void> {
  const accounts = await readAccounts(store, user);
  if (accounts.length === 0)
    process.stderr.write(`There are no accounts yet; add one with: ${commandFor(config, 'account add')}\n`);
  for (const one of accounts) print(lineOf(one));
}

async function makeDefault(work: Work, { id, address }: AccountRecord): Promise<void> {
  await patch(work, id, { is_default: true });
  print(`default ${id}  ${address}`);
}

async function remove({ store, user }: Work, { id, address }: AccountRecord): Promise<void> {
  await store.write(user, (tx) => removeAccount(tx, id, CONTEXT));
  print(`removed ${id}  ${address}`);
}

async function setPassword(work: Work, found: AccountRecord, options: Options): Promise<void> {
  const kinds = PROTOCOLS.filter((kind) => found[kind]?.user && (options.server ?? kind) === kind);
  if (options.server !== undefined && !PROTOCOLS.includes(options.server as never))
    throw new ConfigProblem(`--server ${JSON.stringify(options.server)} must be smtp or imap.`);
  if (kinds.length === 0)
    throw new ConfigProblem(`${found.address} does not log in to ${options.server ?? 'its servers'}.`);
  const password = await readPassword(options.passwordFile as string | undefined);
  await patch(work, found.id, Object.fromEntries(kinds.map((kind) => [kind, { password }])));
  print(`changed ${found.id}  ${found.address}`);
  await testAccount(work, found);
}

function patch({ store, user, secrets }: Work, id: string, body: object): Promise<unknown> {
  return store.write(user, (tx) => patchAccount(tx, secrets, id, body, CONTEXT));
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new ConfigProblem(`${JSON.stringify(text)} is not a port; use a number from 1 to 65535.`);
}

/** Tests the account and prints the result for each server; the exit code is 1 if a login failed. */
async function testAccount({ servers, user }: Work, { id, smtp, imap }: AccountRecord): Promise<void> {
  const found = await servers.test(user, id);
  printResult('SMTP', smtp, found.smtp);
  if (imap && found.imap) printResult('IMAP', imap, found.imap);
  if (!found.smtp.ok || found.imap?.ok === false) process.exitCode = 1;
}

function printResult(protocol: string, { host, port }: MailServer, { ok, message, hint }: ServerAnswer): void {
  print(`${protocol} ${host}:${port} ${ok ? 'works' : 'failed'}: ${message}`);
  if (hint) print(`  ${hint}`);
}

function lineOf({ id, address, name, is_default, smtp, imap }: AccountRecord): string {
  const parts = [
    id,
    address,
    ...(name === address ? [] : [JSON.stringify(name)]),
    ...(is_default ? ['default'] : []),
    `smtp ${stateOf(smtp)}`,
    ...(imap ? [`imap ${stateOf(imap)}`] : []),
  ];
  return parts.join('  ');
}

function stateOf({ host, port, status, status_detail }: ServerRecord): string {
  return `${host}:${port} ${status}${status_detail ? `: ${status_detail}` : ''}`;
}

async function findAccount(work: Work, name: string): Promise<AccountRecord> {
  const wanted = name.toLowerCase();
  const found = (await readAccounts(work.store, work.user)).filter(
    ({ id, address }) => id === wanted || address.toLowerCase() === wanted,
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  const shown = commandFor(work.config, 'account list');
  throw new ConfigProblem(
    only
      ? `${found.length} accounts have the address ${JSON.stringify(name)}; name one by its id, which ${shown} shows.`
      : `there is no account ${JSON.stringify(name)}; ${shown} shows them.`,
  );
}

/** With `existing`, a mistyped folder must not become a new, empty Daybook. */
async function withStore(options: Options, existing: boolean, work: (work: Work) => Promise<void>): Promise<void> {
  const config = configOf(options);
  const place = placeOf(config);
  if (existing && !isPostgres(place) && !existsSync(place))
    throw new ConfigProblem(`there is no Daybook in ${place}; name its folder with --data.`);
  const store = existing ? await openExistingStore(config) : await openOrMakeStore(config);
  try {
    const name = (options.for as string | undefined) ?? 'owner';
    const user = await findUser(store, name);
    if (!user)
      throw new ConfigProblem(`there is no user ${JSON.stringify(name)}; add one with: ./daybook user add NAME`);
    const secrets = openSecrets(keyFile(config), process.env.DAYBOOK_SECRET_KEY);
    const servers = createMailServers(store, secrets, config.allowHosts);
    await work({ store, user: user.id, secrets, servers, config });
  } finally {
    await store.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
