// What is found in the files that people import: mail in every form, also in archives, with its folder; and everything
// else left out, with the reason.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limits } from '../src/limits.ts';
import { CALENDAR, CONTACTS, PROGRAM_FILE, recognise } from '../src/mail/file-kinds.ts';
import { findMail, messagesOf } from '../src/mail/mailbox-files.ts';
import { BEING_DELIVERED, CACHE } from '../src/mail/mailbox-folders.ts';
import type { FoundMessage } from '../src/mail/mailbox-messages.ts';
import { type Packed, tar, zip } from './support/archives.ts';
import { message } from './support/messages.ts';
import { temporaryFolder } from './support/process.ts';

const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026';
const mail = (subject: string, ...headers: string[]) =>
  message(['From: ann@example.org', `Subject: ${subject}`, ...headers], `${subject}\n`).toString();
const mbox = (...mails: string[]) => mails.map((one) => `${FROM}\r\n${one}\r\n`).join('');
const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
const card = 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann\r\nEND:VCARD\r\n';

function write(path: string, content: string | Buffer): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

async function found(path: string, report: (bytes: number) => void = () => {}): Promise<FoundMessage[]> {
  const messages: FoundMessage[] = [];
  for (const file of await findMail(path)) messages.push(...(await Array.fromAsync(messagesOf(file, report))));
  return messages;
}

/** Subject and folder of a message, or the name of a file and why it was left out. */
function shown({ bytes, folder, path, reason }: FoundMessage): string {
  const subject = /^Subject: (.*)$/m.exec(bytes?.toString() ?? '')?.[1]?.trim();
  return bytes === null ? `${path.replace(/^.*\//, '')}: ${reason}` : `${subject} in ${folder}`;
}

const inArchive = async (name: string, bytes: Buffer) =>
  (await found(write(join(temporaryFolder(), name), bytes))).map(shown);

