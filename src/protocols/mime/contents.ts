// What the parts of a message hold: passages of its text, attachments, and reports about other messages.
import { limits } from '../../limits.ts';
import type { Found } from './attachments.ts';
import { findEncodedFiles } from './encoded-files.ts';
import type { Part } from './parts.ts';
import type { ReportPart } from './report.ts';
import { joinAlternatives, type Passage, textOf, withoutLastBreak } from './texts.ts';
import { decodeTransfer } from './transfer.ts';

export interface Contents {
  passages: Passage[];
  attachments: Found[];
  /** Parts about another message: a delivery status, a receipt, that message itself or its header. */
  reports: ReportPart[];
  /** Whether parts could not be told apart. */
  isBroken: boolean;
}

const REPORTS = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
  'message/disposition-notification',
  'message/global-disposition-notification',
  'message/rfc822',
  'message/global',
  'message/rfc822-headers',
  'message/global-headers',
  'text/rfc822-headers',
]);
// Text for programs; other text that is not known is shown as plain text (RFC 2046 section 4.1.4).
const DATA =
  /^text\/(?:calendar|x-vcalendar|csv|vcard|x-vcard|directory|rfc822-headers|xml|x-amp-html|watch-html|tab-separated-values|rtf)$/;

const HTML_BEGINNING = /^\s*(?:<!doctype html\b|<html\b)/i;
const DAMAGED_DELIMITER = /^(?:--|content-[a-z-]+:)/im;

export function contentsOf(root: Part): Contents {
  const contents: Contents = { passages: [], attachments: [], reports: [], isBroken: false };
  // Each part can be an attachment; the files within texts have the room that is left.
  const room = { files: Math.max(0, limits.attachments - countLeaves(root)) };
  contents.passages = collect(root, contents, { isAlternative: false, isRelated: false, room });
  return contents;
}

interface Around {
  isAlternative: boolean;
  isRelated: boolean;
  /** How many more files within texts can be attachments; the others stay text. */
  room: { files: number };
}

function countLeaves({ parts }: Part): number {
  return parts ? parts.reduce((count, part) => count + countLeaves(part), 0) : 1;
}

function collect(part: Part, contents: Contents, around: Around): Passage[] {
  contents.isBroken ||= part.isBroken;
  if (part.parts) {
    const isAlternative = part.mime === 'multipart/alternative';
    const isRelated = around.isRelated || part.mime === 'multipart/related';
    const found = part.parts.map((child) => collect(child, contents, { ...around, isAlternative, isRelated }));
    return isAlternative ? joinAlternatives(found) : found.flat();
  }
  // What should have parts and has none that can be told apart is text.
  const isText = part.isBroken || isShown(part, around);
  const { content, rest, filename } = decodeTransfer(
    part.body,
    part.isBroken ? { ...part, encoding: 'identity' } : part,
  );
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (REPORTS.has(part.mime)) contents.reports.push({ mime: part.mime, content: bytes });
  const footer = footerOf(part, rest, isText);
  if (filename !== null) attach({ ...part, filename: part.filename ?? filename }, bytes, contents, around);
  else if (!isText || (!part.isNamed && looksBinary(bytes))) attach(part, bytes, contents, around);
  else {
    if (part.filename !== null && !part.isBroken) attach(part, bytes, contents, around);
    return [...passagesOf(part, bytes, contents, around), ...footer];
  }
  return footer;
}

function attach(part: Part, content: Uint8Array, contents: Contents, { isRelated }: Around): void {
  const mime = part.isNamed && !part.isBroken ? part.mime : 'application/octet-stream';
  contents.attachments.push({ type: { ...part, mime }, isRelated: isRelated && part.contentId !== null, content });
}

function isShown({ mime, disposition, isNamed, filename, encoding }: Part, { isAlternative }: Around): boolean {
  if (disposition === 'attachment') return false;
  if (!isNamed) return filename === null;
  if (mime === 'text/plain' || mime === 'text/html') return true;
  return mime.startsWith('text/') && !DATA.test(mime) && !isAlternative && filename === null && encoding !== 'uuencode';
}

function passagesOf(part: Part, bytes: Buffer, contents: Contents, around: Around): Passage[] {
  const isHtml = part.mime === 'text/html' || (part.isBroken && HTML_BEGINNING.test(bytes.toString('latin1', 0, 1000)));
  const files = isHtml || part.isBroken ? [] : findEncodedFiles(bytes).slice(0, around.room.files);
  around.room.files -= files.length;
  for (const { filename, content } of files)
    contents.attachments.push({
      type: { mime: mimeByName(filename), disposition: 'attachment', filename, contentId: null },
      isRelated: around.isRelated,
      content,
    });
  const text = textOf(withoutFiles(bytes, files), isHtml ? { ...part, mime: 'text/html' } : part);
  const shown = isHtml ? text : withoutLastBreak(text);
  return shown === '' ? [] : [{ plain: isHtml ? null : shown, html: isHtml ? shown : null }];
}

/** What follows the end of base64: below a text the footer of a list; below a file only a part whose delimiter is damaged. */
function footerOf(part: Part, rest: Uint8Array | null, isText: boolean): Passage[] {
  const text = rest ? textOf(Buffer.from(rest), { ...part, mime: 'text/plain' }) : '';
  const isShown = isText ? text.trim() !== '' : DAMAGED_DELIMITER.test(text);
  return !isShown ? [] : [{ plain: withoutLastBreak(text.trimStart()), html: null }];
}

function withoutFiles(text: Buffer, files: { start: number; end: number }[]): Buffer {
  if (files.length === 0) return text;
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end } of files) {
    pieces.push(text.subarray(from, start));
    from = end;
  }
  return Buffer.concat([...pieces, text.subarray(from)]);
}

const TYPES_BY_EXTENSION: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  pdf: 'application/pdf',
  zip: 'application/zip',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  doc: 'application/msword',
};

function mimeByName(filename: string | null): string {
  const extension = /\.(\w{2,5})$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? '';
  return TYPES_BY_EXTENSION[extension] ?? 'application/octet-stream';
}

function looksBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 4096).includes(0);
}
