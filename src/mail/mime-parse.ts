// A message as a ParsedMail, under the budgets of bytes, lines, parts, depth and headers. It never throws on what a
// message holds: beyond a budget the fields at its top are read, and a note stands in place of its text.
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { limits } from '../limits.ts';
import type { ParsedAttachment, ParsedMail } from '../values/parsed-mail.ts';
import { parseMailDate } from './mime-dates.ts';
import {
  addressesOf,
  contentIdOf,
  cut,
  filenameOf,
  lineOf,
  messageIdOf,
  messageIdsOf,
  mimeOf,
  namedContentIds,
  senderOf,
} from './mime-fields.ts';
import { withNote } from './mime-note.ts';
import { scanMessage } from './mime-scan.ts';

type Problem = NonNullable<ParsedMail['problem']>;

const nothing: Email = { headers: [], headerLines: [], attachments: [] };

/** The whole message. */
export async function parseMessage(raw: Uint8Array): Promise<ParsedMail> {
  const { bytes, headerEnd, problem } = scanMessage(raw);
  if (problem) return headerOf(bytes.subarray(0, headerEnd), problem);
  try {
    return mailOf(await parse(bytes));
  } catch (error) {
    return headerOf(bytes.subarray(0, headerEnd), problemOf(error as Error));
  }
}

/** What stands at the top of a message, of which these are the first bytes. */
export async function parseHeader(beginning: Uint8Array, problem: Problem): Promise<ParsedMail> {
  const { bytes, headerEnd } = scanMessage(beginning);
  return headerOf(bytes.subarray(0, headerEnd), problem);
}

async function headerOf(header: Uint8Array, problem: Problem): Promise<ParsedMail> {
  // The last line may be cut off; without a body there is nothing but fields to read.
  const lastLine = header.lastIndexOf(0x0a);
  const whole = header.subarray(0, lastLine < 0 ? header.length : lastLine + 1);
  const found = await parse(withoutContentFields(whole)).catch(() => nothing);
  return withNote(mailOf({ ...found, attachments: [] }), problem);
}

// A header without a body is read as one of plain text, whatever its content fields promise.
function withoutContentFields(header: Uint8Array): Uint8Array {
  const text = Buffer.from(header.buffer, header.byteOffset, header.byteLength).toString('latin1');
  return Buffer.from(text.replace(/^content-/gim, 'x-content-'), 'latin1');
}

function parse(bytes: Uint8Array): Promise<Email> {
  return new PostalMime({
    forceRfc822Attachments: true,
    maxNestingDepth: limits.mailDepth,
    maxHeadersSize: limits.mailPartHeaderBytes,
  }).parse(bytes);
}

function problemOf({ message }: Error): Problem {
  if (/nesting depth/.test(message))
    return { code: 'TOO_DEEP', message: `Its parts are nested deeper than ${limits.mailDepth} levels.` };
  if (/header size/.test(message))
    return {
      code: 'TOO_LARGE',
      message: `The headers of its parts are larger than ${limits.mailPartHeaderBytes} bytes together.`,
    };
  return { code: 'UNREADABLE', message: 'It is not written as messages are.' };
}

function mailOf(found: Email): ParsedMail {
  const html = found.html ? cut(found.html, limits.mailBodyChars) : null;
  const value = (name: string) => found.headers.find(({ key }) => key === name)?.value;
  return {
    message_id: messageIdOf(found.messageId),
    in_reply_to: messageIdOf(found.inReplyTo),
    references: messageIdsOf(found.references),
    subject: lineOf(found.subject, limits.nameChars * 2),
    from: senderOf(found.from) ?? senderOf(found.sender),
    to: addressesOf(found.to),
    cc: addressesOf(found.cc),
    bcc: addressesOf(found.bcc),
    date: parseMailDate(value('date') ?? ''),
    body_plain: found.text ? cut(withoutLastBreak(found.text), limits.mailBodyChars) : null,
    body_html: html,
    attachments: attachmentsOf(found.attachments, html),
    read_receipt_requested: Boolean(value('disposition-notification-to')?.trim()),
    problem: null,
  };
}

function attachmentsOf(found: Attachment[], html: string | null): ParsedAttachment[] {
  const named = html === null ? new Set<string>() : namedContentIds(html);
  return found.slice(0, limits.attachments).map((one) => {
    const mime = mimeOf(one);
    const content_id = contentIdOf(one);
    // A picture that the text does not show is one to open, wherever it was put.
    const shown = content_id !== null && named.has(content_id);
    const belongs = html !== null && content_id !== null && one.related === true && one.disposition !== 'attachment';
    return {
      filename: filenameOf(one, mime),
      mime,
      inline: shown || belongs,
      content_id,
      content: bytesOf(one.content),
    };
  });
}

function bytesOf(content: Attachment['content']): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

// The break that ends a message is none of its text.
function withoutLastBreak(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
