// The route of exports: all records of one kind as a file that a browser saves. It is streamed as fast as the client reads.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireScope, type Scope } from '../../../access/access.ts';
import { AppError, faulty } from '../../../errors.ts';
import { limits } from '../../../limits.ts';
import { exportLines, exportMail } from '../../../mail/exporting/export.ts';
import { contact } from '../../../resources/contact.ts';
import { email, folderName } from '../../../resources/email.ts';
import { event } from '../../../resources/event.ts';
import { type Chosen, countRecords } from '../../../store/tables/record-lookups.ts';
import { attachmentHeader } from '../../../values/filenames.ts';
import type { Parameter } from '../query.ts';
import { type Call, type Route, route } from '../route.ts';

const KINDS = { emails: email, events: event, contacts: contact };
type Kind = keyof typeof KINDS;

const parameters: Parameter[] = [
  {
    name: 'kind',
    type: 'choice',
    values: Object.keys(KINDS),
    required: true,
    about: 'What is exported; it needs the scope to read it.',
    example: 'contacts',
  },
  {
    name: 'folder',
    type: 'text',
    maxChars: limits.shortChars,
    about: 'Only emails of this folder, without those in the trash.',
    example: 'INBOX',
  },
];

export const exportRoutes: Route[] = [
  route(
    'GET /export',
    'Download all records of one kind as a file',
    { scope: null },
    {
      alsoNeeds: { scope: 'emails:read', when: 'for emails; events:read for events, contacts:read for contacts' },
      parameters,
      shape: 'bytes',
      mediaType: 'application/mbox',
      headers: { 'X-Total-Count': 'How many records the file has when it is complete.' },
      notes:
        'Emails are an mbox file (`application/mbox`), which `POST /imports` and `daybook import` restore with all fields, others one JSON object in each line (`application/x-ndjson`). Records in the trash are included. If an email cannot be read, the others follow, and then the connection is closed before the end of the response: the file is not complete.',
      errors: ['RATE_LIMITED'],
      raw: sendExport,
    },
  ),
];

/** By user. */
const running = new Map<number, number>();

async function sendExport(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { store, user, principal } = call;
  const { kind, folder } = readAsked(call);
  requireScope(principal, `${kind}:read` as Scope);
  const chosen = folder === undefined ? undefined : { column: 'folder', value: folderName(folder) };
  const total = await countRecords(store, user, KINDS[kind], chosen);
  reply
    .header('content-type', kind === 'emails' ? 'application/mbox' : 'application/x-ndjson')
    .header('content-disposition', attachmentHeader(`${folder ?? kind}.${kind === 'emails' ? 'mbox' : 'jsonl'}`))
    .header('x-total-count', total);
  await reply.send(request.method === 'HEAD' ? Readable.from([]) : streamOf(call, kind, chosen, request));
}

function readAsked({ query }: Call): { kind: Kind; folder?: string } {
  const { kind, folder } = query as { kind?: Kind; folder?: string };
  if (kind === undefined) throw invalid('kind', 'required', 'kind is required: emails, events or contacts.');
  if (folder === undefined) return { kind };
  if (kind !== 'emails') throw invalid('folder', 'exclusive', 'folder is for kind=emails only.');
  return { kind, folder };
}

function invalid(field: string, constraint: string, message: string): AppError {
  return faulty('INVALID_QUERY', [{ field, constraint, message }]);
}

function streamOf(call: Call, kind: Kind, chosen: Chosen | undefined, request: FastifyRequest): Readable {
  const { store, user, services } = call;
  begin(user);
  const onLost = (id: string, error: unknown) =>
    request.log.warn({ err: error, email: id }, 'an email could not be exported; daybook doctor shows what is missing');
  const pieces =
    kind === 'emails' ? exportMail(store, services.blobs, user, chosen, onLost) : exportLines(store, user, KINDS[kind]);
  return Readable.from(pieces, { objectMode: false }).once('close', () => end(user));
}

/** A user who reads slowly must not keep others from their data. */
function begin(user: number): void {
  const own = running.get(user) ?? 0;
  const all = [...running.values()].reduce((sum, count) => sum + count, 0);
  if (own >= limits.exportsOfUser || all >= limits.exports)
    throw new AppError('RATE_LIMITED', 'Too many exports are in progress; try again later.', {}, 30);
  running.set(user, own + 1);
}

function end(user: number): void {
  const left = (running.get(user) ?? 1) - 1;
  if (left === 0) running.delete(user);
  else running.set(user, left);
}
