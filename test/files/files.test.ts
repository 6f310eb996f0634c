import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { filesOf, part, received, refused, stored } from '../support/file-scenarios.ts';
import { digest, type FileData, form, formType, placed, upload } from '../support/files.ts';
import { eventually } from '../support/process.ts';
import { idOf } from '../support/records.ts';
import { changesSince, type Scenario, scenarios } from '../support/scenario.ts';
import { seqOf } from '../support/service.ts';

const UNKNOWN = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';

const keyed = (key: string) => ({ ...formType, 'idempotency-key': key });

const isGone: Scenario['also'] = async (_answer, { service }, { id }) =>
  expect((await service.ask('GET', `/files/${id}`)).status).toBe(404);

// biome-ignore format: a table
scenarios('files', [
  { name: 'an upload is stored with its name, media type, size and digest', ask: ['POST', '/files', form({ filename: 'lease.pdf', mime: 'application/pdf', content: 'a lease' }), formType], status: 201, events: ['file.created'],
    body: { data: { filename: 'lease.pdf', mime: 'application/pdf', size: 7, sha256: digest('a lease'), email_id: null } },
    also: async ({ body, headers, text }, { service }) => {
      const { data } = body as { data: FileData };
      expect(Object.keys(data)).toEqual(['id', 'filename', 'mime', 'size', 'sha256', 'email_id', 'created_at', 'updated_at']);
      const again = await service.ask('GET', `/files/${data.id}`);
      expect([again.text, again.headers.get('etag')]).toEqual([text, headers.get('etag')]);
      const seq = seqOf({ headers });
      expect((await changesSince(service, seq - 1, 1)).messages).toMatchObject([{ event: 'file.created', data }]);
      expect(readFileSync(join(service.folder, 'files', placed(data.sha256)), 'utf8')).toBe('a lease');
    } },
  { name: 'an empty file is a file', ask: ['POST', '/files', form({ content: '' }), formType], status: 201, body: { data: { size: 0, sha256: digest('') } }, events: ['file.created'] },
  { name: 'a part without a media type is only bytes', ask: ['POST', '/files', form({ mime: null }), formType], status: 201, events: ['file.created'], also: ({ body }) => expect((body as { data: FileData }).data.mime).toMatch(/^(application\/octet-stream|text\/plain)$/) },
  { name: 'a media type keeps no parameters', ask: ['POST', '/files', form({ mime: 'Text/HTML; charset=utf-8' }), formType], status: 201, body: { data: { mime: 'text/html' } }, events: ['file.created'] },
  { name: 'what has not the form of a media type is only bytes', ask: ['POST', '/files', form({ mime: '<script>/x' }), formType], status: 201, body: { data: { mime: 'application/octet-stream' } }, events: ['file.created'] },
  ...([
    ['a path', '../../etc/passwd', 'passwd'],
    ['a path of Windows', 'C:\\\\Users\\\\ann\\\\lease.pdf', 'lease.pdf'],
    ['only dots', '..', 'file'],
    ['nothing', '', 'file'],
    ['blanks', '   ', 'file'],
    ['control characters', 'a\x01b\x7fc.txt', 'abc.txt'],
    ['a mark that turns the direction of writing', 'invoice\u202Egpj.exe', 'invoicegpj.exe'],
    ['letters of all kinds', 'Mietvertrag für Zoë 🏠.pdf', 'Mietvertrag für Zoë 🏠.pdf'],
    ['more than file systems take', `${'x'.repeat(400)}.tar.gz`, `${'x'.repeat(252)}.gz`],
  ] as const).map(([what, sent, kept]): Scenario => (
    { name: `a name with ${what} is made fit`, ask: ['POST', '/files', form({ filename: sent }), formType], status: 201, body: { data: { filename: kept } }, events: ['file.created'] })),
  { name: 'a body that is no form is 415 and says what is right', ask: ['POST', '/files', { file: 'x' }], status: 415, error: 'UNSUPPORTED_MEDIA_TYPE', says: 'curl -F file=@', events: [] },
  { name: 'no body is 415 too', ask: ['POST', '/files'], status: 415, error: 'UNSUPPORTED_MEDIA_TYPE', says: 'multipart/form-data', events: [] },
  { name: 'a form is 415 where JSON is expected', ask: ['POST', '/contacts', form(), formType], status: 415, error: 'UNSUPPORTED_MEDIA_TYPE', says: 'application/json', events: [] },
  { name: 'a form without a boundary is refused', ask: ['POST', '/files', form({}), { 'content-type': 'multipart/form-data' }], ...refused, field: 'Content-Type' },
  { name: 'a form without a file is refused', ask: ['POST', '/files', form(), formType], ...refused, field: 'file', faults: ['file'] },
  { name: 'a field that is no file is refused', ask: ['POST', '/files', form({ filename: null, mime: null }), formType], ...refused, field: 'file', says: '-F file=@' },
  { name: 'another field is refused by its name', ask: ['POST', '/files', form({}, { name: 'folder', filename: null, mime: null }), formType], ...refused, field: 'folder', says: '"folder" is not a field here' },
  { name: 'a file in another field is refused by its name', ask: ['POST', '/files', form({ name: 'upload' }), formType], ...refused, field: 'upload' },
  { name: 'two files at once are refused', ask: ['POST', '/files', form({}, { content: 'other' }), formType], ...refused, field: 'file', says: 'one file' },
  { name: 'a form that ends too early is refused', ask: ['POST', '/files', form({}).slice(0, -20), formType], ...refused, field: 'body' },
  { name: 'an unknown parameter is refused', ask: ['POST', '/files?name=x', form({}), formType], status: 400, error: 'INVALID_QUERY', events: [] },

  { name: 'the same upload under its key is answered as it was, and done once', given: async ({ service }) => {
    const answer = await service.ask('POST', '/files', form({ content: 'once' }), keyed('k1'));
    return { text: answer.text, etag: answer.headers.get('etag') ?? '' };
  }, ask: ['POST', '/files', form({ content: 'once' }), keyed('k1')], status: 201, events: [], also: ({ text, headers }, _world, names) =>
    expect([text, headers.get('etag'), headers.get('idempotent-replayed')]).toEqual([names.text, names.etag, 'true']) },
  { name: 'another content under the same key is 409', given: async ({ service }) => { await upload(service, { content: 'one' }, { 'idempotency-key': 'k2' }); return {}; },
    ask: ['POST', '/files', form({ content: 'two' }), keyed('k2')], status: 409, error: 'IDEMPOTENCY_KEY_REUSED', events: [] },
  { name: 'another name under the same key is 409', given: async ({ service }) => { await upload(service, { filename: 'a' }, { 'idempotency-key': 'k3' }); return {}; },
    ask: ['POST', '/files', form({ filename: 'b' }), keyed('k3')], status: 409, error: 'IDEMPOTENCY_KEY_REUSED', events: [] },
  { name: 'a key that cannot be is refused', ask: ['POST', '/files', form({}), keyed('x'.repeat(300))], ...refused, field: 'Idempotency-Key' },

  { name: 'the list has the newest first', given: async (world) => { await stored({ filename: 'older' })(world); await stored({ filename: 'newer' })(world); return {}; },
    ask: ['GET', '/files?limit=2'], status: 200, body: { data: [{ filename: 'newer' }, { filename: 'older' }], meta: { limit: 2, offset: 0, has_more: true } }, events: [] },
  { name: 'a list refuses what it does not know', ask: ['GET', '/files?folder=x'], status: 400, error: 'INVALID_QUERY', events: [] },
  { name: 'an unknown file is 404', ask: ['GET', `/files/${UNKNOWN}`], status: 404, error: 'NOT_FOUND', events: [] },
  { name: 'a malformed id is 404', ask: ['GET', '/files/..%2f..%2fetc%2fpasswd/content'], status: 404, error: 'NOT_FOUND', events: [] },
  { name: 'a record that has not changed is 304', given: stored(), ask: ['GET', '/files/{id}', undefined, { 'if-none-match': '*' }], status: 304, events: [] },

  { name: 'a deleted file is gone for good', given: stored({ content: 'to go' }), ask: ['DELETE', '/files/{id}'], status: 200, body: { data: { id: '{id}', deleted: true } }, events: ['file.deleted'],
    also: async (answer, world, names) => {
      await isGone(answer, world, names);
      expect((await world.service.ask('GET', `/files/${names.id}/content`)).status).toBe(404);
      await eventually(() => filesOf(world.service), (files) => !files.includes(placed(digest('to go'))));
    } },
  { name: 'a file that has changed since is not deleted', given: stored(), ask: ['DELETE', '/files/{id}', undefined, { 'if-match': '"1"' }], status: 412, error: 'PRECONDITION_FAILED', events: [] },
  { name: 'an unknown file cannot be deleted', ask: ['DELETE', `/files/${UNKNOWN}`], status: 404, error: 'NOT_FOUND', events: [] },
]);

