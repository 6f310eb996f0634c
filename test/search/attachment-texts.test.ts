// Texts of attachments are read after the mail was stored, and found by q.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import { indexAll } from '../../src/records/search-index.ts';
import { attachmentTextsJob, missingTextsJob } from '../../src/search/attachment-jobs.ts';
import { readMissingTexts } from '../../src/store/tables/search/attachment-texts.ts';
import { WorkerProblem } from '../../src/values/worker-pool.ts';
import { upload } from '../support/files.ts';
import { blobsOf, bring } from '../support/incoming.ts';
import { multipart } from '../support/messages.ts';
import { eventually } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

const messages = createMessageReader();
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await messages.close();
  await service.end();
});

const select = async (sql: string) => (await service.store.read(1, [{ sql, params: [] }]))[0] ?? [];
const jobs = () => select("select kind, record_id from jobs where user_id = ?1 and kind in ('extract', 'extract_all')");
const texts = () => select('select email_id, texts from attachment_texts where user_id = ?1 order by email_id');
const allRead = () => eventually(jobs, (left) => left.length === 0);

/** A mail from a server with these files attached. */
async function arrived(...names: string[]): Promise<string> {
  const parts = names.map((name) => {
    const bytes = readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url));
    return `Content-Type: application/octet-stream; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${bytes.toString('base64')}\n`;
  });
  const { record } = await bring(service, messages, multipart(['\nHello.\n', ...parts]));
  await allRead();
  return record.id;
}

async function found(q: string, more = ''): Promise<string[]> {
  const { body } = await service.ask('GET', `/emails?fields=id&q=${encodeURIComponent(q)}${more}`);
  return (body as { data: { id: string }[] }).data.map(({ id }) => id);
}

const noteOf = async (content: string) => {
  const { id: file_id, filename } = await upload(service, { content });
  const mail = { from_address: 'a@x.org', received_at: '2026-02-17', attachments: [{ filename, file_id }] };
  const { body } = await service.ask('POST', '/emails', mail);
  return (body as { data: { id: string } }).data.id;
};

