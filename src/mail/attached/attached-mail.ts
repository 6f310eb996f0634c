// Reads the mails that are attached to a mail (message/rfc822), and their attachments, to any level that the limits
// allow. They are not stored: each is parsed from the content of its attachment when it is asked for, in worker threads.
// Users take turns, and one user has at most one thread at a time, so that no user's mail delays that of another for
// long.
import { AppError } from '../../errors.ts';
import type { Blobs } from '../../files/content-store.ts';
import { limits } from '../../limits.ts';
import { createMessageReader, type MessageReader } from '../../protocols/mime/read-message.ts';
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

interface Parts {
  reader?: Pick<MessageReader, 'readAttached' | 'close'>;
  /** Milliseconds that one may wait for its turn. */
  patience?: number;
}

export function createAttachedMails({ reader = startReader(), patience = limits.slowWait }: Parts = {}): AttachedMails {
  const slots = createSlots({
    most: limits.attachedMailThreads,
    each: 1,
    queueEach: limits.attachedMailsWaiting,
    patience,
    busy,
  });
  const kept = new Map<string, ParsedMail>();

  function keep(key: string, parsed: ParsedMail): void {
    kept.delete(key);
    if (sizeOf(parsed) <= KEPT_BYTES && parsed.problem?.code !== 'TOO_SLOW') kept.set(key, parsed);
    for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest);
  }

  /** Reads the mail at a path within a content, beginning at the innermost mail on the way that is kept. */
  async function parse(content: string, file: { path: string; size: number }, path: readonly number[]) {
    for (let length = path.length; length >= 0; length--) {
      const outer = kept.get(keyOf(content, path.slice(0, length)));
      if (!outer) continue;
      const [at, ...inner] = path.slice(length);
      if (at === undefined) return outer;
      const next = outer.attachments[at];
      return next && isAttachedMail(next) ? reader.readAttached(next.content, inner) : null;
    }
    return reader.readAttached(file, path);
  }

  async function walk({ store, blobs, user, mail }: Owner, path: readonly number[]): Promise<ParsedMail> {
    const [first = 0, ...inner] = path;
    const attached = mail.attachments[first];
    if (!attached?.file_id || !isAttachedMail(attached)) throw missing();
    const { record } = await find<FileRecord>(outside(store, user), file, attached.file_id);
    const size = blobs.size(user, record.sha256);
    if (size === undefined || size > limits.mailBytes) throw missing();
    const content = `${user} ${record.sha256}`;
    const parsed = await parse(content, { path: blobs.pathOf(user, record.sha256), size }, inner);
    if (!parsed) throw missing();
    keep(keyOf(content, inner), parsed);
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

function startReader(): MessageReader {
  return createMessageReader({ threads: limits.attachedMailThreads, time: limits.attachedMailReading });
}

function keyOf(content: string, path: readonly number[]): string {
  return [content, ...path].join('.');
}

/** What it takes in memory, about. */
function sizeOf({ attachments, body_plain, body_html }: ParsedMail): number {
  const buffers = new Set(attachments.map(({ content }) => content.buffer));
  const texts = (body_plain?.length ?? 0) + (body_html?.length ?? 0);
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, texts);
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
