// Archives that people import: the same mail as in the files themselves, and bounds for what is unpacked.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { CALENDAR, CONTACTS, PROGRAM_FILE } from '../../../src/protocols/mailboxes/file-types.ts';
import { CACHE, INCOMPLETE_DELIVERY } from '../../../src/protocols/mailboxes/folders.ts';
import { type Packed, tar, zip } from '../../support/archives.ts';
import { temporaryFolder } from '../../support/process.ts';
import { calendar, card, FROM, found, inArchive, mail, mbox, shown, write } from './found.ts';

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
      for (const root of ['', '../', 'backup/']) {
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
        'a in INBOX',
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
        `3.host: ${INCOMPLETE_DELIVERY}`,
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
      `3.host: ${INCOMPLETE_DELIVERY}`,
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
      metadata: { isRead: true, isStarred: true },
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
      'locked.mbox: it is encrypted; unpack the archive with its password and import the folder',
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
      expect.stringMatching(/^x\.zip: it is not a complete zip archive .*; download or copy it again$/),
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
