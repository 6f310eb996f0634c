// Files: what is uploaded comes back byte for byte, is stored once for each content, and is gone when nothing needs it.
// Whatever goes wrong leaves nothing behind.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../src/domain/access.ts';
import { addFile } from '../src/domain/files.ts';
import { type Blobs, openBlobs } from '../src/store/blobs.ts';
import { abandon, getContent, useContent } from '../src/store/contents.ts';
import { addUser } from '../src/store/users.ts';
import { addAccount } from './support/accounts.ts';
import { engine, newDatabase } from './support/databases.ts';
import { digest, type FileData, form, formType, onDisk, type Part, placed, upload } from './support/files.ts';
import { at, eventually, run, temporaryFolder } from './support/process.ts';
import { idOf } from './support/records.ts';
import { changesSince, type Scenario, scenarios } from './support/scenario.ts';
import { seqOf, startTestService, type TestService } from './support/service.ts';

const UNKNOWN = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
const refused = { status: 400, error: 'VALIDATION_ERROR', events: [] };
const keyed = (key: string) => ({ ...formType, 'idempotency-key': key });

function stored(part: Part = {}) {
  return async ({ service }: { service: TestService }): Promise<Record<string, string>> => {
    const { id, sha256 } = await upload(service, part);
    return { id, sha256 };
  };
}

const filesOf = (service: TestService) => onDisk(join(service.folder, 'files'));

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
const part =
  (text: string, contentRange: string): Scenario['also'] =>
  (answer) =>
    expect([answer.text, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
      text,
      contentRange,
      String(text.length),
    ]);
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
const AWAY = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d12'; // nothing of it is sent
const send = { to_addresses: ['bob@example.org'], subject: 'Hi', body_plain: 'Hello' };
const item = { filename: 'note.txt', mime: 'text/plain', size: 5, path: null, file_id: '{id}' };
const received = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z' };

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

