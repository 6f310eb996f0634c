// The routes of imports: mail from an uploaded file, in the background. GET /tasks/:id has the progress.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deliveredBy, type Scope } from '../../../access/access.ts';
import { limits } from '../../../limits.ts';
import { cancelImport, startImport } from '../../../mail/importing/start.ts';
import { taskFields } from '../../../records/task-fields.ts';
import { servedTask } from '../../../records/tasks.ts';
import { respond } from '../../responses.ts';
import { takeUpload } from '../../uploads.ts';
import type { Parameter } from '../query.ts';
import { type Call, type Route, route } from '../route.ts';

const writes = { scope: 'emails:write' as Scope };
const answer = { name: 'Task', fields: taskFields };

const parameters: Parameter[] = [
  {
    name: 'folder',
    type: 'text',
    about: 'The folder for all mail; by the names of files and folders when not given.',
    example: 'ARCHIVE',
  },
  { name: 'account_id', type: 'uuid', about: 'The email account that the mail belongs to; none when not given.' },
];

export const importRoutes: Route[] = [
  route('POST /imports', 'Import mail from a file; a task does it', writes, {
    form: 'The file, with its name: a mailbox (mbox), a message (.eml), or an archive (.zip, .tgz) of mailboxes, Maildirs and messages, such as those of Google Takeout.',
    parameters,
    shape: 'record',
    answer,
    status: 202,
    errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
    notes:
      'Mail that is there already is skipped, so a file can be imported again. `progress` of the task has the bytes that were read, and how many mails are new; `errors` says what was skipped.',
    emits: ['email.task_updated', { event: 'email.created', when: 'for each new mail' }],
    raw: importUpload,
  }),
  route('DELETE /imports/:id', 'Cancel an import; what it has imported stays', writes, {
    shape: 'record',
    answer,
    errors: ['NOT_FOUND'],
    emits: ['email.task_updated'],
    write: async (tx, { id }) => ({ text: servedTask(await cancelImport(tx, id)), seq: 0 }),
  }),
];

function importUpload(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { folder, account_id } = call.query as { folder?: string; account_id?: string };
  const { blobs, filesQuota } = call.services;
  return takeUpload(call, request, reply, {
    most: limits.importBytes,
    async add(tx, { received, filename }) {
      const task = await startImport(tx, blobs, received, filesQuota, {
        ...{ filename, folder, account_id },
        delivered_by: deliveredBy(call.principal),
      });
      return respond('batch', 202, { task: servedTask(task) });
    },
  });
}
