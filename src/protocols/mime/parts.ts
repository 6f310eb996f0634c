// Parses a message into a tree of parts. Nothing is decoded or copied yet: a body is a range of the message. Broken
// multiparts lose nothing: content that cannot be separated stays in the body of the enclosing part.
import { limits } from '../../limits.ts';
import { evidentBoundary, type Frame, frameBy } from './boundaries.ts';
import { first, type PartType, partType } from './content-type.ts';
import { decodeTransfer } from './encodings/transfer.ts';
import { type Header, type HeaderField, inUtf8, readHeader } from './header.ts';
import { MailProblem, tooLarge } from './note.ts';
import type { Range, Source } from './source.ts';
import type { Workspace } from './workspace.ts';

export interface Part extends PartType {
  fields: HeaderField[];
  /** The body as it is in the message; for a multipart, the range that contains its parts. */
  body: Source;
  /** The parts of a multipart; null for other types, and if the parts cannot be separated. */
  parts: Part[] | null;
  /** For a multipart: the text before and after its parts. */
  around: Source[];
  /** Whether it should have parts, but they could not be separated. */
  isBroken: boolean;
  /** Whether the closing delimiter is missing, as in a truncated message. */
  isOpen: boolean;
}

interface Budget {
  workspace: Workspace;
  parts: number;
  headerBytes: number;
  /** The character set of the first text; file names can be in it too. */
  charset: string | undefined;
}

export function readTree(message: Source, header: Header, workspace: Workspace): Part {
  const type = partType(header.fields);
  const budget: Budget = { workspace, parts: 0, headerBytes: 0, charset: undefined };
  return partOf(message, header, message.length, type, 0, budget);
}

function partOf(message: Source, header: Header, end: number, type: PartType, depth: number, budget: Budget): Part {
  const range = { start: Math.min(header.body, end), end };
  const part: Part = {
    ...type,
    fields: header.fields,
    body: message.range(range.start, end),
    parts: null,
    around: [],
    isBroken: false,
    isOpen: false,
  };
  const found = type.mime.startsWith('multipart/')
    ? frameOf(message, range, type, budget)
    : unnamedFrame(message, range, header, depth, budget);
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
  part.around = frame.around.map(({ start, end }) => source.range(start, end));
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

// The delimiter of the first part is missing: its fields follow those of the multipart, its text precedes the others.
function headless(message: Source, frame: Frame, fields: HeaderField[], depth: number, budget: Budget): Part[] {
  const [, second] = [...fields.keys()].filter((at) => fields[at]?.name === 'content-type');
  const before = frame.around.find(({ start }) => start < (frame.parts[0]?.start ?? 0));
  if (second === undefined || !before || isEmpty(message.range(before.start, before.end))) return [];
  const own = fields.slice(second);
  const header: Header = { fields: own, body: before.start, isClosed: true, isTooLong: false };
  return [partOf(message, header, before.end, typeOf(own, undefined, budget), depth, budget)];
}

function isEmpty(gap: Source): boolean {
  for (const piece of gap.pieces()) if (piece.toString('latin1').trim() !== '') return false;
  return true;
}

// A multipart inside a multipart with the same boundary: its parts are the ones that follow.
function nest(parts: Part[], boundary: string): Part[] {
  const at = parts.findIndex(
    ({ isBroken, parameters, body }) => isBroken && body.length < 1000 && parameters.get('boundary') === boundary,
  );
  const inner = parts[at];
  if (!inner || boundary === '' || at === parts.length - 1) return parts;
  [inner.isBroken, inner.parts] = [false, nest(parts.slice(at + 1), boundary)];
  return parts.slice(0, at + 1);
}

function childOf(message: Source, { start, end }: Range, isDigest: boolean, depth: number, budget: Budget): Part {
  const header = readHeader(message, start, end, limits.mailPartHeaderBytes, true);
  budget.headerBytes += header.body - start;
  if (header.isTooLong || budget.headerBytes > limits.mailPartHeaderBytes)
    throw new MailProblem(tooLarge('The headers of its parts are together', limits.mailPartHeaderBytes));
  const type = typeOf(header.fields, isDigest ? 'message/rfc822' : undefined, budget);
  // A message in a digest without the blank line before its own header.
  const isBare = isDigest && !header.fields.some(({ name }) => name.startsWith('content-'));
  const isMessage = isBare && header.fields.some(({ name }) => name === 'from' || name === 'subject');
  return partOf(message, isMessage ? { ...header, fields: [], body: start } : header, end, type, depth, budget);
}

function typeOf(fields: HeaderField[], defaultMime: string | undefined, budget: Budget): PartType {
  const type = partType(fields, defaultMime);
  if (type.mime.startsWith('multipart/')) return type; // boundaries are compared as bytes
  if (type.mime.startsWith('text/')) budget.charset ??= type.parameters.get('charset');
  const readable = inUtf8(fields, budget.charset);
  return readable === fields ? type : partType(readable, defaultMime);
}

interface Found {
  /** The source of the frame: the message, or a decoded body. */
  source: Source;
  frame: Frame;
  /** The boundary that the body uses. */
  boundary: string;
}

function frameOf(message: Source, range: Range, type: PartType, budget: Budget): Found | null {
  const max = limits.mailParts - budget.parts;
  const boundary = (type.parameters.get('boundary') ?? '').trimEnd();
  const named = boundary === '' ? null : frameBy(message, range, boundaryBytes(boundary), max);
  if (named && named.parts.length > 0) return { source: message, frame: named, boundary };
  const evident = evidentBoundary(message, range);
  const frame = evident === null ? null : frameBy(message, range, evident, max);
  if (evident && frame && frame.parts.length > 0) return { source: message, frame, boundary: evident };
  if (type.encoding === 'identity' || boundary === '')
    return named ? { source: message, frame: named, boundary } : null;
  // RFC 2045 section 6.4 forbids encoding a multipart, but some programs do it.
  const { content: decoded } = decodeTransfer(message.range(range.start, range.end), type, budget.workspace);
  const inner = frameBy(decoded, { start: 0, end: decoded.length }, boundaryBytes(boundary), max);
  return inner && inner.parts.length > 0 ? { source: decoded, frame: inner, boundary } : null;
}

// A message that lost its Content-Type and begins with a delimiter. One delimiter that is not closed is a line of text,
// unless the message is in MIME.
function unnamedFrame(message: Source, range: Range, header: Header, depth: number, budget: Budget): Found | null {
  if (depth > 0 || first(header.fields, 'content-type') !== undefined) return null;
  const evident = evidentBoundary(message, range, true);
  const frame = evident === null ? null : frameBy(message, range, evident, limits.mailParts - budget.parts);
  if (!evident || !frame || frame.parts.length === 0) return null;
  const isText = frame.parts.length === 1 && !frame.isClosed && first(header.fields, 'mime-version') === undefined;
  return isText ? null : { source: message, frame, boundary: evident };
}

// Parameters are decoded to Unicode; delimiters are bytes.
function boundaryBytes(boundary: string): string {
  return Buffer.from(boundary).toString('latin1');
}