describe('the folder for contents', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it('holds two uploads of one content once, until the last of them is deleted', async () => {
    const first = await upload(service, { content: 'shared', filename: 'a' });
    const second = await upload(service, { content: 'shared', filename: 'b' });
    expect(filesOf(service)).toEqual([placed(digest('shared'))]);
    await service.ask('DELETE', `/files/${first.id}`);
    const other = await upload(service, { content: 'other' });
    await service.ask('DELETE', `/files/${other.id}`);
    await eventually(
      () => filesOf(service),
      (files) => files.length === 1,
    );
    expect((await service.ask('GET', `/files/${second.id}/content`)).text).toBe('shared');
    await service.ask('DELETE', `/files/${second.id}`);
    await eventually(
      () => filesOf(service),
      (files) => files.length === 0,
    );
    expect(await rows(service, 'contents')).toBe(0);
    expect(await rows(service, 'content_uses')).toBe(0);
  });

  it('keeps a content that is deleted and uploaded again and again', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await upload(service, { content: 'again' });
      await Promise.all([service.ask('DELETE', `/files/${id}`), upload(service, { content: 'again' })]);
      const { body } = await service.ask('GET', '/files');
      const [kept] = (body as { data: FileData[] }).data;
      expect((await service.ask('GET', `/files/${kept?.id}/content`)).text).toBe('again');
      await service.ask('DELETE', `/files/${kept?.id}`);
    }
    await eventually(
      () => filesOf(service),
      (files) => files.length === 0,
    );
  });

  it('a large file comes back byte for byte', async () => {
    const content = randomBytes(5_000_000).toString('base64');
    const { id, sha256, size } = await upload(service, { content });
    expect([sha256, size]).toEqual([digest(content), content.length]);
    expect((await service.ask('GET', `/files/${id}/content`)).text === content).toBe(true);
    await service.ask('DELETE', `/files/${id}`);
  });

  it('an upload that breaks off in the middle leaves nothing on disk and no row', async () => {
    await eventually(
      () => filesOf(service),
      (files) => files.length === 0,
    );
    const { hostname, port } = new URL(service.url);
    const text = form({ content: 'x'.repeat(300_000) });
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `POST /api/v1/files HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: ${formType['content-type']}\r\nContent-Length: ${text.length}\r\n\r\n${text.slice(0, 200_000)}`,
    );
    await eventually(
      () => filesOf(service),
      (files) => files.some((name) => name.startsWith('incoming')),
    );
    socket.destroy();
    await eventually(
      () => filesOf(service),
      (files) => files.length === 0,
    );
    expect([await rows(service, 'files'), await rows(service, 'contents')]).toEqual([0, 0]);
  });

  it('a file beyond the limit is refused with 413 and leaves nothing', async () => {
    const chunk = 'x'.repeat(1024 * 1024);
    const [head, tail] = form({ content: '|' }).split('|') as [string, string];
    async function* body() {
      yield head;
      for (let sent = 0; sent <= 100; sent++) yield chunk;
      yield tail;
    }
    const response = await fetch(`${service.url}/api/v1/files`, {
      method: 'POST',
      headers: formType,
      body: ReadableStream.from(body()).pipeThrough(new TextEncoderStream()),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
    expect(filesOf(service)).toEqual([]);
  });

  it('belongs to one user: another neither sees, loads, attaches nor deletes what is in it', async () => {
    const { id } = await upload(service, { content: 'private' });
    const other = (await addUser(service.store, 'other')) as { id: number };
    const both = await Promise.all(
      [1, other.id].map((user) =>
        createToken(service.store, { user, name: 'all', scopes: ['admin'], expiresAt: null }),
      ),
    );
    const [mine, theirs] = both.map(({ text }) => ({ authorization: `Bearer ${text}` }));
    await eventually(
      () => service.ask('GET', '/files'),
      ({ status }) => status === 401,
    );
    for (const [method, path] of [
      ['GET', `/files/${id}`],
      ['GET', `/files/${id}/content`],
      ['DELETE', `/files/${id}`],
    ] as const)
      expect((await service.ask(method, path, undefined, theirs)).status).toBe(404);
    expect((await service.ask('GET', '/files', undefined, theirs)).body).toMatchObject({ meta: { total: 0 } });
    expect((await service.ask('POST', '/emails/drafts', { attachments: [id] }, theirs)).status).toBe(400);
    const copy = await upload(service, { content: 'private' }, theirs);
    expect(filesOf(service)).toEqual([placed(digest('private')), placed(digest('private'), other.id)]);
    expect((await service.ask('DELETE', `/files/${id}`, undefined, mine)).status).toBe(200);
    await eventually(
      () => filesOf(service),
      (files) => files.length === 1,
    );
    expect((await service.ask('GET', `/files/${copy.id}/content`, undefined, theirs)).text).toBe('private');
    const reader = await createToken(service.store, { user: 1, name: 'r', scopes: ['files:read'], expiresAt: null });
    const reads = { authorization: `Bearer ${reader.text}` };
    expect((await service.ask('GET', '/files', undefined, reads)).status).toBe(200);
    expect((await service.ask('POST', '/files', form({}), { ...formType, ...reads })).status).toBe(403);
  });
});

