// Imports over the API: a file is uploaded, a task imports its mail, also after the service has ended in between.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobs } from '../../src/files/content-store.ts';
import { limits } from '../../src/limits.ts';
import { cancelImport, startImport } from '../../src/mail/importing/start.ts';
import { filesFolder, openStore } from '../../src/open-store.ts';
import { releaseJobs } from '../../src/store/tables/jobs.ts';
import { addAccount } from '../support/accounts.ts';
import { zip } from '../support/archives.ts';
import { endDatabase, newMigratedDatabase } from '../support/databases.ts';
import { onDisk } from '../support/files.ts';
import { message, usual } from '../support/messages.ts';
import { eventually, serve } from '../support/process.ts';
import { ask, startTestService, type TestService } from '../support/service.ts';

interface Task {
  id: string;
  state: string;
  params: object;
  processed: number;
  failed: number;
  errors: { id: string; message: string }[];
  progress: { bytes: number; total_bytes: number; imported: number; known: number };
  finished_at: string | null;
}

const ACCOUNT = '01900000-0000-7000-8000-000000000001';
const mail = (number: number) =>
  message(usual.map((line) => line.replace('lease@', `lease-${number}@`).replace('The lease', `Lease ${number}`)));
const mbox = (...numbers: number[]) =>
  Buffer.concat(
    numbers.map((number) =>
      Buffer.concat([
        Buffer.from('From ann@example.org Tue Feb 17 09:00:00 2026\n'),
        mail(number),
        Buffer.from('\n\n'),
      ]),
    ),
  );
const many = (count: number, from = 0) => mbox(...Array.from({ length: count }, (_, index) => from + index));

async function send(url: string, name: string, content: Buffer, query = '', headers: Record<string, string> = {}) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)]), name);
  const answer = await fetch(`${url}/api/v1/imports${query}`, { method: 'POST', body, headers });
  return { status: answer.status, headers: answer.headers, ...((await answer.json()) as { data: Task }) };
}
const taskAt = async (url: string, id: string) => (await ask(url, 'GET', `/tasks/${id}`)).body['data' as never] as Task;
const finished = (url: string, id: string) =>
  eventually(
    () => taskAt(url, id),
    ({ finished_at }) => finished_at !== null,
  );
const totalAt = async (url: string) =>
  ((await ask(url, 'GET', '/emails?limit=0')).body as { meta: { total: number } }).meta.total;

