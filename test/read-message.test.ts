// Messages are read as mail programs in the field read them: character sets, encoded words, parts, broken headers; and
// one beyond a budget is answered with the fields at its top and the reason.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../src/limits.ts';
import { parseMailDate } from '../src/protocols/mime/dates.ts';
import { createMessageReader, type MessageReader } from '../src/protocols/mime/read-message.ts';
import type { ParsedMail } from '../src/values/parsed-mail.ts';
import { message, multipart, usual } from './support/messages.ts';

let reader: MessageReader;
beforeAll(() => {
  reader = createMessageReader();
});
afterAll(() => reader.close());

const read = (raw: Buffer) => reader.read(raw);
const readHeader = (...headers: string[]) => read(message(headers));
const plain = (name: string, bytes: Buffer) =>
  read(Buffer.concat([message([...usual, `Content-Type: text/plain; charset=${name}`], ''), bytes]));

describe('a plain message', () => {
  it('has its fields, its text and no problem', async () => {
    expect(await read(message([...usual, 'Cc: c@example.org', 'In-Reply-To: <first@example.org>']))).toEqual({
      message_id: '<lease@example.org>',
      in_reply_to: '<first@example.org>',
      references: [],
      subject: 'The lease',
      from: { address: 'ann@example.org', name: 'Ann Lee' },
      to: [{ address: 'bob@example.org', name: 'Bob' }],
      cc: [{ address: 'c@example.org', name: null }],
      bcc: [],
      date: Date.parse('2026-02-17T08:00:00Z'),
      body_plain: 'Hello.',
      body_html: null,
      attachments: [],
      read_receipt_requested: false,
      report: null,
      list: null,
      authentication: [],
      problem: null,
    } satisfies ParsedMail);
  });

  it('leaves the bytes of its caller as they are', async () => {
    const raw = message(usual);
    const before = Buffer.from(raw);
    await read(raw);
    expect(raw.equals(before)).toBe(true);
  });

  it('asks for a receipt', async () => {
    expect(await readHeader('Disposition-Notification-To: <ann@example.org>')).toMatchObject({
      read_receipt_requested: true,
    });
  });
});

describe('character sets', () => {
  const table: [what: string, label: string, bytes: Buffer, text: string][] = [
    ['UTF-8', 'utf-8', Buffer.from('Grüße 你好 😀'), 'Grüße 你好 😀'],
    ['what calls itself UTF-8 and is none', 'utf-8', Buffer.from('Grüße', 'latin1'), 'Grüße'],
    ['what calls itself ASCII and is UTF-8', 'us-ascii', Buffer.from('Grüße'), 'Grüße'],
    ['what calls itself ASCII and is Latin-1', 'us-ascii', Buffer.from('Grüße', 'latin1'), 'Grüße'],
    ['Windows-1252 as Latin-1', 'iso-8859-1', Buffer.from('93e4 94 80'.replaceAll(' ', ''), 'hex'), '“ä”€'],
    ['GB 2312', 'gb2312', Buffer.from('c4e3bac3', 'hex'), '你好'],
    ['GB 18030', 'gb18030', Buffer.from('9439fc36c4e3', 'hex'), '😀你'],
    ['ISO-2022-JP', 'iso-2022-jp', Buffer.from('1b2442467c4b5c1b2842', 'hex'), '日本'],
    ['Shift_JIS', 'shift_jis', Buffer.from('93fa967b', 'hex'), '日本'],
    ['EUC-KR', 'ks_c_5601-1987', Buffer.from('c7d1b1db', 'hex'), '한글'],
    ['KOI8-R', 'koi8-r', Buffer.from('f0d2c9d7c5d4', 'hex'), 'Привет'],
    ['an unknown one', 'x-nothing', Buffer.from('Grüße', 'latin1'), 'Grüße'],
    ['UTF-7', 'utf-7', Buffer.from('Gr+APwA3w-e 1 +- 1'), 'Grüße 1 + 1'],
  ];
  it.each(table)('%s', async (_what, label, bytes, text) => {
    expect(await plain(label, bytes)).toMatchObject({ body_plain: text, problem: null });
  });

  it('none at all: UTF-8, or else Windows-1252', async () => {
    expect((await read(message(usual, 'Grüße'))).body_plain).toBe('Grüße');
    expect((await read(message(usual, 'Grüße', 'latin1'))).body_plain).toBe('Grüße');
  });

  it('fields in UTF-8 and in Latin-1, also those of parts', async () => {
    const lines = ['Subject: Grüße', 'From: Jürgen <j@example.org>'];
    for (const encoding of ['utf8', 'latin1'] as const)
      expect(await read(message(lines, 'x', encoding))).toMatchObject({
        subject: 'Grüße',
        from: { address: 'j@example.org', name: 'Jürgen' },
      });
    const part = 'Content-Type: image/png\nContent-Disposition: attachment; filename="Grüße.png"\n\nx';
    const raw = Buffer.from(multipart([part]).toString(), 'latin1');
    expect((await read(raw)).attachments[0]?.filename).toBe('Grüße.png');
  });
});

