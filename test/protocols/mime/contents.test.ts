// Character sets, transfer encodings, content types and attachments as mail has them.
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { parseMessage } from '../../../src/protocols/mime/parse.ts';
import { message, multipart, usual } from '../../support/messages.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const withBody = (fields: string[], body: Buffer) => Buffer.concat([message([...usual, ...fields], ''), body]);
const textOf = (type: string, body: Buffer) => parseMessage(withBody([`Content-Type: ${type}`], body));
const encodedOf = (encoding: string, body: string, type = 'text/plain') =>
  parseMessage(
    withBody([`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`], Buffer.from(body, 'latin1')),
  );
const bytesOf = (raw: Buffer) =>
  parseMessage(raw).attachments.map(({ content }) => Buffer.from(content).toString('latin1'));

describe('character sets', () => {
  const utf8 = Buffer.from('Grüße, schöne Öfen für Köln');
  const table: [what: string, type: string, bytes: Buffer, text: string][] = [
    [
      'an invalid byte in UTF-8 is U+FFFD, and the rest is read',
      'text/plain; charset=utf-8',
      Buffer.concat([utf8, hex('ff')]),
      `${utf8}\ufffd`,
    ],
    [
      'UTF-8 with as many invalid bytes as characters is UTF-8',
      'text/plain; charset=utf-8',
      hex('c2a1 20 a1'),
      '¡ \ufffd',
    ],
    [
      'what is called UTF-8 and is mostly not, is Windows-1252',
      'text/plain; charset=utf-8',
      Buffer.from('Grüße', 'latin1'),
      'Grüße',
    ],
    ['a malformed label', 'text/plain; charset="charset=utf-8"', utf8, `${utf8}`],
    ['an unknown label', 'text/plain; charset=x-nothing', utf8, `${utf8}`],
    ['iso-2022-jp over UTF-8', 'text/plain; charset=iso-2022-jp', utf8, `${utf8}`],
    ['gb2312 over UTF-8', 'text/plain; charset=gb2312', utf8, `${utf8}`],
    ['iso-8859-1 over UTF-8', 'text/plain; charset=iso-8859-1', utf8, `${utf8}`],
    ['UTF-7', 'text/plain; charset=unicode-1-1-utf-7', Buffer.from('Hi Mom -+Jjo--!'), 'Hi Mom -☺-!'],
    ['HZ', 'text/plain; charset=hz-gb-2312', Buffer.from('~{VPND~} and ~~'), '中文 and ~'],
    ['IBM850', 'text/plain; charset=IBM850', hex('81 84 94 e1'), 'üäöß'],
    ['CP437', 'text/plain; charset=cp437', hex('c9 cd bb 9b'), '╔═╗¢'],
    ['ISO-2022-KR', 'text/plain; charset=iso-2022-kr', hex('1b242943 0e 4751315b 0f 21'), '한글!'],
    ['ISO-2022-JP-2', 'text/plain; charset=iso-2022-jp-2', hex('1b2442 467c 1b2441 5650 1b2842 21'), '日中!'],
    ['windows-949', 'text/plain; charset=cp949', hex('8141 b0a1'), '갂가'],
    ['Big5 of Hong Kong', 'text/plain; charset=big5-hkscs', hex('9df89defadbb'), '啲嘅香'],
    [
      'English with Windows quotes, called GB 2312',
      'text/plain; charset=gb2312',
      hex('4920617665 6e9274 2e'),
      'I aven’t.',
    ],
    ['quotes of Windows, called Big5', 'text/plain; charset=big5', hex('93 486921 94 2085'), '“Hi!” …'],
    ['a rare character of GBK', 'text/plain; charset=gb2312', hex('b3c2 954e'), '陈昇'],
    ['a rare character alone', 'text/plain; charset=gb2312', hex('954e'), '昇'],
    ['Johab', 'text/plain; charset=johab', hex('d065 8b69 21'), '한글!'],
    ['EUC-TW', 'text/plain; charset=euc-tw', hex('c4e3 8ea2a1a1 8ea3a1a4 8eafa1a7 21'), '中乂亅𠃘!'],
    ['ISO-2022-CN', 'text/plain; charset=iso-2022-cn', hex('1b242947 1b242a48 0e 4463 1b4e2121 0f 21'), '中乂!'],
    ['UTF-16 with a mark', 'text/plain; charset=utf-16', hex('fffe 4f60'), '恏'],
    [
      'plain text that is called UTF-16',
      'text/plain; charset=utf-16',
      Buffer.from('Only plain words here.'),
      'Only plain words here.',
    ],
    ['UTF-32', 'text/plain; charset=utf-32be', hex('0001f600'), '😀'],
    ['Japanese without a label', 'text/plain', hex('1b2442 467c4b5c 1b2842'), '日本'],
  ];
  it.each(table)('%s', (_what, type, bytes, text) => {
    expect(textOf(type, bytes)).toMatchObject({ body_plain: text, problem: null });
  });

  it('an HTML text without a label says itself what it is', () => {
    const html = Buffer.concat([Buffer.from('<meta charset="koi8-r"><p>'), hex('f0d2c9d7c5d4')]);
    expect(textOf('text/html', html).body_html).toContain('Привет');
    expect(textOf('text/html; charset=windows-1251', html).body_html).not.toContain('Привет');
  });

  it('raw bytes in a header are of the character set of the text', () => {
    const raw = Buffer.concat([
      Buffer.from('Subject: '),
      hex('f0d2c9d7c5d4'),
      Buffer.from('\nContent-Type: text/plain; charset=koi8-r\n\nx'),
    ]);
    expect(parseMessage(raw).subject).toBe('Привет');
  });

  it('raw bytes within an encoded-word are of the character set of the word', () => {
    const raw = Buffer.concat([Buffer.from('Subject: =?koi8-r?Q?'), hex('f0d2'), Buffer.from('=C9=D7?= x\n\nx')]);
    expect(parseMessage(raw).subject).toBe('Прив x');
  });
});