describe('what came with an email', () => {
  let service: TestService;
  let blobs: Blobs;
  beforeAll(async () => {
    service = await startTestService();
    blobs = openBlobs(join(service.folder, 'files'));
    await upload(service, { content: 'an upload' }); // the folder is the service's
  });
  afterAll(() => service.end());

  /** An email with its source and two files, as incoming mail is stored. */
  async function arrive(): Promise<{ email: string; files: string[] }> {
    const source = await blobs.receive([Buffer.from('the source')], 100);
    const parts = await Promise.all(['a part', 'another'].map((text) => blobs.receive([Buffer.from(text)], 100)));
    const { body } = await service.ask('POST', '/emails', received);
    const email = (body as { data: { id: string } }).data.id;
    const files = await service.store.write(1, async (tx) => {
      blobs.keep(1, source);
      await useContent(tx, 'raw', email, source);
      const added = [];
      for (const part of parts)
        added.push(await addFile(tx, blobs, part, { filename: '../x\n.txt', mime: 'TEXT/plain', email_id: email }));
      return added.map(({ record }) => record);
    });
    expect(files).toMatchObject([1, 2].map(() => ({ filename: 'x.txt', mime: 'text/plain', email_id: email })));
    expect(await getContent(service.store, 1, 'raw', email)).toEqual({ sha256: source.sha256, size: 10 });
    return { email, files: files.map(({ id }) => id) };
  }

  it('goes with it when it is erased, and not before', async () => {
    const { email, files } = await arrive();
    const before = filesOf(service);
    await service.ask('DELETE', `/emails/${email}`);
    expect((await service.ask('GET', `/files/${files[0]}/content`)).text).toBe('a part');
    const { seq } = await changesSince(service, 0, 0);
    expect((await service.ask('DELETE', `/emails/${email}?permanent=true`)).status).toBe(200);
    const told = await changesSince(service, seq, 100);
    expect(told.messages.map(({ event, data }) => [event, data])).toEqual([
      ...files.map((id) => ['file.deleted', { id, permanent: true }]),
      ['email.deleted', { id: email, permanent: true }],
    ]);
    expect(await getContent(service.store, 1, 'raw', email)).toBeUndefined();
    await eventually(
      () => filesOf(service),
      (found) => found.length === before.length - 3,
    );
  });

  const outgoing = { status: 'sent', from_address: 'me@example.org', to_addresses: ['ann@example.org'] };

  it('stays, as a file of its own, where an outgoing mail has taken it up', async () => {
    const { email, files } = await arrive();
    const [taken, other] = files as [string, string];
    const { seq } = await changesSince(service, 0, 0);
    // As one that was sent: nothing but its own words keeps the file.
    await service.ask('POST', '/emails', { ...outgoing, attachments: [{ filename: 'x.txt', file_id: taken }] });
    await service.ask('DELETE', `/emails/${email}?permanent=true`);
    const told = await changesSince(service, seq, 100);
    expect(
      told.messages.map(({ event, data }) => [event, data.id]).filter(([event]) => event !== 'email.created'),
    ).toEqual([
      ['file.updated', taken],
      ['file.deleted', other],
      ['email.deleted', email],
    ]);
    expect((await service.ask('GET', `/files/${taken}`)).body).toMatchObject({ data: { email_id: null } });
    expect((await service.ask('GET', `/files/${taken}/content`)).text).toBe('a part');
  });

  it('a source that is replaced lets go of the one before', async () => {
    const { email } = await arrive();
    const other = await blobs.receive([Buffer.from('another source')], 100);
    await service.store.write(1, async (tx) => {
      blobs.keep(1, other);
      await useContent(tx, 'raw', email, other);
    });
    expect(await getContent(service.store, 1, 'raw', email)).toMatchObject({ sha256: other.sha256 });
    await eventually(
      () => filesOf(service),
      (found) => !found.includes(placed(digest('the source'))),
    );
  });

  it('a write that fails after the content was kept leaves it no trace', async () => {
    const lost = await blobs.receive([Buffer.from('of a failed write')], 100);
    const write = service.store.write(1, async (tx) => {
      await addFile(tx, blobs, lost, { filename: 'x', mime: 'text/plain', email_id: null });
      throw new Error('no');
    });
    await expect(write).rejects.toThrow('no');
    await abandon(service.store, blobs, 1, lost);
    expect(filesOf(service)).not.toContain(placed(lost.sha256));
    const kept = await blobs.receive([Buffer.from('an upload')], 100);
    await abandon(service.store, blobs, 1, kept);
    expect(filesOf(service)).toContain(placed(kept.sha256));
  });
});

describe('a quota', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ filesQuota: '1' });
  });
  afterAll(() => service.end());

  it('refuses what does not fit, with what is used and allowed, and leaves nothing', async () => {
    const content = 'a'.repeat(700_000);
    await upload(service, { content });
    const over = await service.ask('POST', '/files', form({ content: 'b'.repeat(400_000) }), formType);
    expect([over.status, over.body]).toMatchObject([
      413,
      { error: { code: 'QUOTA_EXCEEDED', details: { used: 700_000, allowed: 1_048_576, size: 400_000 } } },
    ]);
    expect(filesOf(service)).toEqual([placed(digest(content))]);
    // What is there already takes no more room, and what fits is taken.
    const twin = await upload(service, { content });
    const small = await upload(service, { content: 'c'.repeat(300_000) });
    for (const { id } of [twin, small]) await service.ask('DELETE', `/files/${id}`);
    await upload(service, { content: 'd'.repeat(348_576) });
  });
});