describe('a file', () => {
  const table: [what: string, name: string, content: string | Buffer, kind: string, reason?: string][] = [
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
    ['a picture', 'x.jpg', Buffer.from('ffd8ffe000104a4649', 'hex'), 'other', 'it is a picture, not mail'],
    ['JSON', 'x.eml', '{"Subject": 1, "From": 2}', 'other', 'it is JSON, not mail'],
    ['a web page', 'x.eml', '<!DOCTYPE html><p>', 'other', 'it is a web page, not mail'],
    ['XML', 'x.xml', '<?xml version="1.0"?><a/>', 'other', 'it is an XML document, not mail'],
    ['a data file of Outlook', 'x.pst', '!BDN....', 'other', 'it is an Outlook data file; export its mail'],
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
  it.each(table)('%s', (_what, name, content, kind, reason) => {
    const recognised = recognise(name, Buffer.from(content as string), false);
    expect(recognised).toEqual({ kind, reason: reason ? expect.stringContaining(reason) : null });
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
      'c: it is a symbolic link that leads to nothing',
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
      'loop: it is a symbolic link that leads to nothing',
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
      'odd: it is not a regular file: it is of a kind that is not known',
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
  it('has what .mh_sequences says about its messages, and those that were removed apart', async () => {
    const folder = temporaryFolder();
    write(join(folder, '.mh_sequences'), 'cur: 2\nunseen: 1 3-4\nflagged: 3\n');
    for (const name of ['1', '2', '3', ',5', '#6']) write(join(folder, name), mail(name));
    const messages = await found(folder);
    expect(messages.map(shown)).toEqual([
      '#6: it was deleted in MH and only not cleared away',
      ',5: it was deleted in MH and only not cleared away',
      `.mh_sequences: ${PROGRAM_FILE}`,
      '1 in INBOX',
      '2 in INBOX',
      '3 in INBOX',
    ]);
    expect(messages.slice(3).map(({ noted }) => [noted.isRead, noted.isStarred])).toEqual([
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

describe('the same files on disk, in a zip and in a tgz', () => {
  /** What each of them gives for these files, sorted. */
  async function everywhere(files: Record<string, string>): Promise<string[][]> {
    const folder = temporaryFolder();
    const entries = Object.entries(files).map(([name, content]) => ({ name, content }));
    for (const { name, content } of entries) write(join(folder, name), content);
    const onDisk = (await found(folder)).map(shown).sort();
    const results = [onDisk];
    // In any order, and in one folder or not.
    for (const order of [entries, entries.toReversed()])
      for (const root of ['', './', 'backup/']) {
        const packed = order.map(({ name, content }) => ({ name: `${root}${name}`, content }));
        results.push((await inArchive('x.zip', zip(packed))).sort());
        results.push((await inArchive('x.tgz', gzipSync(tar(packed)))).sort());
      }
    return results;
  }

  it.each<[what: string, files: Record<string, string>, result: string[]]>([
    [
      'mailboxes named like files of programs',
      {
        'Subscriptions.mbox': mbox(mail('a')),
        'dovecot-users.mbox': mbox(mail('b')),
        'cron.log': mbox(mail('c')),
        'Settings.ini': mbox(mail('d')),
        subscriptions: 'INBOX\nSent\n',
        'dovecot-uidlist': '3 V1 N2',
      },
      [
        'a in Subscriptions',
        'b in dovecot-users',
        'c in cron.log',
        'd in Settings.ini',
        `dovecot-uidlist: ${PROGRAM_FILE}`,
        `subscriptions: ${PROGRAM_FILE}`,
      ],
    ],
    [
      'folders with a dot',
      {
        '.thunderbird/abc/Mail/Inbox': mbox(mail('a')),
        '.thunderbird/abc/Mail/Inbox.msf': '// mork',
        '.thunderbird/abc/prefs.js': 'user_pref("a", 1);',
        '.mail': mbox(mail('b')),
        '.cache/mail/x.mbox': mbox(mail('c')),
        '.cache/mail/y.mbox': mbox(mail('d')),
        '.profile': 'export A=b',
      },
      [
        `.cache: ${CACHE}`,
        '.profile: it is neither a mailbox file nor a message',
        `Inbox.msf: ${PROGRAM_FILE}`,
        'a in thunderbird/abc/Mail/Inbox',
        'b in mail',
        'prefs.js: it is neither a mailbox file nor a message',
      ],
    ],
    [
      'messages with any name',
      { 'mh/1': mail('a'), 'mh/2': mail('b'), 'Mail/work.txt': mail('c'), top: mail('d'), 'Sent/1': mail('e') },
      ['a in mh', 'b in mh', 'c in Mail', 'd in INBOX', 'e in SENT'],
    ],
    [
      'Maildirs, and what is beside them',
      {
        'box/cur/1.host:2,S': mail('a'),
        'box/new/2.host': `${FROM}\r\n${mail('b')}`,
        'box/tmp/3.host': mail('c'),
        'box/.Archive.2025/cur/4.host:2,': mail('d'),
        'box/dovecot-uidlist': '3 V1 N2',
        'box/old.mbox': mbox(mail('e')),
        'new/Garden.mbox': mbox(mail('f'), mail('g')),
        'other/cur/letter': mail('h'),
      },
      [
        `3.host: ${BEING_DELIVERED}`,
        'a in box',
        'b in box',
        'd in box/Archive/2025',
        `dovecot-uidlist: ${PROGRAM_FILE}`,
        'e in box/old',
        'f in new/Garden',
        'g in new/Garden',
        'h in other',
      ],
    ],
    [
      'two folders',
      { 'Alpha/a.mbox': mbox(mail('a')), 'Beta/b.mbox': mbox(mail('b')) },
      ['a in Alpha/a', 'b in Beta/b'],
    ],
    [
      'Google Takeout',
      { 'Takeout/Mail/x.mbox': mbox(mail('a')), 'y.mbox': mbox(mail('b')) },
      ['a in Mail/x', 'b in y'],
    ],
  ])('give the same: %s', async (_what, files, result) => {
    for (const given of await everywhere(files)) expect(given).toEqual(result);
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

describe('an archive', () => {
  const entries: Packed[] = [
    { name: 'Takeout/archive_browser.html', content: '<!DOCTYPE html>' },
    { name: 'Takeout/Mail/', content: '' },
    {
      name: 'Takeout/Mail/Alle E-Mails.mbox',
      content: mbox(mail('a', 'X-Gmail-Labels: Posteingang,Ungelesen'), mail('b', 'X-Gmail-Labels: Gesendet')),
    },
    { name: 'Takeout/Calendar/Ann.ics', content: calendar },
    { name: 'Takeout/Contacts/All.vcf', content: card },
    { name: 'Takeout/Mail/User Settings/Filters.json', content: '{}' },
  ];
  const result = [
    'archive_browser.html: it is a web page, not mail',
    'a in INBOX',
    'b in SENT',
    `Ann.ics: ${CALENDAR}`,
    `All.vcf: ${CONTACTS}`,
    'Filters.json: it is JSON, not mail',
  ];
  const inTar = () =>
    tar(
      entries.map(({ name, content }) => ({
        name: name as string,
        content,
        type: `${name}`.endsWith('/') ? '5' : '0',
      })),
    );

  it.each<[string, () => Buffer]>([
    ['takeout.zip', () => zip(entries)],
    ['takeout-64.zip', () => zip(entries.map((entry) => ({ ...entry, zip64: true })))],
    ['stored.zip', () => zip(entries.map((entry) => ({ ...entry, stored: true })))],
    ['takeout.tgz', () => gzipSync(inTar())],
    ['takeout.tar.gz', () => Buffer.concat([gzipSync(inTar().subarray(0, 700)), gzipSync(inTar().subarray(700))])],
  ])('%s of Google Takeout gives its mail, and names the rest', async (name, bytes) => {
    expect(await inArchive(name, bytes())).toEqual(result);
  });

  it('has folders, Maildirs and messages, as they would be on disk', async () => {
    const packed = [
      { name: 'old/INBOX.sbd/Garden/Roses.mbox', content: mbox(mail('a')) },
      { name: 'old/Sent.mbox/mbox', content: mbox(mail('b')) },
      { name: 'old/letters/one.eml', content: mail('c') },
      { name: 'old/Maildir/cur/1.host:2,FS', content: mail('d') },
      { name: 'old/Maildir/.Sent/new/2.host', content: mail('e') },
      { name: 'old/Maildir/tmp/3.host', content: mail('f') },
      { name: 'old/.hidden/x.mbox', content: mbox(mail('g')) },
      { name: '__MACOSX/old/._x', content: 'x' },
      { name: '__MACOSX/old/._y', content: 'y' },
      { name: 'old/Inbox.msf', content: 'x' },
      { name: 'old/mh/1', content: mail('i') },
    ];
    const all = [
      'a in Garden/Roses',
      'b in SENT',
      'c in letters',
      'd in Maildir',
      'e in Maildir/Sent',
      `3.host: ${BEING_DELIVERED}`,
      'g in hidden/x',
      `__MACOSX: ${CACHE}`,
      `Inbox.msf: ${PROGRAM_FILE}`,
      'i in mh',
    ];
    expect(await inArchive('x.zip', zip(packed))).toEqual(all);
    expect(await inArchive('x.tgz', gzipSync(tar(packed)))).toEqual(all);
    const flat = gzipSync(
      tar([
        { name: 'a.mbox', content: mbox(mail('a')) },
        { name: 'Garden/b.mbox', content: mbox(mail('b')) },
      ]),
    );
    expect(await inArchive('x.tgz', flat)).toEqual(['a in a', 'b in Garden/b']);
    const [first] = await found(
      write(join(temporaryFolder(), 'm.zip'), zip([{ name: 'Maildir/cur/1.host:2,FS', content: mail('d') }])),
    );
    expect(first).toMatchObject({
      folder: 'INBOX',
      noted: { isRead: true, isStarred: true },
      receivedAt: expect.any(Number),
    });
    expect(new Date(first?.receivedAt as number).toISOString()).toBe('2026-02-17T09:00:00.000Z');
  });

  it.each(['gnu', 'pax'] as const)('of tar may have long names, written as %s', async (long) => {
    const name = `${'deep/'.repeat(30)}Ä.mbox`;
    expect(await inArchive('x.tgz', gzipSync(tar([{ name, content: mbox(mail('a')) }], long)))).toEqual([
      `a in ${'deep/'.repeat(29)}Ä`,
    ]);
  });

  it('may be one compressed mailbox file', async () => {
    expect(await inArchive('Sent.mbox.gz', gzipSync(mbox(mail('a'), mail('b'))))).toEqual(['a in SENT', 'b in SENT']);
  });

  it('has names in UTF-8 whether it says so or not, or in the old character set', async () => {
    const content = mbox(mail('a'));
    const names = [Buffer.from('Gärten.mbox'), Buffer.from('G\x84rten.mbox', 'latin1')];
    expect(await inArchive('x.zip', zip(names.map((name) => ({ name, content }))))).toEqual([
      'a in Gärten',
      'a in Gärten',
    ]);
  });

  it('never uses the names in it to open anything', async () => {
    const names = ['../../etc/passwd', '/etc/shadow', 'C:\\Windows\\x', '..', 'a\0b\x1b[31m'];
    const result = await inArchive('x.zip', zip(names.map((name) => ({ name, content: mbox(mail('a')) }))));
    expect(result.slice(0, 3)).toEqual(['a in etc/passwd', 'a in etc/shadow', 'a in C:/Windows/x']);
  });

  it('says what to do about an entry that cannot be read, and gives the others', async () => {
    const content = mbox(mail('a'));
    const packed: Packed[] = [
      { name: 'locked.mbox', content, claims: { flags: 1 } },
      { name: 'odd.mbox', content, claims: { method: 14 } },
      { name: 'damaged.mbox', content: mbox(mail('b'), mail('c'), mail('d'.repeat(5000))), claims: { crc: 1 } },
      { name: 'long.mbox', content, claims: { size: 10 } },
      { name: 'inner.zip', content: zip([]) },
      { name: 'fine.mbox', content },
    ];
    expect(await inArchive('x.zip', zip(packed))).toEqual([
      'locked.mbox: it is encrypted; unpack the archive with its password, and import the folder',
      'odd.mbox: it uses a compression method that is not supported (14); unpack the archive, and import the folder',
      'b in damaged', // what was whole before it broke off is taken
      'c in damaged',
      'damaged.mbox: it cannot be read: its checksum is wrong; download or copy the archive again',
      expect.stringMatching(/^long\.mbox: it cannot be read: too many bytes/),
      'inner.zip: it is an archive within an archive; unpack it first',
      'a in fine',
    ]);
  });

  it('that was cut off is reported as such', async () => {
    const whole = zip([{ name: 'a.mbox', content: mbox(mail('a')) }]);
    expect(await inArchive('x.zip', whole.subarray(0, -30))).toEqual([
      expect.stringMatching(/^x\.zip: it is not a whole zip archive .*; download or copy it again$/),
    ]);
    const packed = gzipSync(tar([{ name: 'a.mbox', content: mbox(mail('a')) }]));
    expect(await inArchive('x.tgz', packed.subarray(0, -30))).toContainEqual(
      expect.stringMatching(/^x\.tgz: it cannot be read: unexpected end of file/),
    );
    const damaged = tar([
      { name: 'a.mbox', content: mbox(mail('a')) },
      { name: 'b', content: 'x' },
    ]);
    damaged.write('damage', 1024);
    expect(await inArchive('x.tgz', gzipSync(damaged))).toEqual([
      'a in a',
      'x.tgz: it is damaged; the rest was not read',
    ]);
  });

  it('that unpacks to far more than its size is not read on', async () => {
    const { archiveFree } = limits;
    Object.assign(limits, { archiveFree: 100_000 });
    onTestFinished(() => void Object.assign(limits, { archiveFree }));
    const bomb = { name: 'bomb.mbox', content: mbox(mail('a')) + mbox(mail('b') + 'x'.repeat(10_000_000)) };
    const over = /it unpacks to more than 200 times its size; the rest was not read/;
    expect(await inArchive('x.zip', zip([bomb]))).toEqual(['a in bomb', expect.stringMatching(over)]);
    expect(await inArchive('x.tgz', gzipSync(tar([bomb])))).toEqual(['a in bomb', expect.stringMatching(over)]);
    const many = Array.from({ length: 3000 }, (_, n) => ({
      name: `${n}.mbox`,
      content: mbox(mail('x'.repeat(10_000))),
    }));
    const shared = await inArchive('x.zip', zip(many, { shared: true }));
    expect(shared.length).toBeLessThan(3000);
    expect(shared.at(-1)).toMatch(over);
  });

  it('with more files than any has is not read on', async () => {
    const { archiveEntries } = limits;
    Object.assign(limits, { archiveEntries: 3 });
    onTestFinished(() => void Object.assign(limits, { archiveEntries }));
    const entries = Array.from({ length: 5 }, (_, n) => ({ name: `${n}.mbox`, content: mbox(mail('a')) }));
    for (const bytes of [zip(entries), gzipSync(tar(entries))])
      expect(await inArchive('x', bytes)).toEqual([
        'a in 0',
        'a in 1',
        'a in 2',
        'x: it has more than 3 files; the rest was not read',
      ]);
  });

  it('reports how far it has been read', async () => {
    const path = write(join(temporaryFolder(), 'x.zip'), zip(entries));
    const told: number[] = [];
    await found(path, (bytes) => told.push(bytes));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.length).toBeGreaterThan(5);
    expect(told.at(-1)).toBe(zip(entries).length);
  });
});