describe('transfer encodings', () => {
  it('base64 ends at its padding; a footer below a text is shown as it is', () => {
    expect(encodedOf('base64', 'SGVsbG8uCg==\n\n_______\nTalk list\nhttps://x.example\n').body_plain).toBe(
      'Hello.\n_______\nTalk list\nhttps://x.example',
    );
    expect(encodedOf('base64', 'SGVsbG8=Plain words after it').body_plain).toContain('Hello');
  });

  it('base64 without padding ends where text begins', () => {
    expect(encodedOf('base64', 'SGVsbG8h\n_______________\nTalk list footer\n').body_plain).toBe(
      'Hello!\n_______________\nTalk list footer',
    );
  });

  it('base64 in pieces that are padded each is one', () => {
    const piece = (text: string) => Buffer.from(text).toString('base64');
    expect(encodedOf('base64', `${piece('Hello, ')}\n${piece('you 1234.')}\n`).body_plain).toBe('Hello, you 1234.');
  });

  it.each(['Hello, these are only words.', 'Hello', '%%% !!!'])(
    'a base64 label over plain text keeps it: %s',
    (text) => {
      expect(encodedOf('base64', text).body_plain).toBe(text);
    },
  );

  it('quoted-printable: soft and hard breaks, blanks at line ends, signs that encode nothing', () => {
    expect(
      encodedOf('quoted-printable', 'one =\r\ntwo \t\r\nthree=20\r\nf=C3=BCr =  \r\nx=y =3d=3D =ZZ=').body_plain,
    ).toBe('one two\nthree \nfür x=y == =ZZ');
  });

  it.each(['BASE64', '"base64"', 'base64 (a comment)', ' base64;'])('the encoding %s is base64', (written) => {
    expect(encodedOf(written, 'SGVsbG8u').body_plain).toBe('Hello.');
  });

  it('uuencode, as an encoding and within a text, is a file', () => {
    const file = 'begin 644 a b.txt\n#86)C\n`\nend\n';
    expect(encodedOf('x-uuencode', file)).toMatchObject({ body_plain: null, attachments: [{ filename: 'a b.txt' }] });
    const mail = encodedOf('7bit', `Before.\n${file}After.\n`);
    expect(mail).toMatchObject({
      body_plain: 'Before.\nAfter.',
      attachments: [{ filename: 'a b.txt', mime: 'text/plain' }],
    });
    expect(Buffer.from(mail.attachments[0]?.content ?? []).toString()).toBe('abc');
    expect(encodedOf('7bit', 'begin 644 this story\nwith a bang.\nend\n')).toMatchObject({ attachments: [] });
  });

  it('uuencode without a name is a file', () => {
    const mail = encodedOf('7bit', 'See:\nbegin 644 \n#0V%T\n`\nend\n');
    expect(mail.body_plain).toBe('See:');
    expect(mail.attachments.map(({ content }) => `${Buffer.from(content)}`)).toEqual(['Cat']);
  });

  it('files within texts stay text where a record has no room for more attachments', () => {
    const file = 'begin 644 a.txt\n#86)C\n`\nend\n';
    const text = `Content-Type: text/plain\n\n${file.repeat(200)}`;
    const picture = 'Content-Type: image/png; name=last.png\n\nx';
    const mail = parseMessage(multipart([...Array(8).fill(text), picture]));
    expect(mail.attachments).toHaveLength(limits.attachments - 8); // eight parts are texts
    expect(mail.attachments.at(-1)?.filename).toBe('last.png');
    expect(mail.body_plain?.match(/^begin 644 a\.txt$/gm)).toHaveLength(1600 - mail.attachments.length + 1);
    expect(mail.problem).toBeNull();
  });

  it('yEnc is a file', () => {
    const body = `Here.\n=ybegin line=128 size=4 name=x.bin\n${Buffer.from([42, 43, 0x3d, 0x6e, 44]).toString('latin1')}\n=yend size=4\n`;
    const mail = encodedOf('8bit', body);
    expect(mail).toMatchObject({ body_plain: 'Here.', attachments: [{ filename: 'x.bin' }] });
    expect([...(mail.attachments[0]?.content ?? [])]).toEqual([0, 1, 4, 2]);
  });
});

