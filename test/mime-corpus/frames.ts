// Multipart frames: well-formed ones of every shape, and each kind of damage to the frame applied to each shape. What
// the sender wrote must be read whatever the frame looks like.
import {
  bytes,
  type CorpusMessage,
  type Expected,
  htmlPart,
  mail,
  multipart,
  type Piece,
  part,
  pdf,
  pdfPart,
  png,
  pngPart,
  textPart,
} from './build.ts';

interface Shape {
  name: string;
  type: string;
  parts: Piece[];
  expected: Partial<Expected>;
}

const html = '<p>Hello <img src="cid:logo@example.org"></p>';
const alternatives = [textPart('Hello, Grüße.'), htmlPart('<p>Hello, Grüße.</p>')];
const alternative = part(
  ['Content-Type: multipart/alternative; boundary="=_inner"'],
  multipart('=_inner', alternatives),
);
const related = part(
  ['Content-Type: multipart/related; boundary="=_rel"; type="text/html"'],
  multipart('=_rel', [htmlPart(html), pngPart]),
);

const shapes: Shape[] = [
  {
    name: 'mixed',
    type: 'mixed',
    parts: [textPart('Hello, Grüße.'), pdfPart],
    expected: { text: 'Hello, Grüße.', attachments: [pdf] },
  },
  {
    name: 'alternative',
    type: 'alternative',
    parts: alternatives,
    expected: { text: 'Hello, Grüße.', html: '<p>Hello, Grüße.</p>' },
  },
  { name: 'related', type: 'related', parts: [htmlPart(html), pngPart], expected: { html, attachments: [png] } },
  {
    name: 'nested',
    type: 'mixed',
    parts: [alternative, pdfPart],
    expected: { text: 'Hello, Grüße.', html: '<p>Hello, Grüße.</p>', attachments: [pdf] },
  },
  {
    name: 'alternative with related',
    type: 'alternative',
    parts: [textPart('Hello, Grüße.'), related],
    expected: { text: 'Hello, Grüße.', html, attachments: [png] },
  },
];

type Damage = (shape: Shape) => { fields: Piece[]; body: Piece; expected?: Partial<Expected> };

const B = '----=_Part_12.34';
const header = (type: string, rest = `; boundary="${B}"`) => [`Content-Type: multipart/${type}${rest}`];
const whole = (shape: Shape) => multipart(B, shape.parts);
const text = (body: Buffer) => body.toString('latin1');
const back = (body: string) => Buffer.from(body, 'latin1');
const unsure = { problem: undefined };

const damages: Record<string, Damage> = {
  'well-formed': (shape) => ({ fields: header(shape.type), body: whole(shape) }),
  'preamble and epilogue': (shape) => ({
    fields: header(shape.type),
    body: bytes('This is a multi-part message in MIME format.\n\n', whole(shape), '\nNot part of it.\n'),
  }),
  'folded boundary parameter': (shape) => ({ fields: header(shape.type, `;\n\tboundary="${B}"`), body: whole(shape) }),
  'boundary in two continuations': (shape) => ({
    fields: header(shape.type, `; boundary*0="${B.slice(0, 6)}"; boundary*1="${B.slice(6)}"`),
    body: whole(shape),
  }),
  'boundary without quotes': (shape) => ({ fields: header(shape.type, `; boundary=${B}`), body: whole(shape) }),
  'spaces after delimiters': (shape) => ({
    fields: header(shape.type),
    body: back(text(whole(shape)).replaceAll(`--${B}\r\n`, `--${B} \t\r\n`)),
  }),
  'boundary parameter with a space at its end': (shape) => ({
    fields: header(shape.type, `; boundary="${B} "`),
    body: whole(shape),
  }),
  'boundary parameter without its closing quote': (shape) => ({
    fields: header(shape.type, `; boundary="${B}`),
    body: whole(shape),
  }),
  'boundary in upper case': (shape) => ({
    fields: [`CONTENT-TYPE: MULTIPART/${shape.type.toUpperCase()}; BOUNDARY="${B}"`],
    body: whole(shape),
  }),
  'other parameters around the boundary': (shape) => ({
    fields: header(shape.type, `; charset=utf-8; boundary="${B}"; micalg=x; type="a/b"`),
    body: whole(shape),
  }),
  'a transfer encoding on the multipart': (shape) => ({
    fields: [...header(shape.type), 'Content-Transfer-Encoding: quoted-printable'],
    body: whole(shape),
  }),
  'no boundary parameter': (shape) => ({ fields: header(shape.type, ''), body: whole(shape), expected: unsure }),
  'another boundary parameter': (shape) => ({
    fields: header(shape.type, '; boundary="other"'),
    body: whole(shape),
    expected: unsure,
  }),
  'an empty boundary parameter': (shape) => ({
    fields: header(shape.type, '; boundary=""'),
    body: whole(shape),
    expected: unsure,
  }),
  'a boundary parameter in another case': (shape) => ({
    fields: header(shape.type, `; boundary="${B.toUpperCase()}"`),
    body: whole(shape),
    expected: unsure,
  }),
  'an unfolded boundary parameter': (shape) => ({
    fields: [`Content-Type: multipart/${shape.type};\nboundary="${B}"`],
    body: whole(shape),
    expected: unsure,
  }),
  'a part without the blank line': (shape) => {
    const [first, ...rest] = shape.parts.map((one) => text(Buffer.from(one)));
    const glued = /multipart/.test(first ?? '') ? (first as string) : (first as string).replace('\r\n\r\n', '\r\n');
    return { fields: header(shape.type), body: multipart(B, [back(glued), ...rest.map(back)]), expected: unsure };
  },
  'no closing delimiter': (shape) => ({
    fields: header(shape.type),
    body: back(text(whole(shape)).replace(`--${B}--\r\n`, '')),
    expected: unsure,
  }),
  'a closing delimiter without its last hyphens': (shape) => ({
    fields: header(shape.type),
    body: back(text(whole(shape)).replace(`--${B}--\r\n`, `--${B}\r\n`)),
    expected: unsure,
  }),
  'no line end after the closing delimiter': (shape) => ({
    fields: header(shape.type),
    body: back(text(whole(shape)).trimEnd()),
  }),
  'an unknown subtype': (shape) => ({
    fields: header(shape.type === 'mixed' ? 'x-unknown' : shape.type),
    body: whole(shape),
  }),
};

