// daybook import: imports mail from mailbox files, Maildirs, .eml files and archives of these, with a report of
// everything that was skipped.
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { type Config, ConfigProblem } from '../config.ts';
import { checkFolder, folderClaim } from '../files/content-folder.ts';
import { type Blobs, openBlobs } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { importAll } from '../mail/importing/batches.ts';
import { filesFolder, openExistingStore, openOrMakeStore, placeOf, requireCurrentFile } from '../open-store.ts';
import type { MailFile } from '../protocols/mailboxes/files.ts';
import type { FoundMessage } from '../protocols/mailboxes/messages.ts';
import { createMessageReader } from '../protocols/mime/read-message.ts';
import { find } from '../records/find.ts';
import { indexAll, isIndexed } from '../records/search-index.ts';
import { account } from '../resources/account.ts';
import { email, folderName } from '../resources/email.ts';
import { FileInUse } from '../store/engine/problem.ts';
import type { Store } from '../store/port.ts';
import { holdFolder } from '../store/sqlite/lock.ts';
import { countRecords, outside } from '../store/tables/record-lookups.ts';
import { findUser } from '../store/tables/users.ts';
import { isPostgres } from '../values/place.ts';
import { countImport, type ImportCounts, openReport, summaryOf } from './import-report.ts';
import { addSettings, configOf, storeSettings } from './options.ts';
import { progressBar } from './progress.ts';

/** A path on the command line. */
interface Source {
  path: string;
  files: MailFile[];
  /** Number of messages found in it. */
  found: number;
}

type Options = Record<string, string | undefined>;

// Loaded only for an import: a service shares this program and uses less memory without it.
const mailboxFiles = () => import('../protocols/mailboxes/files.ts');

export function addImportCommand(program: Command): void {
  addSettings(
    program
      .command('import')
      .argument(
        '<path...>',
        'Mailbox files (mbox), Maildirs, .eml files, folders of these, or archives of these (.zip, .tgz).',
      )
      .description('Import mail from files; run it again after an interruption to continue.')
      .option(
        '--folder <name>',
        'The folder for all mail, such as ARCHIVE. [default: by the names of files and folders]',
      )
      .option('--account <id>', 'The email account that the mail belongs to. [default: none]')
      .option('--user <name>', 'The user who owns the mail. [default: owner]')
      .option(
        '--own-export',
        'Trust the authentication results in these files: they are your own export, and nobody else could change them. [default: not trusted]',
      )
      .option('--report <file>', 'A file for the complete list of skipped messages. [default: none]'),
    storeSettings,
  ).action((paths: string[], options: Options) => runImport(paths, options));
}

async function runImport(paths: string[], options: Options): Promise<void> {
  const folder = readFolder(options.folder);
  const sources = await findSources(paths);
  const config = configOf(options);
  const report = await openReport(options.report);
  const { store, release } = await openForImport(config, options);
  const reader = createMessageReader({ threads: Math.max(1, Math.min(4, availableParallelism() - 1)) });
  const { counter, counts: countsOf } = countImport();
  const bar = progressBar('import');
  const signal = untilInterrupted();
  const started = performance.now();
  try {
    const { user, accountId } = await findOwner(store, options);
    await indexIfEmpty(store, user);
    const contents = filesFolder(config);
    await checkFolder(store, contents);
    const blobs = openBlobs(contents, folderClaim(store, contents));
    const polite = store.about.exclusive && release === null;
    const isOwnExport = options.ownExport !== undefined;
    const messages = allMessages(sources, blobs, bar.show, () => signal.interrupted() !== null);
    const isAlone = store.about.exclusive && release !== null;
    const parts = { store, blobs, reader, user, accountId, folder, isOwnExport, polite, isAlone };
    await importAll({ ...parts, deliveredBy: 'command_line' }, messages, counter);
  } finally {
    signal.end();
    await reader.close();
    await store.close();
    release?.();
  }
  const interrupted = signal.interrupted();
  const counts = countsOf();
  if (interrupted === null) noteEmpty(sources, counts);
  const summary = summaryOf(counts, performance.now() - started);
  bar.end(interrupted === null ? summary : `${summary} It was interrupted; run it again to continue.`);
  await report(counts);
  if (interrupted !== null) process.exitCode = interrupted;
  // A named file should be imported; a script must be able to detect that it was not.
  else if (sources.some(({ found }) => found === 0) || counts.imported + counts.known === 0) process.exitCode = 1;
}