describe("attachments are the sender's bytes", () => {
  const file = (content: string, encoding = '') => {
    const fields = `--b\r\nContent-Type: application/x; name=a.x\r\n${encoding}\r\n`;
    return Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${fields}${content}\r\n--b--\r\n`, 'latin1');
  };
  it.each(['', 'x', 'x\r\n', 'a\nb\r\nc\rd', '\x00\xff\r\n\r\n', '--b2', ' \t'])('%j', (content) => {
    expect(bytesOf(file(content))).toEqual([content]);
    expect(bytesOf(file(content, 'Content-Transfer-Encoding: binary\r\n'))).toEqual([content]);
  });

  it('a calendar in base64 keeps its line ends', () => {
    const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
    const raw = withBody(
      ['Content-Type: text/calendar; method=REQUEST', 'Content-Transfer-Encoding: base64'],
      Buffer.from(Buffer.from(calendar).toString('base64')),
    );
    expect(bytesOf(raw)).toEqual([calendar]);
  });
});

describe('content types', () => {
  const words = Buffer.from('Hello, Grüße.');
  it.each([
    'text; charset=us-ascii',
    'text/plain charset="utf-8"',
    'text',
    'plain/text',
    'nonsense',
    '',
    'text/plain, utf-8',
    'text/*',
  ])('the text of type "%s" is shown', (type) => {
    expect(textOf(type, words)).toMatchObject({ body_plain: 'Hello, Grüße.', attachments: [], problem: null });
  });

  it('a name is found without the semicolon before it', () => {
    const mail = parseMessage(multipart(['Content-Type: application/pdf name="x.pdf"\n\n%PDF']));
    expect(mail.attachments).toMatchObject([{ filename: 'x.pdf', mime: 'application/pdf' }]);
  });

  it.each(['Content-Disposition: inline; filename=a.txt', 'Content-Type: text/plain; name=a.txt'])(
    'a text with a file name is shown, and an attachment: %s',
    (field) => {
      const mail = parseMessage(multipart(['\nHello.', `${field}\n\nThe file.`]));
      expect(mail).toMatchObject({
        body_plain: 'Hello.\nThe file.',
        attachments: [{ filename: 'a.txt', inline: false }],
      });
    },
  );

  it('a text that is an attachment is not shown', () => {
    const mail = parseMessage(multipart(['\nHello.', 'Content-Disposition: attachment; filename=a.txt\n\nThe file.']));
    expect(mail).toMatchObject({ body_plain: 'Hello.', attachments: [{ filename: 'a.txt' }] });
  });

  const names: [what: string, disposition: string, filename: string][] = [
    [
      'continuations in any order',
      "attachment; filename*1*=%C3%9Fe; filename*0*=utf-8''Gr%C3%BC; filename*2=.pdf",
      'Grüße.pdf',
    ],
    ['a character split between continuations', "attachment; filename*0*=utf-8''Gr%C3; filename*1*=%BC.pdf", 'Grü.pdf'],
    ['the extended one before the plain one', "attachment; filename=Gr.pdf; filename*=utf-8''Gr%C3%BC.pdf", 'Grü.pdf'],
    ['an extended one in quotes', `attachment; filename*="iso-8859-1''Gr%FC.pdf"`, 'Grü.pdf'],
    ['an extended one with escaped quotes', String.raw`attachment; filename*=UTF-8''\"l%20e.pdf\"`, 'l e.pdf'],
    ['an extended one with quotes within', `attachment; filename*=UTF-8''"l%20e.pdf"`, 'l e.pdf'],
    ['encoded-words', 'attachment; filename="=?utf-8?Q?Gr=C3=BC?= =?utf-8?Q?=C3=9Fe.pdf?="', 'Grüße.pdf'],
    [
      'encoded-words in continuations',
      'attachment; filename*0="=?utf-8?Q?Gr=C3=BC?="; filename*1=" =?utf-8?Q?.pdf?="',
      'Grü.pdf',
    ],
    ['an encoded-word that is cut off', 'attachment; filename="=?utf-8?B?R3LDvMOfZS5wZG"', 'Grüße.pd'],
    ['no quotes', 'attachment; filename=The lease (1).pdf', 'The lease (1).pdf'],
    ['a quote that is not closed', 'attachment; filename="lease.pdf', 'lease.pdf'],
    ['a path of Unix', 'attachment; filename="/home/ann/lease.pdf"', 'lease.pdf'],
    ['a path upwards', 'attachment; filename="x/../../etc/passwd"', 'passwd'],
    ['a path of a server', String.raw`attachment; filename="\\\\host\\share\\lease.pdf"`, 'lease.pdf'],
    ['a slash in the name', 'attachment; filename="Invoice 3/2026.pdf"', 'Invoice 3_2026.pdf'],
    ['a folder below', 'attachment; filename="plans/2026/lease.pdf"', 'plans_2026_lease.pdf'],
    ['a slash in an encoded-word', 'attachment; filename="=?utf-8?Q?AC=2FDC=5C1.mp3?="', 'AC_DC_1.mp3'],
    ['nothing but separators', String.raw`attachment; filename="/\/"`, 'document.pdf'],
    ['nothing but dots behind one', 'attachment; filename="a/.."', 'a_..'],
    ['a path of Windows', String.raw`attachment; filename="C:\Users\ann\lease.pdf"`, 'lease.pdf'],
    ['a semicolon in quotes', 'attachment; filename="a;b.pdf"', 'a;b.pdf'],
  ];
  it.each(names)('a file name with %s', (_what, disposition, filename) => {
    const raw = multipart([`Content-Type: application/pdf\nContent-Disposition: ${disposition}\n\nx`]);
    expect(parseMessage(raw).attachments).toMatchObject([{ filename }]);
  });
});

