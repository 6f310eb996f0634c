// Attachments are the sender's bytes: every transfer encoding with contents whose ends and line ends could be changed,
// in messages with CRLF and with LF (RFC 2046 section 5.1.1: the line end before a delimiter belongs to it).
import {
  base64,
  bytes,
  type CorpusMessage,
  type Expected,
  hex,
  mail,
  multipart,
  noise,
  part,
  pdf,
  pdfPart,
  png,
  quotedPrintable,
  textPart,
} from './build.ts';

const crlf: [name: string, content: Buffer][] = [
  ['no line end at the end', Buffer.from('one\r\ntwo')],
  ['one line end at the end', Buffer.from('one\r\ntwo\r\n')],
  ['blank lines at the end', Buffer.from('one\r\n\r\n\r\n')],
  ['a blank line first', Buffer.from('\r\n\r\none')],
  ['spaces at line ends', Buffer.from('one  \r\ntwo\t\r\n')],
  ['nothing', Buffer.alloc(0)],
  ['one line end alone', Buffer.from('\r\n')],
  ['lines that begin with From and dots', Buffer.from('From here\r\n.\r\n..two\r\n>From there\r\n')],
  ['UTF-8', Buffer.from('Grüße 你好\r\n')],
  ['Latin-1', Buffer.from('Grüße\r\n', 'latin1')],
];
const anyBytes: [name: string, content: Buffer][] = [
  ['bare LF', Buffer.from('one\ntwo\n')],
  ['bare CR', Buffer.from('one\rtwo\r')],
  ['NULs', hex('00010200ff00')],
  ['every byte', Buffer.from(Array.from({ length: 256 }, (_, at) => at))],
  ['noise', noise(11, 3000)],
];

function attach(
  name: string,
  encoding: string,
  written: Uint8Array | string,
  content: Uint8Array,
  mime: string,
): CorpusMessage {
  const file = part(
    [
      `Content-Type: ${mime}`,
      `Content-Transfer-Encoding: ${encoding}`,
      'Content-Disposition: attachment; filename="data.x"',
    ],
    written,
  );
  return mail(
    `attachment/${name}`,
    ['Content-Type: multipart/mixed; boundary="b1"'],
    multipart('b1', [textPart('Hello.'), file]),
    {
      text: 'Hello.',
      attachments: [{ filename: 'data.x', mime, content }],
    },
  );
}

