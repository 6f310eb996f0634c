// Uploads: a form with one file, streamed to disk as it arrives and never held in memory. A failed upload (an unknown
// field, a lost connection, a file that is too large) leaves nothing behind.
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, faulty } from '../errors.ts';
import type { Blobs, Received } from '../files/content-store.ts';
import { uploadFile } from '../files/files.ts';
import { abandon } from '../files/unused-contents.ts';
import { limits } from '../limits.ts';
import type { Tx } from '../store/port.ts';
import { cleanFilename, cleanMediaType } from '../values/filenames.ts';
import { once, onceRequest } from './idempotency.ts';
import type { Flight } from './load/flight.ts';
import { type JsonResponse, respond, sendResponse } from './responses.ts';
import { BASE, type Call } from './routes/route.ts';

interface Upload {
  received: Received;
  filename: string;
  mime: string;
}

/** For a scope of the server whose routes accept forms: `upload` reads their bodies. */
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
export function upload(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { blobs, filesQuota } = call.services;
  return takeUpload(call, request, reply, {
    most: limits.fileBytes,
    async add(tx, { received, filename, mime }) {
      const about = { filename, mime, email_id: null };
      return respond('record', 201, await uploadFile(tx, blobs, received, about, filesQuota));
    },
  });
}

interface Taking {
  /** Bytes that the file may have. */
  most: number;
  /** Stores what was uploaded. */
  add(tx: Tx, upload: Upload): Promise<JsonResponse>;
}

/** Receives the file of a form, adds it once per Idempotency-Key, and sends the response. */
export async function takeUpload(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  { most, add }: Taking,
): Promise<void> {
  const { store, user, services, principal } = call;
  const { blobs } = services;
  const key = request.headers['idempotency-key'] as string | undefined;
  await onceRequest(key, principal, 'POST', request.url, ''); // an invalid key is refused before the file is read
  const uploaded = await receiveForm(request.raw, request.flight as Flight, blobs, most);
  const { received, filename } = uploaded;
  const keyed = await onceRequest(key, principal, 'POST', request.url, `${received.sha256} ${filename}`);
  try {
    const { response, replayed } = await store.write(user, async (tx) =>
      keyed
        ? once(
            tx,
            keyed,
            () => add(tx, uploaded),
            (one) => one,
          )
        : { response: await add(tx, uploaded), replayed: false },
    );
    if (replayed) reply.header('idempotent-replayed', 'true');
    else blobs.settle(user, received.sha256);
    if (response.status === 202) reply.header('location', `${BASE}/tasks/${response.recordId}`);
    sendResponse(reply, response);
  } catch (error) {
    await abandon(store, blobs, user, received).catch((problem: unknown) =>
      request.log.warn({ err: problem }, 'what a failed upload has left could not be removed'),
    );
    throw error;
  } finally {
    blobs.discard(received);
  }
}

/** Reads the form; returns its file, complete and on disk, or throws and leaves nothing. */
async function receiveForm(raw: IncomingMessage, flight: Flight, blobs: Blobs, most: number): Promise<Upload> {
  const form = openForm(raw);
  const { promise: read, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  let arriving: Promise<Upload> | undefined;
  let stopFile: ((reason: Error) => void) | undefined;
  form.on('file', (field, stream, filename, _encoding, mime) => {
    stream.on('error', () => {}); // the reader of the stream receives it
    if (field !== 'file' || arriving) {
      stream.resume();
      fail(field === 'file' ? fault('file', 'once', 'Send one file at a time.') : unknownField(field));
      return;
    }
    stopFile = (reason) => stream.destroy(reason);
    arriving = blobs.receive(stream, most).then((received) => ({
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
