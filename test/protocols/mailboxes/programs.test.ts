// Mail as mail programs keep it: a whole profile of Thunderbird, the messages of Apple Mail, and files of Outlook, which
// are refused with what to do.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recognise } from '../../../src/protocols/mailboxes/file-types.ts';
import { zip } from '../../support/archives.ts';
import { temporaryFolder } from '../../support/process.ts';
import { found, inArchive, mail, mbox, shown, write } from './found.ts';

const isMail = (line: string) => / in \S/.test(line);

describe('a profile of Thunderbird', () => {
  const FILES: Record<string, [path: string, folder: string]> = {
    inbox: ['Mail/Local Folders/Inbox', 'INBOX'],
    sent: ['Mail/Local Folders/Sent', 'SENT'],
    templates: ['Mail/Local Folders/Templates', 'DRAFTS'],
    unsent: ['Mail/Local Folders/Unsent Messages', 'DRAFTS'],
    year: ['Mail/Local Folders/Archives.sbd/2024', 'ARCHIVE'],
    month: ['Mail/Local Folders/Archives.sbd/2025.sbd/2025-03', 'ARCHIVE'],
    kept: ['Mail/Local Folders/Archives.sbd/Garden', 'Archives/Garden'],
    roses: ['Mail/Local Folders/Garden.sbd/Roses', 'Garden/Roses'],
    gone: ['Mail/Local Folders/Trash.sbd/Old', 'TRASH'],
    junk: ['Mail/pop.example.org/Junk', 'SPAM'],
    drafts: ['ImapMail/imap.example.org/Entw&APw-rfe', 'DRAFTS'],
    german: ['ImapMail/imap.example.org/Gesendet', 'SENT'],
    bin: ['ImapMail/imap.example.org/Papierkorb', 'TRASH'],
    project: ['ImapMail/imap.example.org/INBOX.sbd/Projekt', 'Projekt'],
    gmail: ['ImapMail/imap.gmail.com/[Gmail].sbd/Gesendet', 'SENT'],
    both: ['ImapMail/imap.gmail.com/R&-D', 'R&D'],
    deleted: ['ImapMail/imap.gmx.net/Gel&APY-scht', 'TRASH'],
    old: ['Mail/Local Folders/Gelöschte Objekte', 'TRASH'],
    suspect: ['ImapMail/imap.gmx.net/Spamverdacht', 'SPAM'],
  };

  function profileIn(folder: string): string {
    for (const [subject, [path]] of Object.entries(FILES)) {
      const separated = `From - \r\nX-Mozilla-Status: 0001\r\n${mail(subject)}\r\n`;
      write(join(folder, path), subject === 'inbox' ? mbox(mail(subject)) : separated);
      write(join(folder, `${path}.msf`), '// <!-- <mdb:mork:z v="1.4"/> -->');
    }
    write(join(folder, 'Mail/Local Folders/filterlog.html'), '<html>');
    write(join(folder, 'Mail/Local Folders/msgFilterRules.dat'), 'version="9"');
    write(join(folder, 'Mail/Feeds/Inbox'), mbox(mail('feed')));
    write(join(folder, 'prefs.js'), 'user_pref("a", 1);');
    write(join(folder, 'places.sqlite'), 'SQLite format 3\0');
    write(join(folder, 'storage/default/a'), 'x');
    return folder;
  }
  const expected = Object.entries(FILES).map(([subject, [, folder]]) => `${subject} in ${folder}`);
  const mailIn = async (path: string) => (await found(path)).map(shown).filter(isMail).sort();

  it('gives the mail of each server with its folders, however it is named', async () => {
    const parent = temporaryFolder();
    write(join(parent, 'profiles.ini'), '[Profile0]\nPath=Profiles/xyz.default-release\n');
    const profile = profileIn(join(parent, 'Profiles', 'xyz.default-release'));
    expect(await mailIn(profile)).toEqual(expected.toSorted());
    expect(await mailIn(`${profile}/`)).toEqual(expected.toSorted());
    expect(await mailIn(parent)).toEqual(expected.toSorted());
    const imap = expected.filter((_, at) => Object.values(FILES)[at]?.[0].startsWith('ImapMail'));
    expect(await mailIn(join(profile, 'ImapMail'))).toEqual(imap.toSorted());
  });

  it('gives the same in an archive', async () => {
    const folder = temporaryFolder();
    profileIn(folder);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    );
    const entries = names.map((name) => ({
      name: `Backup/xyz.default/${name}`,
      content: readFileSync(join(folder, name)),
    }));
    expect((await inArchive('profile.zip', zip(entries))).filter(isMail).toSorted()).toEqual(expected.toSorted());
  });

  it('says of everything else that it is not mail', async () => {
    const lines = (await found(profileIn(temporaryFolder()))).map(shown).filter((line) => !isMail(line));
    expect(lines).toContain('storage: it is a folder of the profile of Thunderbird without mail');
    expect(lines).toContain('Feeds: it has news feeds of Thunderbird, not mail');
    expect(lines).toContain('places.sqlite: it is a database, not mail');
    for (const name of ['filterlog.html', 'msgFilterRules.dat', 'Inbox.msf'])
      expect(lines).toContain(`${name}: it is an index or settings file of a mail program or of the system, not mail`);
  });

  it('is one only with its settings: a folder called Mail keeps its name', async () => {
    const folder = temporaryFolder();
    write(join(folder, 'Mail', 'Club', 'Notes'), mbox(mail('a')));
    expect(await mailIn(folder)).toEqual(['a in Mail/Club/Notes']);
  });
});