/** The same message with bare line feeds; its raw contents change with it. */
function withLineFeeds({ name, raw, expected }: CorpusMessage): CorpusMessage {
  const change = (content: Uint8Array) =>
    Buffer.from(Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return {
    name: `${name}, message with LF`,
    raw: change(raw),
    expected: {
      ...expected,
      attachments: expected.attachments?.map((one) => ({ ...one, content: change(one.content) })),
    },
  };
}

const exact = [
  ...crlf.flatMap(([name, content]) => [
    attach(`8bit, ${name}`, '8bit', content, content, 'application/x-data'),
    withLineFeeds(attach(`7bit, ${name}`, '7bit', content, content, 'application/x-data')),
  ]),
  ...[...crlf, ...anyBytes].flatMap(([name, content]) => [
    attach(`base64, ${name}`, 'base64', base64(content), content, 'text/calendar'),
    attach(`quoted-printable, ${name}`, 'quoted-printable', quotedPrintable(content), content, 'application/x-data'),
  ]),
  ...[...crlf, ...anyBytes.filter(([name]) => name !== 'bare LF')].map(([name, content]) =>
    attach(`binary, ${name}`, 'binary', content, content, 'application/x-data'),
  ),
];

const quotedLines = attach(
  'quoted-printable, hard line breaks',
  'quoted-printable',
  'one\ntwo=20\nthree',
  Buffer.from('one\r\ntwo \r\nthree'),
  'application/x-data',
);

export const attachments: CorpusMessage[] = [...exact, quotedLines, withLineFeeds(quotedLines), ...places()];

function places(): CorpusMessage[] {
  const file = (fields: string[], content: string, name: string, expected: Partial<Expected>) =>
    mail(
      `attachment/${name}`,
      ['Content-Type: multipart/mixed; boundary="b1"'],
      multipart('b1', [textPart('Hello.'), part(fields, content)]),
      expected,
    );
  const note = (filename: string, mime: string | undefined = 'text/plain') => ({
    filename,
    mime,
    content: Buffer.from('A note.'),
  });
  return [
    file(
      ['Content-Type: text/plain; charset=utf-8', 'Content-Disposition: attachment; filename=note.txt'],
      'A note.',
      'a text file',
      {
        text: 'Hello.',
        attachments: [note('note.txt')],
      },
    ),
    file(
      ['Content-Type: text/plain; charset=utf-8', 'Content-Disposition: inline; filename=note.txt'],
      'A note.',
      'a text file to be shown',
      {
        text: 'Hello.\nA note.',
        attachments: [note('note.txt')],
      },
    ),
    file(['Content-Type: text/plain; charset=utf-8; name=note.txt'], 'A note.', 'a text file with a name only', {
      text: 'Hello.\nA note.',
      attachments: [note('note.txt')],
    }),
    file(
      ['Content-Type: text/plain; charset=utf-8', 'Content-Disposition: attachment'],
      'A note.',
      'a text file without a name',
      {
        text: 'Hello.',
        attachments: [note('text.txt')],
      },
    ),
    file(
      ['Content-Type: text/html', 'Content-Disposition: attachment; filename=page.html'],
      'A note.',
      'an HTML file',
      {
        text: 'Hello.',
        attachments: [note('page.html', 'text/html')],
      },
    ),
    file(['Content-Type: text/csv; name=table.csv'], 'A note.', 'a table', {
      text: 'Hello.',
      attachments: [note('table.csv', 'text/csv')],
    }),
    file(
      ['Content-Type: text/x-patch; name=fix.patch', 'Content-Disposition: inline; filename=fix.patch'],
      'A note.',
      'a patch',
      {
        text: undefined,
        attachments: [note('fix.patch', 'text/x-patch')],
      },
    ),
    file(['Content-Type: image/jpeg'], 'A note.', 'a picture without a name', {
      text: 'Hello.',
      attachments: [note('image.jpeg', 'image/jpeg')],
    }),
    file(['Content-Disposition: attachment; filename=data.bin'], 'A note.', 'a file without a type', {
      text: 'Hello.',
      attachments: [{ filename: 'data.bin', content: Buffer.from('A note.') }],
    }),
    file(
      ['Content-Type: application/octet-stream', 'Content-Disposition: ATTACHMENT; FILENAME="UPPER.BIN"'],
      'A note.',
      'a disposition in upper case',
      {
        text: 'Hello.',
        attachments: [note('UPPER.BIN', 'application/octet-stream')],
      },
    ),
    file(
      ['Content-Type: application/pdf', 'Content-Disposition: x-unknown; filename=a.pdf'],
      'A note.',
      'an unknown disposition',
      {
        text: 'Hello.',
        attachments: [note('a.pdf', 'application/pdf')],
      },
    ),
    mail(
      'attachment/a message that is a picture',
      ['Content-Type: image/png; name=logo.png', 'Content-Transfer-Encoding: base64'],
      base64(png.content),
      { attachments: [png] },
    ),
    mail(
      'attachment/a message that is a PDF',
      [
        'Content-Type: application/pdf',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename=lease.pdf',
      ],
      base64(pdf.content),
      {
        attachments: [pdf],
      },
    ),
    mail(
      'attachment/a message that is a calendar',
      ['Content-Type: text/calendar; method=REQUEST; charset=utf-8'],
      'BEGIN:VCALENDAR\nEND:VCALENDAR\n',
      {
        text: undefined,
        attachments: [
          { filename: 'invite.ics', mime: 'text/calendar', content: bytes('BEGIN:VCALENDAR\nEND:VCALENDAR\n') },
        ],
      },
    ),
    mail(
      'attachment/a hundred of them',
      ['Content-Type: multipart/mixed; boundary=b1'],
      multipart('b1', Array(100).fill(pdfPart)),
      {
        attachments: Array(100).fill(pdf),
      },
    ),
    mail(
      'attachment/binary that contains a line like a delimiter',
      ['Content-Type: multipart/mixed; boundary=b1'],
      multipart('b1', [
        textPart('Hello.'),
        part(
          ['Content-Type: application/x-data; name=data.x', 'Content-Transfer-Encoding: binary'],
          Buffer.from('a\r\n--b1x\r\n --b1\r\nb'),
        ),
      ]),
      {
        text: 'Hello.',
        attachments: [
          { filename: 'data.x', mime: 'application/x-data', content: Buffer.from('a\r\n--b1x\r\n --b1\r\nb') },
        ],
      },
    ),
  ];
}