/** A header that runs into the first delimiter cannot be built of fields and a body. */
function headerIntoDelimiter(shape: Shape): CorpusMessage {
  const { raw, ...rest } = mail(
    `frame/a header that runs into the first delimiter, ${shape.name}`,
    header(shape.type),
    whole(shape),
    {
      ...shape.expected,
      problem: undefined,
    },
  );
  return { ...rest, raw: back(text(raw).replace(`\r\n\r\n--${B}`, `\r\n--${B}`)) };
}

const boundaries = [
  'simple',
  '0123456789',
  "'()+_,-./:=?",
  'with space inside',
  '--starts-with-hyphens',
  'ends-with-hyphens--',
  '_000_AM0PR01MB_',
  '=-=-=',
  'Apple-Mail=_5B2A4F7C-1D2E-4F3A',
  '----------=_1234567890-12345-0',
  'x'.repeat(70),
  '#',
];

export const frames: CorpusMessage[] = [
  ...Object.entries(damages).flatMap(([name, damage]) =>
    shapes.map((shape) => {
      const { fields, body, expected } = damage(shape);
      return mail(`frame/${name}, ${shape.name}`, fields, body, { ...shape.expected, ...expected });
    }),
  ),
  ...shapes.map(headerIntoDelimiter),
  ...boundaries.map((boundary) =>
    mail(
      `frame/boundary ${boundary.slice(0, 20)}`,
      [`Content-Type: multipart/mixed; boundary="${boundary}"`],
      multipart(boundary, [textPart('Hello.'), pdfPart]),
      {
        text: 'Hello.',
        attachments: [pdf],
      },
    ),
  ),
  ...single(),
];

