// The parts of a message, whole and broken; a message beyond a budget is answered with the fields at its top and the
// reason; and one in a file.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { createMessageReader, type MessageReader } from '../../../src/protocols/mime/read-message.ts';
import { message, multipart, usual } from '../../support/messages.ts';
import { temporaryFolder } from '../../support/process.ts';

let reader: MessageReader;
beforeAll(() => {
  reader = createMessageReader();
});
afterAll(() => reader.close());

const read = (raw: Buffer) => reader.read(raw);

describe('parts', () => {
  const text = 'Content-Type: text/plain\n\nHello.';
  const html = 'Content-Type: text/html\n\n<p>Hello <img src="cid:pic@x">';
  const picture = 'Content-Type: image/png; name=p.png\nContent-ID: <pic@x>\nContent-Transfer-Encoding: base64\n\nAAEC';

  it('alternatives are the two versions of one text', async () => {
    expect(await read(multipart([text, html], 'alternative'))).toMatchObject({
      body_plain: 'Hello.',
      body_html: expect.stringContaining('<p>Hello'),
      attachments: [],
    });
  });

  it('a picture that the text shows is inline, and its content id has no brackets', async () => {
    const { attachments } = await read(multipart([html, picture], 'related'));
    expect(attachments).toEqual([
      { filename: 'p.png', mime: 'image/png', inline: true, content_id: 'pic@x', content: new Uint8Array([0, 1, 2]) },
    ]);
  });

  it('a picture that no text shows is an attachment', async () => {
    const { attachments } = await read(multipart([text, picture]));
    expect(attachments).toMatchObject([{ inline: false, content_id: 'pic@x' }]);
  });

  it('parts in parts in parts', async () => {
    const inner = `Content-Type: multipart/related; boundary=r\n\n--r\n${html}\n--r\n${picture}\n--r--`;
    const both = `Content-Type: multipart/alternative; boundary=a\n\n--a\n${text}\n--a\n${inner}\n--a--`;
    const pdf = 'Content-Type: application/pdf\nContent-Disposition: attachment; filename=a.pdf\n\nx';
    const mail = await read(multipart([both, pdf]));
    expect(mail).toMatchObject({ body_plain: 'Hello.', body_html: expect.stringContaining('cid:pic@x') });
    expect(mail.attachments.map(({ filename, inline }) => [filename, inline])).toEqual([
      ['p.png', true],
      ['a.pdf', false],
    ]);
  });

  it('an attached message is one attachment', async () => {
    const mail = await read(multipart([text, 'Content-Type: message/rfc822\n\nSubject: inside\n\nNot shown here.']));
    expect(mail.body_plain).toBe('Hello.');
    expect(mail.attachments).toMatchObject([{ filename: 'inside.eml', mime: 'message/rfc822', inline: false }]);
    expect(Buffer.from(mail.attachments[0]?.content ?? []).toString()).toContain('Subject: inside');
  });

  const named: [what: string, part: string, filename: string, mime: string][] = [
    ['a calendar', 'Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR', 'invite.ics', 'text/calendar'],
    ['a winmail.dat', 'Content-Type: application/ms-tnef\n\nx', 'winmail.dat', 'application/ms-tnef'],
    ['a picture without a name', 'Content-Type: image/jpeg\n\nx', 'image.jpeg', 'image/jpeg'],
    ['a name with folders', 'Content-Type: a/b; name="../../x.sh"\n\nx', 'x.sh', 'a/b'],
    [
      'a name in continuations (RFC 2231)',
      "Content-Type: a/b\nContent-Disposition: attachment; filename*0*=utf-8''Gr%C3%BC; filename*1*=%C3%9Fe; filename*2=.pdf\n\nx",
      'Grüße.pdf',
      'a/b',
    ],
    ['a name that reads backwards', 'Content-Type: a/b; name="a\u202efdp.exe"\n\nx', 'afdp.exe', 'a/b'],
    [
      'a type that is none, with a name',
      'Content-Type: nonsense; name=x.bin\n\nx',
      'x.bin',
      'application/octet-stream',
    ],
  ];
  it.each(named)('%s', async (_what, part, filename, mime) => {
    expect((await read(multipart([text, part]))).attachments).toMatchObject([{ filename, mime }]);
  });

  it('flowed text is joined to its lines', async () => {
    const type = 'Content-Type: text/plain; format=flowed';
    const { body_plain } = await read(message([...usual, type], 'one \ntwo\nthree\n\n-- \nAnn'));
    expect(body_plain).toBe('one two\nthree\n\n-- \nAnn');
  });
});

