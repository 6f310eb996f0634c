// Collects what the parts of a message contain: passages of its text, attachments, and reports about other messages.
import { limits } from '../../limits.ts';
import type { Found } from './attachments.ts';
import { findEncodedFiles } from './encodings/encoded-files.ts';
import { decodeTransfer } from './encodings/transfer.ts';
import type { Part } from './parts.ts';
import type { ReportPart } from './reports/report.ts';
import type { Range, Source } from './source.ts';
import { joinAlternatives, type Passage, textOf, withoutLastBreak } from './texts.ts';
import type { Workspace } from './workspace.ts';

export interface Contents {
  passages: Passage[];
  attachments: Found[];
  /** Parts about another message: a delivery status, a receipt, the message itself or its header. */
  reports: ReportPart[];
  /** Whether parts could not be separated. */
  isBroken: boolean;
}

const REPORTS = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
  'message/xdelivery-status',
  'message/disposition-notification',
  'message/global-disposition-notification',
  'message/rfc822',
  'message/global',
  'message/rfc822-headers',
  'message/global-headers',
  'text/rfc822-headers',
]);
const NOTICE = /-status$|-notification$/;
// Text for programs. Other unknown text types are shown as plain text (RFC 2046 section 4.1.4).
const DATA =
  /^text\/(?:calendar|x-vcalendar|csv|vcard|x-vcard|directory|rfc822-headers|xml|x-amp-html|watch-html|tab-separated-values|rtf)$/;

const HTML_BEGINNING = /^\s*(?:<!doctype html\b|<html\b)/i;
const FOOTER_BYTES = 64 * 1024; // after a file that are checked for text
const DAMAGED_DELIMITER = /^(?:--|content-[a-z-]+:)/im;
const DELIMITER_ALONE = /^--\S{0,200}$/; // no content is lost with it

export function contentsOf(root: Part, workspace: Workspace): Contents {
  const contents: Contents = { passages: [], attachments: [], reports: [], isBroken: false };
  // Each part can be an attachment; encoded files within texts use the slots that remain.
  const slots = { files: Math.max(0, limits.attachments - countLeaves(root)) };
  contents.passages = collect(root, contents, { isAlternative: false, isRelated: false, slots, workspace });
  return contents;
}

interface Around {
  isAlternative: boolean;
  isRelated: boolean;
  /** How many more files within texts can become attachments; further ones stay text. */
  slots: { files: number };
  workspace: Workspace;
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
  // A multipart whose parts cannot be separated is shown as text.
  const isText = part.isBroken || isShown(part, around);
  const { content, rest, filename } = decodeTransfer(
    part.body,
    part.isBroken ? { ...part, encoding: 'identity' } : part,
    around.workspace,
  );
  addReport(part.mime, content, contents.reports);
  const footer = footerOf(part, rest, isText);
  if (filename !== null) attach({ ...part, filename: part.filename ?? filename }, content, contents, around);
  else if (!isText || (!part.isNamed && looksBinary(content))) attach(part, content, contents, around);
  else {
    if (part.filename !== null && !part.isBroken) attach(part, content, contents, around);
    return [...passagesOf(part, content, contents, around), ...footer];
  }
  return footer;
}

/** A report uses only the first notification and the first copy of a message. */
function addReport(mime: string, content: Source, reports: ReportPart[]): void {
  if (!REPORTS.has(mime) || reports.some((other) => NOTICE.test(other.mime) === NOTICE.test(mime))) return;
  reports.push({ mime, content: content.read(0, limits.reportBytes) });
}

function attach(part: Part, content: Source, contents: Contents, { isRelated }: Around): void {
  const mime = part.isNamed && !part.isBroken ? part.mime : 'application/octet-stream';
  contents.attachments.push({ type: { ...part, mime }, isRelated: isRelated && part.contentId !== null, content });
}

function isShown({ mime, disposition, isNamed, filename, encoding }: Part, { isAlternative }: Around): boolean {
  if (disposition === 'attachment') return false;
  if (!isNamed) return filename === null;
  if (mime === 'text/plain' || mime === 'text/html') return true;
  return mime.startsWith('text/') && !DATA.test(mime) && !isAlternative && filename === null && encoding !== 'uuencode';
}

function passagesOf(part: Part, content: Source, contents: Contents, around: Around): Passage[] {
  const isHtml = part.mime === 'text/html' || (part.isBroken && HTML_BEGINNING.test(content.latin1(0, 1000)));
  const files = isHtml || part.isBroken ? [] : findEncodedFiles(content).slice(0, around.slots.files);
  around.slots.files -= files.length;
  for (const { filename, decode } of files)
    contents.attachments.push({
      type: { mime: mimeByName(filename), disposition: 'attachment', filename, contentId: null },
      isRelated: around.isRelated,
      content: decode(around.workspace),
    });
  const text = textOf(withoutFiles(content, files), isHtml ? { ...part, mime: 'text/html' } : part);
  const shown = isHtml ? text : withoutLastBreak(text);
  return shown === '' ? [] : [{ plain: isHtml ? null : shown, html: isHtml ? shown : null }];
}

/**
 * Text after the end of base64: after a text, a mailing list footer; after a file, only a part with a damaged
 * delimiter.
 */
function footerOf(part: Part, rest: Source | null, isText: boolean): Passage[] {
  if (rest === null || (!isText && rest.length > FOOTER_BYTES && !hasDelimiter(rest))) return [];
  const text = textOf(rest.whole(), { ...part, mime: 'text/plain' });
  const isShown = isText ? text.trim() !== '' : DAMAGED_DELIMITER.test(text) && !DELIMITER_ALONE.test(text.trim());
  return !isShown ? [] : [{ plain: withoutLastBreak(text.trimStart()), html: null }];
}

// The bytes after a file can be very long, and are read into memory only if they are text to be shown.
function hasDelimiter(rest: Source): boolean {
  const overlap = 100;
  for (let at = 0; at < rest.length; at += FOOTER_BYTES)
    if (DAMAGED_DELIMITER.test(rest.latin1(Math.max(0, at - overlap), at + FOOTER_BYTES))) return true;
  return false;
}

function withoutFiles(text: Source, files: Range[]): Buffer {
  if (files.length === 0) return text.whole();
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end } of files) {
    pieces.push(text.read(from, start));
    from = end;
  }
  return Buffer.concat([...pieces, text.read(from, text.length)]);
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

function looksBinary(content: Source): boolean {
  return content.read(0, 4096).includes(0);
}
