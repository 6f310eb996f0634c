// What is found in the files that people import: mail in every form, with its folder; and everything else left out, with
// the reason.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CALENDAR, CONTACTS, PROGRAM_FILE, recognise } from '../../../src/protocols/mailboxes/file-types.ts';
import { tar, zip } from '../../support/archives.ts';
import { temporaryFolder } from '../../support/process.ts';
import { calendar, card, FROM, found, inArchive, mail, mbox, shown, write } from './found.ts';

describe('a file', () => {
  const table: [what: string, name: string, content: string | Buffer, type: string, reason?: string][] = [
    ['a calendar', 'x.ics', calendar, 'other', CALENDAR],
    ['a calendar by another name', 'x.eml', `\ufeff\n${calendar}`, 'other', CALENDAR],
    ['what is named as a calendar', 'x.ICS', 'Subject: x\nFrom: y\n', 'other', CALENDAR],
    ['a card', 'x.vcf', card, 'other', CONTACTS],
    ['a card by another name', 'x.txt', card.toLowerCase(), 'other', CONTACTS],
    ['a message', 'x.eml', mail('a'), 'message'],
    ['a message that is only named as one', 'x', mail('a'), 'message'],
    ['a message with one field', 'x.eml', 'Subject: a\n\nb', 'message'],
    ['a message after rubbish', 'x.eml', 'rubbish\nSubject: a\n\nb', 'message'],
    ['a text that begins with a word and a colon', 'x.txt', 'Date: tomorrow\nWhere: here\n', 'other', 'neither'],
    ['a message that is not one', 'x.eml', 'Hello Bob.', 'other', 'neither'],
    ['a mailbox file', 'x', mbox(mail('a')), 'mbox'],
    ['a message that begins with a separator line', 'x.eml', mbox(mail('a')), 'message'],
    ['the same in capitals, with more after it', 'X.EML', mbox(mail('a'), mail('b')), 'message'],
    ['a mailbox file with CR alone', 'x', mbox(mail('a')).replaceAll('\r\n', '\r'), 'mbox'],
    ['a message with CR alone', 'x', mail('a').replaceAll('\r\n', '\r'), 'message'],
    ['a mailbox file of MMDF', 'x', `\x01\x01\x01\x01\n${mail('a')}`, 'mbox'],
    ['a mailbox file of Emacs', 'RMAIL', 'BABYL OPTIONS:\nVersion: 5\n\x1f', 'mbox'],
    ['a text that begins with From', 'x', 'From here on all is well.\nSo it is.\n', 'other', 'neither'],
    ['a PDF', 'x.eml', '%PDF-1.7\n', 'other', 'it is a PDF document, not mail'],
    ['a picture', 'x.jpg', Buffer.from('ffd8ffe000104a4649', 'hex'), 'other', 'it is an image, not mail'],
    ['JSON', 'x.eml', '{"Subject": 1, "From": 2}', 'other', 'it is JSON, not mail'],
    ['a web page', 'x.eml', '<!DOCTYPE html><p>', 'other', 'it is a web page, not mail'],
    ['XML', 'x.xml', '<?xml version="1.0"?><a/>', 'other', 'it is an XML document, not mail'],
    [
      'a data file of Outlook',
      'x.pst',
      '!BDN....',
      'other',
      'it is an Outlook data file (.pst or .ost); export its mail first',
    ],
    ['an archive', 'x.zip', zip([]), 'zip'],
    ['a document that is an archive', 'x.docx', zip([]), 'other', 'it is a document, not mail'],
    ['nothing', 'x.eml', ' \n', 'other', 'it is empty'],
    ...['x.msf', 'popstate.dat', 'dovecot-uidlist', 'dovecot.index.log', 'subscriptions', '.DS_Store', '._x.mbox'].map(
      (name): [string, string, string, string, string] => [
        'what a program keeps',
        name,
        '3 V1 N2',
        'other',
        PROGRAM_FILE,
      ],
    ),
    ['what is only named like it', 'dovecot-users.txt', 'ann:x', 'other', 'neither'],
  ];
  it.each(table)('%s', (_what, name, content, type, reason) => {
    const recognised = recognise(name, Buffer.from(content as string), false);
    expect(recognised).toEqual({ type, reason: reason ? expect.stringContaining(reason) : null });
  });
});

