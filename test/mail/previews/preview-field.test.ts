// `preview` of emails: set by the service on every write, never by a client, and computed by a job for mail that was
// stored before there were previews.
import { beforeAll, describe, expect, it } from 'vitest';
import { arePreviewsCurrent, previewJob, renewPreviews } from '../../../src/mail/previews/job.ts';
import { email } from '../../../src/resources/email.ts';
import type { Store, Tx } from '../../../src/store/port.ts';
import { putJob } from '../../../src/store/tables/jobs.ts';
import { dropNote } from '../../../src/store/tables/notes.ts';
import { docOf, putDoc } from '../../../src/store/tables/records.ts';
import { make, newest } from '../../support/feed-records.ts';
import { bring } from '../../support/incoming.ts';
import { reader, service, useMailService } from '../../support/mail-service.ts';
import { eventually, run } from '../../support/process.ts';

useMailService();

type Mail = { id: string; preview: string | null; body_plain: string | null; updated_at: string };
const send = (method: string, path: string, body?: object) =>
  make(service, method, path, body) as never as Promise<Mail>;
const get = async (id: string) => ((await service.ask('GET', `/emails/${id}`)).body as { data: Mail }).data;
const received = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z' };

describe('is set', () => {
  it('when a mail is created, in the response, the record and the list', async () => {
    const made = await send('POST', '/emails', { ...received, body_plain: 'Hello\nBob\n> old\n-- \nAnn' });
    expect(made.preview).toBe('Hello Bob');
    expect(await get(made.id)).toEqual(made);
    const { body } = await service.ask('GET', '/emails?fields=preview&limit=1&sort=created_at');
    expect(body).toMatchObject({ data: [{ id: made.id, preview: 'Hello Bob' }] });
  });

  it('when a draft is created, changed, queued and cancelled', async () => {
    const draft = await send('POST', '/emails/drafts', { to: 'bob@example.org', body_html: '<p>First</p>' });
    expect(draft.preview).toBe('First');
    const changed = await send('PATCH', `/emails/drafts/${draft.id}`, { body_plain: 'Second' });
    expect(changed.preview).toBe('Second');
    expect((await send('PATCH', `/emails/drafts/${draft.id}`, { subject: 'x' })).preview).toBe('Second');
    expect((await send('PATCH', `/emails/${draft.id}`, { is_starred: true })).preview).toBe('Second');
    expect((await send('PATCH', `/emails/drafts/${draft.id}`, { body_plain: null })).preview).toBe('First');
  });

  it('when a message is read from its source, as import and sync do', async () => {
    const source = 'From: ann@example.org\r\nSubject: x\r\n\r\nRead from a source.\r\n-- \r\nAnn\r\n';
    const { record } = await bring(service, reader, Buffer.from(source));
    expect((await get(record.id)).preview).toBe('Read from a source.');
  });

  it('to an empty text if there is none', async () => {
    expect((await send('POST', '/emails', received)).preview).toBe('');
  });
});

it.each([
  ['POST', '/emails', { ...received, preview: 'mine' }],
  ['POST', '/emails/drafts', { preview: 'mine' }],
  ['PATCH', '/emails/{id}', { preview: 'mine' }],
])('%s %s with preview is refused', async (method, path, body) => {
  const { id } = await send('POST', '/emails', received);
  const answer = await service.ask(method, path.replace('{id}', id), body);
  expect([answer.status, answer.body]).toMatchObject([400, { error: { details: { field: 'preview' } } }]);
});