describe('a broken frame', () => {
  const shown = { subject: 'The lease', from: { address: 'ann@example.org' }, body_plain: 'Hello.', problem: null };
  const table: [what: string, raw: Buffer][] = [
    ['bare line feeds', Buffer.from(message(usual).toString().replaceAll('\r\n', '\n'))],
    ['bare carriage returns', Buffer.from(message(usual).toString().replaceAll('\r\n', '\r'))],
    ['no blank line', Buffer.from([...usual, 'Hello.'].join('\r\n'))],
    ['blank lines first', Buffer.concat([Buffer.from('\r\n\n'), message(usual)])],
    ['a byte order mark', Buffer.concat([Buffer.from('efbbbf', 'hex'), message(usual)])],
    ['the separator of a mailbox', Buffer.concat([Buffer.from('From a@b Tue Feb 17 09:00:00 2026\n'), message(usual)])],
    ['rubbish between fields', message(['rubbish here', ...usual, 'more rubbish', 'X-Mailer: y'])],
    ['fields twice', message([...usual, 'Subject: another', 'From: eve@example.org'])],
  ];
  it.each(table)('%s', async (_what, raw) => {
    expect(await read(raw)).toMatchObject(shown);
  });

  it('words without any header are a text', async () => {
    expect(await read(Buffer.from('Just words.\nMore.'))).toMatchObject({
      subject: null,
      body_plain: 'Just words.\nMore.',
    });
  });

  it('NULs reach no field', async () => {
    const mail = await read(message(['Subject: a\0b', 'From: c\0d <e\0@f.g>', 'Message-ID: <h\0i@j>'], 'k\0l'));
    const { attachments: _none, ...fields } = mail;
    expect(JSON.stringify(fields)).not.toContain('\\u0000');
    expect(mail.body_plain).toBe('k\ufffdl');
  });
});

