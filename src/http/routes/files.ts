// The routes of files: their records, and their contents.
import type { Scope } from '../../access/access.ts';
import { removeFile } from '../../files/files.ts';
import { find } from '../../records/find.ts';
import { list } from '../../records/list.ts';
import { checkVersion } from '../../records/records.ts';
import { type FileRecord, file } from '../../resources/file.ts';
import type { Tx } from '../../store/port.ts';
import { downloadFile } from '../downloads.ts';
import type { Values } from '../responses.ts';
import { upload } from '../uploads.ts';
import { pageParameters } from './list-parameters.ts';
import { found, readsOne } from './records.ts';
import { type Call, type Route, route } from './route.ts';

const reads = { resource: file, scope: 'files:read' as Scope };
const writes = { resource: file, scope: 'files:write' as Scope };

export const fileRoutes: Route[] = [
  route('POST /files', 'Upload a file', writes, {
    form: 'The file to store, with its name.',
    shape: 'record',
    status: 201,
    errors: ['QUOTA_EXCEEDED'],
    emits: ['file.created'],
    raw: upload,
  }),
  route('GET /files', 'List files, the newest first', reads, {
    parameters: pageParameters,
    shape: 'list',
    read: ({ store, user, query, context }) => list(store, user, file, query, context.timezone),
  }),
  route('GET /files/:id', 'Get the record of a file', reads, {
    ...readsOne(file),
    errors: [...found],
  }),
  route('GET /files/:id/content', 'Download a file, or a range of it', reads, {
    inMails: true,
    shape: 'bytes',
    errors: [...found, 'RANGE_NOT_SATISFIABLE'],
    raw: downloadFile,
  }),
  route('DELETE /files/:id', 'Delete a file permanently', writes, {
    alsoNeeds: { scope: 'emails:erase', when: 'for a file that is attached to an email' },
    shape: 'removed',
    errors: [...found, 'PRECONDITION_FAILED', 'FILE_IN_USE'],
    emits: ['file.deleted'],
    write: remove,
  }),
];

async function remove(tx: Tx, { id, principal, context }: Call): Promise<Values['removed']> {
  const stored = await find<FileRecord>(tx, file, id);
  checkVersion(stored, context.versions);
  return { id: stored.record.id, seq: await removeFile(tx, stored, principal) };
}
