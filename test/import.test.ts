// daybook import and daybook export: mail from the files of other programs, once, with what they noted about it, and a
// report of what was not taken; and all of it back into files that other programs read.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isIndexed } from '../src/domain/search-index.ts';
import { openStore } from '../src/open-store.ts';
import { addAccount } from './support/accounts.ts';
import { tar, zip } from './support/archives.ts';
import { engine, newDatabase, newMigratedDatabase } from './support/databases.ts';
import { message, multipart, usual } from './support/messages.ts';
import {
  at,
  eventually,
  expectRefusal,
  type Finished,
  run,
  runProgram,
  serve,
  temporaryFolder,
} from './support/process.ts';
import { bounceOf } from './support/reports.ts';
import { quick } from './support/sending.ts';
import { ask, startTestService, type TestService } from './support/service.ts';
import { startSmtp } from './support/smtp.ts';

interface MailData {
  id: string;
  subject: string;
  folder: string;
  is_read: boolean;
  is_starred: boolean;
  status: string;
  labels: string[];
  received_at: string;
  parse_problem?: { code: string };
  [field: string]: unknown;
}

interface Place {
  options: string[];
  database: string;
  data: string;
}

async function newPlace(made = newMigratedDatabase): Promise<Place> {
  const { place } = await made();
  // The contents of a server's database lie in a data folder, those of a file beside it.
  const data = engine === 'postgres' ? temporaryFolder() : dirname(place);
  return { options: [...at(place), ...(engine === 'postgres' ? ['--data', data] : [])], database: place, data };
}

async function succeed(...args: string[]): Promise<Finished> {
  return successOf(run(args));
}

async function successOf(command: Promise<Finished>): Promise<Finished> {
  const finished = await command;
  expect(finished).toMatchObject({ code: 0 });
  return finished;
}

/** All mail, by subject. */
async function mailsIn({ database, data }: Place): Promise<MailData[]> {
  const service = await startTestService({ data, database });
  try {
    return await dataOf(service);
  } finally {
    await service.stop();
  }
}

async function dataOf(service: TestService): Promise<MailData[]> {
  const { body } = await service.ask('GET', '/emails?limit=500&sort=subject&order=asc&include_deleted=true');
  return (body as { data: MailData[] }).data;
}

function write(path: string, content: string | Buffer): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const program = fileURLToPath(new URL('../daybook', import.meta.url));
const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026';
const mail = (subject: string, ...headers: string[]) =>
  message(['From: ann@example.org', `Subject: ${subject}`, ...headers], `${subject}\n`).toString();
const mbox = (...mails: string[]) => mails.map((one) => `${FROM}\r\n${one}\r\n`).join('');
const shown = ({ subject, folder, is_read, is_starred, status }: MailData) =>
  [subject, folder, is_read ? 'read' : 'unread', is_starred ? 'starred' : '', status].filter(Boolean).join(' ');

