// daybook export: all mail as mailbox files that other programs read, one for each folder, also while the service runs.
import { existsSync } from 'node:fs';
import { appendFile, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ConfigProblem } from '../config.ts';
import { sourceValues } from '../domain/incoming.ts';
import { keptFields, keptFolder } from '../domain/kept-fields.ts';
import type { KeptRecord } from '../mail/mailbox-flags.ts';
import { addNotes, type MboxNotes } from '../mail/mbox-notes.ts';
import type { AttachedContent } from '../mail/record-source.ts';
import { filesFolder, openExistingStore } from '../open-store.ts';
import { writeMbox } from '../protocols/mbox/quoting.ts';
import { createMessageReader, type MessageReader } from '../protocols/mime/read-message.ts';
import { asEmail, type Email, email, openStatuses } from '../resources/email.ts';
import { type Blobs, openBlobs } from '../store/blobs.ts';
import { getContent } from '../store/contents.ts';
import { makeFolder } from '../store/folder.ts';
import type { Store } from '../store/store.ts';
import { findUser } from '../store/users.ts';
import { countRecords, walkRecords } from '../store/walk.ts';
import { addSettings, configOf, storeSettings } from './options.ts';
import { counted, progressBar } from './progress.ts';

const WRITTEN_AT_ONCE = 4 * 1024 * 1024; // bytes that wait in memory

type Options = Record<string, string | undefined>;

interface Tally {
  messages: number;
  files: number;
  lost: string[];
}

export function addExportCommand(program: Command): void {
  addSettings(
    program
      .command('export')
      .description('Write all mail into mailbox files that other programs read, also while the service runs.')
      .requiredOption('--mbox <folder>', 'The folder for one mbox file for each folder of mail; it must be empty.')
      .option('--user <name>', 'Whose mail it is. [default: owner]'),
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
  const tally: Tally = { messages: 0, files: 0, lost: [] };
  let started: MessageReader | null = null; // most mail has a source, and needs none
  const reader = () => (started ??= createMessageReader({ threads: 1 }));
  for await (const text of walkRecords(store, user, email)) {
    const mail = asEmail(JSON.parse(text));
    try {
      const { bytes, kept } = await messageOf(store, blobs, user, mail, reader);
      const source = addNotes(Buffer.from(bytes), { ...notesOf(mail), kept });
      const at = Date.parse(mail.received_at ?? mail.sent_at ?? mail.created_at);
      const folder = mail.deleted_at === null ? keptFolder(mail) : 'TRASH';
      await out.add(folder, writeMbox(source, mail.from_address, at));
      tally.messages++;
    } catch (error) {
      tally.lost.push(`not written: ${mail.id}: ${(error as Error).message}`);
    }
    bar.show(tally.messages + tally.lost.length, total);
  }
  await (started as MessageReader | null)?.close();
  tally.files = await out.end();
  bar.end(`${target} holds ${counted(tally.messages, 'message')} in ${counted(tally.files, 'file')}.`);
  for (const line of tally.lost) process.stderr.write(`${line}\n`);
  if (tally.lost.length > 0) process.exitCode = 1;
}

function notesOf(mail: Email): MboxNotes {
  const isDraft = (openStatuses as readonly string[]).includes(mail.status);
  return {
    folder: keptFolder(mail),
    record: { id: mail.id, status: isDraft ? 'draft' : mail.status === 'sent' ? 'sent' : 'received' },
    labels: mail.labels,
    bcc: mail.bcc_addresses,
    isRead: mail.is_read,
    isStarred: mail.is_starred,
    isDraft,
    isDeleted: mail.deleted_at !== null,
    kept: null,
  };
}

interface ExportedMessage {
  bytes: Uint8Array;
  kept: KeptRecord;
}

/** The message as it came or was sent, or made from its record where that is not kept; and what it does not say. */
async function messageOf(
  store: Store,
  blobs: Blobs,
  user: number,
  mail: Email,
  reader: () => MessageReader,
): Promise<ExportedMessage> {
  const source = await getContent(store, user, 'raw', mail.id);
  if (source)
    return {
      bytes: await blobs.readWhole(user, source.sha256),
      kept: { fields: keptFields(mail, null, new Map()), isMade: false },
    };
  const attached: AttachedContent[] = [];
  const digests = new Map<string, string>();
  for (const { filename, mime, file_id, content_id } of mail.attachments) {
    const content = file_id === undefined ? undefined : await getContent(store, user, 'file', file_id);
    if (!content) continue; // a client's own words about a file that was never here
    digests.set(file_id as string, content.sha256);
    const bytes = await blobs.readWhole(user, content.sha256);
    attached.push({ filename, mime, content: bytes, contentId: content_id ?? null });
  }
  const { sourceOfRecord } = await import('../mail/record-source.ts'); // not for a service, which shares this program
  const bytes = await sourceOfRecord(mail, attached);
  const read = sourceValues(await reader().read(bytes));
  return { bytes, kept: { fields: keptFields(mail, read, digests), isMade: true } };
}

/** Mailbox files by folder; what is written waits in memory for a while. */
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
    /** Returns how many files there are, when all of them are on disk. */
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
