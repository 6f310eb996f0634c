// Uploads: a form with one file, streamed to disk as it comes and never held in memory. Whatever goes wrong, a field
// too many, a line that breaks, a file too large, leaves nothing behind.
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { uploadFile } from '../domain/files.ts';
import { AppError, faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Blobs, Received } from '../store/blobs.ts';
import { abandon } from '../store/contents.ts';
import type { Tx } from '../store/store.ts';
import { cleanFilename, cleanMediaType } from '../values/filenames.ts';
import type { Flight } from './flight.ts';
import { once, onceRequest } from './idempotency.ts';
import { type Answer, type Call, recordAnswer } from './route.ts';

interface Upload {
  received: Received;
  filename: string;
  mime: string;
}

/** For a scope of the server whose routes take forms: their bodies are left to be read by `upload`. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  scope.addContentTypeParser('*', (_request, _payload, done) => done(noForm()));
}

function noForm(): AppError {
  return new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'A file must be sent as multipart/form-data, in the field file, such as: curl -F file=@lease.pdf',
  );
}

/** POST /files. */
export async function upload(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { store, principal, tools } = call;
  const key = request.headers['idempotency-key'] as string | undefined;
  onceRequest(key, 'POST', request.url, ''); // a key that cannot be is told before the file is read
  const { received, filename, mime } = await receiveForm(request.raw, request.flight as Flight, tools.blobs);
  const keyed = onceRequest(key, 'POST', request.url, `${received.sha256} ${filename}`);
  const add = async (tx: Tx): Promise<Answer> =>
    recordAnswer(
      201,
      await uploadFile(tx, tools.blobs, received, { filename, mime, email_id: null }, tools.filesQuota),
    );
  try {
    const { answer, replayed } = await store.write(principal.user, async (tx) =>
      keyed ? once(tx, keyed, () => add(tx)) : { answer: await add(tx), replayed: false },
    );
    if (replayed) reply.header('idempotent-replayed', 'true');
    else tools.blobs.settle(principal.user, received.sha256);
    if (answer.etag !== null) reply.header('etag', answer.etag);
    reply.code(answer.status).header('content-type', 'application/json; charset=utf-8').send(answer.body);
  } catch (error) {
    await abandon(store, tools.blobs, principal.user, received).catch((problem: unknown) =>
      request.log.warn({ err: problem }, 'what a failed upload has left could not be removed'),
    );
    throw error;
  } finally {
    tools.blobs.discard(received);
  }
}

/** Reads the form; returns its file, on disk and complete, or throws and leaves nothing. */
async function receiveForm(raw: IncomingMessage, flight: Flight, blobs: Blobs): Promise<Upload> {
  const form = openForm(raw);
  const { promise: read, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  let arriving: Promise<Upload> | undefined;
  let stopFile: ((reason: Error) => void) | undefined;
  form.on('file', (field, stream, filename, _encoding, mime) => {
    stream.on('error', () => {}); // told by whoever reads it, or not worth telling
    if (field !== 'file' || arriving) {
      stream.resume();
      fail(field === 'file' ? fault('file', 'once', 'Send one file at a time.') : unknownField(field));
      return;
    }
    stopFile = (reason) => stream.destroy(reason);
    arriving = blobs.receive(stream, limits.fileBytes).then((received) => ({
      received,
      filename: cleanFilename(filename, limits.fileNameChars),
      mime: cleanMediaType(mime),
    }));
    arriving.catch(fail);
  });
  form.on('field', (field) => {
    fail(
      field === 'file'
        ? fault('file', 'file', 'The field file must be a file, with its name; with curl: -F file=@lease.pdf')
        : unknownField(field),
    );
  });
  form.on('partsLimit', () => fail(fault('body', 'maxItems', 'The form has too many parts; send one file at a time.')));
  form.on('error', (error) => fail(fault('body', 'form', `The form cannot be read: ${(error as Error).message}.`)));
  form.on('finish', finish);
  const broken = () => {
    if (!raw.complete) fail(fault('body', 'complete', 'The upload broke off before its end.'));
  };
  raw.on('error', broken).on('close', broken);
  flight.expectBody(limits.uploadStall, limits.requestTime, fail);
  raw.pipe(form);
  try {
    await read;
    if (!arriving) throw fault('file', 'required', 'The field file is required: the file to store.');
    return await arriving;
  } catch (error) {
    raw.unpipe(form);
    stopFile?.(error as Error);
    await arriving?.then(({ received }) => blobs.discard(received)).catch(() => {});
    throw error;
  } finally {
    flight.bodyArrived();
    raw.off('close', broken);
  }
}

function openForm(raw: IncomingMessage): BusboyInstance {
  if (!/^multipart\/form-data\b/i.test(raw.headers['content-type'] ?? '')) throw noForm();
  try {
    return new Busboy({ headers: raw.headers as BusboyHeaders, limits: { parts: 20, fieldSize: 1000 } });
  } catch (error) {
    throw fault('Content-Type', 'boundary', `The form cannot be read: ${(error as Error).message}.`);
  }
}

function unknownField(field: string): AppError {
  const shown = JSON.stringify(String(field).slice(0, 80));
  return fault(String(field).slice(0, 80), 'unknown', `${shown} is not a field here; the only field is file.`);
}

function fault(field: string, constraint: string, message: string): AppError {
  return faulty('VALIDATION_ERROR', [{ field, constraint, message }]);
}
