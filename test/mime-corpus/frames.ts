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
import { alternative, alternatives, B, header, html, text } from './frame-parts.ts';
import { single } from './frames-single.ts';

interface Shape {
  name: string;
  type: string;
  parts: Piece[];
  expected: Partial<Expected>;
}

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

const whole = (shape: Shape) => multipart(B, shape.parts);

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