describe('the text of an attachment', () => {
  it('is found with the words of its mail, beside those of other attachments, and highlighted', async () => {
    const id = await arrived('lease.docx', 'tenancy.pdf');
    for (const q of ['mietvertrag', 'tenancy hello', '"begins in may" haus'])
      expect([q, await found(q)]).toEqual([q, [id]]);
    expect(await found('subject:mietvertrag')).toEqual([]);
    const { body } = await service.ask('GET', '/search?q=tenancy&kinds=emails');
    expect(body).toMatchObject({
      data: {
        emails: {
          results: [
            {
              highlights: [
                { field: 'attachments', parts: [{ text: 'tenancy', match: true }, { match: false }] },
                { field: 'attachment_text', parts: [{ text: 'The ' }, { text: 'tenancy', match: true }, {}] },
              ],
            },
          ],
        },
      },
    });
    const { meta } = (await service.ask('GET', '/emails?search=mietvertrag')).body as { meta: { total: number } };
    expect(meta.total).toBe(0);
  });

  it('of trashed mail is found only in the trash, and erased with the mail', async () => {
    const id = await arrived('talk.pptx');
    await service.ask('DELETE', `/emails/${id}`);
    expect([await found('umsatz'), await found('umsatz', '&only_deleted=true')]).toEqual([[], [id]]);
    await service.ask('POST', `/emails/${id}/restore`);
    expect(await found('umsatz')).toEqual([id]);
    await service.ask('DELETE', `/emails/${id}?permanent=true`);
    expect(await found('umsatz', '&include_deleted=true')).toEqual([]);
    expect((await texts()).map(({ email_id }) => email_id)).not.toContain(id);
  });

  it('of an uploaded file is found, and no longer when the draft has another', async () => {
    const { id: first, filename } = await upload(service, { content: 'zitrone' });
    const { id: second } = await upload(service, { content: 'orange' });
    const made = await service.ask('POST', '/emails/drafts', { attachments: [first] });
    const { id } = (made.body as { data: { id: string } }).data;
    await allRead();
    expect([filename, await found('zitrone')]).toEqual(['note.txt', [id]]);
    await service.ask('PATCH', `/emails/drafts/${id}`, { attachments: [second] });
    await allRead();
    expect([await found('zitrone'), await found('orange')]).toEqual([[], [id]]);
  });

  it('is indexed again with its mail, and read again where it is missing', async () => {
    const id = await noteOf('pampelmuse');
    await allRead();
    await service.ask('PATCH', `/emails/${id}`, { labels: ['fruit'] });
    await indexAll(service.store, () => {});
    expect(await found('pampelmuse')).toEqual([id]);
    // As after a copy to another database, which leaves them out.
    const known = await texts();
    await service.store.write(1, (tx) => tx.run('delete from attachment_texts where user_id = ?1'));
    await indexAll(service.store, () => {});
    await allRead();
    expect(await found('pampelmuse')).toEqual([id]);
    expect(await texts()).toEqual(known);
  });

  it('is read where it is missing by one job, which stores how far it is', async () => {
    const ids = [await noteOf('quitte'), await noteOf('mispel')].sort();
    await allRead();
    const { store } = service;
    const FAR = 10_000_000_000_000; // so that only the test runs it
    await store.write(1, (tx) => {
      tx.run('delete from attachment_texts where user_id = ?1');
      readMissingTexts(tx);
      tx.run("update jobs set due_at = ?2, lease_until = ?2, lease_holder = 'test' where user_id = ?1", FAR);
    });
    const [job, ...others] = await jobs();
    const { total } = JSON.parse(job?.record_id as string) as { total: number };
    expect([job?.kind, others, total >= ids.length]).toEqual(['extract_all', [], true]);
    const [first] = await select(
      'select id from emails where user_id = ?1 and has_attachments = 1 order by id limit 1',
    );
    const reader = { read: async () => 'read once', close: async () => {} };
    const task = { user: 1, kind: 'extract_all', recordId: job?.record_id as string, dueAt: 0, attempts: 1 } as const;
    await store.write(1, (tx) => tx.run("delete from jobs where user_id = ?1 and kind <> 'extract_all'"));
    await missingTextsJob(blobsOf(service), reader)(store, task, 'test');
    await allRead();
    expect((await texts())[0]).toEqual({ email_id: first?.id, texts: expect.stringContaining('read once') });
    expect((await texts()).map(({ email_id }) => email_id)).toEqual(expect.arrayContaining(ids));
  });
});

