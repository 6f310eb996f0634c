// Composes the MIME message of a mail: text and HTML as alternatives, attachments, In-Reply-To and References, never
// Bcc. Bodies are always encoded, line ends are CRLF, and header values contain no control characters.
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import MailComposer, { type Options } from 'nodemailer/lib/mail-composer';
import { type Address, envelopeAddress } from '../values/addresses.ts';

export interface Attached {
  filename: string;
  mime: string;
  size: number;
  /** The Content-ID of a picture that the HTML shows; null for an attachment. */
  contentId: string | null;
  content: Readable;
}

export interface Outgoing {
  messageId: string;
  date: Date;
  from: Address;
  to: Address[];
  cc: Address[];
  replyTo: Address[];
  subject: string | null;
  text: string | null;
  html: string | null;
  inReplyTo: string | null;
  references: string[];
  readReceipt: boolean;
  attachments: Attached[];
}

export interface Message {
  stream: Readable;
  /** A lower bound of its size in bytes. */
  size: number;
}

const PIECE = 32_768; // characters

/** Throws if the mail cannot be written as a message. */
export function buildMessage(mail: Outgoing): Message {
  const options: Options = {
    from: person(mail.from),
    to: mail.to.map(person),
    cc: mail.cc.map(person),
    ...(mail.replyTo.length > 0 && { replyTo: mail.replyTo.map(person) }),
    subject: headerText(mail.subject ?? ''),
    messageId: headerText(mail.messageId),
    date: mail.date,
    ...(mail.inReplyTo !== null && { inReplyTo: headerText(mail.inReplyTo) }),
    ...(mail.references.length > 0 && { references: mail.references.map(headerText) }),
    // Not encoded: an encoded quoted local part would no longer be an address.
    ...(mail.readReceipt && {
      headers: { 'Disposition-Notification-To': { prepared: true, value: `<${envelopeAddress(mail.from.address)}>` } },
    }),
    ...(mail.text !== null || mail.html === null ? { text: body(mail.text ?? '', 'text/plain') } : {}),
    ...(mail.html !== null && { html: body(mail.html, 'text/html') }),
    attachments: mail.attachments.map(attachment),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const stream = new MailComposer(options).compile().createReadStream();
  return { stream, size: leastSize(mail) };
}

function person({ name, address }: Address): { name: string; address: string } {
  return { name: headerText(name ?? ''), address };
}

// Control characters are refused before a mail is queued; mails of older versions may still contain them.
function headerText(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

function body(text: string, contentType: string) {
  return {
    content: Readable.from(piecesOf(text), { objectMode: false }),
    contentType: `${contentType}; charset=utf-8`,
    contentTransferEncoding: isMostlyNonAscii(text) ? 'base64' : 'quoted-printable',
  };
}

// Encoding a large text takes a second; in pieces it does not block the event loop. Line ends become CRLF.
async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + PIECE, text.length);
    // Does not split a CRLF or a surrogate pair.
    if (text[to - 1] === '\r' || /[\ud800-\udbff]/.test(text[to - 1] as string)) to++;
    yield Buffer.from(text.slice(from, to).replaceAll(/\r\n|\r|\n/g, '\r\n'));
    from = to;
    await turn();
  }
}

// A non-ASCII character takes at least six bytes in quoted-printable, and about four in base64.
function isMostlyNonAscii(text: string): boolean {
  const sample = text.slice(0, 10_000);
  return (sample.match(/\P{ASCII}/gu)?.length ?? 0) * 4 > sample.length;
}

function attachment({ filename, mime, contentId, content }: Attached) {
  return {
    filename: headerText(filename),
    contentType: safeType(mime),
    contentTransferEncoding: 'base64',
    content,
    ...(contentId === null
      ? { contentDisposition: 'attachment' }
      : { cid: headerText(contentId).replaceAll(/[<>]/g, ''), contentDisposition: 'inline' }),
  };
}

// message/* and multipart/* must not be encoded (RFC 2045 section 6.4), and attachments are always sent encoded.
function safeType(mime: string): string {
  const [type = ''] = mime.split(';');
  const known = /^[\w.+-]+\/[\w.+-]+$/.test(type.trim()) && !/^(message|multipart)\//i.test(type.trim());
  return known ? type.trim() : 'application/octet-stream';
}

function leastSize({ text, html, attachments }: Outgoing): number {
  const encoded = attachments.reduce((sum, { size }) => sum + Math.ceil(size / 57) * 78, 0);
  return encoded + Buffer.byteLength(text ?? '') + Buffer.byteLength(html ?? '');
}
