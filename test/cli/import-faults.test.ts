// daybook import under faults: killed, interrupted, or with files that cannot be read; and the report of what was
// skipped.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engine } from '../support/databases.ts';
import { mail, mailsIn, mbox, newPlace, succeed, write } from '../support/imports.ts';
import { message, multipart, usual } from '../support/messages.ts';
import { eventually, expectRefusal, run, runProgram, serve, temporaryFolder } from '../support/process.ts';
import { bounceOf } from '../support/reports.ts';
import { ask, startTestService } from '../support/service.ts';

const program = fileURLToPath(new URL('../../daybook', import.meta.url));

/** Several times as many as are stored when an import is ended, which takes a moment. */
const MESSAGES = 800;

describe('import', () => {
  it('continues after a kill when it is run again, and stores each message once', async () => {
    const place = await newPlace();
    const many = Array.from({ length: MESSAGES }, (_, index) => mail(`m${String(index).padStart(4, '0')}`));
    const file = write(join(temporaryFolder(), 'Inbox'), mbox(...many));
    const first = spawn(program, ['import', file, ...place.options], { stdio: 'ignore' });
    const ended = once(first, 'exit');
    const kept = join(place.data, 'files', '1');
    const folders = () => (existsSync(kept) ? readdirSync(kept).length : 0);
    await eventually(folders, (count) => count > 60).finally(() => first.kill('SIGKILL'));
    await ended;
    const { out } = await succeed('import', file, ...place.options);
    const [imported, known] = /^imported (\d+) .*; (\d+) already existed; 0 skipped/.exec(out)?.slice(1) ?? [];
    expect(Number(imported)).toBeGreaterThan(0);
    expect(Number(imported) + Number(known)).toBe(MESSAGES);
    const service = await startTestService({ data: place.data, database: place.database });
    const { body } = await service.ask('GET', '/emails?limit=0');
    await service.stop();
    expect(body).toMatchObject({ meta: { total: MESSAGES } });
    expect((await succeed('doctor', ...place.options)).out).toMatch(/result +sound/);
  });

  it('interrupted by Ctrl-C prints how much is stored, also without a terminal, and exits with 130', async () => {
    const place = await newPlace();
    const many = Array.from({ length: MESSAGES }, (_, index) => mail(`m${index}`));
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
        /^imported \d+ messages?.*; 0 skipped\. It was interrupted; run it again to continue\.\n$/,
      ),
    });
    const [stored] = /\d+/.exec(out) ?? [];
    expect((await succeed('import', file, ...place.options)).out).toContain(`; ${stored} already existed;`);
  });

  it('reports what it skipped, where, and why', async () => {
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
    expect(again.err).toContain(`skipped: the complete list is in ${list}\n`);
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

  it('an unreadable file does not prevent the import of the others', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const bad = join(folder, 'cur', '1.a:2,S');
    write(join(folder, 'cur', '2.b:2,S'), mail('b'));
    symlinkSync('/nowhere/at/all', bad);
    const { out, err } = await succeed('import', folder, ...place.options);
    expect(out).toMatch(/^imported 1 message.*; 1 skipped, among them 1 symbolic link\.\n$/);
    expect(err).toContain(`skipped: ${bad}: it is a symbolic link to a missing file`);
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

  it('stores a message that cannot be read completely, and reports it', async () => {
    const place = await newPlace();
    const file = write(join(temporaryFolder(), 'bomb.eml'), multipart(Array(2000).fill('\nx')));
    const { out, err } = await succeed('import', file, ...place.options);
    expect(out).toContain(
      'imported 1 message (1 of them could not be read completely; their source is kept unchanged)',
    );
    expect(err).toContain(`not read completely: ${file}: It has more than 1000 parts.`);
    expect(await mailsIn(place)).toMatchObject([{ subject: 'The lease', parse_problem: { code: 'TOO_MANY_PARTS' } }]);
  });

  it('runs beside a service, which emits the events', async () => {
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

  it('refuses missing files and invalid options', async () => {
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
