// Reads the mails that are attached to a mail (message/rfc822), and their attachments, to any level that the limits
// allow. They are not stored: each is parsed from the content of its attachment when it is asked for.
import { AppError } from '../../errors.ts';
import type { Blobs } from '../../files/content-store.ts';
import { limits } from '../../limits.ts';
import { createMessageReader } from '../../protocols/mime/read-message.ts';
import { find } from '../../records/find.ts';
import type { Email } from '../../resources/email.ts';
import { type FileRecord, file } from '../../resources/file.ts';
import type { Store } from '../../store/port.ts';
import { outside } from '../../store/tables/record-lookups.ts';
import { isAttachedMail } from '../../values/mail-facts.ts';
import type { ParsedAttachment, ParsedMail } from '../../values/parsed-mail.ts';
import { createSlots } from '../../values/queues/slots.ts';

/** Whose attached mail is read, and the mail that it is attached to. */
interface Owner {
  store: Store;
  blobs: Blobs;
  user: number;
  mail: Email;
}

export interface AttachedMails {
  /** The mail at a path: positions in `attachments`, of the mail, then of the mail that is attached to it, and so on. */
  mail(owner: Owner, path: string): Promise<ParsedMail>;
  /** The attachment at a path, of an attached mail. */
  attachment(owner: Owner, path: string): Promise<ParsedAttachment>;
  close(): Promise<void>;
}

/** The messages that were parsed last: a page of one is asked for with its pictures. */
const KEPT = 4;
const KEPT_BYTES = 4 * 1024 * 1024; // of one that is kept

export function createAttachedMails(): AttachedMails {
  const reader = createMessageReader();
  const slots = createSlots({ most: 1, each: 1, queue: limits.attachedMailsWaiting, patience: limits.slowWait, busy });
  const kept = new Map<string, ParsedMail>();

  async function parse(key: string, bytes: Uint8Array): Promise<ParsedMail> {
    const known = kept.get(key);
    kept.delete(key);
    const parsed = known ?? (await reader.read(bytes));
    if (bytes.length <= KEPT_BYTES) kept.set(key, parsed);
    for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest);
    return parsed;
  }

  async function walk({ store, blobs, user, mail }: Owner, path: readonly number[]): Promise<ParsedMail> {
    const [first = 0, ...inner] = path;
    const attached = mail.attachments[first];
    if (!attached?.file_id || !isAttachedMail(attached)) throw missing();
    const { record } = await find<FileRecord>(outside(store, user), file, attached.file_id);
    if (record.size > limits.mailBytes || !blobs.has(user, record.sha256)) throw missing();
    let key = `${user} ${record.sha256}`;
    let parsed = await parse(key, await blobs.readWhole(user, record.sha256));
    for (const at of inner) {
      const next = parsed.attachments[at];
      if (!next || !isAttachedMail(next)) throw missing();
      key += `.${at}`;
      parsed = await parse(key, next.content);
    }
    return parsed;
  }

  const read = (owner: Owner, path: readonly number[]) => slots.run(owner.user, () => walk(owner, path));

  return {
    mail: async (owner, path) => read(owner, positionsOf(path, limits.attachedMailDepth)),
    async attachment(owner, path) {
      const positions = positionsOf(path, limits.attachedMailDepth + 1);
      const { attachments } = await read(owner, positions.slice(0, -1));
      const found = positions.length > 1 ? attachments[positions.at(-1) as number] : undefined;
      if (!found) throw missing();
      return found;
    },
    close: () => reader.close(),
  };
}

function positionsOf(path: string, most: number): number[] {
  if (!/^\d{1,4}(?:\.\d{1,4})*$/.test(path)) throw missing();
  const positions = path.split('.').map(Number);
  if (positions.length > most)
    throw new AppError('NOT_FOUND', `Mails within mails are read up to ${limits.attachedMailDepth} levels.`);
  return positions;
}

function missing(): AppError {
  return new AppError(
    'NOT_FOUND',
    'There is no such attachment; path has positions in the attachments of the email, from 0, such as 0, or 0.2 for the third attachment of a mail that is attached first.',
  );
}

function busy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Too many attached mails are being read; try again.', {}, 1);
}
