// The names in the OpenAPI document: operation ids, and schemas of bodies and responses. Clients are generated from them,
// so each is what a person would call the function or the type. Most follow from the method and the path.
import type { Route } from '../routes/route.ts';

/** Operations whose name does not follow from their path. */
const OPERATIONS: Record<string, string> = {
  'GET /changes': 'listChanges',
  'GET /changes/stream': 'streamChanges',
  'POST /emails/batch': 'batchEmails',
  'POST /emails/drafts': 'createEmailDraft',
  'PATCH /emails/drafts/:id': 'updateEmailDraft',
  'POST /emails/send': 'sendEmail',
  'POST /emails/:id/send': 'sendEmailDraft',
  'POST /emails/:id/read': 'markEmailRead',
  'POST /emails/:id/unread': 'markEmailUnread',
  'POST /emails/:id/reply': 'replyToEmail',
  'POST /emails/:id/reply-all': 'replyToAllOfEmail',
  'POST /emails/:id/unsubscribe': 'unsubscribeFromEmail',
  'GET /emails/:id/attached-email': 'getAttachedEmail',
  'GET /emails/:id/attached-html': 'getAttachedEmailHtml',
  'GET /emails/:id/attached-file': 'getAttachedEmailFile',
  'POST /webhooks/:id/rotate-secret': 'rotateWebhookSecret',
  'POST /files': 'uploadFile',
  'GET /free-busy': 'getFreeBusy',
  'GET /free-slots': 'getFreeSlots',
  'GET /search': 'search',
  'POST /session': 'createSession',
  'GET /session': 'getCurrentSession',
  'DELETE /session': 'deleteCurrentSession',
  'DELETE /tokens/:id': 'revokeToken',
  'GET /about': 'getAbout',
  'GET /export': 'exportRecords',
  'POST /imports': 'importMail',
  'DELETE /imports/:id': 'cancelImport',
  'GET /settings': 'getSettings',
  'PATCH /settings': 'updateSettings',
};

const VERBS: Record<string, string> = { GET: 'get', PATCH: 'update', DELETE: 'delete' };

/** `path` is that of the route, with `:id`. */
export function operationId(method: string, path: string): string {
  const known = OPERATIONS[`${method} ${path}`];
  if (known) return known;
  const [collection = '', key, part] = path.split('/').filter(Boolean);
  const record = pascal(singular(collection));
  if (key === undefined) return method === 'GET' ? `list${pascal(collection)}` : `create${record}`;
  if (part === undefined) return `${VERBS[method]}${record}`;
  if (part === 'custom') return `merge${record}CustomFields`;
  if (method === 'GET') return `${part.endsWith('s') ? 'list' : 'get'}${record}${pascal(part)}`;
  return camel(part) + record;
}

/** Bodies that several operations share, or whose name does not follow from the operation. */
const BODIES: Record<string, string> = {
  uploadFile: 'FileUpload',
  importMail: 'MailImport',
  replyToEmail: 'EmailReply',
  replyToAllOfEmail: 'EmailReply',
  forwardEmail: 'EmailReply',
};

export function bodyName({ method, path, body }: Route): string {
  const id = operationId(method, path);
  if (body === 'custom') return 'CustomFieldsPatch';
  const [, verb, record] = /^(create|update)(\w+)$/.exec(id) ?? [];
  return BODIES[id] ?? (verb ? `${record}${verb === 'create' ? 'Create' : 'Patch'}` : pascal(id));
}

/** The name of what a route returns, if that is neither a record nor something with a name of its own. */
export function resultName({ method, path, schemaName }: Route): string {
  return schemaName ?? `${pascal(operationId(method, path))}Result`;
}

/** NOT_FOUND, email-accounts and email_account as NotFound, EmailAccounts and EmailAccount. */
export function pascal(text: string): string {
  const name = text === text.toUpperCase() ? text.toLowerCase() : text;
  return name.replaceAll(/(?:^|[_-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function camel(text: string): string {
  const name = pascal(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function singular(collection: string): string {
  return collection.replace(/ies$/, 'y').replace(/s$/, '');
}
