// What an import takes from the notes of an export, and what it does not: nothing is sent by it, and ids and states that
// do not fit are left out.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import {
  ACCOUNT,
  allOf,
  bytesAt,
  digest,
  exported,
  inService,
  lines,
  mailsOf,
  newPlace,
  succeed,
} from '../support/export-places.ts';
import { upload } from '../support/files.ts';
import { bring } from '../support/incoming.ts';
import { jobKinds } from '../support/jobs.ts';
import { multipart } from '../support/messages.ts';
import { temporaryFolder } from '../support/process.ts';

const idOf = (last: string) => `018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d1${last}`;

it('an import sends nothing, and omits values that no record can have', async () => {
  const place = await newPlace();
  const waiting = [{ address: 'bob@example.org', status: 'waiting', code: null, message: null }];
  const folder = temporaryFolder();
  const file = join(folder, 'x.mbox');
  writeFileSync(
    file,
    [
      exported(idOf('0'), 'sent', { deliveries: waiting, account_id: ACCOUNT, sent_at: '2026-02-17T09:00:00Z' }),
      exported(idOf('1'), 'draft', { status: 'queued', scheduled_at: '2999-01-01T00:00:00Z', account_id: idOf('9') }),
      exported(idOf('2'), 'received', {
        created_at: '2999-01-01T00:00:00Z',
        deleted_at: 'x',
        thread_id: 7,
        id: 'x',
        is_x: 1,
      }),
      exported(idOf('3'), 'received', {
        attachments: [{ filename: 'x', sha256: 'y', file_id: idOf('8') }],
        source_id: {},
      }),
      exported('018f3c5e-0000-0000-0000------------4', 'received', {}),
      exported(idOf('2'), 'received', { subject: 'the same id again' }, 'X-Keywords: a'),
    ].join(''),
  );
  expect(await succeed('import', file, ...place.options)).toMatch(/^imported 5 messages.*; 1 already existed; 0/);
  await inService(place, async (service) => {
    const { mails } = await allOf(service);
    const now = Date.now();
    expect(mails).toHaveLength(5);
    expect(mails.slice(0, 4).map(({ id }) => id)).toEqual(['0', '1', '2', '3'].map(idOf));
    expect(mails[0]).toMatchObject({
      status: 'sent',
      account_id: ACCOUNT,
      deliveries: [{ address: 'bob@example.org', status: 'unknown', code: 'RESTORED' }],
    });
    expect(mails[1]).toMatchObject({ status: 'draft', scheduled_at: null, account_id: idOf('9') });
    expect(mails[2]).toMatchObject({ subject: '2', status: 'received', deleted_at: null, source: 'import' });
    expect(Date.parse(mails[2]?.created_at as string)).toBeLessThanOrEqual(now);
    expect(mails[3]).toMatchObject({ attachments: [{ filename: 'x' }], source: 'import' });
    expect(mails[3]?.attachments[0]).not.toHaveProperty('file_id');
    expect(await jobKinds(service)).toEqual([]);
  });
});

it('a mail of an existing conversation joins it, whatever thread it had elsewhere', async () => {
  const place = await newPlace();
  const file = join(temporaryFolder(), 'x.mbox');
  writeFileSync(
    file,
    exported(idOf('0'), 'received', { thread_id: 'elsewhere' }).replace('To: bob', 'In-Reply-To: <here@x>\nTo: bob'),
  );
  await inService(place, async (service) => {
    const made = {
      from_address: 'a@b.c',
      received_at: '2026-02-17T09:00:00Z',
      message_id: '<here@x>',
      subject: 'here',
    };
    expect((await service.ask('POST', '/emails', made)).status).toBe(201);
  });
  await succeed('import', file, ...place.options);
  await inService(place, async (service) => {
    const { mails } = await allOf(service);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ thread_id }) => thread_id)).size).toBe(1);
  });
});

const PICTURE = 'iVBORw0KGgo=';
const withPicture = (id: string, fields: object) =>
  exported(id, 'received', fields)
    .replace('To: bob@example.org', 'Content-Type: image/png; name=dot.png\nContent-Transfer-Encoding: base64')
    .replace(/\nx\n\n$/, `\n${PICTURE}\n\n`);

