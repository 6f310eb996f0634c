// Parses a message into a ParsedMail, within limits on bytes, lines, parts, depth and headers. Invalid content never
// throws: if a limit is exceeded, only the header fields are read, and a note replaces the text.
import { limits } from '../../limits.ts';
import { isBlank } from '../../values/html-text.ts';
import type { ParsedMail } from '../../values/parsed-mail.ts';
import { attachedTextOf } from './attached-text.ts';
import { attachmentsOf } from './attachments.ts';
import { authenticationFields } from './authentication-results.ts';
import { decodeText } from './charsets/charsets.ts';
import { first } from './content-type.ts';
import { contentsOf } from './contents.ts';
import { parseMailDate } from './dates.ts';
import { decodeHeader } from './encoded-words.ts';
import { addressesOf, cut, lineOf, senderOf } from './fields.ts';
import { beginningOf, type Header, type HeaderField, inUtf8, readHeader } from './header.ts';
import { mailingListOf } from './list-headers.ts';
import { messageId, messageIds, repliedId } from './message-ids.ts';
import { emptyMail, MailProblem, type Problem, tooLarge, withNote } from './note.ts';
import { type Part, readTree } from './parts.ts';
import { reportOf } from './reports/report.ts';
import { Source } from './source.ts';
import { joinPassages, withLineFeeds, withoutLastBreak } from './texts.ts';
import { isDiskFault, Workspace } from './workspace.ts';

const BROKEN: Problem = { code: 'UNREADABLE', message: 'Its MIME parts could not be separated.' };
const EMPTY: Problem = { code: 'UNREADABLE', message: 'It has neither a header nor a body.' };
const TRUNCATED: Problem = { code: 'UNREADABLE', message: 'It ends before its last MIME part is complete.' };
const INVALID: Problem = { code: 'UNREADABLE', message: 'It is not a valid message.' };

const MAX_RECEIVED = 100; // fields in which a date is searched

/** A message that is in memory. */
export function parseMessage(raw: Uint8Array): ParsedMail {
  return parseSource(Source.ofBytes(raw), new Workspace(null));
}

/** Parses a message. The workspace holds its decoded contents; the caller clears it. */
export function parseSource(message: Source, workspace: Workspace): ParsedMail {
  const header = headerOf(message);
  try {
    if (header.isTooLong) throw new MailProblem(tooLarge('Its header is', limits.mailHeaderBytes));
    if (countLines(message) > limits.mailLines)
      throw new MailProblem({ code: 'TOO_LARGE', message: `It has more than ${limits.mailLines} lines.` });
    return mailOf(header, readTree(message, header, workspace), workspace);
  } catch (error) {
    if (isDiskFault(error)) throw error;
    return withNote(fieldsOf(header.fields), error instanceof MailProblem ? error.problem : INVALID);
  }
}

/** Reads only the header fields of a message, from its first bytes. */
export function parseHeader(beginning: Source, problem: Problem): ParsedMail {
  try {
    return withNote(fieldsOf(headerOf(beginning).fields), problem);
  } catch (error) {
    if (isDiskFault(error)) throw error;
    return withNote(emptyMail(), problem);
  }
}

/** The addresses of Reply-To, from the first bytes of a message. */
export function replyToOf(beginning: Uint8Array): ParsedMail['reply_to'] {
  return fieldsOf(headerOf(Source.ofBytes(beginning)).fields).reply_to;
}

function headerOf(message: Source): Header {
  return readHeader(message, beginningOf(message), message.length, limits.mailHeaderBytes, false);
}

function countLines(message: Source): number {
  let [feeds, returns] = [0, 0];
  for (const piece of message.pieces()) {
    feeds += countByte(piece, 0x0a);
    returns += countByte(piece, 0x0d);
    if (Math.max(feeds, returns) > limits.mailLines) break;
  }
  return Math.max(feeds, returns);
}

function countByte(bytes: Buffer, byte: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0 && count <= limits.mailLines; at = bytes.indexOf(byte, at + 1)) count++;
  return count;
}

