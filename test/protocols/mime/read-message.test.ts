// Messages are read as mail programs in the field read them: character sets, encoded words, addresses, dates.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { parseMailDate } from '../../../src/protocols/mime/dates.ts';
import { createMessageReader, type MessageReader } from '../../../src/protocols/mime/read-message.ts';
import type { ParsedMail } from '../../../src/values/parsed-mail.ts';
import { message, multipart, usual } from '../../support/messages.ts';

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
      reply_to: [],
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

  it('none: UTF-8, or else Windows-1252', async () => {
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

  it('an incomplete character is replaced', async () => {
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
  it('are separated from the text around them', async () => {
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