function single(): CorpusMessage[] {
  const mixed = (name: string, parts: Piece[], expected: Partial<Expected>, boundary = 'b1') =>
    mail(
      `frame/${name}`,
      [`Content-Type: multipart/mixed; boundary="${boundary}"`],
      multipart(boundary, parts),
      expected,
    );
  const attached = part(
    ['Content-Type: application/octet-stream', 'Content-Disposition: attachment; filename=a.bin'],
    'abc',
  );
  const a = { filename: 'a.bin', mime: 'application/octet-stream', content: Buffer.from('abc') };
  return [
    mixed('a part without a header', ['\nHello.'], { text: 'Hello.' }),
    mixed('a part without a header and without a blank line', ['Hello there\nand more.'], {
      text: 'Hello there\nand more.',
      problem: undefined,
    }),
    mixed('an empty part', [textPart('Hello.'), '\n'], { text: 'Hello.' }),
    mixed('a part that is only a header', [textPart('Hello.'), 'Content-Type: text/plain\n'], { text: 'Hello.' }),
    mixed(
      'an inner boundary that begins as the outer one',
      [
        part(['Content-Type: multipart/alternative; boundary="b1-inner"'], multipart('b1-inner', alternatives)),
        pdfPart,
      ],
      { text: 'Hello, Grüße.', html: '<p>Hello, Grüße.</p>', attachments: [pdf] },
    ),
    mixed(
      'an outer boundary that begins as the inner one',
      [part(['Content-Type: multipart/alternative; boundary="b1"'], multipart('b1', alternatives)), pdfPart],
      { text: 'Hello, Grüße.', html: '<p>Hello, Grüße.</p>', attachments: [pdf] },
      'b1-outer',
    ),
    mixed(
      'an inner multipart that is not closed',
      [
        part(
          ['Content-Type: multipart/alternative; boundary="in"'],
          bytes('--in\n', alternatives[0] as Buffer, '\n--in\n', alternatives[1] as Buffer),
        ),
        pdfPart,
      ],
      { text: 'Hello, Grüße.', html: '<p>Hello, Grüße.</p>', attachments: [pdf], problem: undefined },
    ),
    mixed('text that looks like a delimiter', [textPart('--b2\nnot a delimiter\n--b1x\n-- \nAnn')], {
      text: '--b2\nnot a delimiter\n--b1x\n-- \nAnn',
    }),
    mixed('an attachment before the text', [attached, textPart('Hello.')], { text: 'Hello.', attachments: [a] }),
    mixed('text, attachment, text', [textPart('One.'), attached, textPart('Two.')], {
      text: 'One.\nTwo.',
      attachments: [a],
    }),
    mixed('three texts', [textPart('One.'), textPart('Two.'), textPart('Three.')], { text: 'One.\nTwo.\nThree.' }),
    mixed('two HTML parts', [htmlPart('<p>One</p>'), htmlPart('<p>Two</p>')], { html: '<p>One</p>\n<p>Two</p>' }),
    mixed(
      'parts in parts in parts',
      [
        part(
          ['Content-Type: multipart/mixed; boundary=c'],
          multipart('c', [
            part(
              ['Content-Type: multipart/mixed; boundary=d'],
              multipart('d', [
                part(['Content-Type: multipart/mixed; boundary=e'], multipart('e', [textPart('Deep.'), attached])),
              ]),
            ),
          ]),
        ),
      ],
      { text: 'Deep.', attachments: [a] },
    ),
    mail(
      'frame/a multipart type without any delimiter',
      ['Content-Type: multipart/mixed; boundary=b1'],
      'Only words.\nNo parts.\n',
      {
        text: 'Only words.\nNo parts.',
        problem: undefined,
      },
    ),
    mail(
      'frame/a multipart type without a boundary or delimiter',
      ['Content-Type: multipart/alternative'],
      'Only words.\n',
      {
        text: 'Only words.',
        problem: undefined,
      },
    ),
    mail('frame/a multipart without a body', ['Content-Type: multipart/mixed; boundary=b1'], '', {
      text: undefined,
      problem: undefined,
    }),
    mail(
      'frame/a multipart cut off in its first header',
      ['Content-Type: multipart/mixed; boundary=b1'],
      '--b1\nContent-Ty',
      { problem: undefined, text: undefined },
    ),
    mail(
      'frame/cut off in base64',
      ['Content-Type: multipart/mixed; boundary=b1'],
      bytes(
        '--b1\n',
        textPart('Hello.'),
        '\n--b1\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjQKJeL',
      ),
      {
        text: 'Hello.',
        attachments: [
          { filename: 'a.pdf', mime: 'application/pdf', content: Buffer.from('JVBERi0xLjQKJeL', 'base64') },
        ],
        problem: undefined,
      },
    ),
    mail(
      'frame/two boundary parameters',
      ['Content-Type: multipart/mixed; boundary="b1"; boundary="b2"'],
      multipart('b1', [textPart('Hello.')]),
      { text: 'Hello.' },
    ),
    mail(
      'frame/two content types, the first multipart',
      ['Content-Type: multipart/mixed; boundary="b1"\nContent-Type: text/plain'],
      multipart('b1', [textPart('Hello.')]),
      {
        text: 'Hello.',
        problem: undefined,
      },
    ),
    mail(
      'frame/a text type over a multipart body',
      ['Content-Type: text/plain; boundary="b1"'],
      multipart('b1', [textPart('Hello.')]),
      {
        text: '--b1\nContent-Type: text/plain; charset=utf-8\n\nHello.\n--b1--',
        problem: undefined,
      },
    ),
    mail(
      'frame/a report',
      ['Content-Type: multipart/report; report-type=delivery-status; boundary=b1'],
      multipart('b1', [
        textPart('It failed.'),
        part(
          ['Content-Type: message/delivery-status'],
          'Reporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; x@example.org\nAction: failed\nStatus: 5.1.1\n',
        ),
      ]),
      {
        text: 'It failed.',
        attachments: [
          {
            filename: 'delivery-status.txt',
            mime: 'message/delivery-status',
            content: bytes(
              'Reporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; x@example.org\nAction: failed\nStatus: 5.1.1\n',
            ),
          },
        ],
      },
    ),
    mail(
      'frame/parallel',
      ['Content-Type: multipart/parallel; boundary=b1'],
      multipart('b1', [textPart('Hello.'), pdfPart]),
      { text: 'Hello.', attachments: [pdf] },
    ),
    mail(
      'frame/a header field with a space before its colon',
      ['Content-Type : multipart/mixed; boundary=b1'],
      multipart('b1', [textPart('Hello.'), pdfPart]),
      { text: 'Hello.', attachments: [pdf] },
    ),
    mail(
      'frame/a part header with an unfolded parameter',
      ['Content-Type: multipart/mixed; boundary=b1'],
      multipart('b1', [
        textPart('Hello.'),
        bytes(
          'Content-Transfer-Encoding: base64\nContent-Type: application/zip; x-unix-mode=0600;\nname="a.zip"\nContent-Disposition: attachment; filename="a.zip"\n\nUEsDBA==',
        ),
      ]),
      {
        text: 'Hello.',
        attachments: [{ filename: 'a.zip', mime: 'application/zip', content: Buffer.from('UEsDBA==', 'base64') }],
        problem: undefined,
      },
    ),
  ];
}
