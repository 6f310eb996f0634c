// Writes mails as messages of an mbox file, for the command and the API: the source as received or sent, or one that is
// generated from the record, with what an import into Daybook restores in fields of its header.
import type { Blobs } from '../../files/content-store.ts';
import type { KeptRecord } from '../../protocols/mailboxes/flags.ts';
import { addNotes, type MboxNotes } from '../../protocols/mailboxes/mbox-notes.ts';
import { writeMbox } from '../../protocols/mbox/quoting.ts';
import { createMessageReader, type MessageReader } from '../../protocols/mime/read-message.ts';
import { lookUp } from '../../records/find.ts';
import { type Email, openStatuses } from '../../resources/email.ts';
import { type FileRecord, file } from '../../resources/file.ts';
import type { Store } from '../../store/port.ts';
import { getContent } from '../../store/tables/contents.ts';
import { outside } from '../../store/tables/record-lookups.ts';
import { sourceValues } from '../incoming.ts';
import { keptFields, keptFolder } from '../kept-fields.ts';
import type { AttachedContent } from '../record-source.ts';
import { delivererOf } from '../trusted-senders.ts';

interface MboxWriter {
  /** The mail as a message of an mbox file; throws if its content is missing. */
  write(mail: Email): Promise<Buffer>;
  close(): Promise<void>;
}

export function createMboxWriter(store: Store, blobs: Blobs, user: number): MboxWriter {
  let started: MessageReader | null = null; // created on demand: most mail has a source and needs none
  const reader = () => (started ??= createMessageReader({ threads: 1 }));
  return {
    async write(mail) {
      const { bytes, kept } = await messageOf(store, blobs, user, mail, reader);
      const source = addNotes(Buffer.from(bytes), { ...notesOf(mail), kept });
      const at = Date.parse(mail.received_at ?? mail.sent_at ?? mail.created_at);
      return writeMbox(source, mail.from_address, at);
    },
    async close() {
      await started?.close();
    },
  };
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
  const beside = { files, deliveredBy: await delivererOf(store, user, mail) };
  const source = await getContent(store, user, 'raw', mail.id);
  if (source)
    return {
      bytes: await blobs.readWhole(user, source.sha256),
      kept: { fields: keptFields(mail, null, beside), isMade: false },
    };
  const attached: AttachedContent[] = [];
  for (const { filename, mime, file_id, content_id } of mail.attachments) {
    const found = files.get(file_id ?? '');
    if (!found) continue; // a client's description of a file that was never uploaded
    const bytes = await blobs.readWhole(user, found.sha256);
    attached.push({ filename, mime, content: bytes, contentId: content_id ?? null });
  }
  const { sourceOfRecord } = await import('../record-source.ts'); // loaded on demand, because the service does not need it
  const bytes = await sourceOfRecord(mail, attached);
  const read = sourceValues(await reader().read(bytes));
  return { bytes, kept: { fields: keptFields(mail, read, beside), isMade: true } };
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