it('times and files are as exported, but the id of another file is not used', async () => {
  const place = await newPlace();
  const sha256 = digest(Buffer.from(PICTURE, 'base64'));
  const times = { created_at: '2021-02-03T04:05:06Z', updated_at: '2022-02-03T04:05:06Z' };
  const other = await inService(place, (service) => upload(service, { filename: 'a.txt', content: 'another' }));
  const own = idOf('a');
  const file = join(temporaryFolder(), 'x.mbox');
  writeFileSync(
    file,
    [
      withPicture(idOf('0'), { ...times, files: [{ id: own, sha256, filename: 'x.png', email_id: null }] }),
      withPicture(idOf('1'), { files: [{ id: own, sha256, email_id: null }] }),
      withPicture(idOf('2'), { files: [{ id: own, sha256 }] }),
      withPicture(idOf('3'), { files: [{ id: other.id, sha256 }] }),
      withPicture(idOf('4'), { files: [{ id: other.id, sha256: digest(Buffer.from('another')) }] }),
      withPicture(idOf('5'), { updated_at: '2999-01-01T00:00:00Z', files: [7, { id: 'x' }, null] }),
      withPicture(idOf('6'), { files: [{ id: idOf('b') }] }),
    ].join(''),
  );
  expect(await succeed('import', file, ...place.options)).toMatch(/^imported 7 messages/);
  await inService(place, async (service) => {
    const { mails, files } = await allOf(service);
    const ids = mails.map(({ attachments }) => attachments[0]?.file_id as string);
    expect(mails[0]).toMatchObject(times);
    expect(files.get(own)).toMatchObject({ data: { filename: 'x.png', email_id: null, created_at: times.created_at } });
    expect(ids.map((id) => id === own)).toEqual([true, true, false, false, false, false, false]);
    expect(ids).not.toContain(other.id);
    expect(new Set(ids).size).toBe(6);
    expect(ids[6]).toBe(idOf('b'));
    for (const id of ids) expect(files.get(id)).toMatchObject({ data: { sha256, mime: 'image/png' } });
    expect(Date.parse(mails[5]?.updated_at as string)).toBeLessThanOrEqual(Date.now());
    expect(await bytesAt(service, `/files/${other.id}/content`)).toBe(digest(Buffer.from('another')));
  });
  expect(await succeed('doctor', ...place.options)).not.toContain('problem');
});

it('authentication results are imported from an export of the same user only', async () => {
  const place = await newPlace();
  const authentication = { spf: 'pass', dkim: 'pass', dmarc: 'pass' };
  const file = join(temporaryFolder(), 'x.mbox');
  const one = (last: string, ...more: string[]) => {
    writeFileSync(file, exported(idOf(last), 'received', { authentication }));
    return succeed('import', file, ...more, ...place.options);
  };
  await one('0');
  await one('1', '--own-export');
  await inService(place, async (service) => {
    const { mails } = await allOf(service);
    expect(mails.map((mail) => mail.authentication)).toEqual([null, authentication]);
  });
});

it('a mail that waited to be sent is imported as a draft, equal in every other field', async () => {
  const [first, second] = [await newPlace(), await newPlace({ isEmpty: true })];
  const target = join(temporaryFolder(), 'out');
  const before = await inService(first, async (service) => {
    const made = { from_address: 'me@example.org', to_addresses: ['bob@example.org'], account_id: ACCOUNT };
    const waiting = { ...made, status: 'scheduled', scheduled_at: '2999-01-01T00:00:00Z', body_plain: 'x' };
    expect((await service.ask('POST', '/emails', waiting)).status).toBe(201);
    return allOf(service);
  });
  await succeed('export', '--mbox', target, ...first.options);
  await succeed('import', target, '--own-export', ...second.options);
  const after = await inService(second, allOf);
  const asDraft = { status: 'draft', folder: 'DRAFTS', scheduled_at: null };
  expect(after.mails).toEqual(before.mails.map((mail) => ({ ...mail, ...asDraft })));
});

it('a deleted file is imported with the source of its mail, under its id', async () => {
  const [first, second] = [await newPlace(), await newPlace({ isEmpty: true })];
  const target = join(temporaryFolder(), 'out');
  const part = `Content-Type: image/png; name=dot.png\nContent-Transfer-Encoding: base64\n\n${PICTURE}`;
  const before = await inService(first, async (service) => {
    const reader = createMessageReader({ threads: 1 });
    await bring(service, reader, multipart([part], 'mixed', 'b1', lines('gone')), { source_id: 'a/1/1/INBOX' });
    await reader.close();
    const [mail] = await mailsOf(service);
    expect((await service.ask('DELETE', `/files/${mail?.attachments[0]?.file_id}`)).status).toBe(200);
    return allOf(service);
  });
  await succeed('export', '--mbox', target, ...first.options);
  await succeed('import', target, ...second.options);
  const after = await inService(second, allOf);
  expect(after.mails).toEqual(before.mails);
  const [id] = after.files.keys();
  expect([before.sources.get(id as string), after.sources.get(id as string)]).toEqual([
    '404',
    digest(Buffer.from(PICTURE, 'base64')),
  ]);
});
