// Prepares the message of a mail: its References and the contents of its attachments. The message is written to disk
// first, so that the server, the store and recipients of a later attempt get the same bytes. A mail with a missing part
// fails, with an error that names the part.
import { Readable } from 'node:stream';
import type { Blobs, Received } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { openRecipients } from '../mail/recipients.ts';
import { lookUp } from '../records/find.ts';
import type { Attachment, Email } from '../resources/email.ts';
import { type FileRecord, file } from '../resources/file.ts';
import type { Store } from '../store/port.ts';
import { getContent } from '../store/tables/contents.ts';
import { namingQuery, referencesOf } from '../store/tables/message-links.ts';
import { outside } from '../store/tables/record-lookups.ts';
import { addressKey, envelopeAddress } from '../values/addresses.ts';
import { type Attached, buildMessage, type Message, type Outgoing } from './compose.ts';
import { headerDifference, readHeader } from './message-check.ts';
import type { Claim, Outcome } from './settle.ts';

export interface Prepared extends Message {
  /** The addresses of the SMTP envelope; those of `to` in the order of the claim. */
  from: string;
  to: string[];
  /** The bytes of the message, which become the source of the mail; null if they are stored already. */
  source: Received | null;
  /** Closes its streams, and removes its bytes unless they were stored. */
  close(): void;
}

type Failed = Extract<Outcome, { kind: 'failed' }>;
type Content = Omit<Prepared, 'from' | 'to'>;

/** The message, or the failure. */
export async function prepareMessage(
  store: Store,
  blobs: Blobs,
  claim: Claim,
  mail: Email,
): Promise<Prepared | Failed> {
  if (claim.recipients.length === 0)
    return failed('NO_RECIPIENTS', 'The mail has no recipients; make a draft that has one, and send that.');
  const addresses = [mail.from_address ?? '', ...claim.recipients];
  const [from = '', ...to] = addresses.map(envelopeAddress).filter((one) => one !== undefined);
  const wrong = addresses.find((one) => envelopeAddress(one) === undefined);
  if (wrong !== undefined) {
    const shown = JSON.stringify(wrong.slice(0, 80));
    return failed('BAD_MESSAGE', `The mail cannot be sent: ${shown} is not an address that mail can be sent to.`);
  }
  if (!isEnvelopeOf(mail, from, to))
    return failed('MESSAGE_MISMATCH', `${MISMATCH}: the recipients for the server are not those of the mail.`);
  const content = claim.isRest ? await keptMessage(store, blobs, claim) : await newMessage(store, blobs, claim, mail);
  return 'kind' in content ? content : { ...content, from, to };
}

const MISMATCH = 'The message that was built is not the mail that was to be sent, so nothing was sent';

/** Whether the SMTP envelope has the sender of the mail and exactly its recipients that do not have it yet. */
function isEnvelopeOf(mail: Email, from: string, to: string[]): boolean {
  const { from_address, to_addresses, cc_addresses, bcc_addresses } = mail;
  const people = [...to_addresses, ...cc_addresses, ...bcc_addresses];
  const named = new Set(people.map(({ address }) => addressKey(address)));
  const open = new Set(openRecipients(mail).map(addressKey));
  const recipients = new Set(to.map(addressKey));
  const isSender = addressKey(from) === addressKey(from_address ?? '');
  return isSender && recipients.isSubsetOf(named) && recipients.symmetricDifference(open).size === 0;
}

/** The bytes that the other recipients got. */
async function keptMessage(store: Store, blobs: Blobs, { user, id }: Claim): Promise<Content | Failed> {
  const kept = await getContent(store, user, 'raw', id);
  if (!kept || blobs.size(user, kept.sha256) !== kept.size)
    return failed('SOURCE_GONE', 'the stored message is missing or damaged; write to this recipient again');
  const stream = streamOf(() => blobs.read(user, kept.sha256));
  return { stream, size: kept.size, source: null, close: () => void stream.destroy() };
}

