// Bodies and other headers as they are found in archives.
import {
  base64,
  bytes,
  type CorpusMessage,
  type Expected,
  hex,
  htmlPart,
  multipart,
  noise,
  type Piece,
  part,
  png,
  raw,
  textPart,
} from './build.ts';
import { mixed, wild } from './wild-mail.ts';

export function bodies(): CorpusMessage[] {
  return [
    wild('HTML without a content type', [], '<html><body><p>Hello.</p></body></html>\n', {
      text: undefined,
      html: undefined,
    }),
    wild(
      'base64 that a gateway wrapped with spaces',
      ['Content-Transfer-Encoding: base64', 'Content-Type: text/plain; charset=utf-8'],
      ` ${base64('Hello, Grüße aus Köln und Bonn und anderswo.', 20).replaceAll('\n', '\n ')}\n`,
      {
        text: 'Hello, Grüße aus Köln und Bonn und anderswo.',
      },
    ),
    wild('base64 quoted in a reply', ['Content-Type: text/plain'], '> SGVsbG8=\n', { text: '> SGVsbG8=' }),
    wild(
      'base64 with the checksum of PGP below it',
      [mixed],
      multipart('b1', [
        part(
          ['Content-Type: application/pgp-encrypted; name=a.pgp', 'Content-Transfer-Encoding: base64'],
          `${base64(noise(6, 301), 64)}\n=zH6Q\n`,
        ),
      ]),
      { attachments: [{ filename: 'a.pgp', mime: 'application/pgp-encrypted', content: noise(6, 301) }] },
    ),
    wild(
      'base64 with the URL alphabet',
      [mixed],
      multipart('b1', [
        part(
          ['Content-Type: application/x-data; name=a.x', 'Content-Transfer-Encoding: base64'],
          noise(5, 300).toString('base64url'),
        ),
      ]),
      {
        attachments: [{ filename: 'a.x', mime: 'application/x-data', content: noise(5, 300) }],
      },
    ),
    wild(
      'quoted-printable under a label of 7bit',
      ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit'],
      'Gr=C3=BC=C3=9Fe\n',
      {
        text: 'Gr=C3=BC=C3=9Fe',
      },
    ),
    wild(
      'quoted-printable with CRLF escaped at each line end',
      ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
      'one=0D=0A=\ntwo=0D=0A=\n',
      {
        text: 'one\ntwo',
      },
    ),
    wild(
      'a line longer than any standard allows',
      ['Content-Type: text/plain; charset=utf-8'],
      `${'x'.repeat(100_000)}\n`,
      { text: 'x'.repeat(100_000) },
    ),
    wild('a body of blank lines', ['Content-Type: text/plain'], '\n\n\n\n', { text: null }),
    wild('NULs in the body', ['Content-Type: text/plain; charset=utf-8'], bytes('a', hex('00'), 'b\n'), {
      text: 'a\ufffdb',
    }),
    wild(
      'a gzip file named as text',
      [mixed],
      multipart('b1', [
        textPart('Hello.'),
        part(
          [
            'Content-Type: text/plain; name=log.gz',
            'Content-Transfer-Encoding: base64',
            'Content-Disposition: attachment; filename=log.gz',
          ],
          base64(hex('1f8b0800ff')),
        ),
      ]),
      {
        text: 'Hello.',
        attachments: [{ filename: 'log.gz', mime: 'text/plain', content: hex('1f8b0800ff') }],
      },
    ),
    wild(
      'a Sun attachment',
      ['Content-Type: X-sun-attachment'],
      '----------\nX-Sun-Data-Type: text\nX-Sun-Data-Name: text\n\nHello.\n',
      { text: '----------\nX-Sun-Data-Type: text\nX-Sun-Data-Name: text\n\nHello.' },
    ),
    wild(
      'a gzip transfer encoding',
      [mixed],
      multipart('b1', [
        textPart('Hello.'),
        part(['Content-Type: application/x-data; name=a.x', 'Content-Transfer-Encoding: x-gzip64'], 'H4sIAAAA'),
      ]),
      {
        text: 'Hello.',
        attachments: undefined,
      },
    ),
    wild(
      'a picture inside the text without a name or an id',
      ['Content-Type: multipart/related; boundary=b1'],
      multipart('b1', [
        htmlPart('<p>Hello.</p>'),
        part(['Content-Type: image/png', 'Content-Transfer-Encoding: base64'], base64(png.content)),
      ]),
      {
        html: '<p>Hello.</p>',
        attachments: [{ ...png, filename: 'image.png' }],
      },
    ),
    wild(
      'a picture by its location',
      ['Content-Type: multipart/related; boundary=b1'],
      multipart('b1', [
        htmlPart('<img src="https://example.org/logo.png">'),
        part(
          [
            'Content-Type: image/png',
            'Content-Location: https://example.org/logo.png',
            'Content-Transfer-Encoding: base64',
          ],
          base64(png.content),
        ),
      ]),
      {
        html: '<img src="https://example.org/logo.png">',
        attachments: undefined,
      },
    ),
    wild(
      'text below a signature that was cut',
      ['Content-Type: multipart/signed; boundary=b1; micalg=x; protocol=y'],
      bytes('--b1\n', textPart('Hello.'), '\n--b1\nContent-Type: application/pgp-signature\n\n-----BEGIN PGP'),
      {
        text: 'Hello.',
        attachments: [
          { filename: 'signature.asc', mime: 'application/pgp-signature', content: Buffer.from('-----BEGIN PGP') },
        ],
      },
    ),
    wild(
      'an attached message with a broken header',
      [mixed],
      multipart('b1', [textPart('Hello.'), part(['Content-Type: message/rfc822'], 'no header here\n\nText.')]),
      {
        text: 'Hello.',
        attachments: [{ filename: 'message.eml', mime: 'message/rfc822', content: bytes('no header here\n\nText.') }],
      },
    ),
    wild('a header and no text but a signature', ['Content-Type: text/plain'], '-- \nAnn\n', { text: '-- \nAnn' }),
  ];
}

