// daybook export: writes all mail to mailbox files for other programs, one per folder, while the service may be
// running.
import { existsSync } from 'node:fs';
import { appendFile, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ConfigProblem } from '../config.ts';
import { type Blobs, openBlobs } from '../files/content-store.ts';
import { createMboxWriter } from '../mail/exporting/mbox.ts';
import { keptFolder } from '../mail/kept-fields.ts';
import { filesFolder, openExistingStore } from '../open-store.ts';
import { asEmail, email } from '../resources/email.ts';
import { makeFolder } from '../store/engine/folder.ts';
import type { Store } from '../store/port.ts';
import { countRecords, walkRecords } from '../store/tables/record-lookups.ts';
import { findUser } from '../store/tables/users.ts';
import { addSettings, configOf, storeSettings } from './options.ts';
import { counted, progressBar } from './progress.ts';

const WRITTEN_AT_ONCE = 4 * 1024 * 1024; // bytes buffered in memory

type Options = Record<string, string | undefined>;

interface ExportCounts {
  messages: number;
  files: number;
  lost: string[];
}

export function addExportCommand(program: Command): void {
  addSettings(
    program
      .command('export')
      .description('Write all mail to mailbox files for other programs; the service may be running.')
      .requiredOption(
        '--mbox <folder>',
        'The target folder, which gets one mbox file per mail folder; it must be empty.',
      )
      .option('--user <name>', 'The user whose mail is exported. [default: owner]'),
    storeSettings,
  ).action(async (options: Options) => {
    const target = options.mbox as string;
    if (existsSync(target) && (await readdir(target)).length > 0)
      throw new ConfigProblem(`${target} is not empty; name a new folder with --mbox.`);
    const config = configOf(options);
    const store = await openExistingStore(config);
    try {
      const user = await findUser(store, options.user ?? 'owner');
      if (!user) throw new ConfigProblem(`there is no user ${JSON.stringify(options.user)}.`);
      makeFolder(target);
      await exportMail(store, openBlobs(filesFolder(config)), user.id, target);
    } finally {
      await store.close();
    }
  });
}

async function exportMail(store: Store, blobs: Blobs, user: number, target: string): Promise<void> {
  const bar = progressBar('export');
  const total = await countRecords(store, user, email);
  const out = newMboxes(target);
  const counts: ExportCounts = { messages: 0, files: 0, lost: [] };
  const writer = createMboxWriter(store, blobs, user);
  for await (const text of walkRecords(store, user, email)) {
    const mail = asEmail(JSON.parse(text));
    try {
      const folder = mail.deleted_at === null ? keptFolder(mail) : 'TRASH';
      await out.add(folder, await writer.write(mail));
      counts.messages++;
    } catch (error) {
      counts.lost.push(`not written: ${mail.id}: ${(error as Error).message}`);
    }
    bar.show(counts.messages + counts.lost.length, total);
  }
  await writer.close();
  counts.files = await out.end();
  bar.end(`${target} holds ${counted(counts.messages, 'message')} in ${counted(counts.files, 'file')}.`);
  for (const line of counts.lost) process.stderr.write(`${line}\n`);
  if (counts.lost.length > 0) process.exitCode = 1;
}

/** Mailbox files by folder, with buffered writes. */
function newMboxes(target: string) {
  const paths = new Map<string, string>();
  const waiting = new Map<string, Buffer[]>();
  let bytes = 0;
  const flush = async () => {
    for (const [path, pieces] of waiting) await appendFile(path, Buffer.concat(pieces), { mode: 0o600 });
    waiting.clear();
    bytes = 0;
  };
  return {
    async add(folder: string, message: Buffer): Promise<void> {
      const path = paths.get(folder) ?? join(target, freeName(folder, [...paths.values()]));
      paths.set(folder, path);
      const pieces = waiting.get(path) ?? [];
      pieces.push(message);
      waiting.set(path, pieces);
      bytes += message.length;
      if (bytes > WRITTEN_AT_ONCE) await flush();
    },
    /** Flushes all files; returns their number. */
    async end(): Promise<number> {
      await flush();
      for (const path of paths.values()) {
        const file = await open(path, 'r+');
        await file.sync();
        await file.close();
      }
      return paths.size;
    },
  };

  function freeName(folder: string, taken: string[]): string {
    const plain = folder
      .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
      .replace(/^\.+/, '_')
      .slice(0, 100);
    const isTaken = (name: string) => taken.some((path) => path.toLowerCase() === join(target, name).toLowerCase());
    let name = `${plain}.mbox`;
    for (let count = 2; isTaken(name); count++) name = `${plain}-${count}.mbox`;
    return name;
  }
}