async function newMessage(
  store: Store,
  blobs: Blobs,
  { user, queuedAt }: Claim,
  mail: Email,
): Promise<Content | Failed> {
  const attachments: Attached[] = [];
  const close = () => {
    for (const { content } of attachments) content.destroy();
  };
  for (const one of mail.attachments) {
    const found = await contentOf(store, blobs, user, one);
    if (!found) {
      close();
      const name = JSON.stringify(one.filename);
      return failed(
        'ATTACHMENT_GONE',
        `The stored file of the attachment ${name} is missing or damaged; upload it and attach it again.`,
      );
    }
    attachments.push(found);
  }
  try {
    return await writeMessage(blobs, {
      messageId: mail.message_id ?? '',
      date: new Date(queuedAt),
      from: { address: mail.from_address ?? '', name: mail.from_name },
      to: mail.to_addresses,
      cc: mail.cc_addresses,
      replyTo: mail.reply_to ?? [],
      subject: mail.subject,
      text: mail.body_plain,
      html: mail.body_html,
      inReplyTo: mail.in_reply_to,
      references: await chainOf(store, user, mail),
      readReceipt: mail.read_receipt_requested,
      attachments,
    });
  } finally {
    close();
  }
}

async function writeMessage(blobs: Blobs, outgoing: Outgoing): Promise<Content | Failed> {
  let message: Message;
  try {
    message = buildMessage(outgoing);
  } catch (error) {
    return failed('BAD_MESSAGE', `The mail cannot be written as a message: ${(error as Error).message}`);
  }
  try {
    const max = limits.mailSourceBytes;
    if (message.size > max)
      return failed('TOO_LARGE', `The mail has ${message.size} bytes or more, and at most ${max} can be sent.`);
    const source = await blobs.receive(message.stream, Number.POSITIVE_INFINITY);
    const difference = headerDifference(await readHeader(blobs.readReceived(source)), outgoing);
    if (difference !== null) {
      blobs.discard(source);
      return failed('MESSAGE_MISMATCH', `${MISMATCH}: ${difference}.`);
    }
    const stream = streamOf(() => blobs.readReceived(source));
    return {
      source,
      stream,
      size: source.size,
      close() {
        stream.destroy();
        blobs.discard(source);
      },
    };
  } finally {
    message.stream.destroy();
  }
}

async function contentOf(
  store: Store,
  blobs: Blobs,
  user: number,
  { file_id, filename, mime, inline, content_id }: Attachment,
): Promise<Attached | undefined> {
  const row = file_id ? await lookUp<FileRecord>(outside(store, user), file, file_id) : undefined;
  if (!row || blobs.size(user, row.record.sha256) !== row.record.size) return undefined; // missing or damaged
  const { sha256, size } = row.record;
  return {
    filename,
    mime: mime ?? row.record.mime,
    size,
    contentId: inline && content_id ? content_id : null,
    content: streamOf(() => blobs.read(user, sha256)),
  };
}

// Opened on first read: a mail may have more attachments than a process may have open files.
function streamOf(open: () => NodeJS.ReadableStream): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    for await (const piece of open()) yield piece as Buffer;
  }
  return Readable.from(read(), { objectMode: false });
}

/** The References of a reply (RFC 5322 section 3.6.4); of a long conversation the first and the last ones. */
async function chainOf(store: Store, user: number, { in_reply_to, references }: Email): Promise<string[]> {
  const own = references.length > 0 ? references : await parentsOf(store, user, in_reply_to);
  const chain = [
    ...new Set([...own.filter((id) => id !== in_reply_to), ...(in_reply_to === null ? [] : [in_reply_to])]),
  ];
  if (chain.length <= limits.sendReferences) return chain;
  return [...chain.slice(0, 1), ...chain.slice(1 - limits.sendReferences)];
}

async function parentsOf(store: Store, user: number, messageId: string | null): Promise<string[]> {
  if (messageId === null) return [];
  const [rows = []] = await store.read(user, [namingQuery(messageId)]);
  return referencesOf(messageId, rows);
}

function failed(code: string, message: string): Failed {
  return { kind: 'failed', error: { code, message } };
}