describe('a start', () => {
  it('removes what a killed process was receiving', async () => {
    const { place } = await newDatabase();
    const data = temporaryFolder();
    const settings = engine === 'postgres' ? { database: place, data } : { data };
    const first = await startTestService(settings);
    const { id } = await upload(first, { content: 'stays' });
    await first.stop();
    const [old, young] = ['aa', 'bb'].map((name) => join(data, 'files', 'incoming', name)) as [string, string];
    for (const left of [old, young]) writeFileSync(left, 'half');
    const past = new Date(Date.now() - 25 * 3600_000);
    utimesSync(old, past, past);
    const again = await startTestService(settings);
    // Another instance may be receiving the younger one.
    const stays = engine === 'postgres' ? ['incoming/bb'] : [];
    expect(onDisk(join(data, 'files'))).toEqual([placed(digest('stays')), ...stays]);
    expect((await again.ask('GET', `/files/${id}/content`)).text).toBe('stays');
    await again.stop();
  });

  it('removes what a killed process had put in its place for a write that never came true', async () => {
    const data = temporaryFolder();
    const { place } = await newDatabase();
    const settings = engine === 'postgres' ? { database: place, data } : { data };
    const first = await startTestService(settings);
    const there = await upload(first, { content: 'there' });
    expect(readdirSync(join(data, 'files', 'incoming'))).toEqual([]);
    await first.stop();
    const blobs = openBlobs(join(data, 'files'));
    for (const content of ['there', 'never', 'just now'])
      blobs.keep(1, await blobs.receive([Buffer.from(content)], 100));
    expect((await run(['doctor', ...at(data), ...(engine === 'postgres' ? at(place) : [])])).code).toBe(0);
    const past = new Date(Date.now() - 120_000);
    for (const content of ['there', 'never'])
      utimesSync(join(data, 'files', 'incoming', `kept-1-${digest(content)}`), past, past);
    const again = await startTestService(settings);
    expect(onDisk(join(data, 'files'))).toEqual([placed(there.sha256), placed(digest('just now'))].sort());
    expect(readdirSync(join(data, 'files', 'incoming'))).toEqual([`kept-1-${digest('just now')}`]);
    expect((await again.ask('GET', `/files/${there.id}/content`)).text).toBe('there');
    await again.stop();
  });

  if (engine === 'postgres')
    it('leaves the folder of an embedded database alone', async () => {
      const data = temporaryFolder();
      writeFileSync(join(data, 'daybook.db'), '');
      const idle = await startTestService({ database: (await newDatabase()).place, data });
      expect((await idle.ask('POST', '/files', form({}), formType)).status).toBe(503);
      await idle.stop();
      mkdirSync(join(data, 'files', '1'), { recursive: true });
      const other = (await newDatabase()).place;
      await expect(startTestService({ database: other, data })).rejects.toThrow('files of another database');
    });

  if (engine === 'postgres')
    it('refuses the data folder of another database', async () => {
      const data = temporaryFolder();
      const [one, other] = [(await newDatabase()).place, (await newDatabase()).place];
      const first = await startTestService({ database: one, data });
      const idle = await startTestService({ database: other, data });
      await upload(first, {});
      // One that was there before the folder was anyone's does not write into it either.
      expect((await idle.ask('POST', '/files', form({}), formType)).status).toBe(503);
      await idle.stop();
      await expect(startTestService({ database: other, data })).rejects.toThrow('files of another database');
      const second = await startTestService({ database: one, data });
      await upload(second, {});
      await second.stop();
      await first.stop();
      await expect(startTestService({ database: one, data: temporaryFolder() })).rejects.toThrow(
        'does not hold the files',
      );
    });
});

async function rows(service: TestService, table: string): Promise<number> {
  const [found] = await service.store.read(1, [
    { sql: `select count(*) as n from ${table} where user_id = ?1`, params: [] },
  ]);
  return found?.[0]?.n as number;
}