describe('an import', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    await addAccount(service, { id: ACCOUNT, isDefault: true });
  });
  afterAll(() => service.end());
  const bring = async (name: string, content: Buffer, query = '') =>
    finished(service.url, (await send(service.url, name, content, query)).data.id);
  const folders = async (query = '') =>
    (await service.ask('GET', `/emails?limit=100${query}`)).body['data' as never] as { folder: string }[];

  it('is answered with its task, which counts bytes and mails; the file does not stay', async () => {
    const content = mbox(1, 2, 3);
    const { status, headers, data } = await send(service.url, 'Archive.mbox', content);
    expect([status, headers.get('location')]).toEqual([202, `/api/v1/tasks/${data.id}`]);
    expect(data).toMatchObject({
      ...{ kind: 'email.import', resource: 'email', state: 'running', processed: 0 },
      params: { filename: 'Archive.mbox', folder: null, account_id: null },
      progress: { bytes: 0, total_bytes: content.length, imported: 0, known: 0 },
    });
    expect(await finished(service.url, data.id)).toMatchObject({
      ...{ state: 'done', processed: 3, total: 3, failed: 0, errors: [], error: null },
      progress: { bytes: content.length, total_bytes: content.length, imported: 3, known: 0 },
    });
    expect((await folders('&folder=ARCHIVE')).length).toBe(3);
    // Only the sources of the three mails stay.
    await eventually(
      () => onDisk(filesFolder(service.config)).length,
      (files) => files === 3,
    );
  });

  it('of mail that is there already stores nothing again', async () => {
    expect(await bring('again.mbox', mbox(2, 3, 4, 4))).toMatchObject({
      processed: 4,
      progress: { imported: 1, known: 3 },
    });
    expect(await totalAt(service.url)).toBe(4);
  });

  it('takes a single message, a folder for all mail, and an account', async () => {
    const task = await bring('one.eml', mail(10), `?folder=Old/2019&account_id=${ACCOUNT}`);
    expect(task).toMatchObject({ params: { folder: 'Old/2019', account_id: ACCOUNT }, progress: { imported: 1 } });
    expect(await folders('&folder=Old/2019')).toMatchObject([{ account_id: ACCOUNT }]);
  });

  it('of an archive says by its name, not by its place on the disk, what was skipped', async () => {
    const content = zip([
      { name: 'Takeout/Mail/Travel.mbox', content: mbox(20, 21) },
      { name: 'Takeout/Calendar/home.ics', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
    ]);
    const task = await bring('takeout.zip', content);
    expect(task).toMatchObject({ processed: 2, failed: 1, total: 3, progress: { imported: 2 } });
    expect(task.errors).toMatchObject([{ id: 'takeout.zip/Takeout/Calendar/home.ics', code: 'SKIPPED' }]);
    expect(JSON.stringify(task)).not.toContain(service.folder);
    expect((await folders('&folder=Mail/Travel')).length).toBe(2);
  });

  it('of a file without mail is done, and says why it was skipped', async () => {
    expect(await bring('photo.jpg', Buffer.from('\xff\xd8\xff\xe0 not mail', 'latin1'))).toMatchObject({
      ...{ state: 'done', processed: 0, failed: 1 },
      errors: [{ id: 'photo.jpg', message: expect.any(String) }],
    });
  });

  it.each([
    ['an unknown account', '?account_id=01900000-0000-7000-8000-00000000000f', 'account_id'],
    ['a blank folder', '?folder=%20', 'folder'],
    ['another parameter', '?labels=a', 'labels'],
  ])('with %s is refused, and leaves nothing', async (_name, query, field) => {
    const before = onDisk(filesFolder(service.config));
    const refused = (await send(service.url, 'a.mbox', mbox(30), query)) as unknown as {
      status: number;
      error: { details: { field: string } };
    };
    expect([refused.status, refused.error.details.field]).toEqual([400, field]);
    // The file of an earlier import may have gone meanwhile.
    expect(before).toEqual(expect.arrayContaining(onDisk(filesFolder(service.config))));
  });

  it('of a body that is not a form is 415', async () => {
    expect((await service.ask('POST', '/imports', {})).status).toBe(415);
  });

  it('is started once for a key', async () => {
    const key = { 'idempotency-key': 'import-1' };
    const [first, second] = [
      await send(service.url, 'key.mbox', mbox(40), '', key),
      await send(service.url, 'key.mbox', mbox(40), '', key),
    ];
    expect(second.data.id).toBe(first.data.id);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    await finished(service.url, first.data.id);
  });

  it('can be cancelled before it begins; then its file is not kept, and nothing was imported', async () => {
    const blobs = openBlobs(filesFolder(service.config));
    const received = await blobs.receive([mbox(50)], limits.importBytes);
    const before = await totalAt(service.url);
    const task = await service.store.write(1, async (tx) =>
      cancelImport(tx, (await startImport(tx, blobs, received, 0, { filename: 'a.mbox', delivered_by: 'sender' })).id),
    );
    expect(await taskAt(service.url, task.id)).toMatchObject({ state: 'cancelled', processed: 0 });
    expect((await service.ask('DELETE', `/imports/${task.id}`)).status).toBe(404);
    const uses = await service.store.catalogue("select count(*) as n from content_uses where kind = 'import'");
    expect([uses[0]?.n, await totalAt(service.url)]).toEqual([0, before]);
  });

  it('can be cancelled while it runs; what was imported stays', async () => {
    const before = await totalAt(service.url);
    const { data } = await send(service.url, 'long.mbox', many(4000, 1000));
    await eventually(
      () => totalAt(service.url),
      (total) => total > before,
    );
    const cancelled = await service.ask('DELETE', `/imports/${data.id}`);
    expect(cancelled.body).toMatchObject({ data: { id: data.id, state: 'cancelled' } });
    await eventually(
      async () => (await service.store.catalogue("select count(*) as n from jobs where kind = 'import'"))[0]?.n,
      (jobs) => jobs === 0,
    );
    // The next import begins when the worker has left this one.
    await bring('next.eml', mail(60));
    expect(await taskAt(service.url, data.id)).toMatchObject({ state: 'cancelled' });
    expect(await totalAt(service.url)).toBeLessThan(before + 4000);
  });

  it(`of which ${limits.imports} are waiting is not started`, async () => {
    const blobs = openBlobs(filesFolder(service.config));
    const started = service.store.write(1, async (tx) => {
      for (let number = 0; number <= limits.imports; number++) {
        const received = await blobs.receive([Buffer.from(String(number))], limits.importBytes);
        await startImport(tx, blobs, received, 0, { filename: 'a.mbox', delivered_by: 'sender' });
      }
    });
    await expect(started).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

it('an import goes on after the service was stopped, and counts each mail once', async () => {
  const first = await startTestService();
  const { data } = await send(first.url, 'INBOX.mbox', many(600));
  await eventually(
    () => totalAt(first.url),
    (total) => total > 0,
  );
  await first.stop();
  const second = await startTestService({ data: first.folder, database: first.database });
  expect(await finished(second.url, data.id)).toMatchObject({
    ...{ state: 'done', processed: 600, failed: 0 },
    progress: { imported: 600, known: 0 },
  });
  expect(await totalAt(second.url)).toBe(600);
  await second.end();
});

it('an import goes on after the process was killed, and stores no mail twice', async () => {
  const { place } = await newMigratedDatabase();
  const begun = await serve(place);
  const { data } = await send(begun.url, 'INBOX.mbox', many(300));
  await eventually(
    () => totalAt(begun.url),
    (total) => total > 0,
  );
  await begun.kill();
  await withoutLeases(place);
  const again = await serve(place);
  expect(await finished(again.url, data.id)).toMatchObject({ state: 'done', processed: 300, failed: 0 });
  expect(await totalAt(again.url)).toBe(300);
  await again.stop();
  await endDatabase(place);
});

/** Instances that share a database wait for the lease of one that was killed; the test does not. */
async function withoutLeases(place: string): Promise<void> {
  const store = await openStore({ data: '', database: place });
  await releaseJobs(store);
  await store.close();
}
