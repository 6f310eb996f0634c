// Deleting for good needs a scope of its own: what a token without it is refused, that nothing else erases with a write
// scope, and that tokens from before there were such scopes keep the right.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../src/access/access.ts';
import { routes } from '../../src/http/routes/routes.ts';
import { openStore } from '../../src/open-store.ts';
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import { resources } from '../../src/resources/resources.ts';
import { addUser, listTokens } from '../../src/store/tables/users.ts';
import { upload } from '../support/files.ts';
import { bring } from '../support/incoming.ts';
import { databaseOfSchema } from '../support/older-stores.ts';
import { startTestService, type TestService } from '../support/service.ts';

const UNKNOWN = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
const bodies: Record<string, object> = {
  events: { title: 'Dentist', start_at: '2026-02-17T09:00:00Z' },
  emails: { from_address: 'ann@example.org', subject: 'The lease', received_at: '2026-02-17T09:00:00Z' },
  contacts: { display_name: 'Ann Lee' },
};
const MESSAGE = Buffer.from(
  [
    'From: ann@example.org',
    'Subject: The lease',
    'MIME-Version: 1.0',
    'Content-Type: application/pdf; name=lease.pdf',
    'Content-Disposition: attachment; filename=lease.pdf',
    '',
    '%PDF',
  ].join('\r\n'),
);
const paths = resources.filter(({ ownRoutes }) => !ownRoutes).map(({ path }) => path);

let service: TestService;
let admin: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  admin = await key('admin');
});
afterAll(() => service.end());

async function key(...scopes: string[]): Promise<Record<string, string>> {
  return keyOf(1, scopes);
}

async function keyOf(user: number, scopes: string[]): Promise<Record<string, string>> {
  const { text } = await createToken(service.store, { user, name: 'test', scopes, expiresAt: null });
  return { authorization: `Bearer ${text}` };
}

async function make(path: string, body: object = bodies[path] as object, headers = admin): Promise<string> {
  const { body: answer } = await service.ask('POST', `/${path}`, body, headers);
  return (answer as { data: { id: string } }).data.id;
}

const newestSeq = async () =>
  ((await service.ask('GET', '/changes?limit=0', undefined, admin)).body as { meta: { seq: number } }).meta.seq;
const erase = (path: string, id: string, headers: Record<string, string>, query = 'permanent=true') =>
  service.ask('DELETE', `/${path}/${id}?${query}`, undefined, headers);

describe.each(paths)('DELETE /%s/:id?permanent=true', (path) => {
  it('with the write scope alone is 403 INSUFFICIENT_SCOPE, names the scope, and changes nothing', async () => {
    const writer = await key(`${path}:read`, `${path}:write`);
    const id = await make(path);
    const seq = await newestSeq();
    for (const query of ['permanent=true', 'permanent=1']) {
      const answer = await erase(path, id, writer, query);
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        error: {
          code: 'INSUFFICIENT_SCOPE',
          message: expect.stringContaining(`needs the scope ${path}:erase; the token has ${path}:read, ${path}:write.`),
          details: { scope: `${path}:erase` },
        },
      });
      expect(answer.text).toContain('Without permanent=true');
    }
    expect(await newestSeq()).toBe(seq);
    expect((await service.ask('GET', `/${path}/${id}`, undefined, writer)).status).toBe(200);
  });

  it('without the scope answers alike for an own, a foreign, an erased and an unknown record', async () => {
    const writer = await key(`${path}:write`);
    const gone = await make(path);
    expect((await erase(path, gone, admin)).status).toBe(200);
    const trashed = await make(path);
    await service.ask('DELETE', `/${path}/${trashed}`, undefined, admin);
    const user = await addUser(service.store, `other-${path}`);
    const foreign = await make(path, bodies[path], await keyOf(user?.id as number, ['admin']));
    const ids = [await make(path), trashed, gone, foreign, UNKNOWN, UNKNOWN.slice(-10), 'nonsense'];
    const answers = await Promise.all(ids.map((id) => erase(path, id, writer)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(403);
  });

  it('works with write and erase, of a record in the trash too; the erase scope alone does not do', async () => {
    const both = await key(`${path}:write`, `${path}:erase`);
    const id = await make(path);
    expect((await erase(path, id, await key(`${path}:erase`))).body).toMatchObject({
      error: { code: 'INSUFFICIENT_SCOPE', details: { scope: `${path}:write` } },
    });
    expect((await erase(path, id, both)).body).toEqual({ data: { id, deleted: true } });
    const trashed = await make(path);
    await service.ask('DELETE', `/${path}/${trashed}`, undefined, both);
    expect((await erase(path, trashed, both)).status).toBe(200);
  });

  it('is not needed for the trash: delete, permanent=false and restore work with the write scope', async () => {
    const writer = await key(`${path}:write`);
    const id = await make(path);
    for (const query of ['', 'permanent=false']) {
      expect((await erase(path, id, writer, query)).status).toBe(200);
      expect((await service.ask('POST', `/${path}/${id}/restore`, undefined, writer)).status).toBe(200);
    }
  });
});

