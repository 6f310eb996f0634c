// The parts that the messages of the corpus are built from. Text is written with \n and becomes CRLF; bytes stay as
// they are. Every message says what a correct reading of it is.
export type Piece = string | Uint8Array;

export interface ExpectedAddress {
  address: string;
  name: string | null;
}

export interface ExpectedAttachment {
  filename: string;
  mime?: string | undefined;
  content: Uint8Array;
}

export interface Expected {
  subject: string | null;
  from: ExpectedAddress | null;
  to: ExpectedAddress[];
  cc: ExpectedAddress[];
  /** RFC 3339 in UTC. */
  date: string | null;
  message_id: string | null;
  in_reply_to: string | null;
  references: string[];
  text: string | null;
  html: string | null;
  attachments: ExpectedAttachment[];
  /** Whether the reader must report that something could not be read; undefined where it may. */
  problem: boolean | undefined;
}

export interface CorpusMessage {
  /** `class/behaviour`. */
  name: string;
  raw: Buffer;
  /** A field that is undefined is not decided by the standards, and compared with no expectation. */
  expected: Partial<Expected>;
}

const usual = [
  'From: Ann Lee <ann@example.org>',
  'To: Bob <bob@example.net>',
  'Subject: The lease',
  'Date: Tue, 17 Feb 2026 09:00:00 +0100',
  'Message-ID: <lease@example.org>',
  'MIME-Version: 1.0',
];

const usualExpected: Expected = {
  subject: 'The lease',
  from: { address: 'ann@example.org', name: 'Ann Lee' },
  to: [{ address: 'bob@example.net', name: 'Bob' }],
  cc: [],
  date: '2026-02-17T08:00:00Z',
  message_id: '<lease@example.org>',
  in_reply_to: null,
  references: [],
  text: null,
  html: null,
  attachments: [],
  problem: false,
};

/** Text with CRLF at its line ends, and bytes as they are. */
export function bytes(...pieces: Piece[]): Buffer {
  return Buffer.concat(
    pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece.replace(/\r?\n/g, '\r\n')) : piece)),
  );
}

/** A message with the usual header, in which the fields that are given replace those of the same name. */
export function mail(name: string, fields: Piece[], body: Piece, expected: Partial<Expected> = {}): CorpusMessage {
  const given = new Set(fields.map(fieldName));
  const lines = [...usual.filter((line) => !given.has(fieldName(line))), ...fields].filter((line) => line.length > 0);
  const header = lines.flatMap((line) => [line, '\n']);
  return { name, raw: bytes(...header, '\n', body), expected: { ...usualExpected, ...expected } };
}

/** A message whose bytes are given whole. */
export function raw(name: string, whole: Piece, expected: Partial<Expected> = {}): CorpusMessage {
  return { name, raw: bytes(whole), expected: { ...usualExpected, ...expected } };
}

function fieldName(line: Piece): string {
  const text = typeof line === 'string' ? line : Buffer.from(line).toString('latin1');
  return text.slice(0, Math.max(0, text.indexOf(':'))).toLowerCase();
}

/** A header and a body of a part. */
export function part(fields: Piece[], body: Piece): Buffer {
  return bytes(...fields.flatMap((line) => [line, '\n']), '\n', body);
}

/** The body of a multipart: delimiters around its parts (RFC 2046 section 5.1.1). */
export function multipart(boundary: string, parts: Piece[]): Buffer {
  return bytes(...parts.flatMap((one) => [`--${boundary}\n`, one, '\n']), `--${boundary}--\n`);
}

export function base64(content: Piece, width = 76): string {
  const text = Buffer.from(content).toString('base64');
  return text.replace(new RegExp(`(.{${width}})(?=.)`, 'g'), '$1\n');
}

/** Quoted-printable with every byte escaped that must be, and soft line breaks (RFC 2045 section 6.7). */
export function quotedPrintable(content: Piece): string {
  let line = '';
  let text = '';
  for (const byte of Buffer.from(content)) {
    const plain = (byte >= 0x21 && byte <= 0x7e && byte !== 0x3d) || byte === 0x20;
    const word = plain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (line.length + word.length > 72) {
      text += `${line}=\n`;
      line = '';
    }
    line += word;
  }
  return text + line.replace(/ $/, '=20');
}

export function encodedWord(label: string, content: Uint8Array, encoding: 'b' | 'q'): string {
  if (encoding === 'b') return `=?${label}?B?${Buffer.from(content).toString('base64')}?=`;
  const text = [...content]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[A-Za-z0-9]/.test(char)
        ? char
        : byte === 0x20
          ? '_'
          : `=${byte.toString(16).padStart(2, '0').toUpperCase()}`;
    })
    .join('');
  return `=?${label}?Q?${text}?=`;
}

export function percentEncoded(content: Uint8Array): string {
  return [...content]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[A-Za-z0-9.-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
    })
    .join('');
}

export function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(' ', ''), 'hex');
}

/** Bytes that look random and are the same in every run (a linear congruential generator). */
export function noise(seed: number, length: number): Buffer {
  let state = seed >>> 0;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    }),
  );
}

/** A generator of numbers with a fixed seed. */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

export const textPart = (text: string) => part(['Content-Type: text/plain; charset=utf-8'], text);
export const htmlPart = (html: string) => part(['Content-Type: text/html; charset=utf-8'], html);

export const pdf: ExpectedAttachment = {
  filename: 'lease.pdf',
  mime: 'application/pdf',
  content: Buffer.concat([Buffer.from('%PDF-1.4\n'), hex('e2e3cfd3'), Buffer.from('\n%%EOF\n')]),
};
export const pdfPart = part(
  [
    'Content-Type: application/pdf; name="lease.pdf"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="lease.pdf"',
  ],
  base64(pdf.content),
);

export const png: ExpectedAttachment = {
  filename: 'logo.png',
  mime: 'image/png',
  content: Buffer.concat([hex('89504e470d0a1a0a'), hex('0000000d49484452'), hex('00ff00ff')]),
};
export const pngPart = part(
  [
    'Content-Type: image/png; name="logo.png"',
    'Content-Transfer-Encoding: base64',
    'Content-ID: <logo@example.org>',
    'Content-Disposition: inline; filename="logo.png"',
  ],
  base64(png.content),
);
