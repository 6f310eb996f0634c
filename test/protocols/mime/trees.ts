// Random messages as trees of parts, with what a reader must find in them.
import fc from 'fast-check';
import { type Alphabet, alphabets } from './alphabets.ts';

export interface TextPart {
  kind: 'text';
  subtype: 'plain' | 'html';
  alphabet: Alphabet;
  /** With line feeds, without one at the end. */
  text: string;
  filename: string | null;
  isAttachment: boolean;
  /** Whether it is written as it is. */
  isPlain?: boolean;
}

export interface FilePart {
  kind: 'file';
  mime: string;
  content: Buffer;
  filename: string;
  /** Names a picture that an HTML text shows. */
  contentId: string | null;
  isInline: boolean;
}

export interface Multipart {
  kind: 'multipart';
  subtype: 'mixed' | 'alternative' | 'related' | 'signed' | 'report' | 'x-unknown';
  parts: Part[];
  preamble: string;
  epilogue: string;
}

export type Part = TextPart | FilePart | Multipart;

export interface Person {
  address: string;
  name: string | null;
}

export interface Mail {
  subject: string;
  alphabet: Alphabet;
  from: Person;
  to: Person[];
  cc: Person[];
  /** Milliseconds, of a whole second. */
  date: number;
  messageId: string;
  references: string[];
  root: Part;
}

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const signs = [...' .,;:!?()<>[]{}@#$%&*+-=_/~^`\'"|\\'];

const alphabet = fc.constantFrom(...alphabets);

function wordOf({ characters }: Alphabet, maxLength = 10): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...letters, ...characters, ...characters), minLength: 1, maxLength });
}

function lineOf(one: Alphabet): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...letters, ...signs, ...one.characters, ' '), maxLength: 90 });
}

/** One line without blanks at its ends or in a row. */
function phraseOf(one: Alphabet): fc.Arbitrary<string> {
  return fc.array(wordOf(one), { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
}

const filename = alphabet.chain((one) =>
  fc
    .tuple(
      phraseOf(one),
      fc.constantFrom('.pdf', '.png', '.tar.gz', '', '.(1).txt', ' - Copy.docx', ';x.doc', "'s.txt"),
    )
    .map(([name, extension]) => `${name}${extension}`),
);

function textIn(subtype: TextPart['subtype']): fc.Arbitrary<TextPart> {
  return alphabet.chain((one) =>
    fc.record({
      kind: fc.constant('text' as const),
      subtype: fc.constant(subtype),
      alphabet: fc.constant(one),
      text: fc
        .array(lineOf(one), { minLength: 1, maxLength: 8 })
        .map((lines) => lines.join('\n'))
        .map((text) => (subtype === 'html' ? `<p>${text.replaceAll(/[<>&]/g, '')}</p>` : text))
        .filter((text) => !text.endsWith('\n') && text !== ''),
      filename: fc.constant(null),
      isAttachment: fc.constant(false),
    }),
  );
}

const namedText = fc
  .tuple(textIn('plain'), filename, fc.boolean())
  .map(([text, name, isAttachment]): TextPart => ({ ...text, filename: name, isAttachment }));

const file: fc.Arbitrary<FilePart> = fc.record({
  kind: fc.constant('file' as const),
  mime: fc.constantFrom(
    'application/pdf',
    'image/png',
    'application/octet-stream',
    'audio/mpeg',
    'application/x-x+json',
    'text/calendar',
    'message/rfc822',
  ),
  content: fc
    .oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(fc.constantFrom(0x0d, 0x0a, 0x2d, 0x3d, 0x20, 0x41), { maxLength: 60 })
        .map((bytes) => Uint8Array.from(bytes)),
    )
    .map((bytes) => Buffer.from(bytes)),
  filename,
  contentId: fc.constant(null),
  isInline: fc.boolean(),
});

const related: fc.Arbitrary<Multipart> = fc
  .tuple(textIn('html'), fc.array(file, { minLength: 1, maxLength: 2 }))
  .map(([html, files]) => {
    const pictures = files.map((one, at) => ({ ...one, mime: 'image/png', contentId: `picture${at}@example.org` }));
    const shown = pictures.map(({ contentId }) => `<img src="cid:${contentId}">`).join('');
    return multipart('related', [{ ...html, text: html.text + shown }, ...pictures]);
  });

const alternative = fc
  .tuple(textIn('plain'), fc.oneof(textIn('html'), related))
  .map((parts) => multipart('alternative', parts));

function multipart(subtype: Multipart['subtype'], parts: Part[]): Multipart {
  return { kind: 'multipart', subtype, parts, preamble: '', epilogue: '' };
}

const ignored = fc
  .array(fc.constantFrom('', 'This is a multi-part message in MIME format.', 'Ignore me.', 'a: b'), { maxLength: 3 })
  .map((lines) => lines.join('\n'));

const { tree } = fc.letrec<{ tree: Multipart; child: Part }>((tie) => ({
  child: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'parts' },
    { weight: 3, arbitrary: textIn('plain') },
    { weight: 3, arbitrary: file },
    { weight: 1, arbitrary: namedText },
    { weight: 2, arbitrary: alternative },
    { weight: 2, arbitrary: tie('tree') },
  ),
  tree: fc.record({
    kind: fc.constant('multipart' as const),
    subtype: fc.constantFrom(
      'mixed' as const,
      'mixed' as const,
      'signed' as const,
      'report' as const,
      'x-unknown' as const,
    ),
    parts: fc.array(tie('child'), { minLength: 1, maxLength: 5, depthIdentifier: 'parts' }),
    preamble: ignored,
    epilogue: ignored,
  }),
}));

const atom = fc.string({ unit: fc.constantFrom(...letters, '-', '_', '+'), minLength: 1, maxLength: 12 });
const address = fc
  .tuple(
    atom,
    fc.array(
      atom.map((word) => word.replaceAll(/[+_]/g, '-')),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([local, labels]) => `${local}@${labels.join('.')}.example`);

function personOf(one: Alphabet): fc.Arbitrary<Person> {
  const name = fc.oneof(
    phraseOf(one),
    fc.constantFrom('Lee, Ann', 'Ann "Al" Lee', 'Ann (work)', "O'Neil", 'A. B. C.', 'back\\slash', 'a@b'),
  );
  return fc.record({ address, name: fc.option(name) });
}

export const mails: fc.Arbitrary<Mail> = alphabet.chain((one) =>
  fc.record({
    subject: phraseOf(one),
    alphabet: fc.constant(one),
    from: personOf(one),
    to: fc.array(personOf(one), { maxLength: 4 }),
    cc: fc.array(personOf(one), { maxLength: 2 }),
    date: fc.integer({ min: -1_500_000_000, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
    messageId: address.map((id) => `<${id}>`),
    references: fc.uniqueArray(
      address.map((id) => `<${id}>`),
      { maxLength: 5 },
    ),
    root: fc.oneof(tree, tree, textIn('plain'), textIn('html'), alternative, related, file),
  }),
);
