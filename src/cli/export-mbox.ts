// daybook export: writes all mail to mailbox files for other programs, one per folder, while the service may be
// running.
import { existsSync } from 'node:fs';
import { appendFile, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ConfigProblem } from '../config.ts';
import { type Blobs, openBlobs } from '../files/content-store.ts';
import { sourceValues } from '../mail/incoming.ts';
import { keptFields, keptFolder } from '../mail/kept-fields.ts';
import type { AttachedContent } from '../mail/record-source.ts';
import { filesFolder, openExistingStore } from '../open-store.ts';
import type { KeptRecord } from '../protocols/mailboxes/flags.ts';
import { addNotes, type MboxNotes } from '../protocols/mailboxes/mbox-notes.ts';
import { writeMbox } from '../protocols/mbox/quoting.ts';
import { createMessageReader, type MessageReader } from '../protocols/mime/read-message.ts';
import { lookUp } from '../records/find.ts';
import { asEmail, type Email, email, openStatuses } from '../resources/email.ts';
import { type FileRecord, file } from '../resources/file.ts';
import { makeFolder } from '../store/engine/folder.ts';
import type { Store } from '../store/port.ts';
import { getContent } from '../store/tables/contents.ts';
import { countRecords, outside, walkRecords } from '../store/tables/record-lookups.ts';
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
  let started: MessageReader | null = null; // created on demand: most mail has a source and needs none
  const reader = () => (started ??= createMessageReader({ threads: 1 }));
  for await (const text of walkRecords(store, user, email)) {
    const mail = asEmail(JSON.parse(text));
    try {
      const { bytes, kept } = await messageOf(store, blobs, user, mail, reader);
      const source = addNotes(Buffer.from(bytes), { ...notesOf(mail), kept });
      const at = Date.parse(mail.received_at ?? mail.sent_at ?? mail.created_at);
      const folder = mail.deleted_at === null ? keptFolder(mail) : 'TRASH';
      await out.add(folder, writeMbox(source, mail.from_address, at));
      counts.messages++;
    } catch (error) {
      counts.lost.push(`not written: ${mail.id}: ${(error as Error).message}`);
    }
    bar.show(counts.messages + counts.lost.length, total);
  }
  await (started as MessageReader | null)?.close();
  counts.files = await out.end();
  bar.end(`${target} holds ${counted(counts.messages, 'message')} in ${counted(counts.files, 'file')}.`);
  for (const line of counts.lost) process.stderr.write(`${line}\n`);
  if (counts.lost.length > 0) process.exitCode = 1;
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

/** The original message, or one generated from its record if the source is not stored; and the notes for the export. */
async function messageOf(
  store: Store,
  blobs: Blobs,
  user: number,
  mail: Email,
  reader: () => MessageReader,
): Promise<ExportedMessage> {
  const files = await filesOf(store, user, mail);
  const source = await getContent(store, user, 'raw', mail.id);
  if (source)
    return {
      bytes: await blobs.readWhole(user, source.sha256),
      kept: { fields: keptFields(mail, null, files), isMade: false },
    };
  const attached: AttachedContent[] = [];
  for (const { filename, mime, file_id, content_id } of mail.attachments) {
    const found = files.get(file_id ?? '');
    if (!found) continue; // a client's description of a file that was never uploaded
    const bytes = await blobs.readWhole(user, found.sha256);
    attached.push({ filename, mime, content: bytes, contentId: content_id ?? null });
  }
  const { sourceOfRecord } = await import('../mail/record-source.ts'); // loaded on demand, because the service does not need it
  const bytes = await sourceOfRecord(mail, attached);
  const read = sourceValues(await reader().read(bytes));
  return { bytes, kept: { fields: keptFields(mail, read, files), isMade: true } };
}

/** The files of the mail that exist, by id. */
async function filesOf(store: Store, user: number, { attachments }: Email): Promise<Map<string, FileRecord>> {
  const files = new Map<string, FileRecord>();
  for (const { file_id } of attachments) {
    const found = file_id === undefined ? undefined : await lookUp<FileRecord>(outside(store, user), file, file_id);
    if (found) files.set(file_id as string, found.record);
  }
  return files;
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
