// Line ends: messages with bare LF, with bare CR as old Macintosh programs wrote, and with several kinds mixed.
import {
  bytes,
  type CorpusMessage,
  type Expected,
  hex,
  htmlPart,
  mail,
  multipart,
  part,
  pdf,
  pdfPart,
  raw,
  textPart,
} from './build.ts';

const messages: CorpusMessage[] = [
  mail('plain text', ['Content-Type: text/plain; charset=utf-8'], 'One.\nTwo.\n\nThree.\n', {
    text: 'One.\nTwo.\n\nThree.',
  }),
  mail('a folded subject', ['Subject: The lease\n of the house'], 'Hello.\n', {
    subject: 'The lease of the house',
    text: 'Hello.',
  }),
  mail('a multipart', ['Content-Type: multipart/mixed; boundary=b1'], multipart('b1', [textPart('Hello.'), pdfPart]), {
    text: 'Hello.',
    attachments: [pdf],
  }),
  mail(
    'alternatives',
    ['Content-Type: multipart/alternative; boundary=b1'],
    multipart('b1', [textPart('Hello.'), htmlPart('<p>Hello.</p>')]),
    {
      text: 'Hello.',
      html: '<p>Hello.</p>',
    },
  ),
  mail(
    'quoted-printable',
    ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
    'Gr=C3=BC=\n=C3=9Fe\nAnn\n',
    { text: 'Grüße\nAnn' },
  ),
  mail(
    'base64',
    ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'],
    'R3LDvMOf\nZSBhdXMg\nS8O2bG4=\n',
    { text: 'Grüße aus Köln' },
  ),
  mail('no body', [], '', {}),
  mail('HTML', ['Content-Type: text/html; charset=utf-8'], '<p>\nHello.\n</p>\n', { html: '<p>\nHello.\n</p>' }),
];

function change(
  kind: string,
  { name, raw: whole, expected }: CorpusMessage,
  end: (at: number) => string,
): CorpusMessage {
  let at = 0;
  const text = whole.toString('latin1').replaceAll('\r\n', () => end(at++));
  return { name: `line-end/${kind}, ${name}`, raw: Buffer.from(text, 'latin1'), expected };
}

const headerLines = (whole: Buffer) => whole.toString('latin1').split('\r\n\r\n')[0]?.split('\r\n').length ?? 0;

export const lineEnds: CorpusMessage[] = [
  ...messages.map((one) => change('bare LF', one, () => '\n')),
  ...messages.map((one) => change('bare CR', one, () => '\r')),
  ...messages.map((one) => change('CRLF and LF in turn', one, (at) => (at % 2 ? '\n' : '\r\n'))),
  ...messages.map((one) => change('header CRLF, body LF', one, (at) => (at <= headerLines(one.raw) ? '\r\n' : '\n'))),
  ...messages.map((one) => change('header LF, body CRLF', one, (at) => (at <= headerLines(one.raw) ? '\n' : '\r\n'))),
  ...messages.map((one) => change('CR CR LF', one, () => '\r\r\n')),
  ...single(),
];

function single(): CorpusMessage[] {
  const text = (name: string, body: Uint8Array, expected: Partial<Expected>) =>
    mail(`line-end/${name}`, ['Content-Type: text/plain; charset=utf-8'], body, expected);
  return [
    text('a bare CR inside a line of text', Buffer.from('one\rtwo\r\nthree\r\n'), { text: undefined }),
    text('header CRLF, body bare CR', Buffer.from('one\rtwo\r\rthree\r'), { text: 'one\ntwo\n\nthree' }),
    text('no line end at the end', Buffer.from('one'), { text: 'one' }),
    text('vertical tabs and form feeds are no line ends', Buffer.from('one\vtwo\fthree\r\n'), {
      text: 'one\vtwo\fthree',
    }),
    text('U+2028 and U+0085 are no line ends', Buffer.from('one\u2028two\u0085three\r\n'), {
      text: 'one\u2028two\u0085three',
    }),
    mail('line-end/a form feed in a header field', ['X-Odd: a\fb', 'Subject: The\vlease'], 'Hello.\n', {
      subject: 'The lease',
      text: 'Hello.',
    }),
    mail(
      'line-end/bytes of line ends inside UTF-16',
      ['Content-Type: text/plain; charset=utf-16be', 'Content-Transfer-Encoding: base64'],
      Buffer.from('AgoKDQAgAGE='),
      {
        text: '\u020a\u0a0d a',
      },
    ),
    raw(
      'line-end/a byte order mark before the header',
      bytes(hex('efbbbf'), 'Subject: The lease\nFrom: Ann Lee <ann@example.org>\n\nHello.\n'),
      {
        text: 'Hello.',
        to: [],
        date: null,
        message_id: null,
      },
    ),
    raw(
      'line-end/blank lines before the header',
      '\n\nSubject: The lease\nFrom: Ann Lee <ann@example.org>\n\nHello.\n',
      {
        text: 'Hello.',
        to: [],
        date: null,
        message_id: null,
      },
    ),
    raw(
      'line-end/a mailbox separator before the header',
      'From ann@example.org Tue Feb 17 09:00:00 2026\nSubject: The lease\nFrom: Ann Lee <ann@example.org>\n\nHello.\nFrom here on it is text.\n',
      {
        text: 'Hello.\nFrom here on it is text.',
        to: [],
        date: null,
        message_id: null,
      },
    ),
    raw(
      'line-end/an escaped mailbox separator before the header',
      '>From ann@example.org Tue Feb 17 09:00:00 2026\nSubject: The lease\nFrom: Ann Lee <ann@example.org>\n\nHello.\n',
      {
        text: 'Hello.',
        to: [],
        date: null,
        message_id: null,
      },
    ),
    mail(
      'line-end/bare CR inside an attachment of a CRLF message',
      ['Content-Type: multipart/mixed; boundary=b1'],
      multipart('b1', [
        textPart('Hello.'),
        part(
          ['Content-Type: application/x-data; name=a.x', 'Content-Transfer-Encoding: 8bit'],
          Buffer.from('a\rb\r\nc'),
        ),
      ]),
      {
        text: 'Hello.',
        attachments: [{ filename: 'a.x', mime: 'application/x-data', content: Buffer.from('a\rb\r\nc') }],
      },
    ),
  ];
}
