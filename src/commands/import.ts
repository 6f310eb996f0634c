// daybook import: mail from mailbox files, Maildirs, .eml files and archives of these into the store, with a report of
// what was not taken.
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { ConfigProblem } from '../config.ts';
import { getKind } from '../domain/kind-records.ts';
import { indexAll, isIndexed } from '../domain/search-index.ts';
import { limits } from '../limits.ts';
import type { MailFile } from '../mail/mailbox-files.ts';
import type { FoundMessage } from '../mail/mailbox-messages.ts';
import { filesFolder, openExistingStore, openOrMakeStore, placeOf, requireCurrentFile } from '../open-store.ts';
import { createMessageReader } from '../protocols/mime/read-message.ts';
import { account } from '../resources/account.ts';
import { email, folderName } from '../resources/email.ts';
import { openBlobs } from '../store/blobs.ts';
import { checkFolder, folderClaim } from '../store/files-folder.ts';
import { holdFolder } from '../store/lock.ts';
import { StoreProblem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import { findUser } from '../store/users.ts';
import { countRecords } from '../store/walk.ts';
import { isPostgres } from '../values/place.ts';
import { importAll, type Tally } from './import-batches.ts';
import { openReport, summaryOf } from './import-report.ts';
import { addSettings, configOf, storeSettings } from './options.ts';
import { progressBar } from './progress.ts';

/** A path that was given. */
interface Source {
  path: string;
  files: MailFile[];
  /** How many messages came from it. */
  found: number;
}

type Options = Record<string, string | undefined>;

// Loaded for an import only: a service shares this program, and is the smaller for it.
const mailboxFiles = () => import('../mail/mailbox-files.ts');

export function addImportCommand(program: Command): void {
  addSettings(
    program
      .command('import')
      .argument(
        '<path...>',
        'Mailbox files (mbox), Maildirs, .eml files, folders of these, or archives of these (.zip, .tgz).',
      )
      .description('Bring mail in from files; run it again after an interruption, and it goes on where it was.')
      .option('--folder <name>', 'Where all of it goes, such as ARCHIVE. [default: by the names of files and folders]')
      .option('--account <id>', 'The email account that it belongs to. [default: none]')
      .option('--user <name>', 'Whose mail it is. [default: owner]')
      .option('--report <file>', 'Where to name everything that was skipped, however much it is. [default: nowhere]'),
    storeSettings,
  ).action((paths: string[], options: Options) => runImport(paths, options));
}

async function runImport(paths: string[], options: Options): Promise<void> {
  const { folder } = options;
  if (folder !== undefined && (folder.trim() === '' || folder.length > limits.shortChars))
    throw new ConfigProblem(`--folder must have 1 to ${limits.shortChars} characters, such as ARCHIVE.`);
  const sources: Source[] = [];
  const { findMail } = await mailboxFiles();
  for (const path of paths) sources.push({ path, files: await findMail(path), found: 0 });
  if (sources.every(({ files }) => files.length === 0))
    throw new ConfigProblem(`there is no mail in ${paths.join(', ')}.`);

  const config = configOf(options);
  const place = placeOf(config);
  const report = await openReport(options.report);
  // A user or an account that is named must be there already.
  const isNamed = options.account !== undefined || (options.user ?? 'owner') !== 'owner';
  if (isNamed) requireCurrentFile(config);
  const release = holdIfFree(place);
  const store = await (isNamed ? openExistingStore : openOrMakeStore)(config).catch((error: unknown) => {
    release?.();
    throw error;
  });
  const reader = createMessageReader({ threads: Math.max(1, Math.min(4, availableParallelism() - 1)) });
  const tally: Tally = { imported: 0, known: 0, skipped: [], unread: [] };
  const bar = progressBar('import');
  const signal = untilInterrupted();
  const started = performance.now();
  try {
    const user = await findUser(store, options.user ?? 'owner');
    if (!user)
      throw new ConfigProblem(
        `there is no user ${JSON.stringify(options.user)}; add one with: ./daybook user add NAME`,
      );
    const accountId = await accountOf(store, user.id, options.account);
    // What comes into an empty store is indexed once, here, and not again by the first start.
    if (!(await isIndexed(store)) && (await countRecords(store, user.id, email)) === 0) await indexAll(store, () => {});
    const contents = filesFolder(config);
    await checkFolder(store, contents);
    const blobs = openBlobs(contents, folderClaim(store, contents));
    const polite = store.exclusive && release === null;
    const parts = {
      store,
      blobs,
      reader,
      user: user.id,
      accountId,
      folder: folder === undefined ? null : folderName(folder.trim()),
      polite,
    };
    await importAll(
      parts,
      allMessages(sources, bar.show, () => signal.interrupted() !== null),
      tally,
    );
  } finally {
    signal.end();
    await reader.close();
    await store.close();
    release?.();
  }
  const interrupted = signal.interrupted();
  if (interrupted !== null) {
    bar.end(`${summaryOf(tally, performance.now() - started)} It was interrupted; run it again to go on.`);
    await report(tally);
    process.exitCode = interrupted;
    return;
  }
  for (const { path, files } of sources)
    if (files.length === 0) tally.skipped.push({ path, offset: 0, reason: 'there is no mail in it' });
  bar.end(summaryOf(tally, performance.now() - started));
  await report(tally);
  // Whoever names a file wants it to be imported; a script must be able to tell that it was not.
  if (sources.some(({ found }) => found === 0) || tally.imported + tally.known === 0) process.exitCode = 1;
}

/** The first SIGINT or SIGTERM lets what was read so far be stored; a second one ends the process at once. */
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

// While a service works on the file, it is not ours; the import goes on beside it, and leaves it its turns.
function holdIfFree(place: string): (() => void) | null {
  if (isPostgres(place)) return () => {};
  try {
    return holdFolder(place);
  } catch (error) {
    if (error instanceof StoreProblem && /another Daybook/.test(error.message)) return null;
    throw error;
  }
}

async function accountOf(store: Store, user: number, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null;
  return (await getKind<{ id: string }>(store, user, account, id)).record.id;
}

async function* allMessages(
  sources: Source[],
  show: (done: number, total: number) => void,
  isOver: () => boolean,
): AsyncGenerator<FoundMessage> {
  const total = sources.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0);
  const { messagesOf } = await mailboxFiles();
  let done = 0;
  for (const source of sources) {
    for (const file of source.files) {
      for await (const message of messagesOf(file, (bytes) => show(done + bytes, total))) {
        if (isOver()) return;
        if (message.bytes !== null) source.found++;
        yield message;
      }
      done += file.size;
    }
  }
}
