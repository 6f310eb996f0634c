// Character sets: each label of mail in bodies, encoded-words and file names; labels that are wrong, unknown or
// malformed; bytes that are invalid in the set they claim.
import {
  base64,
  bytes,
  type CorpusMessage,
  type Expected,
  encodedWord,
  hex,
  mail,
  multipart,
  type Piece,
  part,
  percentEncoded,
  png,
  quotedPrintable,
  textPart,
} from './build.ts';
import { charsetSamples, moreCharsetSamples } from './charset-samples.ts';

const utf8 = 'Grüße aus Köln, 你好';
const quotes = Buffer.from('\x93I haven\x92t,\x94 \x96 she said\x85', 'latin1');
const latin = Buffer.from('Grüße aus Köln', 'latin1');

export const charsets: CorpusMessage[] = [
  ...charsetSamples.flatMap(everyPlace),
  ...moreCharsetSamples.flatMap((sample) => everyPlace(sample, -1)),
  ...labels(),
  ...invalid(),
  ...inHtml(),
  ...words(),
];

/** A sample as a plain body; and as HTML, subject, name and file name of one message. */
function everyPlace([label, text, code]: (typeof charsetSamples)[number], at: number): CorpusMessage[] {
  const content = hex(code);
  const name = `${label}${charsetSamples.findIndex(([one]) => one === label) === at ? '' : ' with bytes of windows-1252'}`;
  const safe = ![0x00, 0x0a, 0x0d].some((byte) => content.includes(byte));
  const type = `Content-Type: text/plain; charset=${/[:]/.test(label) ? `"${label}"` : label}`;
  const body = safe
    ? mail(`charset/body ${name}`, [type, 'Content-Transfer-Encoding: 8bit'], bytes(content, '\n'), { text })
    : mail(`charset/body ${name}`, [type, 'Content-Transfer-Encoding: base64'], base64(content), { text });
  const wide = /^utf-?(?:16|32)/.test(label);
  const markup = wide ? content : Buffer.concat([Buffer.from('<p>'), content, Buffer.from('</p>')]);
  const html = part(
    [`Content-Type: text/html; charset="${label}"`, 'Content-Transfer-Encoding: quoted-printable'],
    quotedPrintable(markup),
  );
  const file = part(
    [
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename*=${label}''${percentEncoded(content)}.png`,
    ],
    base64(png.content),
  );
  const everywhere = mail(
    `charset/everywhere ${name}`,
    [
      `Subject: ${encodedWord(label, content, 'b')}`,
      `From: ${encodedWord(label, content, 'q')} <ann@example.org>`,
      'Content-Type: multipart/mixed; boundary=b1',
    ],
    multipart('b1', [html, file]),
    {
      subject: text,
      from: { address: 'ann@example.org', name: text },
      html: wide ? text : `<p>${text}</p>`,
      attachments: wide ? [] : [{ filename: `${text}.png`, mime: 'image/png', content: png.content }],
    },
  );
  return wide ? [body] : [body, everywhere];
}

function labels(): CorpusMessage[] {
  const wrong: [label: string, content: Uint8Array, text: string][] = [
    ['"charset=utf-8"', Buffer.from(utf8), utf8],
    ['"charset=iso-8859-1"', latin, 'Grüße aus Köln'],
    ['"utf-8"', Buffer.from(utf8), utf8],
    ["'utf-8'", Buffer.from(utf8), utf8],
    ['" utf-8 "', Buffer.from(utf8), utf8],
    ['UTF-8', Buffer.from(utf8), utf8],
    ['utf_8', Buffer.from(utf8), utf8],
    ['utf-8;', Buffer.from(utf8), utf8],
    ['utf-8,', Buffer.from(utf8), utf8],
    ['"utf-8', Buffer.from(utf8), utf8],
    ['=utf-8', Buffer.from(utf8), utf8],
    ['utf-8*', Buffer.from(utf8), utf8],
    ['iso-2022-jp', Buffer.from('こんにちは'), 'こんにちは'],
    ['gb2312', Buffer.from('你好，世界，今天天气很好'), '你好，世界，今天天气很好'],
    ['big5', Buffer.from('您好，世界，今天天氣很好'), '您好，世界，今天天氣很好'],
    ['euc-kr', Buffer.from('안녕하세요, 세계'), '안녕하세요, 세계'],
    ['gb2312', quotes, '“I haven’t,” – she said…'],
    ['ks_c_5601-1987', quotes, '“I haven’t,” – she said…'],
    ['us-ascii', Buffer.from(utf8), utf8],
    ['us-ascii', latin, 'Grüße aus Köln'],
    ['x-unknown', Buffer.from(utf8), utf8],
    ['x-unknown', latin, 'Grüße aus Köln'],
    ['unknown-8bit', latin, 'Grüße aus Köln'],
    ['default', Buffer.from(utf8), utf8],
    ['_iso-2022-jp$ESC', Buffer.from('Plain'), 'Plain'],
    ['foo-bar-42', Buffer.from(utf8), utf8],
    ['none', latin, 'Grüße aus Köln'],
    ['""', Buffer.from(utf8), utf8],
    ['ascii', Buffer.from(utf8), utf8],
    ['7bit', Buffer.from(utf8), utf8],
    ['8bit', latin, 'Grüße aus Köln'],
    ['utf-8-strict', Buffer.from(utf8), utf8],
    ['"UTF-8"; reply-type=original', Buffer.from(utf8), utf8],
    ['"iso-8859-1"; format=flowed', latin, 'Grüße aus Köln'],
    ["utf-8''en", Buffer.from(utf8), utf8],
    ['ISO_8859-1', latin, 'Grüße aus Köln'],
    ['iso88591', latin, 'Grüße aus Köln'],
    ['"ISO 8859-1"', latin, 'Grüße aus Köln'],
  ];
  return wrong.map(([label, content, text]) =>
    mail(
      `charset/label ${label} over ${content === quotes ? 'Windows-1252' : content === latin ? 'Latin-1' : text === 'Plain' ? 'ASCII' : 'UTF-8'}`,
      [`Content-Type: text/plain; charset=${label}`, 'Content-Transfer-Encoding: 8bit'],
      bytes(content, '\n'),
      { text },
    ),
  );
}

function invalid(): CorpusMessage[] {
  const plain = (name: string, label: string, content: Uint8Array, text: string) =>
    mail(
      `charset/${name}`,
      [
        label ? `Content-Type: text/plain; charset=${label}` : 'Content-Type: text/plain',
        'Content-Transfer-Encoding: 8bit',
      ],
      bytes(content, '\n'),
      { text },
    );
  const long = 'Größe, Übermaß, äußerst, schön, über, für, Straße, möglich, ';
  return [
    plain(
      'one invalid byte in UTF-8',
      'utf-8',
      Buffer.concat([Buffer.from(long), hex('ff'), Buffer.from(long)]),
      `${long}\ufffd${long.trimEnd()}`,
    ),
    plain(
      'a character cut off in UTF-8',
      'utf-8',
      Buffer.concat([Buffer.from(long), hex('e282'), Buffer.from(` ${long}`)]),
      `${long}\ufffd ${long.trimEnd()}`,
    ),
    plain(
      'a character cut off at the end of UTF-8',
      'utf-8',
      Buffer.concat([Buffer.from(long), hex('e282')]),
      `${long}\ufffd`,
    ),
    plain('Latin-1 labelled UTF-8', 'utf-8', Buffer.from(long, 'latin1'), long.trimEnd()),
    plain('windows-1252 labelled UTF-8', 'utf-8', hex('93476f6f6494 20 80 35'), '“Good” €5'),
    plain('no label, UTF-8', '', Buffer.from(utf8), utf8),
    plain('no label, Latin-1', '', latin, 'Grüße aus Köln'),
    plain('no label, windows-1252', '', hex('93476f6f6494'), '“Good”'),
    plain('a byte order mark in UTF-8', 'utf-8', Buffer.concat([hex('efbbbf'), Buffer.from(utf8)]), utf8),
    mail('charset/no content type, UTF-8', [], bytes(Buffer.from(utf8), '\n'), { text: utf8 }),
    mail('charset/no content type, Latin-1', [], bytes(latin, '\n'), { text: 'Grüße aus Köln' }),
    mail('charset/no MIME-Version, UTF-8', ['MIME-Version:'], bytes(Buffer.from(utf8), '\n'), { text: utf8 }),
    mail(
      'charset/iso-2022-jp without an escape at the end of a line',
      ['Content-Type: text/plain; charset=iso-2022-jp'],
      bytes(hex('1b2442467c4b5c1b2842'), '\n', hex('1b2442467c4b5c1b2842'), '\n'),
      { text: '日本\n日本' },
    ),
    mail(
      'charset/iso-2022-jp in quoted-printable',
      ['Content-Type: text/plain; charset=iso-2022-jp', 'Content-Transfer-Encoding: quoted-printable'],
      '=1B$BF|K\\=1B(B\n',
      { text: '日本' },
    ),
    mail(
      'charset/windows-1252 quotation marks labelled iso-8859-15',
      ['Content-Type: text/plain; charset=iso-8859-15', 'Content-Transfer-Encoding: quoted-printable'],
      'caf=E9 =A4\n',
      { text: 'café €' },
    ),
    mail(
      'charset/UTF-7 with plus, minus and several shifts',
      ['Content-Type: text/plain; charset=utf-7'],
      '1 +- 1 is +AGIAbwB0AGg- 2 +IKw-; Gr+APwA3w-e\n',
      { text: '1 + 1 is both 2 €; Grüße' },
    ),
    mail(
      'charset/HZ with tildes and line ends',
      ['Content-Type: text/plain; charset=hz-gb-2312'],
      'one ~~ two ~{VPND~} three~\n four\n',
      { text: 'one ~ two 中文 three four' },
    ),
  ];
}

function inHtml(): CorpusMessage[] {
  const page = (meta: string) => `<html><head>${meta}</head><body>Gr\xfc\xdfe</body></html>`;
  const cyrillic = hex('cff0e8e2e5f2');
  const metas: [name: string, meta: string][] = [
    ['a meta charset', '<meta charset="windows-1251">'],
    ['a meta charset without quotes', '<meta charset=windows-1251>'],
    ['a meta http-equiv', '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'],
    ['a meta with content first', "<META CONTENT='text/html;charset=windows-1251' HTTP-EQUIV='content-type'>"],
  ];
  return [
    ...metas.map(([name, meta]) =>
      mail(
        `charset/HTML without a label, ${name}`,
        ['Content-Type: text/html', 'Content-Transfer-Encoding: 8bit'],
        bytes(`<html><head>${meta}</head><body>`, cyrillic, '</body></html>\n'),
        { html: `<html><head>${meta}</head><body>Привет</body></html>` },
      ),
    ),
    mail(
      'charset/HTML whose label wins over its meta',
      ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: 8bit'],
      `<html><head><meta charset="iso-8859-1"></head><body>${utf8}</body></html>\n`,
      { html: `<html><head><meta charset="iso-8859-1"></head><body>${utf8}</body></html>` },
    ),
    mail(
      'charset/HTML without any label',
      ['Content-Type: text/html', 'Content-Transfer-Encoding: 8bit'],
      bytes(Buffer.from(page(''), 'latin1'), '\n'),
      { html: page('') },
    ),
    mail(
      'charset/HTML without a label whose meta says another set than its UTF-8',
      ['Content-Type: text/html', 'Content-Transfer-Encoding: 8bit'],
      `<html><head><meta charset="us-ascii"></head><body>${utf8}</body></html>\n`,
      { html: `<html><head><meta charset="us-ascii"></head><body>${utf8}</body></html>` },
    ),
  ];
}

function words(): CorpusMessage[] {
  const subject = (name: string, value: Piece, text: string | null, more: Partial<Expected> = {}) =>
    mail(`encoded-word/${name}`, [bytes('Subject: ', value)], bytes('Hello.\n'), {
      subject: text,
      text: 'Hello.',
      ...more,
    });
  return [
    subject('two adjacent ones', '=?utf-8?q?Gr=C3=BC?= =?utf-8?q?=C3=9Fe?=', 'Grüße'),
    subject('two on two lines', '=?utf-8?q?Gr=C3=BC?=\n =?utf-8?q?=C3=9Fe?=', 'Grüße'),
    subject('two with two spaces and a tab between', '=?utf-8?q?Gr=C3=BC?= \t =?utf-8?q?=C3=9Fe?=', 'Grüße'),
    subject('a character split between two, Q', '=?utf-8?q?Gr=C3?= =?utf-8?q?=BC=C3=9Fe?=', 'Grüße'),
    subject('a character split between two, B', '=?utf-8?B?R3LD?= =?utf-8?B?vMOfZQ==?=', 'Grüße'),
    subject('a character split in Shift_JIS', '=?shift_jis?B?k/qW?= =?shift_jis?B?ew==?=', '日本'),
    subject('iso-2022-jp in two words', '=?iso-2022-jp?B?GyRCRnxLXBsoQg==?= =?iso-2022-jp?B?GyRCOGwbKEI=?=', '日本語'),
    subject('two character sets', '=?iso-8859-1?q?Gr=FC?= =?utf-8?q?=C3=9Fe?=', 'Grüße'),
    subject('between plain words', 'Re: =?iso-8859-1?q?Gr=FC=DFe?= to you', 'Re: Grüße to you'),
    subject('an underscore is a space in Q', '=?utf-8?q?a_b?= c_d', 'a b c_d'),
    subject('raw spaces inside Q', '=?utf-8?Q?Gr=C3=BC=C3=9Fe aus Bonn?=', 'Grüße aus Bonn'),
    subject('raw 8-bit bytes inside Q', bytes('=?iso-8859-2?Q?', hex('a3f364bc'), '?='), 'Łódź'),
    subject('raw UTF-8 inside Q', bytes('=?utf-8?Q?', Buffer.from('Łódź'), '?='), 'Łódź'),
    subject('glued to a word before', 'Re:=?utf-8?q?Gr=C3=BC=C3=9Fe?=', 'Re:Grüße'),
    subject('glued to each other', '=?utf-8?q?Gr=C3=BC?==?utf-8?q?=C3=9Fe?=', 'Grüße'),
    subject('a language tag', '=?utf-8*de?q?Gr=C3=BC=C3=9Fe?=', 'Grüße'),
    subject('lower and upper case', '=?UtF-8?b?R3LDvMOfZQ==?=', 'Grüße'),
    subject('no padding', '=?utf-8?B?R3LDvMOfZQ?=', 'Grüße'),
    subject('spaces inside B', '=?utf-8?B?R3LD vMOf ZQ==?=', 'Grüße'),
    subject('an unknown set over ASCII', '=?x-none?q?hello?=', 'hello'),
    subject('an unknown set over UTF-8', '=?x-none?q?Gr=C3=BC=C3=9Fe?=', 'Grüße'),
    subject('a wrong set over UTF-8', '=?us-ascii?q?Gr=C3=BC=C3=9Fe?=', 'Grüße'),
    subject('an unknown encoding', '=?utf-8?x?abc?=', '=?utf-8?x?abc?='),
    subject('not ended', '=?utf-8?q?open', '=?utf-8?q?open'),
    subject('an empty one', 'a =?utf-8?q??= b', 'a  b'),
    subject('a question mark inside Q', '=?utf-8?q?really??=', 'really?'),
    subject('=3F and =5F', '=?utf-8?q?a=3Fb=5Fc?=', 'a?b_c'),
    subject('lower-case hex', '=?utf-8?q?Gr=c3=bc=c3=9fe?=', 'Grüße'),
    subject('a longer word than RFC 2047 allows', `=?utf-8?q?${'=C3=BC'.repeat(60)}?=`, 'ü'.repeat(60)),
    subject('many words on many lines', Array(20).fill('=?utf-8?q?=C3=BC=C3=9F?=').join('\n '), 'üß'.repeat(20)),
    subject('in quotes', '"=?utf-8?q?Gr=C3=BC=C3=9Fe?="', '"Grüße"'),
    subject('an emoji split into two words', '=?utf-8?Q?=F0=9F?= =?utf-8?Q?=98=80?=', '😀'),
    subject('windows-1252 euro', '=?windows-1252?Q?5_=80?=', '5 €'),
    subject('UTF-7', '=?utf-7?Q?Gr+APwA3w-e?=', 'Grüße'),
    subject('raw UTF-8 without an encoded-word', 'Grüße 你好', 'Grüße 你好'),
    subject('raw Latin-1 without an encoded-word', Buffer.from('Grüße', 'latin1'), 'Grüße'),
    subject('raw UTF-8 beside an encoded-word', 'Grüße =?utf-8?q?=C3=BC?=', 'Grüße ü'),
    subject('a line end and a field inside', '=?utf-8?q?a=0D=0ABcc:_x?=', 'a Bcc: x'),
    mail(
      'encoded-word/two names in a list',
      ['To: =?utf-8?q?J=C3=BCrgen?= <j@example.net>, =?utf-8?b?w4VzYQ==?= <a@example.net>'],
      'Hello.\n',
      {
        to: [
          { address: 'j@example.net', name: 'Jürgen' },
          { address: 'a@example.net', name: 'Åsa' },
        ],
        text: 'Hello.',
      },
    ),
    mail('encoded-word/a comma inside', ['To: =?utf-8?q?Lee=2C_J=C3=BCrgen?= <j@example.net>'], 'Hello.\n', {
      to: [{ address: 'j@example.net', name: 'Lee, Jürgen' }],
      text: 'Hello.',
    }),
    mail('encoded-word/in a quoted name', ['From: "=?utf-8?q?J=C3=BCrgen?=" <j@example.org>'], 'Hello.\n', {
      from: { address: 'j@example.org', name: 'Jürgen' },
      text: 'Hello.',
    }),
    mail('encoded-word/in a comment', ['From: j@example.org (=?utf-8?q?J=C3=BCrgen?=)'], 'Hello.\n', {
      from: { address: 'j@example.org', name: 'Jürgen' },
      text: 'Hello.',
    }),
    mail(
      'encoded-word/an address that is an encoded-word too',
      ['From: =?utf-8?q?Ann_=3Cann=40example=2Eorg=3E?='],
      'Hello.\n',
      {
        text: 'Hello.',
        from: { address: '', name: 'Ann <ann@example.org>' },
      },
    ),
    mail(
      'encoded-word/in a multipart with its own sets',
      ['Subject: =?koi8-r?B?8NLJ18XU?=', 'Content-Type: multipart/mixed; boundary=b1'],
      multipart('b1', [
        textPart('Grüße'),
        part(['Content-Type: text/plain; charset=koi8-r', 'Content-Transfer-Encoding: 8bit'], hex('f0d2c9d7c5d4')),
      ]),
      { subject: 'Привет', text: 'Grüße\nПривет' },
    ),
  ];
}
