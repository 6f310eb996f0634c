// The contents of files: stored once for each content, and gone when nothing needs them. Whatever goes wrong leaves
// nothing behind.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createToken } from '../../src/access/access.ts';
import { type Blobs, openBlobs } from '../../src/files/content-store.ts';
import { addFile } from '../../src/files/files.ts';
import { abandon, settleContents } from '../../src/files/unused-contents.ts';
import { limits } from '../../src/limits.ts';
import { getContent, useContent } from '../../src/store/tables/contents.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { filesOf, received } from '../support/file-scenarios.ts';
import { digest, type FileData, form, formType, placed, upload } from '../support/files.ts';
import { eventually } from '../support/process.ts';
import { changesSince } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('the folder for contents', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it('stores two uploads of one content once, until the last of them is deleted', async () => {
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

  it('keeps a content that is repeatedly deleted and uploaded', async () => {
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

  it('returns a large file byte for byte', async () => {
    const content = randomBytes(5_000_000).toString('base64');
    const { id, sha256, size } = await upload(service, { content });
    expect([sha256, size]).toEqual([digest(content), content.length]);
    expect((await service.ask('GET', `/files/${id}/content`)).text === content).toBe(true);
    await service.ask('DELETE', `/files/${id}`);
  });

  it('an interrupted upload leaves nothing on disk and no row', async () => {
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
    expect((await service.ask('GET', '/files?limit=0')).body).toMatchObject({ meta: { total: 0 } });
    expect(await rows(service, 'contents')).toBe(0);
  });

  it('a file beyond the limit is 413 and leaves nothing', async () => {
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

  it('belongs to one user: another cannot list, read, attach or delete its files', async () => {
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

describe('an attachment of a received email', () => {
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

  it('is removed when the email is erased, and not before', async () => {
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

  it('stays as a file if an outgoing mail uses it', async () => {
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

  it('a replaced source releases the former one', async () => {
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

  it('a write that fails after the content was stored leaves nothing', async () => {
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

/** The rows of a table without an answer of its own: what would be left behind unseen. */
async function rows(service: TestService, table: string): Promise<number> {
  const [found] = await service.store.read(1, [
    { sql: `select count(*) as n from ${table} where user_id = ?1`, params: [] },
  ]);
  return found?.[0]?.n as number;
}

describe('contents that are kept together before their transaction', () => {
  it('are there, each once, and removed if no transaction has stored them', async () => {
    const service = await startTestService();
    onTestFinished(() => service.end());
    const blobs = openBlobs(join(service.folder, 'files'), async () => {});
    const contents = ['one of many', 'another', 'one of many'].map((text) => Buffer.from(text));
    const received = await Promise.all(contents.map((content) => blobs.receive([content], 100)));
    await blobs.keepAll(1, received);
    for (const { sha256 } of received) expect(blobs.has(1, sha256)).toBe(true);
    const noted = blobs.kept(0).map(({ sha256 }) => sha256);
    expect(noted.toSorted()).toEqual([...new Set(received.map(({ sha256 }) => sha256))].toSorted());
    // As at the start after a process was killed before its transaction.
    const usual = limits.keptUnsure;
    Object.assign(limits, { keptUnsure: 0 });
    await settleContents(service.store, blobs);
    Object.assign(limits, { keptUnsure: usual });
    expect([received.some(({ sha256 }) => blobs.has(1, sha256)), blobs.kept(0)]).toEqual([false, []]);
  });
});