describe('beyond a budget', () => {
  const top = { subject: 'The lease', from: { address: 'ann@example.org', name: 'Ann Lee' }, attachments: [] };
  const deep = Array.from({ length: 60 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`);
  const table: [what: string, code: string, make: () => Buffer][] = [
    ['bytes', 'TOO_LARGE', () => Buffer.concat([message(usual), Buffer.alloc(limits.mailBytes, 'x\n')])],
    ['lines', 'TOO_LARGE', () => Buffer.concat([message(usual), Buffer.alloc(limits.mailLines + 1, '\n')])],
    ['header bytes', 'TOO_LARGE', () => message([...usual, `X: ${'y'.repeat(limits.mailHeaderBytes)}`])],
    ['parts', 'TOO_MANY_PARTS', () => multipart(Array(limits.mailParts + 1).fill('\nx'))],
    ['depth', 'TOO_DEEP', () => message([...usual, deep.join('').trimEnd()])],
  ];
  it.each(table)('%s', async (_what, code, make) => {
    const mail = await read(make());
    expect(mail).toMatchObject({ ...top, body_html: null, problem: { code, message: expect.stringMatching(/.{10}/) } });
    expect(mail.body_plain).toContain('could not be read completely');
    expect(mail.date).toBe(Date.parse('2026-02-17T08:00:00Z'));
    expect(mail.message_id).toBe('<lease@example.org>');
  });

  it('at the budget it is read whole', async () => {
    const mail = await read(multipart(Array(limits.mailParts).fill('Content-Type: a/b\n\nx')));
    expect(mail).toMatchObject({ problem: null });
    expect(mail.attachments).toHaveLength(limits.mailParts);
  });

  it('time: its thread is ended, and the next message is read by a new one', async () => {
    const hurried = createMessageReader({ time: 300 });
    // Each change of the character set is a text to decode of its own.
    const slow = message([...usual, 'Content-Type: text/plain; charset=hz-gb-2312'], '~{VP~}'.repeat(8_000_000));
    try {
      expect(await hurried.read(slow)).toMatchObject({ ...top, problem: { code: 'TOO_SLOW' } });
      expect(await hurried.read(message(usual))).toMatchObject({ ...top, problem: null, body_plain: 'Hello.' });
    } finally {
      await hurried.close();
    }
  });

  it('a reader that was closed reads no more', async () => {
    const closed = createMessageReader();
    await closed.close();
    await expect(closed.read(message(usual))).rejects.toThrow('closed');
  });
});

describe('a message in a file', () => {
  function fileOf(raw: Buffer): { path: string; size: number; folder: string } {
    const folder = join(temporaryFolder(), 'incoming');
    mkdirSync(folder);
    writeFileSync(join(folder, 'message'), raw);
    return { path: join(folder, 'message'), size: raw.length, folder };
  }
  const attached = (bytes: number) =>
    multipart(['\nThe file.', `Content-Type: a/b; name=a.b\n\n${'some bytes '.repeat(bytes / 11)}`]);

  it('has its large attachments in files beside it, its small ones in memory', async () => {
    const { folder, ...file } = fileOf(attached(2_000_000));
    const [large] = (await reader.read(file)).attachments;
    expect(large).toMatchObject({ filename: 'a.b', content: new Uint8Array(0), stored: { size: 1_999_998 } });
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(
      expect.arrayContaining([file.path, large?.stored?.temporary]),
    );
    expect(readdirSync(folder)).toHaveLength(2);
    const small = fileOf(attached(1100));
    expect((await reader.read(small)).attachments[0]).toMatchObject({ content: { length: 1100 } });
    expect(readdirSync(small.folder)).toEqual(['message']);
  });

  it('beyond a budget is answered with its header', async () => {
    const { folder, ...file } = fileOf(attached(limits.mailBytes + 1));
    const { subject, problem } = await reader.read(file);
    expect({ subject, problem }).toMatchObject({ subject: 'The lease', problem: { code: 'TOO_LARGE' } });
    expect(readdirSync(folder)).toEqual(['message']);
  });

  it('that takes too long leaves nothing behind', async () => {
    const quick = createMessageReader({ time: 1 });
    const { folder, ...file } = fileOf(attached(30_000_000));
    expect((await quick.read(file)).problem).toMatchObject({ code: 'TOO_SLOW' });
    await quick.close();
    expect(readdirSync(folder)).toEqual(['message']);
  });

  it('is read to a message within it with all contents in memory, in one time for all levels', async () => {
    const lines = (mail: Buffer) => String(mail).replaceAll('\r\n', '\n');
    const around = (boundary: string, mail: Buffer, ...others: string[]) =>
      multipart(['\nThe text.', ...others, `Content-Type: message/rfc822\n\n${lines(mail)}`], 'mixed', boundary);
    const other = 'Content-Type: a/b; name=a.b\n\nx';
    const { folder, ...two } = fileOf(around('b3', around('b2', attached(2_000_000)), other));
    expect(await reader.readAttached(two, [1, 0])).toMatchObject({
      body_plain: 'The file.',
      attachments: [{ filename: 'a.b', content: { length: 1_999_998 } }],
    });
    expect(await reader.readAttached(two, [])).toMatchObject({ attachments: [{}, { filename: 'The lease.eml' }] });
    for (const path of [[0], [2], [1, 0, 0], [1, 1]])
      expect([path, await reader.readAttached(two, path)]).toEqual([path, null]);
    expect(readdirSync(folder)).toEqual(['message']);
    const quick = createMessageReader({ time: 1 });
    const { folder: _, ...long } = fileOf(around('b2', attached(30_000_000)));
    for (const path of [[], [0], [0, 0]])
      expect(await quick.readAttached(long, path)).toMatchObject({ attachments: [], problem: { code: 'TOO_SLOW' } });
    await quick.close();
  });

  it('that the disk does not give, or whose contents it does not take, is a fault and not an unreadable message', async () => {
    const { folder, ...file } = fileOf(attached(2_000_000));
    await expect(reader.read({ ...file, path: join(folder, 'gone') })).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(reader.read({ ...file, size: file.size + 1 })).rejects.toMatchObject({ code: 'EIO' });
    expect(existsSync(file.path)).toBe(true);
    expect(readdirSync(folder)).toEqual(['message']);
  });
});
