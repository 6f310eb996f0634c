// A message as a tree of parts. Nothing is decoded or copied yet: a body is a stretch of the message. A broken frame
// hides nothing: what cannot be told apart stays the body of the part around it.
import { limits } from '../../limits.ts';
import { evidentBoundary, type Frame, frameBy, type Range } from './boundaries.ts';
import { first, type PartType, partType } from './content-type.ts';
import { type Header, type HeaderField, inUtf8, readHeader } from './header.ts';
import { MailProblem, tooLarge } from './note.ts';
import { decodeTransfer } from './transfer.ts';

export interface Part extends PartType {
  fields: HeaderField[];
  /** Its body as it is in the message; of a multipart what its parts are in. */
  body: Buffer;
  /** The parts of a multipart; null for any other, and for one whose parts cannot be told apart. */
  parts: Part[] | null;
  /** Of a multipart: what is before and after its parts. */
  around: Buffer[];
  /** Whether it should have parts, and they could not be told apart. */
  isBroken: boolean;
  /** Whether it ends without a closing delimiter, as one that was cut off. */
  isOpen: boolean;
}

interface Budget {
  parts: number;
  headerBytes: number;
  /** That of the first text, in which names of files can be too. */
  charset: string | undefined;
}

export function readTree(bytes: Buffer, header: Header): Part {
  const type = partType(header.fields);
  return partOf(bytes, header, bytes.length, type, 0, { parts: 0, headerBytes: 0, charset: undefined });
}

function partOf(bytes: Buffer, header: Header, end: number, type: PartType, depth: number, budget: Budget): Part {
  const range = { start: Math.min(header.body, end), end };
  const part: Part = {
    ...type,
    fields: header.fields,
    body: bytes.subarray(range.start, end),
    parts: null,
    around: [],
    isBroken: false,
    isOpen: false,
  };
  const found = type.mime.startsWith('multipart/')
    ? frameOf(bytes, range, type, budget)
    : unnamedFrame(bytes, range, header, depth, budget);
  if (!found) {
    part.isBroken = type.mime.startsWith('multipart/');
    return part;
  }
  const { source, frame } = found;
  if (depth >= limits.mailDepth && frame.parts.length > 0)
    throw new MailProblem({
      code: 'TOO_DEEP',
      message: `Its parts are nested deeper than ${limits.mailDepth} levels.`,
    });
  budget.parts += frame.parts.length;
  if (budget.parts > limits.mailParts)
    throw new MailProblem({ code: 'TOO_MANY_PARTS', message: `It has more than ${limits.mailParts} parts.` });
  part.around = frame.around.map(({ start, end }) => source.subarray(start, end));
  part.isBroken = frame.parts.length === 0;
  part.isOpen = !frame.isClosed;
  if (!type.mime.startsWith('multipart/')) part.mime = 'multipart/mixed';
  const isDigest = type.mime === 'multipart/digest';
  part.parts = nest(
    [
      ...headless(source, frame, header.fields, depth + 1, budget),
      ...frame.parts.map((one) => childOf(source, one, isDigest, depth + 1, budget)),
    ],
    found.boundary,
  );
  return part;
}

// A first part whose delimiter was lost: its fields follow those of the multipart, and its text is before the others.
function headless(bytes: Buffer, frame: Frame, fields: HeaderField[], depth: number, budget: Budget): Part[] {
  const [, second] = [...fields.keys()].filter((at) => fields[at]?.name === 'content-type');
  const before = frame.around.find(({ start }) => start < (frame.parts[0]?.start ?? 0));
  if (second === undefined || !before || bytes.toString('latin1', before.start, before.end).trim() === '') return [];
  const own = fields.slice(second);
  const header: Header = { fields: own, body: before.start, isClosed: true, isTooLong: false };
  return [partOf(bytes, header, before.end, typeOf(own, undefined, budget), depth, budget)];
}