describe('a message of Apple Mail', () => {
  const plist = (flags: number | string, more = '') =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n${more}\t<key>flags</key>\n\t<integer>${flags}</integer>\n</dict>\n</plist>\n`;
  const emlx = (text: string, flags: number | string, more = '') =>
    `${Buffer.byteLength(text)}\n${text}${plist(flags, more)}`;

  it('has its bytes, flags and time', async () => {
    const folder = temporaryFolder();
    const text = mail('Grüße');
    const one = async (flags: number | string, name = '1.emlx') =>
      (await found(write(join(folder, name), emlx(text, flags))))[0];
    const shownOf = async (flags: number | string) => {
      const message = await one(flags);
      return [message?.bytes?.toString(), message?.metadata.isRead, message?.metadata.isStarred, message?.folder];
    };
    expect(await shownOf(0)).toEqual([text, false, false, 'INBOX']);
    expect(await shownOf(1)).toEqual([text, true, false, 'INBOX']);
    expect(await shownOf('8623489041')).toEqual([text, true, true, 'INBOX']); // as current versions write it
    expect(await shownOf(1 << 1)).toEqual([text, false, false, 'TRASH']);
    expect(await shownOf(1 | (1 << 6))).toEqual([text, true, false, 'DRAFTS']);
    expect((await one(1, '2.partial.emlx'))?.bytes?.toString()).toBe(text);
    const dated = emlx(text, 1, '\t<key>date-received</key>\n\t<integer>1771318800</integer>\n');
    expect((await found(write(join(folder, '3.emlx'), dated)))[0]?.receivedAt).toBe(1_771_318_800_000);
  });

  it('is in the folder of its mailbox, on disk and in an archive', async () => {
    const id = '6B29FC40-CA47-1067-B31D-00DD010662DA';
    const files = {
      [`${id}/INBOX.mbox/${id}/Data/Messages/1.emlx`]: emlx(mail('in'), 1),
      [`${id}/Sent Messages.mbox/${id}/Data/9/2/Messages/92.emlx`]: emlx(mail('out'), 1),
      [`${id}/Garden.mbox/Roses.mbox/${id}/Data/Messages/3.partial.emlx`]: emlx(mail('rose'), 0),
      [`${id}/Garden.mbox/Roses.mbox/${id}/Data/Attachments/3/2/inner.eml`]: mail('attached'),
    };
    const folder = temporaryFolder();
    for (const [path, content] of Object.entries(files)) write(join(folder, 'V10', path), content);
    const expected = ['in in INBOX', 'out in SENT', 'rose in Garden/Roses'];
    const all = (await found(folder)).map(shown);
    expect(all.filter(isMail).sort()).toEqual(expected);
    expect(all).toContain('Attachments: it has attachments that Apple Mail keeps beside its messages, not mail');
    const entries = Object.entries(files).map(([name, content]) => ({ name, content }));
    expect((await inArchive('mail.zip', zip(entries.slice(0, 3)))).toSorted()).toEqual(expected);
  });

  it('that is damaged is read as far as it is there', async () => {
    const folder = temporaryFolder();
    const text = mail('short');
    expect((await found(write(join(folder, 'a.emlx'), `99999\n${text}`)))[0]?.bytes?.toString()).toBe(text);
    expect((await found(write(join(folder, 'b.emlx'), text))).map(shown)).toEqual(['short in INBOX']);
    expect((await found(write(join(folder, 'c.emlx'), '0\n'))).map(shown)[0]).toContain('there is no message');
  });

  describe('with a wrong number of bytes ends where its property list begins', () => {
    const text = `${mail('counted').replaceAll('\n', '\r\n').replaceAll('\r\r', '\r')}The last line.\r\n`;
    const right = Buffer.byteLength(text);
    it.each([
      ['too few', right - 20],
      ['too few, without the CR of the line ends', Buffer.byteLength(text.replaceAll('\r\n', '\n'))],
      ['too many', right + 50],
      ['more than the file has', 99_999],
      ['none', 0],
    ])('%s', async (_, count) => {
      const path = write(join(temporaryFolder(), '1.emlx'), `${count}\n${text}${plist(1 | (1 << 4))}`);
      const [message] = await found(path);
      expect([message?.bytes?.toString(), message?.metadata.isRead, message?.metadata.isStarred]).toEqual([
        text,
        true,
        true,
      ]);
    });
  });

  it('can have a property list in its own text or in an attachment, whose flags are not its own', async () => {
    const folder = temporaryFolder();
    const one = async (content: string) => {
      const [message] = await found(write(join(folder, '1.emlx'), content));
      return [message?.bytes?.toString(), message?.metadata.isDeleted];
    };
    for (const text of [
      `${mail('a list')}${plist(2)}`,
      `${mail('a part of one')}<key>flags</key><integer>2</integer>\r\n`,
      `${mail('attached')}--b\r\nContent-Type: text/xml\r\n\r\n${plist(2)}\r\n--b--\r\n`,
    ]) {
      expect(await one(emlx(text, 1))).toEqual([text, false]);
      expect(await one(`30\n${text}${plist(1)}`)).toEqual([text, false]);
    }
    const attached = `${mail('attached')}--b\r\nContent-Type: text/xml\r\n\r\n${plist(2)}\r\n--b--\r\n`;
    expect(await one(`99999\n${attached}`)).toEqual([attached, false]); // without a list of its own
  });
});

describe('a file of Outlook', () => {
  it.each([
    [
      'x.olm',
      zip([{ name: 'Accounts/a/com.microsoft.__Messages/Inbox/1.xml', content: '<emails/>' }]),
      'Outlook for Mac',
    ],
    ['x.pst', Buffer.from('!BDN\0\0\0\0'), 'readpst'],
    ['x.dbx', Buffer.from('cfad12fec5fd746f', 'hex'), 'Outlook Express'],
  ])('%s is refused with what to do', (name, bytes, words) => {
    const { type, reason } = recognise(name, bytes, false);
    expect([type, reason]).toEqual(['other', expect.stringContaining(words)]);
    expect(reason).toMatch(/mailbox file|mbox/);
  });
});
