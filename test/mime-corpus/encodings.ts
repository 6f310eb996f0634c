// Transfer encodings: base64 and quoted-printable as they should be and as they are, identity encodings by every name,
// uuencode and yEnc.
import {
  base64,
  bytes,
  type CorpusMessage,
  type Expected,
  hex,
  mail,
  multipart,
  noise,
  type Piece,
  part,
  textPart,
} from './build.ts';

const plain = 'Content-Type: text/plain; charset=utf-8';
const words = 'Grüße aus Köln. One, two, three, four, five, six, seven, eight, nine, ten, eleven.';

export const encodings: CorpusMessage[] = [
  ...base64Bodies(),
  ...quotedPrintableBodies(),
  ...labels(),
  ...unix(),
  ...footers(),
];

function body(
  name: string,
  encoding: string,
  content: Piece,
  text: string | null,
  more: Partial<Expected> = {},
): CorpusMessage {
  return mail(`encoding/${name}`, [plain, `Content-Transfer-Encoding: ${encoding}`], content, { text, ...more });
}

function base64Bodies(): CorpusMessage[] {
  const code = base64(words);
  const one = code.replaceAll('\n', '');
  const b = (name: string, content: Piece, text: string | null = words, more: Partial<Expected> = {}) =>
    body(`base64, ${name}`, 'base64', content, text, more);
  return [
    b('lines of 76', `${code}\n`),
    b('one long line', `${one}\n`),
    b('lines of 20', `${base64(words, 20)}\n`),
    b('lines of 61 that are not a multiple of four', `${base64(words, 61)}\n`),
    b('no line end at the end', code),
    b('blank lines between', `${code.replaceAll('\n', '\n\n')}\n\n\n`),
    b('spaces at line ends', `${code.replaceAll('\n', '  \n')}  \n`),
    b('tabs before lines', `\t${code.replaceAll('\n', '\n\t')}\n`),
    b('padding left out', `${one.replace(/=+$/, '')}\n`),
    b('more padding than needed', `${one}==\n`),
    b('a blank line first', `\n${code}\n`),
    b('LF in decoded text', base64('one\ntwo\n'), 'one\ntwo'),
    b('CRLF in decoded text', base64('one\r\ntwo\r\n'), 'one\ntwo'),
    b('no content', '', null),
    b(
      'plain text under the label',
      'This is not base64 at all; it is a letter.\n\nRegards, Ann.\n',
      'This is not base64 at all; it is a letter.\n\nRegards, Ann.',
      { problem: undefined },
    ),
    b('plain text with umlauts under the label', 'Grüße aus Köln, kein base64.\n', 'Grüße aus Köln, kein base64.', {
      problem: undefined,
    }),
    mail(
      'encoding/base64, HTML under the label',
      ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64'],
      '<html><body><p>Hello there</p></body></html>\n',
      {
        html: '<html><body><p>Hello there</p></body></html>',
        problem: undefined,
      },
    ),
    b('an illegal character between lines', `${code.replace('\n', '\n!\n')}\n`, words, { problem: undefined }),
    b('an illegal character in one short line', `${base64('Hello.').replace('b', 'b*')}\n`, 'Hello.', {
      problem: undefined,
    }),
    b('a byte order mark decoded', base64(Buffer.concat([hex('efbbbf'), Buffer.from(words)]))),
  ];
}

/** What lists and gateways add below base64. RFC 2045 section 6.8: padding marks the end of the data. */
function footers(): CorpusMessage[] {
  const footer = '_______________________________________________\ntalk mailing list\ntalk@lists.example.org\n';
  const padded = 'The committee meets on Tuesday.';
  const full = 'The committee meets on Tuesday!!';
  const type = 'Content-Type: application/octet-stream; name=a.bin';
  const content = noise(7, 100);
  const attachments = [{ filename: 'a.bin', mime: 'application/octet-stream', content }];
  return [
    body(
      'base64, a list footer below the padding',
      'base64',
      `${base64(padded)}\n\n${footer}`,
      `${padded}\n${footer.trimEnd()}`,
      { problem: undefined },
    ),
    body(
      'base64, plain text right after the padding',
      'base64',
      `${base64(padded)} -- sent by a gateway\n`,
      `${padded}\n-- sent by a gateway`,
      { problem: undefined },
    ),
    body(
      'base64, a list footer below data without padding',
      'base64',
      `${base64(full.slice(0, 30))}\n${footer}`,
      `${full.slice(0, 30)}\n${footer.trimEnd()}`,
      { problem: undefined },
    ),
    mail(
      'encoding/base64, a footer below an attachment',
      ['Content-Type: multipart/mixed; boundary=b1'],
      multipart('b1', [
        textPart('Hello.'),
        part([type, 'Content-Transfer-Encoding: base64'], `${base64(content)}\n\nScanned by a gateway.\n`),
      ]),
      { text: 'Hello.', attachments, problem: undefined },
    ),
  ];
}