describe('a folder', () => {
  it('gives its mail, and says of everything else what it is', async () => {
    const folder = temporaryFolder();
    write(join(folder, 'a.eml'), mail('a'));
    write(join(folder, 'b.eml'), 'no mail');
    write(join(folder, 'cal.ics'), calendar);
    write(join(folder, 'cards'), card);
    write(join(folder, 'empty'), '');
    write(join(folder, 'mh', '1'), mail('b'));
    write(join(folder, 'maildir', 'cur', '1:2,S'), '%PDF-1.7');
    write(join(folder, 'maildir', 'cur', '2:2,S'), mail('c'));
    write(join(folder, 'Sent Items.mbox'), mbox(mail('d')));
    write(join(folder, 'settings.json'), '{}');
    write(join(folder, 'z.msf'), 'an index of Thunderbird');
    write(join(folder, 'zip.zip'), zip([{ name: 'Rosen.mbox', content: mbox(mail('e')) }]));
    expect((await found(folder)).map(shown)).toEqual([
      'd in SENT',
      'a in INBOX',
      'b.eml: it is neither a mailbox file nor a message',
      `cal.ics: ${CALENDAR}`,
      `cards: ${CONTACTS}`,
      'empty: it is empty',
      '1:2,S: it is a PDF document, not mail',
      'c in maildir',
      'b in mh',
      'settings.json: it is JSON, not mail',
      `z.msf: ${PROGRAM_FILE}`,
      'e in Rosen',
    ]);
  });

  it('says which links and unreadable files it has left out', async () => {
    const folder = temporaryFolder();
    const target = write(join(temporaryFolder(), 'elsewhere', 'x.mbox'), mbox(mail('a')));
    symlinkSync(target, join(folder, 'a.mbox'));
    symlinkSync(dirname(target), join(folder, 'b'));
    symlinkSync('/nowhere/at/all', join(folder, 'c'));
    expect((await found(folder)).map(shown)).toEqual([
      'a in a',
      'b: it is a symbolic link to a folder, which is not followed; name that folder',
      'c: it is a symbolic link to a missing file',
    ]);
  });
});

describe('what is passed over', () => {
  it('is named, whatever it is; a pipe is never opened, and files with a dot are files', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'fifo'), join(folder, 'other-fifo')]);
    symlinkSync(join(folder, 'other-fifo'), join(folder, 'link-to-fifo'));
    symlinkSync('/dev/null', join(folder, 'link-to-device'));
    symlinkSync('loop', join(folder, 'loop'));
    const socket = createServer().listen(join(folder, 'socket'));
    await once(socket, 'listening');
    onTestFinished(() => void socket.close());
    for (const name of ['.hidden', 'unknown.xyz', 'cur/odd name']) write(join(folder, name), 'neither');
    for (const name of ['.empty', 'cur/3.host:2,S', 'empty.mbox']) write(join(folder, name), '');
    write(join(folder, 'a.eml'), mail('a'));
    expect((await found(folder)).map(shown)).toEqual([
      '.empty: it is empty',
      '.hidden: it is neither a mailbox file nor a message',
      'a in INBOX',
      '3.host:2,S: it is empty',
      'odd name: it is neither a mailbox file nor a message',
      'empty.mbox: it is empty',
      'fifo: it is not a regular file: it is a named pipe',
      'link-to-device: it is not a regular file: it is a device',
      'link-to-fifo: it is not a regular file: it is a named pipe',
      'loop: it is a symbolic link to a missing file',
      'other-fifo: it is not a regular file: it is a named pipe',
      'socket: it is not a regular file: it is a socket',
      'unknown.xyz: it is neither a mailbox file nor a message',
    ]);
    expect((await found(join(folder, 'fifo'))).map(shown)).toEqual([
      'fifo: it is not a regular file: it is a named pipe',
    ]);
  });

  it('is named in archives too', async () => {
    const packed = [
      { name: 'a.eml', content: mail('a'), type: '0' },
      { name: 'empty', content: '', type: '0' },
      { name: 'folder/', content: '', type: '0' },
      { name: 'link', content: '', type: '2' },
      { name: 'second name', content: '', type: '1' },
      { name: 'pipe', content: '', type: '6' },
      { name: 'odd', content: '', type: 'V' },
    ];
    expect(await inArchive('x.tgz', gzipSync(tar(packed)))).toEqual([
      'a in INBOX',
      'empty: it is empty',
      'link: it is a symbolic link, which has no content of its own in the archive',
      'second name: it is another name of a file in the archive',
      'pipe: it is not a regular file: it is a named pipe',
      'odd: it is not a regular file: it is of an unknown type',
    ]);
    const entries = [
      { name: 'a.eml', content: mail('a') },
      { name: 'empty', content: '' },
    ];
    expect(await inArchive('x.zip', zip(entries))).toEqual(['a in INBOX', 'empty: it is empty']);
  });

  it('is what a mail program keeps for itself in a mailbox file', async () => {
    const internal = mail("DON'T DELETE THIS MESSAGE -- FOLDER INTERNAL DATA", 'X-IMAP: 1 2');
    expect(await inArchive('x', Buffer.from(mbox(internal, mail('a'))))).toEqual([
      'x: it is not a message: a mail program keeps data about the folder in it',
      'a in x',
    ]);
    expect(await inArchive('y', Buffer.from(`${FROM}\r\n\r\n${mbox(mail('a'))}`))).toEqual([
      'y: there is no message after its separator line',
      'a in y',
    ]);
  });
});

