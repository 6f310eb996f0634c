// The text of an attached message: its subject, its text, who wrote it to whom, the names of its attachments and their
// texts, messages within messages included.
import { limits } from '../../limits.ts';
import type { Address } from '../../values/addresses.ts';
import { visibleText } from '../../values/html-text.ts';
import type { ParsedMail } from '../../values/parsed-mail.ts';
import { parseMessage } from '../mime/parse.ts';

/** Reads the text of a document within the message; empty if it cannot be read. */
type DocumentText = (filename: string, mime: string, bytes: Buffer) => Promise<string>;

export async function mailText(bytes: Buffer, readText: DocumentText): Promise<string> {
  const mail = parseMessage(bytes);
  const names = mail.attachments.map(({ filename }) => filename);
  const people = [mail.from, ...mail.to, ...mail.cc].filter((one) => one !== null).map(written);
  const parts = [mail.subject ?? '', bodyOf(mail), ...people, ...names];
  let room = limits.documentChars - parts.join('\n').length;
  for (const { filename, mime, content } of mail.attachments.slice(0, limits.documentsPerMail)) {
    if (room <= 0) break;
    const text = await readText(filename, mime, Buffer.from(content.buffer, content.byteOffset, content.length));
    parts.push(text.slice(0, room));
    room -= text.length;
  }
  return parts.join('\n');
}

function bodyOf({ body_plain, body_html }: ParsedMail): string {
  return body_plain?.trim() ? body_plain : visibleText(body_html ?? '', limits.documentChars);
}

function written({ address, name }: Address): string {
  return name === null ? address : `${name} ${address}`;
}