const TEXT = '0123456789abcdef';
const ranged = (range: string, more = {}): Scenario['ask'] => [
  'GET',
  '/files/{id}/content',
  undefined,
  { range, ...more },
];

const whole: Scenario['also'] = ({ text, headers }) =>
  expect([text, headers.get('content-range')]).toEqual([TEXT, null]);

// biome-ignore format: a table
scenarios('downloads', ([
  { name: 'the content comes as it was, to be saved and not to be shown', ask: ['GET', '/files/{id}/content'], status: 200, also: ({ text, headers }) => {
    expect(text).toBe(TEXT);
    expect(Object.fromEntries(headers)).toMatchObject({ 'content-type': 'text/html', 'content-length': '16', 'accept-ranges': 'bytes', etag: `"${digest(TEXT)}"`,
      'x-content-type-options': 'nosniff', 'content-security-policy': 'sandbox', 'content-disposition': `attachment; filename="Zo_ _x_.html"; filename*=UTF-8''Zo%C3%AB%20%25x%25.html` });
  } },
  { name: 'HEAD tells the same without the content', ask: ['HEAD', '/files/{id}/content'], status: 200, also: ({ text, headers }) => expect([text, headers.get('content-length'), headers.get('etag')]).toEqual(['', '16', `"${digest(TEXT)}"`]) },
  { name: 'who has it is told so', ask: ['GET', '/files/{id}/content', undefined, { 'if-none-match': `"${digest(TEXT)}"` }], status: 304, also: ({ text }) => expect(text).toBe('') },
  { name: 'a range from the beginning', ask: ranged('bytes=0-3'), status: 206, also: part('0123', 'bytes 0-3/16') },
  { name: 'a range to the end', ask: ranged('bytes=10-'), status: 206, also: part('abcdef', 'bytes 10-15/16') },
  { name: 'a range beyond the end ends there', ask: ranged('bytes=14-99'), status: 206, also: part('ef', 'bytes 14-15/16') },
  { name: 'the last bytes', ask: ranged('bytes=-2'), status: 206, also: part('ef', 'bytes 14-15/16') },
  { name: 'more last bytes than there are', ask: ranged('bytes=-99'), status: 206, also: part(TEXT, 'bytes 0-15/16') },
  { name: 'one byte', ask: ranged('bytes=0-0'), status: 206, also: part('0', 'bytes 0-0/16') },
  { name: 'a range behind the end is 416 with the size', ask: ranged('bytes=16-'), status: 416, error: 'RANGE_NOT_SATISFIABLE', also: ({ headers }) => expect(headers.get('content-range')).toBe('bytes */16') },
  { name: 'no last bytes are 416', ask: ranged('bytes=-0'), status: 416, error: 'RANGE_NOT_SATISFIABLE' },
  { name: 'several ranges give the whole', ask: ranged('bytes=0-1,4-5'), status: 200, also: whole },
  { name: 'a range of another unit gives the whole', ask: ranged('lines=0-1'), status: 200, also: whole },
  { name: 'a range that runs backwards gives the whole', ask: ranged('bytes=5-2'), status: 200, also: whole },
  { name: 'a range of what it was gives the part', ask: ranged('bytes=0-1', { 'if-range': `"${digest(TEXT)}"` }), status: 206, also: part('01', 'bytes 0-1/16') },
  { name: 'a range of what it is no longer gives the whole', ask: ranged('bytes=0-1', { 'if-range': '"other"' }), status: 200, also: whole },
] satisfies Omit<Scenario, 'events'>[]).map((row): Scenario => ({ events: [], given: stored({ content: TEXT, filename: 'Zoë %x%.html', mime: 'text/html' }), ...row })));

