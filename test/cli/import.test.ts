import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import { isIndexed } from '../../src/records/search-index.ts';
import { addAccount } from '../support/accounts.ts';
import { tar, zip } from '../support/archives.ts';
import { newDatabase } from '../support/databases.ts';
import { type MailData, mail, mailsIn, mbox, newPlace, shown, succeed, successOf, write } from '../support/imports.ts';
import { message, multipart, usual } from '../support/messages.ts';
import { at, run, runProgram, temporaryFolder } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

describe('import', () => {
  it('imports mailbox files, Maildirs and .eml files into folders by their names', async () => {
    const place = await newPlace(newDatabase); // as a first start finds it
    const folder = temporaryFolder();
    write(join(folder, 'Inbox'), mbox(mail('a1', 'Status: RO', 'X-Status: F'), mail('a2', 'Status: O')));
    write(join(folder, 'Inbox.msf'), 'an index of Thunderbird');
    write(join(folder, 'Garden.sbd', 'Roses.mbox'), mbox(mail('b1')));
    write(join(folder, 'Sent.mbox', 'mbox'), mbox(mail('c1')));
    write(join(folder, 'letters', 'one.eml'), mail('d1'));
    write(join(folder, 'Maildir', 'cur', '1.host:2,FS'), mail('e1'));
    write(join(folder, 'Maildir', 'cur', '2.host:2,T'), mail('e2'));
    write(join(folder, 'Maildir', 'new', '3.host'), mail('e3'));
    write(join(folder, 'Maildir', 'tmp', '4.host'), mail('e4'));
    write(join(folder, 'Maildir', '.Drafts', 'cur', '5.host:2,S'), mail('e5'));
    const { out, err } = await successOf(runProgram(['import', folder, ...place.options]));
    expect(out).toMatch(
      /^imported 9 messages, \d+ per second; 0 already existed; 2 skipped, among them 1 index or settings file of mail programs\.\n$/,
    );
    expect(err.trim().split('\n')).toEqual([
      expect.stringMatching(/^A new, empty Daybook was made: /),
      `skipped: ${join(folder, 'Maildir', 'tmp', '4.host')}: it was still being delivered to the Maildir`,
      `skipped: ${join(folder, 'Inbox.msf')}: it is an index or settings file of a mail program or of the system, not mail`,
    ]);
    expect((await mailsIn(place)).map(shown)).toEqual([
      'a1 INBOX read starred received',
      'a2 INBOX unread received',
      'b1 Garden/Roses read received',
      'c1 SENT read sent',
      'd1 letters read received',
      'e1 Maildir read starred received',
      'e2 TRASH unread received',
      'e3 Maildir unread received',
      'e5 Maildir/Drafts read received',
    ]);
  });

  it('into a new store builds the search index once', async () => {
    const place = await newPlace(newDatabase);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'one.eml'), message([...usual, 'Subject: Harbour'], 'Text.'));
    await succeed('import', folder, ...place.options);
    const store = await openStore({ data: place.data, database: place.database }, { existing: true });
    expect(await isIndexed(store)).toBe(true);
    await store.close();
  });

  it('imports single files, and a Maildir itself as the inbox', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const eml = write(join(folder, 'one.eml'), mail('a'));
    const box = write(join(folder, 'drafts.mbox'), mbox(mail('b')));
    write(join(folder, 'Maildir', 'cur', '1:2,S'), mail('c'));
    write(join(folder, 'Maildir', '.Sent', 'cur', '1:2,S'), mail('d'));
    await succeed('import', eml, box, join(folder, 'Maildir'), ...place.options);
    expect((await mailsIn(place)).map(shown)).toEqual([
      'a INBOX read received',
      'b DRAFTS read draft',
      'c INBOX read received',
      'd SENT read sent',
    ]);
  });

  it('imports a Google Takeout file with its labels', async () => {
    const place = await newPlace();
    const file = write(
      join(temporaryFolder(), 'All mail Including Spam and Trash.mbox'),
      mbox(mail('a', 'X-Gmail-Labels: Inbox,Unread,Starred,Garden'), mail('b', 'X-Gmail-Labels: Opened,Roses')),
    );
    await succeed('import', file, ...place.options);
    const mails = await mailsIn(place);
    expect(mails.map(shown)).toEqual(['a INBOX unread starred received', 'b ARCHIVE read received']);
    expect(mails.map(({ labels }) => labels)).toEqual([['Garden'], ['Roses']]);
  });

  it('imports a Google Takeout archive in any language, and reports what else is in it', async () => {
    const place = await newPlace();
    const box = mbox(
      mail('a', 'X-Gmail-Labels: Posteingang,Ungelesen'),
      mail('b', 'X-Gmail-Labels: =?UTF-8?Q?Gesendet,Ge=C3=B6ffnet,Garten?='),
    );
    const entries = [
      { name: 'Takeout/Mail/Alle E-Mails.mbox', content: box },
      { name: 'Takeout/Calendar/Ann.ics', content: 'BEGIN:VCALENDAR\r\n' },
      { name: 'Takeout/Contacts/All.vcf', content: 'BEGIN:VCARD\r\n' },
    ];
    const file = write(join(temporaryFolder(), 'takeout.zip'), zip(entries));
    const { out, err } = await succeed('import', file, ...place.options);
    expect(out).toMatch(
      /^imported 2 messages, .*; 0 already existed; 2 skipped, among them 1 calendar and 1 file of contacts: only mail can be imported so far\.\n$/,
    );
    expect(err).toContain(`skipped: ${file}/Takeout/Calendar/Ann.ics: it is a calendar (iCalendar)`);
    expect(err).toContain(`skipped: ${file}/Takeout/Contacts/All.vcf: it contains contacts (vCard)`);
    const mails = await mailsIn(place);
    expect(mails.map(shown)).toEqual(['a INBOX unread received', 'b SENT read sent']);
    expect(mails.map(({ labels }) => labels)).toEqual([[], ['Garten']]);
    const packed = gzipSync(tar([{ name: 'Takeout/Mail/x.mbox', content: box }]));
    const again = await succeed('import', write(join(temporaryFolder(), 'takeout.tgz'), packed), ...place.options);
    expect(again.out).toBe('imported 0 messages; 2 already existed; 0 skipped.\n');
  });

  it('stores nothing from files that are not mail, and exits with 1', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const files = [
      write(join(folder, 'x.ics'), 'BEGIN:VCALENDAR\r\n'),
      write(join(folder, 'y.vcf'), 'BEGIN:VCARD\r\n'),
      write(join(folder, 'z.eml'), '%PDF-1.7\n'),
      write(join(folder, 'photos.zip'), zip([{ name: 'a.jpg', content: Buffer.from('ffd8ff', 'hex') }])),
    ];
    const { code, out, err } = await run(['import', ...files, ...place.options]);
    expect({ code, out }).toEqual({
      code: 1,
      out: 'imported 0 messages; 0 already existed; 4 skipped, among them 1 calendar and 1 file of contacts: only mail can be imported so far.\n',
    });
    expect(err.trim().split('\n').slice(1)).toEqual([
      `skipped: ${files[0]}: it is a calendar (iCalendar); only mail can be imported so far`,
      `skipped: ${files[1]}: it contains contacts (vCard); only mail can be imported so far`,
      `skipped: ${files[2]}: it is a PDF document, not mail`,
      `skipped: ${files[3]}/a.jpg: it is an image, not mail`,
    ]);
    // A named file from which nothing was imported is an error, whatever the others gave.
    const box = write(join(folder, 'Inbox'), mbox(mail('a')));
    const mixed = await run(['import', box, files[0] as string, temporaryFolder(), ...place.options]);
    expect(mixed).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^imported 1 message.*; 2 skipped, among them/),
    });
    expect(mixed.err).toContain('there is no mail in it');
    expect((await run(['import', folder, ...place.options])).code).toBe(0);
    expect(await mailsIn(place)).toHaveLength(1);
  });

  it('honours --folder, --account and --user', async () => {
    const place = await newPlace();
    const service = await startTestService({ data: place.data, database: place.database });
    const account = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
    await addAccount(service, { id: account });
    await service.stop();
    const file = write(join(temporaryFolder(), 'Inbox'), mbox(mail('a')));
    await succeed('import', file, '--folder', 'OLD', '--account', account, ...place.options);
    expect(await mailsIn(place)).toMatchObject([{ folder: 'OLD', account_id: account, source: 'import' }]);
    await succeed('user', 'add', 'eve', ...at(place.database));
    expect((await succeed('import', file, '--user', 'eve', ...place.options)).out).toContain('imported 1 message,');
    expect(await mailsIn(place)).toHaveLength(1);
  });

  it('keeps the source, the attachments, and the time of the mail or else of its file', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const raw = multipart(['\nHello.', 'Content-Type: application/pdf; name=lease.pdf\n\nthe lease'], 'mixed', 'b', [
      'From: a@b.c',
      'Subject: with lease',
      'Date: Mon, 05 Jan 2026 10:00:00 +0000',
    ]);
    write(join(folder, 'a.eml'), raw);
    const box = write(join(folder, 'b'), mbox(mail('undated')));
    await succeed('import', join(folder, 'a.eml'), box, ...place.options);
    const service = await startTestService({ data: place.data, database: place.database });
    const { body } = await service.ask('GET', '/emails?sort=subject&order=asc');
    const [undated, lease] = (body as { data: MailData[] }).data;
    expect(undated?.received_at).toBe('2026-02-17T09:00:00Z');
    expect(lease).toMatchObject({ received_at: '2026-01-05T10:00:00Z', has_attachments: true });
    expect((await service.ask('GET', `/emails/${lease?.id}/raw`)).text).toBe(raw.toString());
    await service.stop();
  });

  it('run again skips existing mail, also if the files have grown or moved', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const many = Array.from({ length: 250 }, (_, index) => mail(`m${index}`));
    const file = write(join(folder, 'Inbox'), mbox(...many.slice(0, 120)));
    expect((await succeed('import', file, ...place.options)).out).toContain('imported 120 messages,');
    expect((await succeed('import', file, ...place.options)).out).toBe(
      'imported 0 messages; 120 already existed; 0 skipped.\n',
    );
    const grown = write(join(folder, 'Other'), mbox(...many, mail('m7')));
    expect((await succeed('import', grown, ...place.options)).out).toMatch(/^imported 130 .*; 121 already existed;/);
    expect(await mailsIn(place)).toHaveLength(250);
  });
});
