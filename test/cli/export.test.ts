// daybook export: all mail back into files that other programs read.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engine } from '../support/databases.ts';
import {
  dataOf,
  type MailData,
  mail,
  mailsIn,
  mbox,
  newPlace,
  shown,
  succeed,
  successOf,
  write,
} from '../support/imports.ts';
import { message, usual } from '../support/messages.ts';
import { eventually, expectRefusal, run, runProgram, temporaryFolder } from '../support/process.ts';
import { quick } from '../support/sending.ts';
import { startTestService } from '../support/service.ts';
import { startSmtp } from '../support/smtp.ts';

describe('export', () => {
  it('writes a mailbox file for each folder, with the original sources', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const raw = `${message(usual, 'From here on\n>From there\n')}`;
    write(join(folder, 'Inbox'), mbox(mail('a'), raw.replaceAll(/^(>*From )/gm, '>$1')));
    write(join(folder, 'Garden.sbd', 'Roses'), mbox(mail('b')));
    await succeed('import', folder, ...place.options);
    const target = join(folder, 'out');
    const { out } = await successOf(runProgram(['export', '--mbox', target, ...place.options]));
    expect(out).toBe(`${target} holds 3 messages in 2 files.\n`);
    expect(readdirSync(target).sort()).toEqual(['Garden_Roses.mbox', 'INBOX.mbox']);
    expect(readFileSync(join(target, 'INBOX.mbox'), 'utf8')).toContain('\r\n>From here on\r\n>>From there\r\n');
    // So it comes back as it was: all of it is there already.
    expect((await succeed('import', target, ...place.options)).out).toBe(
      'imported 0 messages; 3 already existed; 0 skipped.\n',
    );
    expectRefusal(await run(['export', '--mbox', target, ...place.options]), `${target} is not empty`);
  });

  it('keeps flags, labels, folders, drafts and deletions, also if the mail has changed since', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const mails = ['a', 'b', 'c', 'd', 'e'].map((subject) => mail(subject, 'Status: RO'));
    write(join(folder, 'Inbox'), mbox(...mails, mail('f', 'X-Gmail-Labels: Drafts')));
    await succeed('import', folder, ...place.options);
    const service = await startTestService({ data: place.data, database: place.database });
    const [a, b, c, d] = (await dataOf(service)).map(({ id }) => id);
    await service.ask('PATCH', `/emails/${a}`, {
      is_read: false,
      is_starred: true,
      labels: ['Ünï, code', 'two words'],
    });
    await service.ask('PATCH', `/emails/${b}`, { folder: 'Gärten/Rosen' });
    await service.ask('DELETE', `/emails/${c}`);
    await service.ask('POST', `/emails/${d}/snooze`, { until: '2999-01-01T00:00:00Z' });
    await service.stop();
    const target = join(temporaryFolder(), 'out');
    await succeed('export', '--mbox', target, ...place.options);
    expect(readdirSync(target).sort()).toEqual(['DRAFTS.mbox', 'Gärten_Rosen.mbox', 'INBOX.mbox', 'TRASH.mbox']);
    const other = await newPlace();
    await succeed('import', target, ...other.options);
    const back = await mailsIn(other);
    expect(back.map(shown)).toEqual([
      'a INBOX unread starred received',
      'b Gärten/Rosen read received',
      'c INBOX read received',
      'd SNOOZED read received',
      'e INBOX read received',
      'f DRAFTS read draft',
    ]);
    expect(back.map(({ labels }) => labels).slice(0, 2)).toEqual([['Ünï, code', 'two words'], []]);
    expect(back.map(({ deleted_at }) => deleted_at !== null)).toEqual([false, false, true, false, false, false]);
    const reader = await startTestService({ data: other.data, database: other.database });
    expect((await reader.ask('GET', `/emails/${back[0]?.id}/raw`)).text).toBe(mails[0]); // byte for byte
    await reader.stop();
    expect((await succeed('import', target, ...place.options)).out).toContain('; 6 already existed; 0 skipped.');
  });

  it('writes sent mail as it was sent, with its Bcc recipients, and an import recognises it', async () => {
    const place = await newPlace();
    const smtp = await startSmtp();
    const service = await startTestService({ ...quick, data: place.data, database: place.database });
    const account = { address: 'ann@example.org', smtp: smtp.account };
    expect((await service.ask('POST', '/email-accounts', account)).status).toBe(201);
    const letter = {
      to_addresses: ['bob@example.net'],
      bcc_addresses: ['eve@example.net'],
      body_plain: 'Tea?',
      body_html: '<p>Tea?',
    };
    await service.ask('POST', '/emails/send', letter);
    const [sent] = await smtp.until(1);
    await eventually(
      () => dataOf(service),
      ([one]) => one?.status === 'sent',
    );
    await service.stop();
    await smtp.end();
    const target = join(temporaryFolder(), 'out');
    await succeed('export', '--mbox', target, ...place.options);
    const written = readFileSync(join(target, 'SENT.mbox'), 'latin1');
    expect(written).toContain(`Status: RO\r\n${sent?.bytes.toString('latin1')}`);
    expect(written).toContain('\r\nBcc: eve@example.net\r\n');
    expect((await succeed('import', target, ...place.options)).out).toBe(
      'imported 0 messages; 1 already existed; 0 skipped.\n',
    );
    const other = await newPlace();
    await succeed('import', target, ...other.options);
    const reader = await startTestService({ data: other.data, database: other.database });
    const [back] = await dataOf(reader);
    expect(back).toMatchObject({ status: 'sent', bcc_addresses: [{ address: 'eve@example.net', name: null }] });
    const raw = await reader.ask('GET', `/emails/${back?.id}/raw`);
    expect(raw.text).toBe(sent?.bytes.toString()); // byte for byte, without the note
    await reader.stop();
  });

  it('imports mail created by clients unchanged, and does not duplicate existing mail', async () => {
    const place = await newPlace();
    const service = await startTestService({ data: place.data, database: place.database });
    const made = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z' };
    for (const one of [
      { ...made, subject: 'a', status: 'sent', folder: 'Garden', is_read: true },
      { ...made, subject: 'b', status: 'received', folder: 'SENT' },
      { ...made, subject: 'c', status: 'sent', folder: 'TRASH', is_read: true },
    ])
      expect((await service.ask('POST', '/emails', one)).status).toBe(201);
    const draft = await service.ask('POST', '/emails/drafts', { subject: 'd', body_plain: 'x' });
    await service.ask('POST', `/emails/${(draft.body as { data: MailData }).data.id}/unread`);
    await service.stop();
    const target = join(temporaryFolder(), 'out');
    await succeed('export', '--mbox', target, ...place.options);
    expect((await succeed('import', target, ...place.options)).out).toBe(
      'imported 0 messages; 4 already existed; 0 skipped.\n',
    );
    const other = await newPlace();
    await succeed('import', target, ...other.options);
    expect((await mailsIn(other)).map(shown)).toEqual([
      'a Garden read sent',
      'b SENT unread received',
      'c TRASH read sent',
      'd DRAFTS unread draft',
    ]);
  });

  it('builds a complete message from the record if there is no source', async () => {
    const place = await newPlace();
    const service = await startTestService({ data: place.data, database: place.database });
    await service.ask('POST', '/emails', {
      from_address: 'ann@example.org',
      from_name: 'Änn',
      to_addresses: ['Bob <bob@example.org>'],
      bcc_addresses: ['eve@example.org'],
      subject: 'Grüße',
      body_plain: 'From me\nto you',
      body_html: '<p>to you</p>',
      received_at: '2026-02-17T09:00:00Z',
      message_id: '<made@example.org>',
      references: ['<before@example.org>'],
    });
    const trashed = await service.ask('POST', '/emails', {
      from_address: 'a@b.c',
      received_at: '2026-02-17T09:00:00Z',
    });
    await service.ask('DELETE', `/emails/${(trashed.body as { data: MailData }).data.id}`);
    await service.stop();
    const target = join(temporaryFolder(), 'out');
    await succeed('export', '--mbox', target, ...place.options);
    expect(readdirSync(target).sort()).toEqual(['INBOX.mbox', 'TRASH.mbox']);
    const other = await newPlace();
    await succeed('import', join(target, 'INBOX.mbox'), ...other.options);
    expect(await mailsIn(other)).toMatchObject([
      {
        from_address: 'ann@example.org',
        from_name: 'Änn',
        to_addresses: [{ address: 'bob@example.org', name: 'Bob' }],
        bcc_addresses: [{ address: 'eve@example.org', name: null }],
        subject: 'Grüße',
        received_at: '2026-02-17T09:00:00Z',
        message_id: '<made@example.org>',
        references: ['<before@example.org>'],
        body_plain: 'From me\nto you',
        body_html: expect.stringContaining('<p>to you</p>'),
      },
    ]);
  });

  it('refuses a place without data', async () => {
    const folder = temporaryFolder();
    if (engine === 'sqlite')
      expectRefusal(await run(['export', '--mbox', join(folder, 'out'), '--data', folder]), 'daybook.db');
    expectRefusal(await run(['export', '--data', folder]), '--mbox');
  });
});