const ACCOUNT = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d11';
const AWAY = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d12';
const send = { to_addresses: ['bob@example.org'], subject: 'Hi', body_plain: 'Hello' };
const item = { filename: 'note.txt', mime: 'text/plain', size: 5, path: null, file_id: '{id}' };

/** A file that an email in this state has attached. */
function attached(path: string, body: object = {}) {
  return async (world: Parameters<NonNullable<Scenario['given']>>[0]): Promise<Record<string, string>> => {
    const { id } = await upload(world.service);
    const mail = await world.make('POST', path, { ...body, attachments: [id] });
    return { id, mail: idOf(mail) };
  };
}
const inUse = {
  ask: ['DELETE', '/files/{id}'] as Scenario['ask'],
  status: 409,
  error: 'FILE_IN_USE',
  says: '{mail}',
  body: { error: { details: { email_id: '{mail}' } } },
  events: [],
};

// biome-ignore format: a table
scenarios('attachments', [
  { name: 'a mail to be sent takes files by their ids', given: stored(), ask: ['POST', '/emails/send', { ...send, scheduled_at: '2099-01-01', attachments: ['{id}'] }], status: 202, events: ['email.scheduled'],
    body: { data: { has_attachments: true } }, also: ({ body }, _world, { id }) => expect((body as { data: { attachments: object[] } }).data.attachments).toEqual([{ ...item, file_id: id }]) },
  { name: 'a draft takes files by their ids', given: stored(), ask: ['POST', '/emails/drafts', { attachments: ['{id}', '{id}'] }], status: 201, events: ['email.created'],
    body: { data: { has_attachments: true } }, also: ({ body }, _world, { id }) => expect((body as { data: { attachments: object[] } }).data.attachments).toEqual([{ ...item, file_id: id }]) },
  { name: 'a draft lets go of its files', given: attached('/emails/drafts'), ask: ['PATCH', '/emails/drafts/{mail}', { attachments: [] }], status: 200, events: ['email.updated'], body: { data: { attachments: [], has_attachments: false } },
    also: async (_answer, { service }, { id }) => expect((await service.ask('DELETE', `/files/${id}`)).status).toBe(200) },
  { name: 'an edit of its text leaves a draft its files', given: attached('/emails/drafts'), ask: ['PATCH', '/emails/drafts/{mail}', { subject: 'New' }], status: 200, events: ['email.updated'], body: { data: { attachments: [{ file_id: '{id}' }], has_attachments: true } } },
  { name: 'an unknown file is refused by its id in a mail to be sent', given: stored(), ask: ['POST', '/emails/send', { ...send, attachments: ['{id}', UNKNOWN] }], ...refused, field: 'attachments[1]', faults: ['attachments[1]'], says: UNKNOWN },
  { name: 'an unknown file is refused by its id in a draft', ask: ['POST', '/emails/drafts', { attachments: ['nonsense'] }], ...refused, field: 'attachments[0]', says: 'nonsense' },
  { name: 'a mail from elsewhere may name a file', given: stored(), ask: ['POST', '/emails', { ...received, attachments: [{ ...item, inline: true, content_id: 'a@b' }] }], status: 201, events: ['email.created'], body: { data: { has_attachments: false, attachments: [{ file_id: '{id}', inline: true, content_id: 'a@b' }] } } },
  { name: 'one picture within the text beside an attachment counts as none', ask: ['POST', '/emails', { ...received, attachments: [{ filename: 'a.png', inline: true }, { filename: 'b.pdf' }] }], status: 201, events: ['email.created'], body: { data: { has_attachments: true } } },
  { name: 'a mail from elsewhere may not claim a file that is not there', ask: ['POST', '/emails', { ...received, attachments: [{ filename: 'x', file_id: UNKNOWN }] }], ...refused, field: 'attachments[0].file_id', faults: ['attachments[0].file_id'], says: UNKNOWN },
  { name: 'members that were not given are not there', ask: ['POST', '/emails', { ...received, attachments: [{ filename: 'x' }] }], status: 201, events: ['email.created'], also: ({ body }) => expect((body as { data: { attachments: object[] } }).data.attachments).toEqual([{ filename: 'x', mime: null, size: null, path: null }]) },
  { name: 'a file of a draft is not deleted', given: attached('/emails/drafts'), ...inUse },
  { name: 'a file of a scheduled mail is not deleted', given: attached('/emails/send', { ...send, scheduled_at: '2099-01-01' }), ...inUse },
  { name: 'a file of a queued mail is not deleted', given: async (world) => {
    const { id } = await upload(world.service);
    const mail = await world.make('POST', '/emails', { ...received, from_address: 'me@example.org', status: 'queued', account_id: AWAY, to_addresses: ['bob@example.org'], body_plain: 'x', attachments: [{ filename: 'x', file_id: id }] });
    return { id, mail: idOf(mail) };
  }, ...inUse },
  { name: 'a file of a mail that could not be sent is not deleted', given: async (world) => {
    const { id } = await upload(world.service);
    return { id, mail: idOf(await world.make('POST', '/emails', { ...received, status: 'failed', attachments: [{ filename: 'x', file_id: id }] })) };
  }, ...inUse },
  { name: 'a file that only stands in custom_fields of a draft is deleted', given: async (world) => {
    const { id } = await upload(world.service);
    await world.make('PATCH', `/emails/${(await world.make('POST', '/emails/drafts', {})).id}`, { custom_fields: { file_id: id } });
    return { id };
  }, ask: ['DELETE', '/files/{id}'], status: 200, events: ['file.deleted'] },
  { name: 'a file of a mail that was sent is deleted', given: async (world) => {
    const { id } = await upload(world.service);
    await world.make('POST', '/emails', { ...received, status: 'sent', attachments: [{ filename: 'x', file_id: id }] });
    return { id };
  }, ask: ['DELETE', '/files/{id}'], status: 200, events: ['file.deleted'], also: isGone },
], async ({ service }) => {
  await addAccount(service, { id: ACCOUNT, isDefault: true });
  await addAccount(service, { id: AWAY, status: 'disconnected' });
});