it('the erase scope of one kind does not erase another', async () => {
  const id = await make('emails');
  const others = await key('emails:write', 'events:erase', 'contacts:erase');
  expect((await erase('emails', id, others)).status).toBe(403);
});

it('no request but a permanent delete erases a record: with all write scopes every other route leaves it to be restored', async () => {
  const scopes = ['emails', 'events', 'contacts', 'files', 'accounts'].flatMap((kind) => [
    `${kind}:read`,
    `${kind}:write`,
  ]);
  const writer = await key(...scopes, 'emails:send');
  const ids = Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await make(path)] as const)));
  const account = await make('email-accounts', { address: 'ann@example.org', smtp: { host: '127.0.0.1' } });
  ids['email-accounts'] = account;
  ids.files = (await upload(service, {}, admin)).id;
  for (const action of ['delete', 'restore', 'erase', 'expunge']) {
    const batch = { ids: [ids.emails], action };
    await service.ask('POST', '/emails/batch', batch, writer);
    await service.ask('POST', '/emails/batch', { ...batch, params: { permanent: true } }, writer);
  }
  const draft = (await service.ask('POST', '/emails/drafts', { subject: 'A plan' }, writer)).body as {
    data: { id: string };
  };
  await service.ask('DELETE', `/emails/${draft.data.id}`, undefined, writer);
  for (const { method, path } of routes) {
    const id = ids[path.split('/')[1] as string];
    if (method !== 'GET' && id) await service.ask(method, path.replace(':id', id), {}, writer);
  }
  for (const id of [ids.emails, draft.data.id])
    expect((await service.ask('GET', `/emails/${id}`, undefined, admin)).status).toBe(200);
  const erasures = (await service.ask('GET', '/changes?limit=1000', undefined, admin)).body as {
    data: { event: string; data: { id: string; permanent?: true } }[];
  };
  const erased = erasures.data.filter(({ data }) => data.permanent).map(({ data }) => data.id);
  for (const path of paths) expect(erased).not.toContain(ids[path]);
  expect(erased).not.toContain(draft.data.id);
  expect(erased).toContain(account); // its emails stay
});