// A multipart in a multipart with the same boundary: its parts are those that follow.
function nest(parts: Part[], boundary: string): Part[] {
  const at = parts.findIndex(
    ({ isBroken, parameters, body }) => isBroken && body.length < 1000 && parameters.get('boundary') === boundary,
  );
  const inner = parts[at];
  if (!inner || boundary === '' || at === parts.length - 1) return parts;
  [inner.isBroken, inner.parts] = [false, nest(parts.slice(at + 1), boundary)];
  return parts.slice(0, at + 1);
}

function childOf(bytes: Buffer, { start, end }: Range, isDigest: boolean, depth: number, budget: Budget): Part {
  const header = readHeader(bytes, start, end, limits.mailPartHeaderBytes, true);
  budget.headerBytes += header.body - start;
  if (header.isTooLong || budget.headerBytes > limits.mailPartHeaderBytes)
    throw new MailProblem(tooLarge('The headers of its parts are together', limits.mailPartHeaderBytes));
  const type = typeOf(header.fields, isDigest ? 'message/rfc822' : undefined, budget);
  // A message of a digest without the blank line before its own header.
  const isBare = isDigest && !header.fields.some(({ name }) => name.startsWith('content-'));
  const isMessage = isBare && header.fields.some(({ name }) => name === 'from' || name === 'subject');
  return partOf(bytes, isMessage ? { ...header, fields: [], body: start } : header, end, type, depth, budget);
}

function typeOf(fields: HeaderField[], defaultMime: string | undefined, budget: Budget): PartType {
  const type = partType(fields, defaultMime);
  if (type.mime.startsWith('multipart/')) return type; // its boundary is bytes
  if (type.mime.startsWith('text/')) budget.charset ??= type.parameters.get('charset');
  const readable = inUtf8(fields, budget.charset);
  return readable === fields ? type : partType(readable, defaultMime);
}

interface Found {
  /** The bytes that the frame is of: the message, or a decoded body. */
  source: Buffer;
  frame: Frame;
  /** The one that is used. */
  boundary: string;
}

function frameOf(bytes: Buffer, range: Range, type: PartType, budget: Budget): Found | null {
  const most = limits.mailParts - budget.parts;
  const boundary = (type.parameters.get('boundary') ?? '').trimEnd();
  const named = boundary === '' ? null : frameBy(bytes, range, boundaryBytes(boundary), most);
  if (named && named.parts.length > 0) return { source: bytes, frame: named, boundary };
  const evident = evidentBoundary(bytes, range);
  const frame = evident === null ? null : frameBy(bytes, range, evident, most);
  if (evident && frame && frame.parts.length > 0) return { source: bytes, frame, boundary: evident };
  if (type.encoding === 'identity' || boundary === '') return named ? { source: bytes, frame: named, boundary } : null;
  // RFC 2045 section 6.4 forbids to encode a multipart; it happens.
  const { content } = decodeTransfer(bytes.subarray(range.start, range.end), type);
  const decoded = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const inner = frameBy(decoded, { start: 0, end: decoded.length }, boundaryBytes(boundary), most);
  return inner && inner.parts.length > 0 ? { source: decoded, frame: inner, boundary } : null;
}

// A message whose Content-Type was lost, and that begins with a delimiter.
function unnamedFrame(bytes: Buffer, range: Range, header: Header, depth: number, budget: Budget): Found | null {
  if (depth > 0 || first(header.fields, 'content-type') !== undefined) return null;
  const evident = evidentBoundary(bytes, range, true);
  const frame = evident === null ? null : frameBy(bytes, range, evident, limits.mailParts - budget.parts);
  return evident && frame && frame.parts.length > 0 ? { source: bytes, frame, boundary: evident } : null;
}

// Parameters are decoded; the delimiters are bytes.
function boundaryBytes(boundary: string): string {
  return Buffer.from(boundary).toString('latin1');
}
