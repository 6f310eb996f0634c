// The lines of the route table that are about files.
import type { Scope } from '../domain/access.ts';
import { removeFile } from '../domain/files.ts';
import { findKind, getKind, listKind, pageParameters } from '../domain/kind-records.ts';
import { checkVersion } from '../domain/records.ts';
import { type FileRecord, file } from '../resources/file.ts';
import type { Tx } from '../store/store.ts';
import { downloadFile } from './downloads.ts';
import { type Answer, type Call, jsonAnswer, type Route, recordAnswer } from './route.ts';
import { upload } from './uploads.ts';

const read = { resource: null, kind: file, scope: 'files:read' as Scope };
const write = { resource: null, kind: file, scope: 'files:write' as Scope };

// biome-ignore format: a table, two lines for each route
export const fileRoutes: Route[] = [
  { method: 'POST', path: '/files', ...write, summary: 'Upload a file', form: 'The file to store, with its name.', status: 201, shape: 'record', errors: ['QUOTA_EXCEEDED'], emits: 'file.created',
    exchange: upload },
  { method: 'GET', path: '/files', ...read, summary: 'List files, the newest first', parameters: pageParameters, status: 200, shape: 'list', errors: [],
    read: async (call) => jsonAnswer(200, await listKind(call.store, call.principal.user, file, call.given)) },
  { method: 'GET', path: '/files/:id', ...read, summary: 'Get what is known of a file', status: 200, shape: 'record', errors: ['NOT_FOUND'],
    read: async (call) => recordAnswer(200, await getKind(call.store, call.principal.user, file, id(call))) },
  { method: 'GET', path: '/files/:id/content', ...read, inMails: true, summary: 'Download a file, or a range of it', status: 200, shape: 'bytes', errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
    exchange: downloadFile },
  { method: 'DELETE', path: '/files/:id', ...write, summary: 'Delete a file for good', alsoNeeds: { scope: 'emails:erase', when: 'for a file that an email has attached' }, status: 200, shape: 'removed', errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'FILE_IN_USE'], emits: 'file.deleted',
    write: removed },
];

async function removed(tx: Tx, call: Call): Promise<Answer> {
  const stored = await findKind<FileRecord>(tx, file, id(call));
  checkVersion(stored, call.context.versions);
  const seq = await removeFile(tx, stored, call.principal);
  return jsonAnswer(200, JSON.stringify({ data: { id: stored.record.id, deleted: true } }), seq);
}

function id(call: Call): string {
  return call.params.id as string;
}