describe('DELETE /files/:id', () => {
  const attached = (id: string) => [{ filename: 'lease.txt', mime: 'text/plain', size: 4, file_id: id }];
  const remove = (id: string, headers: Record<string, string>) =>
    service.ask('DELETE', `/files/${id}`, undefined, headers);

  it('of a file that no email has needs files:write alone', async () => {
    const { id } = await upload(service, {}, admin);
    await make('emails', { ...bodies.emails, custom_fields: { note: { file_id: id } } });
    expect((await remove(id, await key('files:write'))).status).toBe(200);
  });

  it.each([
    ['a received email', { ...bodies.emails }],
    ['a sent email', { ...bodies.emails, status: 'sent', to_addresses: ['ben@example.org'] }],
  ])('of a file that %s has attached needs emails:erase as well', async (_, mail) => {
    const { id } = await upload(service, {}, admin);
    const email = await make('emails', { ...mail, attachments: attached(id) });
    await service.ask('DELETE', `/emails/${email}`, undefined, admin);
    const refused = await remove(id, await key('files:write', 'emails:write'));
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      error: { code: 'INSUFFICIENT_SCOPE', details: { scope: 'emails:erase' } },
    });
    expect((await service.ask('GET', `/files/${id}`, undefined, admin)).status).toBe(200);
    expect((await remove(id, await key('files:write', 'emails:erase'))).status).toBe(200);
  });

  it('of a file that came with an email needs emails:erase, also after a draft had it', async () => {
    const writer = await key('files:write', 'emails:write');
    const reader = createMessageReader();
    const { record } = await bring(service, reader, MESSAGE);
    await reader.close();
    const { body: mail } = await service.ask('GET', `/emails/${record.id}`, undefined, admin);
    const id = (mail as { data: { attachments: [{ file_id: string }] } }).data.attachments[0].file_id;
    expect((await remove(id, writer)).status).toBe(403);
    const { body } = await service.ask('POST', '/emails/drafts', { attachments: [id] }, writer);
    expect((await remove(id, writer)).body).toMatchObject({ error: { code: 'FILE_IN_USE' } });
    const draft = (body as { data: { id: string } }).data.id;
    await service.ask('PATCH', `/emails/drafts/${draft}`, { attachments: [] }, writer);
    expect((await remove(id, writer)).status).toBe(403);
  });

  it('of a foreign or unknown file is 404 with and without the scope', async () => {
    const user = await addUser(service.store, 'other-files');
    const { id } = await upload(service, {}, await keyOf(user?.id as number, ['admin']));
    for (const headers of [await key('files:write'), await key('files:write', 'emails:erase')])
      for (const name of [id, UNKNOWN]) expect((await remove(name, headers)).status).toBe(404);
  });
});

it('the OpenAPI document names the erase scope on each permanent delete, at the parameter too', async () => {
  const { body } = await service.ask('GET', '/openapi.json');
  const document = body as {
    paths: Record<string, { delete: { description: string; parameters: { name: string; description: string }[] } }>;
  };
  for (const path of paths) {
    const operation = document.paths[`/api/v1/${path}/{id}`]?.delete;
    expect(operation?.description).toContain(
      `Needs the scope ${path}:write. Also needs ${path}:erase with permanent=true.`,
    );
    expect(operation?.parameters).toContainEqual(
      expect.objectContaining({ name: 'permanent', description: expect.stringContaining(`${path}:erase`) }),
    );
  }
  const page = await service.ask('GET', '/docs');
  for (const path of paths) expect(page.text).toContain(`Also <code>${path}:erase</code> with permanent=true`);
});

it('a token from before the erase scopes keeps the right to erase what it could write, files of emails too, and gets no other', async () => {
  const scopesBefore = {
    '000000000001': 'events:read events:write emails:read emails:write emails:send contacts:read contacts:write',
    '000000000002': 'emails:write',
    '000000000003': 'events:read emails:send contacts:read files:write accounts:write',
    '000000000004': 'admin',
    '000000000005': 'emails:read files:read',
  };
  const rows = Object.entries(scopesBefore).map(
    ([id, scopes]) =>
      `insert into tokens (user_id, id, name, hash, scopes, created_at) values (1, '${id}', 'old', 'x', '${scopes}', 1)`,
  );
  const place = await databaseOfSchema(5, rows); // the last without erase scopes
  const store = await openStore({ data: '', database: place }, { upgrade: true });
  const scopes = (await listTokens(store)).map((token) => token.scopes.join(' '));
  await store.close();
  expect(scopes).toEqual([
    'events:read events:write emails:read emails:write emails:send contacts:read contacts:write events:erase emails:erase contacts:erase',
    'emails:write emails:erase',
    'events:read emails:send contacts:read files:write accounts:write emails:erase',
    'admin',
    'emails:read files:read',
  ]);
});