describe('texts', () => {
  const html = 'Content-Type: text/html\n\n<p>One.';
  it('several are one, in their order, in both versions', () => {
    const mail = parseMessage(multipart(['\nBefore & after.', html, '\nLast.']));
    expect(mail.body_plain).toBe('Before & after.\nOne.\nLast.');
    expect(mail.body_html).toBe('<div>Before &amp; after.</div>\n<p>One.\n<div>Last.</div>');
  });

  it('an alternative in an alternative is one text', () => {
    const inner = `Content-Type: multipart/alternative; boundary=in\n\n--in\n\nOne, again.\n--in\n${html}\n--in--`;
    expect(parseMessage(multipart(['\nOne.', inner], 'alternative'))).toMatchObject({
      body_plain: 'One.',
      body_html: '<p>One.',
    });
  });

  it('a text that is cut has a problem', () => {
    const mail = parseMessage(message(usual, 'x'.repeat(limits.mailBodyChars + 1)));
    expect(mail.body_plain).toHaveLength(limits.mailBodyChars);
    expect(mail.problem).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('enriched text of nothing but marks is shown as it is', () => {
    const raw = message([...usual, 'Content-Type: text/enriched'], '<param>words</param>');
    expect(parseMessage(raw)).toMatchObject({ body_plain: '<param>words</param>', problem: null });
  });

  it('flowed lines are joined within their quotes', () => {
    const { body_plain } = parseMessage(
      message([...usual, 'Content-Type: text/plain; format=flowed'], '> a \n> b\n>> c \nd\n -- \n-- \nAnn'),
    );
    expect(body_plain).toBe('> a b\n>> c \nd\n-- \n-- \nAnn');
  });

  it('line ends of all kinds are line feeds', () => {
    expect(parseMessage(withBody([], Buffer.from('a\r\nb\nc\rd\r\r\ne'))).body_plain).toBe('a\nb\nc\nd\ne');
  });
});

describe('bare carriage returns', () => {
  it('a message with nothing else is read with its parts', () => {
    const raw = Buffer.from(
      multipart(['\nHello.\nYou.', 'Content-Type: application/x; name=a.x\n\nfile'])
        .toString()
        .replaceAll('\r\n', '\r'),
    );
    expect(parseMessage(raw)).toMatchObject({ subject: 'The lease', body_plain: 'Hello.\nYou.', problem: null });
    expect(bytesOf(raw)).toEqual(['file']);
  });

  it('a header with one kind of line end and a body with another', () => {
    const [header, body] = ['Subject: The\r lease\rFrom: a@b.c\r\r', 'one\ntwo\r\n'];
    expect(parseMessage(Buffer.from(header + body))).toMatchObject({ subject: 'The lease', body_plain: 'one\ntwo' });
  });

  it('line ends that a gateway has doubled', () => {
    const raw = Buffer.from(message(usual, 'one\ntwo').toString().replaceAll('\r\n', '\r\r\n'));
    expect(parseMessage(raw)).toMatchObject({ subject: 'The lease', body_plain: 'one\ntwo' });
  });
});