describe('of mail that has none yet', () => {
  const COUNT = 60; // more than one batch
  const mails: Mail[] = [];
  let seq = 0;
  const task = { after: '', done: 0, total: COUNT };

  /** As an upgrade leaves it: without previews, and with a job. */
  async function empty(tx: Tx): Promise<void> {
    for (const { id } of mails) {
      const row = await tx.get('select key, doc from emails where user_id = ?1 and id = ?2', id);
      const record = { ...JSON.parse(row?.doc as string), preview: null };
      putDoc(tx, email, row?.key as number, docOf(email, record));
    }
  }

  beforeAll(async () => {
    for (let index = 0; index < COUNT; index++)
      mails.push(await send('POST', '/emails', { ...received, body_plain: `Mail "${index}"\n> quoted` }));
    mails.push(await send('POST', '/emails', { ...received, body_plain: 'x '.repeat(2_000_000) }));
    task.after = mails[0]?.id.replace(/.$/, '') as string; // only these mails
    await service.store.write(1, empty);
    // Held by nobody that is alive, as after a crash; it is due for others in a minute.
    await service.store.write(1, async (tx) => {
      putJob(tx, 'preview', JSON.stringify(task), Date.now());
      tx.run(
        "update jobs set lease_until = ?2, lease_holder = 'gone' where user_id = ?1 and kind = 'preview'",
        Date.now() + 600_000,
      );
    });
    seq = await newest(service);
  });

  const job = () => ({ user: 1, kind: 'preview' as const, recordId: JSON.stringify(task), dueAt: 0, attempts: 1 });

  it('is null, with an ETag of its own', async () => {
    const { body, headers } = await service.ask('GET', `/emails/${mails[3]?.id}`);
    expect(body).toEqual({ data: { ...mails[3], preview: null } });
    expect(headers.get('etag')).toMatch(/^"\d+-[0-9a-f]{16}"$/);
  });

  it('is counted by /metrics and doctor', async () => {
    expect((await service.ask('GET', '/metrics')).text).toContain(`daybook_previews_remaining ${COUNT}`);
    const { out } = await run(['doctor', '--data', service.folder, '--database', service.database]);
    expect(out).toMatch(new RegExp(`^previews +0 of ${COUNT} emails; serve computes the others$`, 'm'));
  });

  it('stays so when a transaction of the job fails, and the job stays', async () => {
    const failing: Store = {
      ...service.store,
      write: (user, work) =>
        service.store.write(user, async (tx) => {
          await work(tx);
          throw new Error('the process dies');
        }),
    };
    await expect(previewJob(() => {})(failing, job(), 'gone')).rejects.toThrow('the process dies');
    expect((await get(mails[3]?.id as string)).preview).toBeNull();
  });

  it('is not computed for a job that another instance holds', async () => {
    await previewJob(() => {})(service.store, job(), 'another');
    expect((await get(mails[3]?.id as string)).preview).toBeNull();
  });

  it('is computed by a change of the mail first', async () => {
    const { id } = mails[1] as Mail;
    expect((await send('PATCH', `/emails/${id}`, { is_starred: true })).preview).toBe('Mail "1"');
  });

  it('is computed batch by batch, without a change of the version and without an event', async () => {
    const before = (await service.ask('GET', `/emails/${mails[3]?.id}`)).headers.get('etag') as string;
    const reports: { done: number; total: number }[] = [];
    await previewJob((_user, report) => void reports.push(report))(service.store, job(), 'gone');
    expect(reports).toMatchObject([{ done: 50, total: COUNT }]);
    // The service does the rest.
    await eventually(
      async () => (await service.ask('GET', '/metrics')).text,
      (text) => text.includes('daybook_previews_remaining 0') && !text.includes('daybook_jobs{kind="preview"'),
    );
    for (const [index, mail] of mails.entries()) {
      if (index === 1) continue;
      expect(await get(mail.id)).toEqual(mail);
    }
    expect(mails.at(-1)?.preview).toBe('x '.repeat(100).trim());
    expect(await newest(service)).toBe(seq + 1); // the change of the test before
    const path = `/emails/${mails[3]?.id}`;
    const answer = await service.ask('GET', path, undefined, { 'if-none-match': before });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')?.split('-')[0]).toBe(before.split('-')[0]);
    const patched = await service.ask('PATCH', path, { is_read: true }, { 'if-match': before });
    expect(patched.status).toBe(200);
  });
});

describe('of mail that was stored by earlier rules', () => {
  /** Computes the previews as after an upgrade, of these mails with the previews of before. */
  async function computeAgain(before: Record<string, string>): Promise<void> {
    const ids = Object.keys(before).sort();
    const task = { after: (ids[0] as string).replace(/.$/, ''), done: 0, total: ids.length };
    await service.store.write(1, async (tx) => {
      for (const [id, preview] of Object.entries(before)) {
        const row = await tx.get('select key, doc from emails where user_id = ?1 and id = ?2', id);
        putDoc(tx, email, row?.key as number, docOf(email, { ...JSON.parse(row?.doc as string), preview }));
      }
      putJob(tx, 'preview', JSON.stringify(task), 0);
    });
    await eventually(
      async () => (await service.ask('GET', '/metrics')).text,
      (text) => !text.includes('daybook_jobs{kind="preview"'),
    );
  }

  it('is computed again at the first start with other rules', async () => {
    const mail = await send('POST', '/emails', { ...received, body_plain: 'Yes.' });
    expect(await arePreviewsCurrent(service.store)).toBe(true);
    await service.store.write(1, async (tx) => {
      const row = await tx.get('select key, doc from emails where user_id = ?1 and id = ?2', mail.id);
      putDoc(tx, email, row?.key as number, docOf(email, { ...JSON.parse(row?.doc as string), preview: 'No.' }));
    });
    await renewPreviews(service.store); // nothing to do
    expect((await get(mail.id)).preview).toBe('No.');
    await service.store.administer((tx) => dropNote(tx, 'previews'));
    expect(await arePreviewsCurrent(service.store)).toBe(false);
    await renewPreviews(service.store);
    expect(await arePreviewsCurrent(service.store)).toBe(true);
    await eventually(
      async () => (await get(mail.id)).preview,
      (preview) => preview === 'Yes.',
    );
    await eventually(
      async () => (await service.ask('GET', '/metrics')).text,
      (text) => !text.includes('daybook_jobs{kind="preview"'),
    );
  });

  it('is computed again, without a change of the version and without an event', async () => {
    const introduced = 'Yes.\n\n2016-10-24 15:36 GMT+02:00 Ann Lee <ann@example.org>:\n> Will you?';
    const mail = await send('POST', '/emails', { ...received, body_plain: introduced });
    const other = await send('POST', '/emails', { ...received, body_html: '<p>Hello</p>' });
    const attached = await send('POST', '/emails', received);
    const seq = await newest(service);
    const tag = async () => (await service.ask('GET', `/emails/${mail.id}`)).headers.get('etag');
    const before = await tag();
    await computeAgain({
      [mail.id]: 'Yes. 2016-10-24 15:36 GMT+02:00 Ann Lee <ann@example.org>:',
      [other.id]: 'Hello',
      [attached.id]: 'Report – of an attached mail',
    });
    expect(await get(mail.id)).toEqual({ ...mail, preview: 'Yes.' });
    expect(await get(other.id)).toEqual(other);
    expect((await get(attached.id)).preview).toBe('Report – of an attached mail');
    expect(await newest(service)).toBe(seq);
    expect(await tag()).toBe(before);
  });
});