export function headers(): CorpusMessage[] {
  const word = bytes('Subject: =?iso-8859-2?Q?', hex('a3f364bc'), '?=');
  const field = (name: string, line: Piece, expected: Partial<Expected>) =>
    wild(name, [line], 'Hello.\n', { text: 'Hello.', ...expected });
  return [
    wild(
      'raw bytes in an encoded-word, and another set of the body',
      [word, 'Content-Type: text/plain; charset=koi8-r'],
      bytes(hex('f0d2c9d7c5d4'), '\n'),
      { subject: 'Łódź', text: 'Привет' },
    ),
    field('an encoded-word broken by a fold', 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_aus_?=\n\t=?utf-8?Q?K=C3=B6ln?=', {
      subject: 'Grüße aus Köln',
    }),
    field('an encoded-word folded inside', 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_aus\n _K=C3=B6ln?=', {
      subject: 'Grüße aus Köln',
    }),
    field(
      'base64 encoded-words that each have padding',
      'Subject: =?utf-8?B?R3I=?= =?utf-8?B?w7zDnw==?= =?utf-8?B?ZQ==?=',
      { subject: 'Grüße' },
    ),
    field('an encoded-word in an encoded-word', 'Subject: =?utf-8?Q?=3D=3Futf-8=3FQ=3Fx=3F=3D?=', {
      subject: '=?utf-8?Q?x?=',
    }),
    field('an encoded-word with a tab', 'Subject: =?utf-8?Q?a=09b?=', { subject: 'a b' }),
    field('an encoded-word without its last question mark', 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe=', {
      subject: undefined,
    }),
    field('a subject with an equals sign and a question mark', 'Subject: is a =? b', { subject: 'is a =? b' }),
    field('a list name before the subject', 'Subject: [talk] =?iso-8859-1?Q?Gr=FC=DFe?= [talk]', {
      subject: '[talk] Grüße [talk]',
    }),
    field(
      'a Date with the name of a zone in words',
      'Date: Tue, 17 Feb 2026 09:00:00 +0000 (Coordinated Universal Time)',
      { date: '2026-02-17T09:00:00Z' },
    ),
    field('a Date with a comment that is not closed', 'Date: Tue, 17 Feb 2026 09:00:00 +0000 (UTC', {
      date: '2026-02-17T09:00:00Z',
    }),
    field('a Date in which the year is first', 'Date: 2026 Feb 17 09:00:00 +0000', { date: '2026-02-17T09:00:00Z' }),
    field('a sender with a comma in its name', 'From: "Lee, Ann (London)" <ann@example.org>', {
      from: { address: 'ann@example.org', name: 'Lee, Ann (London)' },
    }),
    field('a sender with a name in brackets', 'From: <Ann Lee> ann@example.org', {
      from: { address: 'ann@example.org', name: 'Ann Lee' },
    }),
    field('a sender with an address in quotes and brackets', 'From: "ann@example.org" <ann@example.org>', {
      from: { address: 'ann@example.org', name: 'ann@example.org' },
    }),
    field('a sender with a reply in the name', 'From: Ann Lee via talk <talk@lists.example.org>', {
      from: { address: 'talk@lists.example.org', name: 'Ann Lee via talk' },
    }),
    field('a sender with a name in quotes and no brackets', 'From: "Ann Lee" ann@example.org', {
      from: { address: 'ann@example.org', name: 'Ann Lee' },
    }),
    field('a sender whose name is empty quotes', 'From: "" <ann@example.org>', {
      from: { address: 'ann@example.org', name: null },
    }),
    field('a sender in a form of X.400', 'From: /G=Ann/S=Lee/O=Example/@gateway.example', {
      from: { address: '/G=Ann/S=Lee/O=Example/@gateway.example', name: null },
    }),
    field('a field that is repeated with another case', 'subject: The lease\nSUBJECT: Other', { subject: 'The lease' }),
    field('a bare mailbox separator of another program', 'X-From_: ann@example.org Tue Feb 17 09:00:00 2026', {}),
    raw(
      'wild/a header that ends with CR CR LF LF',
      Buffer.from('Subject: The lease\r\nFrom: Ann Lee <ann@example.org>\r\r\n\nHello.\n'),
      {
        to: [],
        date: null,
        message_id: null,
        text: 'Hello.',
        problem: undefined,
      },
    ),
    raw(
      'wild/a mailbox separator within the header',
      'Subject: The lease\n>From ann@example.org Tue Feb 17 09:00:00 2026\nFrom: Ann Lee <ann@example.org>\n\nHello.\n',
      {
        to: [],
        date: null,
        message_id: null,
        text: 'Hello.',
        problem: undefined,
      },
    ),
    raw(
      'wild/a field name with a space inside',
      'Subject: The lease\nX Odd: 1\nFrom: Ann Lee <ann@example.org>\n\nHello.\n',
      {
        to: [],
        date: null,
        message_id: null,
        text: 'Hello.',
        problem: undefined,
      },
    ),
    raw('wild/a field without a name', 'Subject: The lease\n: nothing\nFrom: Ann Lee <ann@example.org>\n\nHello.\n', {
      to: [],
      date: null,
      message_id: null,
      text: 'Hello.',
      problem: undefined,
    }),
    raw(
      'wild/a last field without a name',
      'Subject: The lease\nFrom: Ann Lee <ann@example.org>\n: nothing\n\nHello.\n',
      {
        to: [],
        date: null,
        message_id: null,
        text: 'Hello.',
        problem: undefined,
      },
    ),
    raw(
      'wild/HTTP headers and a page',
      'Content-Type: text/html\nFrom: Ann Lee <ann@example.org>\nSubject: The lease\n\n<p>Hello.</p>\n',
      {
        to: [],
        date: null,
        message_id: null,
        html: '<p>Hello.</p>',
      },
    ),
  ];
}
