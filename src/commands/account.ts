// daybook account: adds, lists, tests and removes email accounts, changes their password and the default. It works on the database beside a running service,
// which hears of the change within a second.
import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type Config, ConfigProblem, commandFor } from '../config.ts';
import { PROTOCOLS } from '../domain/account-servers.ts';
import { createAccount, patchAccount, removeAccount } from '../domain/accounts.ts';
import type { ServerAnswer } from '../domain/tools.ts';
import { keyFile, openExistingStore, openOrMakeStore, placeOf } from '../open-store.ts';
import type { AccountRecord, Server, ServerRecord } from '../resources/account.ts';
import { readAccounts } from '../store/accounts.ts';
import { openSecrets, type Secrets } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';
import { findUser } from '../store/users.ts';
import { isMailAddress } from '../values/addresses.ts';
import { isPostgres } from '../values/place.ts';
import { type AccountServers, createMailServers } from '../workers/mail-servers.ts';
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

export function addAccountCommands(program: Command): void {
  const group = program.command('account').description('Add, list, test, correct and remove email accounts.');
  const command = (line: string, about: string) =>
    addSettings(group.command(line).description(about), [...storeSettings, 'allowHosts']).option(
      '--for <name>',
      'Whose account it is: a user of Daybook. [default: owner]',
    );
  command('add', 'Add an email account and test it; asks for what is missing.')
    .argument('[address]', 'The mail address.')
    .option('--name <name>', 'What to call it. [default: the address]')
    .option('--from-name <name>', 'The name that mail is from.')
    .option('--default', 'Send from it unless another is named. The first account is the default.')
    .option('--user <name>', 'Who logs in to the servers. [default: the address]')
    .option('--smtp-user <name>', 'Who logs in to the SMTP server, where that is another.')
    .option('--imap-user <name>', 'Who logs in to the IMAP server, where that is another.')
    .option('--password-file <file>', 'A file that holds the password. [default: asks, or standard input]')
    .option('--no-login', 'Send without logging in.')
    .option('--smtp-host <host>', 'Server to send through. [default: smtp. and the domain]')
    .option('--smtp-port <number>', 'Its port. [default: 465, 587 or 25, by its security]')
    .option('--smtp-security <kind>', 'tls, starttls or none. [default: tls]')
    .option('--imap-host <host>', 'Server to fetch mail from. [default: none]')
    .option('--imap-port <number>', 'Its port. [default: 993 or 143, by its security]')
    .option('--imap-security <kind>', 'tls, starttls or none. [default: tls]')
    .option('--tls-ca <file>', 'Certificate of the own authority of these servers, as PEM.')
    .action((address: string | undefined, options: Options) =>
      withStore(options, false, (work) => add(work, address, options)),
    );
  command('list', 'List the email accounts, one a line, the id first.').action((options: Options) =>
    withStore(options, true, async (work) => {
      const accounts = await readAccounts(work.store, work.user);
      if (accounts.length === 0)
        process.stderr.write(`There are no accounts yet; add one with: ${commandFor(work.config, 'account add')}\n`);
      for (const one of accounts) print(lineOf(one));
    }),
  );
  command('test', 'Test the servers of an email account; exit code 1 if one does not let us in.')
    .argument('<account>', ACCOUNT)
    .action((name: string, options: Options) =>
      withStore(options, true, async (work) => tell(work, await findAccount(work, name))),
    );
  command('set-password', 'Change the password of an email account and test it; asks for it.')
    .argument('<account>', ACCOUNT)
    .option('--password-file <file>', 'A file that holds the password. [default: asks, or standard input]')
    .option('--server <kind>', 'smtp or imap, where the two have different passwords. [default: both]')
    .action((name: string, options: Options) =>
      withStore(options, true, async (work) => setPassword(work, await findAccount(work, name), options)),
    );
  command('default', 'Send from this email account unless another is named.')
    .argument('<account>', ACCOUNT)
    .action((name: string, options: Options) =>
      withStore(options, true, async (work) => {
        const { id, address } = await findAccount(work, name);
        await patch(work, id, { is_default: true });
        print(`default ${id}  ${address}`);
      }),
    );
  command('remove', 'Remove an email account for good; its emails stay.')
    .argument('<account>', ACCOUNT)
    .action((name: string, options: Options) =>
      withStore(options, true, async (work) => {
        const { id, address } = await findAccount(work, name);
        await work.store.write(work.user, (tx) => removeAccount(tx, id, CONTEXT));
        print(`removed ${id}  ${address}`);
      }),
    );
}

async function add(work: Work, given: string | undefined, options: Options): Promise<void> {
  const asks = isTerminal();
  const address = given ?? (asks ? await askFor('Mail address') : '');
  if (!isMailAddress(address))
    throw new ConfigProblem(
      `${address === '' ? 'an account needs an address' : `${JSON.stringify(address)} is no mail address`}; give one such as ann@example.org.`,
    );
  if (!options.login && options.imapHost !== undefined)
    throw new ConfigProblem('mail cannot be fetched without logging in; leave out --no-login or --imap-host.');
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
  await tell(work, record);
}

// Who adds an account again mostly wants to correct it; two would send by turns, and the first stays the default.
async function refuseSecond(work: Work, address: string, host: string): Promise<void> {
  const same = (await readAccounts(work.store, work.user)).find(
    (one) => one.address.toLowerCase() === address.toLowerCase() && one.smtp.host.toLowerCase() === host.toLowerCase(),
  );
  if (!same) return;
  const correct = commandFor(work.config, `account set-password ${same.address}`);
  const remove = commandFor(work.config, `account remove ${same.address}`);
  throw new ConfigProblem(
    `there is an account ${same.address} at ${host} already. Its password is changed with: ${correct}, and it is removed with: ${remove}`,
  );
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
  await tell(work, found);
}

function patch({ store, user, secrets }: Work, id: string, body: object): Promise<unknown> {
  return store.write(user, (tx) => patchAccount(tx, secrets, id, body, CONTEXT));
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new ConfigProblem(`${JSON.stringify(text)} is no port; give a number from 1 to 65535.`);
}

/** Tests the account and prints what each server said; the exit code is 1 if one of them did not let us in. */
async function tell({ servers, user }: Work, { id, smtp, imap }: AccountRecord): Promise<void> {
  const found = await servers.test(user, id);
  say('SMTP', smtp, found.smtp);
  if (imap && found.imap) say('IMAP', imap, found.imap);
  if (!found.smtp.ok || found.imap?.ok === false) process.exitCode = 1;
}

function say(protocol: string, { host, port }: Server, { ok, message, hint }: ServerAnswer): void {
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
