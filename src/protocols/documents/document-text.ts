// The text of a document, as far as search needs it: plain text, HTML, OOXML (ECMA-376), OpenDocument, PDF and messages.
// Markup is removed without a parser of XML, so no entity is ever expanded. Runs in a process of its own (read-document-process.ts).
import { getDocumentProxy } from 'unpdf';
import { limits } from '../../limits.ts';
import { visibleText } from '../../values/html-text.ts';
import { isAttachedMail } from '../../values/mail-facts.ts';
import { decodeText } from '../mime/charsets/charsets.ts';
import { mailText } from './mail-text.ts';
import { textsInZip } from './zip.ts';

export type DocumentType = 'text' | 'html' | 'pdf' | 'office' | 'mail';

const TYPES: Record<string, DocumentType> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'application/json': 'text',
  'application/xml': 'text',
};
const ENDINGS: Record<string, DocumentType> = {
  ...Object.fromEntries(['txt', 'md', 'csv', 'log', 'json', 'xml', 'ics', 'vcf'].map((ending) => [ending, 'text'])),
  ...Object.fromEntries(['htm', 'html', 'xhtml'].map((ending) => [ending, 'html'])),
  ...Object.fromEntries(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'].map((ending) => [ending, 'office'])),
  pdf: 'pdf',
};

/** How a document is read; undefined if it is not one that can be. The name decides where the type is not known. */
export function documentType(filename: string, mime: string | null): DocumentType | undefined {
  if (isAttachedMail({ filename, mime })) return 'mail';
  const type = (mime ?? '').toLowerCase().split(';')[0]?.trim() as string;
  if (/^application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument)\./.test(type)) return 'office';
  const known = TYPES[type] ?? ENDINGS[filename.toLowerCase().split('.').at(-1) as string];
  return known ?? (type.startsWith('text/') ? 'text' : undefined);
}

/** `depth` counts the messages that it is within. */
export async function documentText(type: DocumentType, bytes: Buffer, depth = 0): Promise<string> {
  switch (type) {
    case 'text':
      return cut(textOf(bytes));
    case 'html':
      return cut(visibleText(textOf(bytes)));
    case 'office':
      return cut(officeText(bytes));
    case 'pdf':
      return cut(await pdfText(bytes));
    case 'mail':
      return depth >= limits.attachedMailDepth ? '' : cut(await mailText(bytes, innerText(depth + 1)));
  }
}

/** The text of a document within a message; empty if it cannot be read. */
function innerText(depth: number) {
  return async (filename: string, mime: string, bytes: Buffer): Promise<string> => {
    const type = documentType(filename, mime);
    if (!type || bytes.length > (type === 'pdf' ? limits.pdfBytes : limits.documentBytes)) return '';
    return documentText(type, bytes, depth).catch(() => '');
  };
}

function cut(text: string): string {
  return text.slice(0, limits.documentChars);
}

function textOf(bytes: Buffer): string {
  const some = bytes.subarray(0, limits.documentUnpacked);
  return some[0] === 0xff || some[0] === 0xfe ? some.toString('utf16le') : decodeText(some, 'utf-8');
}

/** The entries with the text of a document, and of a sheet or a slide. */
const WITH_TEXT =
  /^(?:content\.xml|word\/(?:document|footnotes|endnotes|header\d*|footer\d*)\.xml|xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml|ppt\/(?:slides|notesSlides)\/\w+\.xml)$/;
/** Elements of office documents whose end is the end of a word. */
const BREAK =
  /<\/?(?:w:(?:p|tab|br|tc)|a:(?:p|br|tc)|si|c|is|row|text:(?:p|h|tab|line-break|s)|table:table-cell)\b[^<>]*>/g;
const NUMBER_CELL = /<c\b(?![^<>]*\bt="(?:inlineStr|str)")[^<>]*>\s*<v>[^<>]*<\/v>\s*<\/c>/g;

function officeText(bytes: Buffer): string {
  const parts: string[] = [];
  let chars = 0;
  for (const xml of textsInZip(bytes, (name) => WITH_TEXT.test(name), limits.documentUnpacked)) {
    const text = textOfXml(xml, limits.documentChars - chars);
    parts.push(text);
    chars += text.length;
    if (chars > limits.documentChars) break;
  }
  return parts.join('\n');
}

/** The text of an entry, or a little more than so many characters of it. */
function textOfXml(xml: string, max: number): string {
  let text = '';
  for (const piece of piecesOf(xml)) {
    // Most numbers of cells are places in the shared strings.
    const marked = piece
      .replace(NUMBER_CELL, ' ')
      .replace(BREAK, ' ')
      .replace(/<[^<>]*>/g, '');
    text += entitiesOf(marked).replace(/\s+/g, ' ');
    if (text.length > max) break;
  }
  return text.trim();
}

const PIECE = 500_000; // characters of XML, so that a long document takes little memory

/** Each ends before a tag where it can. */
function* piecesOf(xml: string): Generator<string> {
  for (let from = 0, end = 0; from < xml.length; from = end) {
    const tag = from + PIECE < xml.length ? xml.lastIndexOf('<', from + PIECE) : xml.length;
    end = tag > from ? tag : from + PIECE;
    yield xml.slice(from, end);
  }
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Only what XML itself defines (XML 1.0 section 4.6). */
function entitiesOf(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name.toLowerCase()] as string;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

async function pdfText(bytes: Buffer): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  const parts: string[] = [];
  let chars = 0;
  const pages = Math.min(pdf.numPages, limits.pdfPages);
  for (let number = 1; number <= pages && chars <= limits.documentChars; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    parts.push(text);
    chars += text.length;
    page.cleanup();
  }
  await pdf.loadingTask.destroy();
  return parts.join('\n');
}