describe('a job of one mail', () => {
  const job = (recordId: string, attempts: number) =>
    ({ user: 1, kind: 'extract', recordId, dueAt: 0, attempts }) as const;
  const hold = (id: string) =>
    service.store.write(1, (tx) => {
      tx.run(
        `insert into jobs (user_id, kind, record_id, due_at, created_at, lease_until, lease_holder)
          values (?1, 'extract', ?2, 0, 0, ?3, 'test')`,
        id,
        Date.now() + 600_000,
      );
    });
  const textsOf = async (id: string) => (await texts()).find(({ email_id }) => email_id === id)?.texts;

  const withoutTexts = (id: string) =>
    service.store.write(1, (tx) => tx.run('delete from attachment_texts where user_id = ?1 and email_id = ?2', id));
  const lease = async (id: string) =>
    (await select('select record_id, attempts, lease_until, lease_holder from jobs where user_id = ?1')).find(
      ({ record_id }) => record_id === id,
    );
  /** A mail with so many files, whose texts are not read yet, and its job. */
  async function heldMail(count: number): Promise<string> {
    const files = [];
    for (let n = 0; n < count; n++) files.push(await upload(service, { content: `file ${n}` }));
    const { body } = await service.ask('POST', '/emails/drafts', { attachments: files.map(({ id }) => id) });
    const { id } = (body as { data: { id: string } }).data;
    await allRead();
    await withoutTexts(id);
    await hold(id);
    return id;
  }

  it('tries a document twice that ends the reader, others once, and leaves out the rest', async () => {
    const id = await heldMail(6);
    const read: string[] = [];
    const lost = {
      read: async (_: string, bytes: Uint8Array) => {
        const text = Buffer.from(bytes).toString();
        read.push(text);
        if (text === 'file 1') return text;
        throw new WorkerProblem('lost');
      },
      close: async () => {},
    };
    await attachmentTextsJob(blobsOf(service), lost)(service.store, job(id, 1), 'test');
    expect(read).toEqual(['file 0', 'file 0', 'file 1', 'file 2', 'file 3']);
    expect([await textsOf(id), await jobs()]).toEqual(['["file 1"]', []]);
  });

  it('renews its lease before each document, and stops when another instance has it', async () => {
    const id = await heldMail(3);
    const leases: unknown[] = [];
    const reader = {
      read: async () => {
        leases.push((await lease(id))?.lease_until);
        const holder = leases.length === 2 ? 'other' : 'test';
        await service.store.write(1, (tx) => {
          const sql = 'update jobs set lease_until = ?3, lease_holder = ?4 where user_id = ?1 and record_id = ?2';
          tx.run(sql, id, 10_000_000_000_000, holder);
        });
        return 'text';
      },
      close: async () => {},
    };
    await attachmentTextsJob(blobsOf(service), reader)(service.store, job(id, 1), 'test');
    expect(leases).toHaveLength(2);
    for (const until of leases) expect(until).toBeLessThanOrEqual(Date.now() + limits.jobLease);
    expect([await textsOf(id), (await lease(id))?.lease_holder]).toEqual([undefined, 'other']);
    await service.store.write(1, (tx) => tx.run("delete from jobs where user_id = ?1 and lease_holder = 'other'"));
  });

  it('reads nothing for a mail with which the service ended again and again', async () => {
    const id = await heldMail(1);
    const reader = { read: () => Promise.reject(new Error('read')), close: async () => {} };
    await attachmentTextsJob(blobsOf(service), reader)(service.store, job(id, limits.documentClaims + 1), 'test');
    expect([await textsOf(id), await jobs()]).toEqual([undefined, []]);
  });

  it('stores nothing while a content is missing, so that it can be read later', async () => {
    const id = await heldMail(1);
    const blobs = Object.assign(Object.create(blobsOf(service)), { has: () => false });
    const reader = { read: async () => 'text', close: async () => {} };
    await attachmentTextsJob(blobs, reader)(service.store, job(id, 1), 'test');
    expect([await textsOf(id), await jobs()]).toEqual([undefined, []]);
  });

  it('indexes long texts after a change of their mail, without reading the files again', async () => {
    const id = await noteOf(`${'wort '.repeat(limits.derivedBytes)} karambole`);
    await allRead();
    expect(await found('karambole')).toEqual([id]);
    const before = await textsOf(id);
    await service.store.write(1, (tx) =>
      tx.run(
        "update attachment_texts set texts = replace(texts, 'karambole', 'sternfrucht') where user_id = ?1 and email_id = ?2",
        id,
      ),
    );
    await service.ask('DELETE', `/emails/${id}`);
    await allRead();
    expect([await found('sternfrucht'), await found('sternfrucht', '&only_deleted=true')]).toEqual([[], [id]]);
    expect(await textsOf(id)).not.toBe(before);
  });

  it('stores so many characters of all documents together', async () => {
    const id = await heldMail(3);
    const read = async () => 'x'.repeat(limits.documentChars - 1);
    await attachmentTextsJob(blobsOf(service), { read, close: async () => {} })(service.store, job(id, 1), 'test');
    const stored = JSON.parse((await textsOf(id)) as string) as string[];
    expect(stored.map(({ length }) => length)).toEqual([limits.documentChars - 1, 1]);
  });

  it('is given back, as if it had not been tried, when the service stops', async () => {
    const id = await heldMail(1);
    await service.store.write(1, (tx) => tx.run('update jobs set attempts = 1, due_at = ?2 where user_id = ?1', 1e13));
    const closed = { read: () => Promise.reject(new WorkerProblem('closed')), close: async () => {} };
    await attachmentTextsJob(blobsOf(service), closed)(service.store, job(id, 1), 'test');
    expect(await lease(id)).toEqual({ record_id: id, attempts: 0, lease_until: null, lease_holder: null });
    expect(await textsOf(id)).toBe(undefined);
  });
});