describe('encoded words', () => {
  const table: [what: string, subject: string, text: string][] = [
    ['Q', '=?utf-8?Q?Gr=C3=BC=C3=9Fe_dir?=', 'Grüße dir'],
    ['B', '=?UTF-8?b?R3LDvMOfZQ==?=', 'Grüße'],
    ['adjacent ones join', '=?utf-8?q?Gr=C3=BC?= =?utf-8?q?=C3=9Fe?=', 'Grüße'],
    ['a character split between two', '=?utf-8?q?Gr=C3?= =?utf-8?q?=BC=C3=9Fe?=', 'Grüße'],
    ['folded', '=?utf-8?q?Gr=C3=BC?=\n =?utf-8?q?=C3=9Fe?=', 'Grüße'],
    ['between plain words', 'Re: =?iso-8859-1?q?Gr=FC=DFe?= to you', 'Re: Grüße to you'],
    ['in an unknown character set', '=?x-none?q?hello?=', 'hello'],
    ['broken ones stay as they are', '=?utf-8?q?open', '=?utf-8?q?open'],
    ['no line ends come out of them', '=?utf-8?q?a=0D=0ABcc:_x?=', 'a Bcc: x'],
    ['no NULs come out of them', '=?utf-8?q?a=00b?=', 'a b'],
  ];
  it.each(table)('%s', async (_what, subject, text) => {
    expect((await readHeader(`Subject: ${subject}`)).subject).toBe(text);
  });

  it('half a character is no character', async () => {
    const { subject } = await readHeader('Subject: =?utf-16be?b?2D0=?= x');
    expect(subject?.isWellFormed()).toBe(true);
  });
});

describe('addresses', () => {
  const table: [what: string, field: string, found: ParsedMail['to']][] = [
    ['a name in quotes', '"Lee, Ann" <a@b.c>', [{ address: 'a@b.c', name: 'Lee, Ann' }]],
    ['a name in a comment', 'a@b.c (Ann)', [{ address: 'a@b.c', name: 'Ann' }]],
    ['a name in encoded words', '=?utf-8?q?J=C3=BCrgen?= <a@b.c>', [{ address: 'a@b.c', name: 'Jürgen' }]],
    [
      'a group',
      'Team: a@b.c, Bo <b@b.c>;, d@b.c',
      [
        { address: 'a@b.c', name: null },
        { address: 'b@b.c', name: 'Bo' },
        { address: 'd@b.c', name: null },
      ],
    ],
    ['an empty group', 'undisclosed-recipients:;', []],
    ['words without an address', 'Everyone', [{ address: 'Everyone', name: null }]],
  ];
  it.each(table)('%s', async (_what, field, found) => {
    expect((await readHeader(`To: ${field}`)).to).toEqual(found);
  });

  it('several fields are one list, and a list has a limit', async () => {
    expect((await readHeader('To: a@b.c', 'To: d@b.c')).to).toHaveLength(2);
    const many = Array.from({ length: limits.addresses + 10 }, (_, at) => `a${at}@b.c`).join(',\n ');
    expect((await readHeader(`To: ${many}`)).to).toHaveLength(limits.addresses);
  });

  it('a sender without an address has a name; without From there is Sender, or none', async () => {
    expect((await readHeader('From: Ann')).from).toEqual({ address: '', name: 'Ann' });
    expect((await readHeader('Sender: s@b.c')).from).toEqual({ address: 's@b.c', name: null });
    expect((await readHeader('Subject: x')).from).toBeNull();
  });
});