function mailOf({ fields }: Header, root: Part, workspace: Workspace): ParsedMail {
  const { passages, attachments, reports, isBroken } = contentsOf(root, workspace);
  const { plain, html } = joinPassages(passages);
  const mail: ParsedMail = {
    ...fieldsOf(inUtf8(fields, charsetOf(root))),
    body_plain: plain === null ? null : cut(plain, limits.mailBodyChars),
    body_html: html === null ? null : cut(html, limits.mailBodyChars),
    attachments: attachmentsOf(attachments, html, workspace),
    report: reportOf({ fields, text: plain, html, parts: reports }),
    problem: problemOf(isBroken, Math.max(plain?.length ?? 0, html?.length ?? 0), attachments.length),
  };
  if (isBlank(plain, html)) {
    const attached = attachedTextOf(attachments, workspace);
    if (attached) mail.attached = attached;
  }
  const isEmpty = plain === null && html === null && attachments.length === 0;
  return isEmpty ? withSurroundingText(mail, root, fields.length > 0) : mail;
}

function problemOf(isBroken: boolean, chars: number, attachments: number): Problem | null {
  if (chars > limits.mailBodyChars)
    return { code: 'TOO_LARGE', message: `Its text is longer than ${limits.mailBodyChars} characters.` };
  if (attachments > limits.attachments)
    return { code: 'TOO_MANY_PARTS', message: `It has more than ${limits.attachments} attachments.` };
  return isBroken ? BROKEN : null;
}

/** The character set that the first text part names. */
function charsetOf({ parts, mime, parameters }: Part): string | undefined {
  if (!parts) return mime.startsWith('text/') ? parameters.get('charset') : undefined;
  for (const part of parts) {
    const charset = charsetOf(part);
    if (charset) return charset;
  }
  return undefined;
}

/** No content was found: the text around the parts is shown, or a note if the message is empty. */
function withSurroundingText(mail: ParsedMail, root: Part, hasHeader: boolean): ParsedMail {
  const texts = root.around
    .map((text) => withoutLastBreak(withLineFeeds(decodeText(text.whole(), null))))
    .filter((text) => text.trim() !== '');
  if (texts.length > 0) return { ...mail, body_plain: cut(texts.join('\n'), limits.mailBodyChars), problem: BROKEN };
  if (root.mime.startsWith('multipart/') && root.isBroken) return withNote(mail, BROKEN);
  if (!hasHeader) return withNote(mail, EMPTY);
  return isOpen(root) ? { ...mail, problem: TRUNCATED } : mail;
}

function isOpen(part: Part): boolean {
  return part.isOpen || (part.parts?.some(isOpen) ?? false);
}

function fieldsOf(fields: HeaderField[]): ParsedMail {
  const value = (name: string) => first(fields, name);
  const values = (name: string) => fields.filter((field) => field.name === name).map((field) => field.value);
  return {
    ...emptyMail(),
    message_id: messageId(value('message-id')),
    in_reply_to: repliedId(value('in-reply-to')),
    references: messageIds(values('references').join(' ')),
    subject: lineOf(decodeHeader(value('subject') ?? ''), limits.nameChars * 2),
    from: senderOf(value('from')) ?? senderOf(value('sender')),
    to: addressesOf(values('to')),
    cc: addressesOf(values('cc')),
    bcc: addressesOf(values('bcc')),
    reply_to: addressesOf(values('reply-to')),
    date: parseMailDate(decodeHeader(value('date') ?? '')) ?? receivedDate(values('received')),
    read_receipt_requested: Boolean(value('disposition-notification-to')),
    list: mailingListOf(fields),
    authentication: authenticationFields(fields),
  };
}

/** When the last server received the message (RFC 5321 section 4.4): fields are added at the top. */
function receivedDate(fields: string[]): number | null {
  for (const field of fields.slice(0, MAX_RECEIVED)) {
    const date = parseMailDate(field.slice(field.lastIndexOf(';') + 1).trim());
    if (field.includes(';') && date !== null) return date;
  }
  return null;
}