describe('import', () => {
  it('takes mailbox files, Maildirs and .eml files, into folders by their names', async () => {
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
      /^imported 9 messages, \d+ a second; 0 were there already; 2 skipped, among them 1 index or settings file of mail programs\.\n$/,
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

  it('into a new store indexes the mail for searches once and for all', async () => {
    const place = await newPlace(newDatabase);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'one.eml'), message([...usual, 'Subject: Harbour'], 'Text.'));
    await succeed('import', folder, ...place.options);
    const store = await openStore({ data: place.data, database: place.database }, { existing: true });
    expect(await isIndexed(store)).toBe(true);
    await store.close();
  });

  it('takes single files, and a Maildir itself as the inbox', async () => {
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

  it('takes what Google Takeout writes, labels and all', async () => {
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

  it('takes an archive of Google Takeout in any language, and says what else is in it', async () => {
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
      /^imported 2 messages, .*; 0 were there already; 2 skipped, among them 1 calendar and 1 file of contacts: only mail can be imported so far\.\n$/,
    );
    expect(err).toContain(`skipped: ${file}/Takeout/Calendar/Ann.ics: it is a calendar (iCalendar)`);
    expect(err).toContain(`skipped: ${file}/Takeout/Contacts/All.vcf: it holds contacts (vCard)`);
    const mails = await mailsIn(place);
    expect(mails.map(shown)).toEqual(['a INBOX unread received', 'b SENT read sent']);
    expect(mails.map(({ labels }) => labels)).toEqual([[], ['Garten']]);
    const packed = gzipSync(tar([{ name: 'Takeout/Mail/x.mbox', content: box }]));
    const again = await succeed('import', write(join(temporaryFolder(), 'takeout.tgz'), packed), ...place.options);
    expect(again.out).toBe('imported 0 messages; 2 were there already; 0 skipped.\n');
  });

  it('stores nothing of what is not mail, and its exit code says so', async () => {
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
      out: 'imported 0 messages; 0 were there already; 4 skipped, among them 1 calendar and 1 file of contacts: only mail can be imported so far.\n',
    });
    expect(err.trim().split('\n').slice(1)).toEqual([
      `skipped: ${files[0]}: it is a calendar (iCalendar); only mail can be imported so far`,
      `skipped: ${files[1]}: it holds contacts (vCard); only mail can be imported so far`,
      `skipped: ${files[2]}: it is a PDF document, not mail`,
      `skipped: ${files[3]}/a.jpg: it is a picture, not mail`,
    ]);
    // Whoever names a file is told when nothing came of it, whatever came of the others.
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

  it('puts all of it where --folder and --account say, for the user that --user names', async () => {
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

  it('run again it passes over what is there, also when the files have grown or moved', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const many = Array.from({ length: 250 }, (_, index) => mail(`m${index}`));
    const file = write(join(folder, 'Inbox'), mbox(...many.slice(0, 120)));
    expect((await succeed('import', file, ...place.options)).out).toContain('imported 120 messages,');
    expect((await succeed('import', file, ...place.options)).out).toBe(
      'imported 0 messages; 120 were there already; 0 skipped.\n',
    );
    const grown = write(join(folder, 'Other'), mbox(...many, mail('m7')));
    expect((await succeed('import', grown, ...place.options)).out).toMatch(/^imported 130 .*; 121 were there already;/);
    expect(await mailsIn(place)).toHaveLength(250);
  });

  it('killed in the middle it goes on when it is run again, and has each message once', async () => {
    const place = await newPlace();
    const many = Array.from({ length: 1500 }, (_, index) => mail(`m${String(index).padStart(4, '0')}`));
    const file = write(join(temporaryFolder(), 'Inbox'), mbox(...many));
    const first = spawn(program, ['import', file, ...place.options], { stdio: 'ignore' });
    const ended = once(first, 'exit');
    const kept = join(place.data, 'files', '1');
    const folders = () => (existsSync(kept) ? readdirSync(kept).length : 0);
    await eventually(folders, (count) => count > 60).finally(() => first.kill('SIGKILL'));
    await ended;
    const { out } = await succeed('import', file, ...place.options);
    const [imported, known] = /^imported (\d+) .*; (\d+) were there already; 0 skipped/.exec(out)?.slice(1) ?? [];
    expect(Number(imported)).toBeGreaterThan(0);
    expect(Number(imported) + Number(known)).toBe(1500);
    const service = await startTestService({ data: place.data, database: place.database });
    const { body } = await service.ask('GET', '/emails?limit=0');
    await service.stop();
    expect(body).toMatchObject({ meta: { total: 1500 } });
    expect((await succeed('doctor', ...place.options)).out).toMatch(/result +sound/);
  });

  it('interrupted by Ctrl-C it says how much is stored, also where nobody watches, and ends with 130', async () => {
    const place = await newPlace();
    const many = Array.from({ length: 1500 }, (_, index) => mail(`m${index}`));
    const file = write(join(temporaryFolder(), 'Inbox'), mbox(...many));
    const first = spawn(program, ['import', file, ...place.options], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(first, 'close');
    const pieces: Buffer[] = [];
    first.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    const kept = join(place.data, 'files', '1');
    await eventually(
      () => (existsSync(kept) ? readdirSync(kept).length : 0),
      (count) => count > 60,
    ).finally(() => first.kill('SIGINT'));
    const [code] = await ended;
    const out = Buffer.concat(pieces).toString();
    expect({ code, out }).toEqual({
      code: 130,
      out: expect.stringMatching(
        /^imported \d+ messages?.*; 0 skipped\. It was interrupted; run it again to go on\.\n$/,
      ),
    });
    const [stored] = /\d+/.exec(out) ?? [];
    expect((await succeed('import', file, ...place.options)).out).toContain(`; ${stored} were there already;`);
  });

  it('says what it did not take, where, and why', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const first = mbox(mail('a'));
    write(join(folder, 'Inbox'), first + mbox(mail('gone', 'X-Mozilla-Status: 0009'), mail('b')));
    write(join(folder, 'empty.eml'), '');
    write(join(folder, 'notes.txt'), 'no mail');
    const { out, err } = await succeed('import', folder, ...place.options);
    expect(out).toMatch(/^imported 2 messages.*; 3 skipped, among them 1 empty file\.\n$/);
    expect(err).toContain(`skipped: ${join(folder, 'Inbox')} at byte ${first.length}: it was deleted in Thunderbird`);
    expect(err).toContain(`skipped: ${join(folder, 'empty.eml')}: it is empty\n`);
    expect(err).toContain(`skipped: ${join(folder, 'notes.txt')}: it is neither a mailbox file nor a message\n`);
    for (let n = 0; n < 210; n++) write(join(folder, 'index', `${n}.msf`), 'x');
    const list = join(temporaryFolder(), 'skipped.txt');
    const again = await succeed('import', folder, '--report', list, ...place.options);
    expect(readFileSync(list, 'utf8').trim().split('\n')).toHaveLength(213);
    expect(again.err).toContain(`skipped: all of them are named in ${list}\n`);
    expect(again.out).toContain(
      '; 213 skipped, among them 210 index or settings files of mail programs; and 1 empty file.',
    );
    expect(again.err).toContain(`skipped: ${join(folder, 'notes.txt')}:`); // before what is expected beside mail
    expect(again.err).toContain('skipped: 13 more: it is an index or settings file');
  });

  it('opens no pipe, and counts pipes, links and empty files', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    symlinkSync(temporaryFolder(), join(folder, 'link'));
    write(join(folder, 'empty'), '');
    write(join(folder, '.hidden'), mbox(mail('a')));
    const { out, err } = await succeed('import', folder, ...place.options);
    expect(out).toMatch(
      /^imported 1 message.*; 3 skipped, among them 1 symbolic link; 1 special file \(pipes, sockets, devices\); and 1 empty file\.\n$/,
    );
    expect(err).toContain(`skipped: ${pipe}: it is not a regular file: it is a named pipe\n`);
    const named = await run(['import', pipe, ...place.options]);
    expect(named).toMatchObject({ code: 1, out: expect.stringMatching(/^imported 0 .*1 skipped/) });
    expectRefusal(
      await run(['import', folder, '--report', join(folder, 'no', 'such'), ...place.options]),
      'does not exist',
    );
  });

  it('one file that cannot be read does not keep the others from coming', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const bad = join(folder, 'cur', '1.a:2,S');
    write(join(folder, 'cur', '2.b:2,S'), mail('b'));
    symlinkSync('/nowhere/at/all', bad);
    const { out, err } = await succeed('import', folder, ...place.options);
    expect(out).toMatch(/^imported 1 message.*; 1 skipped, among them 1 symbolic link\.\n$/);
    expect(err).toContain(`skipped: ${bad}: it is a symbolic link that leads to nothing`);
  });

  it('shows bounces on the sent mail that they are about', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    write(join(folder, 'Inbox', '1.eml'), bounceOf('<lease@example.org>', 'bob@example.org'));
    write(join(folder, 'Sent', '1.eml'), message(usual));
    await succeed('import', folder, ...place.options);
    const sent = (await mailsIn(place)).find(({ subject }) => subject === 'The lease');
    expect(sent).toMatchObject({
      folder: 'SENT',
      deliveries: [{ address: 'bob@example.org', report: { kind: 'bounce' } }],
    });
  });

  it('keeps what cannot be read whole, and says so', async () => {
    const place = await newPlace();
    const file = write(join(temporaryFolder(), 'bomb.eml'), multipart(Array(2000).fill('\nx')));
    const { out, err } = await succeed('import', file, ...place.options);
    expect(out).toContain('imported 1 message (1 of them could not be read whole and are kept as they came)');
    expect(err).toContain(`kept as it came: ${file}: It has more than 1000 parts.`);
    expect(await mailsIn(place)).toMatchObject([{ subject: 'The lease', parse_problem: { code: 'TOO_MANY_PARTS' } }]);
  });

  it('goes on beside a running service, which tells its clients', async () => {
    const place = await newPlace();
    const file = write(join(temporaryFolder(), 'Inbox'), mbox(...Array.from({ length: 60 }, (_, n) => mail(`m${n}`))));
    const service = await serve(place.database, { args: engine === 'postgres' ? ['--data', place.data] : [] });
    const importing = runProgram(['import', file, ...place.options]);
    const made = await ask(service.url, 'POST', '/contacts', { display_name: 'Ann Lee' });
    expect(made.status).toBe(201);
    expect(await importing).toMatchObject({ code: 0, out: expect.stringContaining('imported 60 messages') });
    const { body } = await ask(service.url, 'GET', '/changes?since=0&events=email.*&limit=100');
    expect((body as { data: unknown[] }).data).toHaveLength(60);
    await service.stop();
  });

  it('refuses what is not there, and options that cannot be', async () => {
    const { options } = await newPlace();
    const file = write(join(temporaryFolder(), 'Inbox'), mbox(mail('a')));
    expectRefusal(await run(['import', '/nowhere/at/all', ...options]), '/nowhere/at/all does not exist');
    expectRefusal(await run(['import', temporaryFolder(), ...options]), 'there is no mail in');
    expectRefusal(await run(['import', file, '--folder', ' ', ...options]), '--folder must have');
    expectRefusal(await run(['import', file, '--user', 'ben', ...options]), 'aybook'); // there is none yet
    await succeed('import', file, ...options);
    expectRefusal(await run(['import', file, '--user', 'nobody', ...options]), 'there is no user "nobody"');
    expectRefusal(
      await run(['import', file, '--account', '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10', ...options]),
      'There is no email account',
    );
  });
});

describe('export', () => {
  it('writes a mailbox file for each folder, from the sources as they came', async () => {
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
      'imported 0 messages; 3 were there already; 0 skipped.\n',
    );
    expectRefusal(await run(['export', '--mbox', target, ...place.options]), `${target} is not empty`);
  });

  it('brings back what was read, starred, labelled, filed, drafted and deleted, also where it has changed since', async () => {
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
    expect((await succeed('import', target, ...place.options)).out).toContain('; 6 were there already; 0 skipped.');
  });

  it('writes what was sent as it was sent, with its blind recipients, and an import knows it', async () => {
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
      'imported 0 messages; 1 were there already; 0 skipped.\n',
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

  it('brings back what clients have made as it was, and does not double it where it still is', async () => {
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
      'imported 0 messages; 4 were there already; 0 skipped.\n',
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

  it('makes a message from the record where there is no source, with everything in it', async () => {
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

  it('refuses a place without a Daybook', async () => {
    const folder = temporaryFolder();
    if (engine === 'sqlite')
      expectRefusal(await run(['export', '--mbox', join(folder, 'out'), '--data', folder]), 'daybook.db');
    expectRefusal(await run(['export', '--data', folder]), '--mbox');
  });
});