describe('a folder of MH', () => {
  it('has the flags of .mh_sequences, and removed messages separately', async () => {
    const folder = temporaryFolder();
    write(join(folder, '.mh_sequences'), 'cur: 2\nunseen: 1 3-4\nflagged: 3\n');
    for (const name of ['1', '2', '3', ',5', '#6']) write(join(folder, name), mail(name));
    const messages = await found(folder);
    expect(messages.map(shown)).toEqual([
      '#6: it was deleted in MH, but not yet removed from the folder',
      ',5: it was deleted in MH, but not yet removed from the folder',
      `.mh_sequences: ${PROGRAM_FILE}`,
      '1 in INBOX',
      '2 in INBOX',
      '3 in INBOX',
    ]);
    expect(messages.slice(3).map(({ metadata }) => [metadata.isRead, metadata.isStarred])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
  });
});

describe('a single message that begins with a separator line', () => {
  it('is one message, with the time of that line, and its bytes as they are', async () => {
    const content = `${FROM}\r\n${mail('a')}\r\n${FROM}\r\n${mail('b')}`;
    const [one, ...others] = await found(write(join(temporaryFolder(), 'x.eml'), content));
    expect(others).toEqual([]);
    expect(one?.bytes?.toString()).toBe(content);
    expect(new Date(one?.receivedAt as number).toISOString()).toBe('2026-02-17T09:00:00.000Z');
  });
});

describe('a mailbox file of Gmail', () => {
  const labelled = (subject: string, labels: string) => mail(subject, `X-Gmail-Labels: ${labels}`);

  it('has one language for all its messages, also for those before it is clear', async () => {
    const spanish = mbox(labelled('a', 'Archived,Papelera'), labelled('b', 'Recibidos,Abierto'));
    const english = mbox(labelled('a', 'Archived,Papelera'), labelled('b', 'Inbox,Opened'));
    expect(await inArchive('spanish.mbox', Buffer.from(spanish))).toEqual(['a in TRASH', 'b in INBOX']);
    expect(await inArchive('english.mbox', Buffer.from(english))).toEqual(['a in ARCHIVE', 'b in INBOX']);
  });

  it('gives every message in its order, however many there are', async () => {
    const many = Array.from({ length: 1200 }, (_, n) => labelled(`${n}`, 'Inbox'));
    expect(await inArchive('many.mbox', Buffer.from(mbox(...many)))).toEqual(many.map((_, n) => `${n} in INBOX`));
  });
});