function quotedPrintableBodies(): CorpusMessage[] {
  const q = (name: string, content: Piece, text: string | null, more: Partial<Expected> = {}) =>
    body(`quoted-printable, ${name}`, 'quoted-printable', content, text, more);
  return [
    q('escaped bytes', 'Gr=C3=BC=C3=9Fe\n', 'Grüße'),
    q('lower-case hex', 'Gr=c3=bc=c3=9fe\n', 'Grüße'),
    q('a soft line break', 'one =\ntwo\n', 'one two'),
    q('a soft line break with spaces after it', 'one =  \t\ntwo\n', 'one two'),
    q('a soft line break inside a character', 'Gr=C3=\n=BC=C3=9Fe\n', 'Grüße'),
    q('hard line breaks', 'one\ntwo\n\nthree\n', 'one\ntwo\n\nthree'),
    q('spaces at the end of a line were added on the way', 'one   \ntwo\t\n', 'one\ntwo'),
    q('an escaped space at the end of a line', 'one=20\ntwo\n', 'one \ntwo'),
    q('escaped line ends', 'one=0D=0Atwo=0Athree\n', 'one\ntwo\nthree'),
    q('an equals sign escaped', 'a=3Db\n', 'a=b'),
    q('an equals sign that is not', 'a=b and c=d\n', 'a=b and c=d'),
    q('an equals sign with one digit', 'a=4 x\n', 'a=4 x'),
    q('two equals signs', 'a==3Db\n', 'a==b'),
    q('an equals sign at the very end', 'one=', 'one'),
    q('a soft line break at the very end', 'one=\n', 'one'),
    q('raw 8-bit bytes', 'Grüße =C3=BC\n', 'Grüße ü'),
    q('an underscore', 'a_b\n', 'a_b'),
    q('a line that begins with a dot', '..one\n.\ntwo\n', '..one\n.\ntwo'),
    q('a very long line', `${'word '.repeat(400)}end\n`, `${'word '.repeat(400)}end`),
    q('only soft line breaks', '=\n=\n=\n', null),
    q('a form feed and a tab', 'a\tb=0Cc\n', 'a\tb\fc'),
    q('a URL with an unescaped equals sign', 'https://example.org/?a=zz&b=qq\n', 'https://example.org/?a=zz&b=qq'),
    mail(
      'encoding/quoted-printable, HTML with soft breaks in tags',
      ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
      '<a href=3D"https://ex=\nample.org/">x</a>\n',
      {
        html: '<a href="https://example.org/">x</a>',
      },
    ),
    mail(
      'encoding/quoted-printable with bare line feeds',
      [plain, 'Content-Transfer-Encoding: quoted-printable'],
      Buffer.from('one=\n two=20\nthree\n'),
      {
        text: 'one two \nthree',
      },
    ),
  ];
}

function labels(): CorpusMessage[] {
  const identity = [
    '7bit',
    '8bit',
    'binary',
    '7BIT',
    '8Bit',
    '7-bit',
    '8-bit',
    '8bits',
    '7bit;',
    'plain',
    'text/html',
    'none',
    'utf-8',
    'x-unknown',
    '7bit (as it is)',
    'amazing-spam',
  ];
  const quoted = [
    'Quoted-Printable',
    'QUOTED-PRINTABLE',
    'quoted-printable;',
    'quoted-printable ',
    'quoted printable',
    '"quoted-printable"',
    'quoted-printable (RFC 2045)',
    'quoted/printable',
    'quotedprintable',
    'quoted_printable',
  ];
  const based = ['BASE64', 'Base64', 'base64;', '"base64"', 'base64 (as usual)', 'base-64', 'base_64'];
  return [
    ...identity.map((label) => body(`label ${label}`, label, 'Grüße =3D aGFsbG8=\n', 'Grüße =3D aGFsbG8=')),
    ...quoted.map((label) => body(`label ${label}`, label, 'Gr=C3=BC=C3=9Fe\n', 'Grüße')),
    ...based.map((label) => body(`label ${label}`, label, `${base64(words)}\n`, words)),
    mail('encoding/label left empty', [plain, 'Content-Transfer-Encoding:'], 'Grüße\n', { text: 'Grüße' }),
    mail(
      'encoding/label twice',
      [plain, 'Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit'],
      `${base64(words)}\n`,
      { text: words },
    ),
  ];
}

