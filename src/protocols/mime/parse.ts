// A message as a ParsedMail, under the budgets of bytes, lines, parts, depth and headers. It never throws on what a
// message holds: beyond a budget the fields at its top are read, and a note takes the place of its text.
import { limits } from '../../limits.ts';
import type { ParsedMail } from '../../values/parsed-mail.ts';
import { attachmentsOf } from './attachments.ts';
import { authenticationFields } from './authentication-results.ts';
import { decodeText } from './charsets.ts';
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
import { reportOf } from './report.ts';
import { joinPassages, withLineFeeds, withoutLastBreak } from './texts.ts';

const UNTOLD: Problem = { code: 'UNREADABLE', message: 'Its parts could not be told apart.' };
const EMPTY: Problem = { code: 'UNREADABLE', message: 'It has neither a header nor a text.' };
const CUT: Problem = { code: 'UNREADABLE', message: 'It ends before its parts do.' };
const ODD: Problem = { code: 'UNREADABLE', message: 'It is not written as messages are.' };

/** The whole message. */
export function parseMessage(raw: Uint8Array): ParsedMail {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const header = headerOf(bytes);
  try {
    if (header.isTooLong) throw new MailProblem(tooLarge('Its header is', limits.mailHeaderBytes));
    if (countLines(bytes) > limits.mailLines)
      throw new MailProblem({ code: 'TOO_LARGE', message: `It has more than ${limits.mailLines} lines.` });
    return mailOf(header, readTree(bytes, header));
  } catch (error) {
    return withNote(fieldsOf(header.fields), error instanceof MailProblem ? error.problem : ODD);
  }
}

/** What is at the top of a message, of which these are the first bytes. */
export function parseHeader(beginning: Uint8Array, problem: Problem): ParsedMail {
  const bytes = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  try {
    return withNote(fieldsOf(headerOf(bytes).fields), problem);
  } catch {
    return withNote(emptyMail(), problem);
  }
}

function headerOf(bytes: Buffer): Header {
  return readHeader(bytes, beginningOf(bytes), bytes.length, limits.mailHeaderBytes, false);
}

function countLines(bytes: Buffer): number {
  return Math.max(countByte(bytes, 0x0a), countByte(bytes, 0x0d));
}

function countByte(bytes: Buffer, byte: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0 && count <= limits.mailLines; at = bytes.indexOf(byte, at + 1)) count++;
  return count;
}

function mailOf({ fields }: Header, root: Part): ParsedMail {
  const { passages, attachments, reports, isBroken } = contentsOf(root);
  const { plain, html } = joinPassages(passages);
  const mail: ParsedMail = {
    ...fieldsOf(inUtf8(fields, charsetOf(root))),
    body_plain: plain === null ? null : cut(plain, limits.mailBodyChars),
    body_html: html === null ? null : cut(html, limits.mailBodyChars),
    attachments: attachmentsOf(attachments, html),
    report: reportOf({ fields, text: plain, html, parts: reports }),
    problem: problemOf(isBroken, Math.max(plain?.length ?? 0, html?.length ?? 0), attachments.length),
  };
  const isBlank = plain === null && html === null && attachments.length === 0;
  return isBlank ? withWhatIsThere(mail, root, fields.length > 0) : mail;
}

function problemOf(isBroken: boolean, chars: number, attachments: number): Problem | null {
  if (chars > limits.mailBodyChars)
    return { code: 'TOO_LARGE', message: `Its text is longer than ${limits.mailBodyChars} characters.` };
  if (attachments > limits.attachments)
    return { code: 'TOO_MANY_PARTS', message: `It has more than ${limits.attachments} attachments.` };
  return isBroken ? UNTOLD : null;
}

/** The character set that the first text names. */
function charsetOf({ parts, mime, parameters }: Part): string | undefined {
  if (!parts) return mime.startsWith('text/') ? parameters.get('charset') : undefined;
  for (const part of parts) {
    const charset = charsetOf(part);
    if (charset) return charset;
  }
  return undefined;
}

/** Nothing was found to show: what is around the parts is shown; a message of nothing at all says so. */
function withWhatIsThere(mail: ParsedMail, root: Part, hasHeader: boolean): ParsedMail {
  const texts = root.around
    .map((bytes) => withoutLastBreak(withLineFeeds(decodeText(bytes, null))))
    .filter((text) => text.trim() !== '');
  if (texts.length > 0) return { ...mail, body_plain: cut(texts.join('\n'), limits.mailBodyChars), problem: UNTOLD };
  if (root.mime.startsWith('multipart/') && root.isBroken) return withNote(mail, UNTOLD);
  if (!hasHeader) return withNote(mail, EMPTY);
  return isOpen(root) ? { ...mail, problem: CUT } : mail;
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
    date: parseMailDate(decodeHeader(value('date') ?? '')),
    read_receipt_requested: Boolean(value('disposition-notification-to')),
    list: mailingListOf(fields),
    authentication: authenticationFields(fields),
  };
}