describe('message ids', () => {
  it('are taken out of what stands around them', async () => {
    const mail = await readHeader(
      'Message-ID:  <a@b>  (made by x)',
      'In-Reply-To: Your message of "Tue" <c@d> <e@f>',
      'References: <1@x> junk <2@x>\n\t<1@x><3@x>',
    );
    expect(mail).toMatchObject({ message_id: '<a@b>', in_reply_to: '<c@d>', references: ['<1@x>', '<2@x>', '<3@x>'] });
  });

  it('one without brackets gets them', async () => {
    expect((await readHeader('Message-ID: a@b')).message_id).toBe('<a@b>');
  });

  it('a chain that is too long keeps its first and its last', async () => {
    const ids = Array.from({ length: limits.references + 50 }, (_, at) => `<${at}@x>`);
    const { references } = await readHeader(`References: ${ids.join('\n ')}`);
    expect(references).toHaveLength(limits.references);
    expect([references[0], references[1], references.at(-1)]).toEqual([ids[0], ids[51], ids.at(-1)]);
  });
});

describe('dates', () => {
  const nine = '2026-02-17T09:00:00Z';
  const table: [text: string, moment: string | null][] = [
    ['Tue, 17 Feb 2026 10:00:00 +0100', nine],
    ['Tue, 17 Feb 2026 09:00:00 +0000 (GMT+00:00)', nine],
    ['17 Feb 26 09:00 GMT', nine],
    ['Tue, 17 Feb 2026 04:00:00 EST', nine],
    ['Tue Feb 17 09:00:00 2026', nine],
    ['Tue, 17-Feb-2026 09:00:00 GMT', nine],
    ['2026-02-17 09:00:00', nine],
    ['2026-02-17T10:00:00+01:00', nine],
    ['Di, 17 Februar 2026 10.00.00 +0100', nine],
    ['Tue, 17 Feb 2026 9:00:00 AM +0000', nine],
    ['Tue, 17 Feb 2026 10:00:00 GMT+1', nine],
    ['Tue, 17 Feb 2026 04:00:00 \u22120500', nine],
    ['Tuesday, February 17, 2026 09:00', nine],
    ['Fri, 21 Nov 1997 09(comment):   55  :  06 -0600', '1997-11-21T15:55:06Z'], // RFC 5322 appendix A.6.3
    ['17 Feb 2026', '2026-02-17T00:00:00Z'],
    ['1 Jan 99 00:00:00 +0000', '1999-01-01T00:00:00Z'],
    ['Mon, 30 Feb 2026 09:00:00 +0000', null],
    ['Tue, 17 Feb 2026 31:00:00 +0000', null],
    ['17 Feb 99999 09:00:00', null],
    ['soon', null],
    ['', null],
  ];
  it.each(table)('%s', (text, moment) => {
    expect(parseMailDate(text)).toBe(moment === null ? null : Date.parse(moment));
  });
});

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

  it('an attached message is an attachment of its own', async () => {
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
    expect(mail.body_plain).toContain('could not be read whole');
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