/** A content as uuencode writes it; zero as a grave accent. */
function uuencoded(name: string, content: Uint8Array, zero = '`'): string {
  const char = (value: number) => (value === 0 ? zero : String.fromCharCode(value + 32));
  const lines: string[] = [];
  for (let at = 0; at < content.length; at += 45) {
    const slice = content.subarray(at, at + 45);
    let line = char(slice.length);
    for (let i = 0; i < slice.length; i += 3) {
      const [a = 0, b = 0, c = 0] = slice.subarray(i, i + 3);
      line += char(a >> 2) + char(((a & 3) << 4) | (b >> 4)) + char(((b & 15) << 2) | (c >> 6)) + char(c & 63);
    }
    lines.push(line);
  }
  return `begin 644 ${name}\n${lines.join('\n')}\n${zero}\nend\n`;
}

/** A content as yEnc writes it: each byte plus 42, critical ones escaped. */
function yenc(name: string, content: Uint8Array): Buffer {
  const line: number[] = [];
  let column = 0;
  for (const byte of content) {
    const code = (byte + 42) & 255;
    if ([0, 10, 13, 61].includes(code) || (column === 0 && code === 46)) line.push(61, (code + 64) & 255);
    else line.push(code);
    if (++column === 128) {
      line.push(13, 10);
      column = 0;
    }
  }
  return bytes(
    `=ybegin line=128 size=${content.length} name=${name}\n`,
    Buffer.from(line),
    `\n=yend size=${content.length}\n`,
  );
}

function unix(): CorpusMessage[] {
  const small = Buffer.from('Hello, uuencode!\n');
  const large = noise(42, 700);
  const file = (filename: string, content: Uint8Array, mime = 'application/octet-stream') => ({
    filename,
    mime,
    content,
  });
  const inline = (name: string, content: Piece, expected: Partial<Expected>) =>
    mail(`encoding/${name}`, [plain], content, expected);
  return [
    inline('uuencode inside a text', `See below.\n\n${uuencoded('hello.txt', small)}\nRegards, Ann.\n`, {
      text: 'See below.\n\n\nRegards, Ann.',
      attachments: [file('hello.txt', small, 'text/plain')],
    }),
    inline('uuencode alone', uuencoded('data.bin', large), { text: null, attachments: [file('data.bin', large)] }),
    inline('uuencode with spaces as zeros', uuencoded('data.bin', large, ' '), {
      text: null,
      attachments: [file('data.bin', large)],
    }),
    inline(
      'uuencode of two files',
      `Two files.\n${uuencoded('one.bin', noise(1, 50))}\n${uuencoded('two.bin', noise(2, 90))}`,
      {
        text: 'Two files.',
        attachments: [file('one.bin', noise(1, 50)), file('two.bin', noise(2, 90))],
      },
    ),
    inline('uuencode with a space in its name', uuencoded('my file.bin', noise(3, 50)), {
      text: null,
      attachments: [file('my file.bin', noise(3, 50))],
    }),
    inline('uuencode without its end', `Hello.\n${uuencoded('a.bin', small).replace('`\nend\n', '')}`, {
      text: undefined,
      problem: undefined,
      attachments: undefined,
    }),
    inline('words that begin as uuencode does', 'begin 644 times and stop.\nThat is all.\n', {
      text: 'begin 644 times and stop.\nThat is all.',
    }),
    mail(
      'encoding/label x-uuencode',
      ['Content-Type: multipart/mixed; boundary=b1'],
      multipart('b1', [
        textPart('Hello.'),
        part(
          ['Content-Type: application/octet-stream; name=data.bin', 'Content-Transfer-Encoding: x-uuencode'],
          uuencoded('data.bin', large),
        ),
      ]),
      { text: 'Hello.', attachments: [file('data.bin', large)] },
    ),
    mail(
      'encoding/label x-uue',
      ['Content-Type: multipart/mixed; boundary=b1'],
      multipart('b1', [
        textPart('Hello.'),
        part(
          ['Content-Type: image/gif; name=data.gif', 'Content-Transfer-Encoding: x-uue'],
          uuencoded('other.gif', large),
        ),
      ]),
      { text: 'Hello.', attachments: [file('data.gif', large, 'image/gif')] },
    ),
    mail(
      'encoding/label uuencode on a text',
      [plain, 'Content-Transfer-Encoding: uuencode'],
      uuencoded('x', Buffer.from(words)),
      { text: undefined, attachments: [file('x', Buffer.from(words), 'text/plain')] },
    ),
    mail('encoding/yEnc alone', [], bytes(yenc('data.bin', large)), {
      text: null,
      attachments: [file('data.bin', large)],
    }),
    mail('encoding/yEnc below a text', [], bytes('See below.\n\n', yenc('photo.jpg', large)), {
      text: 'See below.',
      attachments: [file('photo.jpg', large, 'image/jpeg')],
    }),
    mail(
      'encoding/yEnc with every byte',
      [],
      bytes(yenc('all.bin', Buffer.from(Array.from({ length: 256 }, (_, at) => at)))),
      {
        text: null,
        attachments: [file('all.bin', Buffer.from(Array.from({ length: 256 }, (_, at) => at)))],
      },
    ),
  ];
}