/** The folder for all mail; null if its files decide. */
function readFolder(name: string | undefined): string | null {
  if (name === undefined) return null;
  if (name.trim() === '' || name.length > limits.shortChars)
    throw new ConfigProblem(`--folder must have 1 to ${limits.shortChars} characters, such as ARCHIVE.`);
  return folderName(name.trim());
}

async function findSources(paths: string[]): Promise<Source[]> {
  const { findMail } = await mailboxFiles();
  const sources: Source[] = [];
  for (const path of paths) sources.push({ path, files: await findMail(path), found: 0 });
  if (sources.every(({ files }) => files.length === 0))
    throw new ConfigProblem(`there is no mail in ${paths.join(', ')}.`);
  return sources;
}

/** Opens the store; `release` is null if a service has it open. */
async function openForImport(config: Config, { account: accountId, user }: Options) {
  // A named user or account must already exist.
  const isNamed = accountId !== undefined || (user ?? 'owner') !== 'owner';
  if (isNamed) requireCurrentFile(config);
  const release = holdIfFree(placeOf(config));
  try {
    return { store: await (isNamed ? openExistingStore : openOrMakeStore)(config), release };
  } catch (error) {
    release?.();
    throw error;
  }
}

/** The owner of the mail: the user, and the account if one is named. */
async function findOwner(store: Store, options: Options): Promise<{ user: number; accountId: string | null }> {
  const user = await findUser(store, options.user ?? 'owner');
  if (!user)
    throw new ConfigProblem(`there is no user ${JSON.stringify(options.user)}; add one with: ./daybook user add NAME`);
  if (options.account === undefined) return { user: user.id, accountId: null };
  const { record } = await find(outside(store, user.id), account, options.account);
  return { user: user.id, accountId: record.id };
}

// Mail in an empty store is indexed once, here, and not again by the first start.
async function indexIfEmpty(store: Store, user: number): Promise<void> {
  if (!(await isIndexed(store)) && (await countRecords(store, user, email)) === 0) await indexAll(store, () => {});
}

function noteEmpty(sources: Source[], { skipped }: ImportCounts): void {
  for (const { path, files } of sources)
    if (files.length === 0) skipped.push({ path, offset: 0, reason: 'there is no mail in it' });
}

/** The first SIGINT or SIGTERM stores what was read so far; a second one ends the process immediately. */
function untilInterrupted(): { interrupted(): number | null; end(): void } {
  let code: number | null = null;
  const stop = (_name: NodeJS.Signals, number: number) => {
    if (code !== null) process.exit(code);
    code = 128 + number;
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const one of signals) process.on(one, stop);
  return {
    interrupted: () => code,
    end() {
      for (const one of signals) process.off(one, stop);
    },
  };
}

// While a service uses the file, the import runs beside it with pauses.
function holdIfFree(place: string): (() => void) | null {
  if (isPostgres(place)) return () => {};
  try {
    return holdFolder(place);
  } catch (error) {
    if (error instanceof FileInUse) return null;
    throw error;
  }
}

async function* allMessages(
  sources: Source[],
  blobs: Blobs,
  show: (done: number, total: number) => void,
  isOver: () => boolean,
): AsyncGenerator<FoundMessage> {
  const total = sources.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0);
  const { messagesOf } = await mailboxFiles();
  let done = 0;
  for (const source of sources) {
    for (const file of source.files) {
      for await (const message of messagesOf(file, (bytes) => show(done + bytes, total), blobs.newTemporary)) {
        if (isOver()) return;
        if (message.bytes !== null) source.found++;
        yield message;
      }
      done += file.size;
    }
  }
}
