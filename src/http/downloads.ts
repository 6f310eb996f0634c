// Downloads: a stored content, whole or in part (RFC 9110 section 14), sent as an attachment and never as a page of
// this service.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Blobs } from '../files/content-store.ts';
import { find } from '../records/find.ts';
import { type FileRecord, file } from '../resources/file.ts';
import type { Content } from '../store/tables/contents.ts';
import { outside } from '../store/tables/record-lookups.ts';
import { attachmentHeader } from '../values/filenames.ts';
import { isUnchanged } from './preconditions.ts';
import type { Call } from './routes/route.ts';

/** GET /files/:id/content. */
export async function downloadFile(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { store, user, services, id } = call;
  const { record } = await find<FileRecord>(outside(store, user), file, id);
  await sendContent(request, reply, services.blobs, user, record);
}

/** Answers with the content and its file name; HEAD returns only the headers. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: Blobs,
  user: number,
  { sha256, size, filename, mime }: Content & { filename: string; mime: string },
): Promise<void> {
  const etag = `"${sha256}"`;
  reply
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', attachmentHeader(filename))
    .header('content-security-policy', 'sandbox');
  if (isUnchanged(request.headers['if-none-match'], etag)) {
    await reply.code(304).send();
    return;
  }
  if (blobs.size(user, sha256) !== size) {
    const problem = new AppError('INTERNAL_ERROR', 'The content of this file is missing or damaged on the disk.');
    problem.cause = new Error(`the content ${sha256} of user ${user} is missing or damaged; run daybook doctor`);
    throw problem;
  }
  const range = rangeOf(request, size, etag);
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('RANGE_NOT_SATISFIABLE', `The file has ${size} bytes; the Range begins behind them.`, { size });
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-type', mime).header('content-length', range ? range.end - range.start + 1 : size);
  const bytes = request.method === 'HEAD' ? Readable.from([]) : blobs.read(user, sha256, range ?? undefined);
  await reply.send(bytes);
}

/** The requested range; null to send the whole content: for several ranges, another unit, or no range. */
function rangeOf(
  { headers, method }: FastifyRequest,
  size: number,
  etag: string,
): { start: number; end: number } | 'beyond' | null {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return null;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'beyond' : { start, end };
}
