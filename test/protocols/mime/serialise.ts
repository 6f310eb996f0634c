// A generated message as bytes, with random choices among the legal ones: encodings, character sets, folding, quoting,
// boundaries, comments, and the order and case of header fields.
import type { Alphabet } from './alphabets.ts';
import { newChance } from './chance.ts';
import type { FilePart, Mail, Multipart, Part, Person, TextPart } from './trees.ts';

type Chance = ReturnType<typeof newChance>;

interface Serialised {
  /** Header lines, unfolded ones; bytes as latin1. */
  header: string[];
  body: Buffer;
}

/** `seed` decides all choices. */
export function serialise(mail: Mail, seed: number): Buffer {
  const chance = newChance(seed);
  const lineEnd = chance.of(['\r\n', '\r\n', '\r\n', '\n', '\r']);
  const { header, body } = partOf(mail.root, chance, lineEnd, 'b');
  const fields = [
    `Subject: ${words(mail.subject, mail.alphabet, chance)}`,
    `From: ${person(mail.from, mail.alphabet, chance)}`,
    ...list('To', mail.to, mail.alphabet, chance),
    ...list('Cc', mail.cc, mail.alphabet, chance),
    `Date: ${dateOf(mail.date, chance)}`,
    `Message-ID: ${mail.messageId}`,
    ...(mail.references.length > 0 ? [`References: ${mail.references.join(chance.of([' ', '\n\t', '\n ']))}`] : []),
    ...(mail.references.length > 0 ? [`In-Reply-To: ${mail.references.at(-1)}`] : []),
    'MIME-Version: 1.0',
    'Received: from a.example (a.example [192.0.2.1])\n\tby b.example; Tue, 17 Feb 2026 09:00:00 +0000',
  ];
  return block({ header: [...chance.shuffled(fields), ...header], body }, chance, lineEnd);
}

function block({ header, body }: Serialised, chance: Chance, lineEnd: string): Buffer {
  const lines = header.map((line) => (chance.is(0.1) ? line.replace(/^[^:]+/, (name) => name.toUpperCase()) : line));
  const text = lines.map((line) => `${line.replaceAll('\n', lineEnd)}${lineEnd}`).join('');
  return Buffer.concat([Buffer.from(`${text}${lineEnd}`, 'latin1'), body]);
}

function partOf(part: Part, chance: Chance, lineEnd: string, boundary: string): Serialised {
  if (part.kind === 'multipart') return multipartOf(part, chance, lineEnd, boundary);
  return part.kind === 'file' ? fileOf(part, chance, lineEnd) : textOf(part, chance, lineEnd);
}

function multipartOf(part: Multipart, chance: Chance, lineEnd: string, outer: string): Serialised {
  // One that begins with the outer boundary is legal too; the signs are those of RFC 2046.
  const own = `${chance.is(0.3) ? outer : ''}${chance.text("'()+_,-./:=?ABCxyz019", 1, 12)}${chance.text('0123456789', 8, 8)}`;
  const boundary = own.slice(-70);
  const pieces: Buffer[] = [];
  const put = (text: string) => pieces.push(Buffer.from(text.replaceAll('\n', lineEnd), 'latin1'));
  if (part.preamble !== '') put(`${part.preamble}\n`);
  for (const [index, child] of part.parts.entries()) {
    put(`${index > 0 ? '\n' : ''}--${boundary}${chance.of(['', '', ' ', ' \t'])}\n`);
    pieces.push(block(partOf(child, chance, lineEnd, boundary), chance, lineEnd));
  }
  put(`\n--${boundary}--${chance.of(['', '\n', ' \n'])}`);
  if (part.epilogue !== '') put(`\n${part.epilogue}\n`);
  const quoted = /^[\w.-]+$/.test(boundary) && chance.is(0.5) ? boundary : `"${boundary}"`;
  const type = `${chance.of(['multipart', 'Multipart'])}/${part.subtype}${chance.of(['', ' (a comment)'])}`;
  return {
    header: [`Content-Type: ${type};${chance.of([' ', '\n\t', '\n '])}boundary=${quoted}`],
    body: Buffer.concat(pieces),
  };
}

function textOf(part: TextPart, chance: Chance, lineEnd: string): Serialised {
  const { alphabet, subtype, text, filename, isAttachment } = part;
  const charset = chance.is(0.5) ? alphabet.charset : `"${alphabet.charset.toUpperCase()}"`;
  const parameters = [`charset=${charset}`, ...(subtype === 'plain' && chance.is(0.2) ? ['format=fixed'] : [])];
  const disposition = isAttachment ? 'attachment' : chance.of([null, 'inline']);
  const named = filename === null ? [] : namedHeader(disposition, filename, alphabet, chance, parameters);
  const header = [
    `Content-Type: text/${subtype}; ${chance.shuffled(parameters).join(chance.of(['; ', ';\n\t']))}`,
    ...(filename === null && disposition !== null ? [`Content-Disposition: ${disposition}`] : named),
  ];
  // A file keeps the sender's bytes; a text that is only shown may have any line end.
  const content = alphabet.encode(
    filename === null && alphabet.isAsciiBased
      ? text.replaceAll('\n', lineEnd === '\r' ? lineEnd : chance.of(['\n', lineEnd]))
      : text,
  );
  if (part.isPlain) return encoded(header, content, chance, lineEnd, ['8bit']);
  const isSafe = alphabet.isAsciiBased && (filename === null || lineEnd !== '\r');
  return encoded(
    header,
    content,
    chance,
    lineEnd,
    isSafe ? ['8bit', 'quoted-printable', 'base64'] : ['quoted-printable', 'base64'],
  );
}

function fileOf(part: FilePart, chance: Chance, lineEnd: string): Serialised {
  const parameters: string[] = [];
  const named = namedHeader(part.isInline ? 'inline' : 'attachment', part.filename, null, chance, parameters);
  const header = [
    [`Content-Type: ${part.mime}`, ...parameters].join('; '),
    ...named,
    ...(part.contentId === null ? [] : [`Content-ID: <${part.contentId}>`]),
  ];
  return encoded(header, part.content, chance, lineEnd, [
    lineEnd === '\r' ? 'base64' : 'binary',
    'quoted-printable',
    'base64',
  ]);
}

function encoded(header: string[], content: Buffer, chance: Chance, lineEnd: string, choices: string[]): Serialised {
  const encoding = chance.of(choices);
  const line = `Content-Transfer-Encoding: ${chance.is(0.2) ? encoding.toUpperCase() : encoding}`;
  const isSeven = encoding === '8bit' && content.every((byte) => byte < 0x80);
  const fields = isSeven && chance.is(0.5) ? header : [...header, line];
  if (encoding === 'base64') return { header: fields, body: base64(content, chance, lineEnd) };
  if (encoding === 'quoted-printable') return { header: fields, body: quotedPrintable(content, chance, lineEnd) };
  return { header: fields, body: content };
}

function base64(content: Buffer, chance: Chance, lineEnd: string): Buffer {
  const width = 4 * chance.integer(10, 19);
  const lines = content.toString('base64').match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  return Buffer.from(lines.join(lineEnd) + (chance.is(0.5) ? lineEnd : ''));
}

/** Every byte that must be encoded is, some that need not be are too; soft breaks fall where chance has it. */
function quotedPrintable(content: Buffer, chance: Chance, lineEnd: string): Buffer {
  let out = '';
  let width = 0;
  for (const byte of content) {
    const isPlain = byte > 0x20 && byte < 0x7f && byte !== 0x3d && !chance.is(0.05);
    const sign = isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (width + sign.length > 70 || chance.is(0.01)) {
      out += `=${lineEnd}`;
      width = 0;
    }
    out += sign;
    width += sign.length;
  }
  return Buffer.from(out, 'latin1');
}

/** RFC 2183 with a plain, an extended or a continued name (RFC 2231); or the name of the type alone. */
function namedHeader(
  disposition: string | null,
  name: string,
  alphabet: Alphabet | null,
  chance: Chance,
  parameters: string[],
): string[] {
  const written = filenameParameters('filename', name, alphabet, chance);
  if (disposition === null || (disposition === 'inline' && chance.is(0.3))) {
    parameters.push(...filenameParameters('name', name, alphabet, chance));
    return [];
  }
  return [
    `Content-Disposition: ${disposition};${chance.of([' ', '\n '])}${chance.shuffled(written).join(chance.of(['; ', ';\n\t']))}`,
  ];
}

function filenameParameters(parameter: string, name: string, alphabet: Alphabet | null, chance: Chance): string[] {
  const isAscii = /^[ -~]*$/.test(name);
  if (isAscii && chance.is(0.6)) {
    if (/^[\w.-]+$/.test(name) && chance.is(0.5)) return [`${parameter}=${name}`];
    return [`${parameter}="${name.replaceAll(/["\\]/g, '\\$&')}"`];
  }
  const known =
    alphabet?.isAsciiBased && [...name].every((char) => char.charCodeAt(0) < 128 || alphabet.characters.includes(char));
  const charset = known && alphabet ? alphabet.charset : 'utf-8';
  const bytes = known && alphabet ? alphabet.encode(name) : Buffer.from(name);
  const signs = [...bytes].map((byte) =>
    /[\w.-]/.test(String.fromCharCode(byte)) && !chance.is(0.1)
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).padStart(2, '0')}`,
  );
  if (chance.is(0.5)) return [`${parameter}*=${charset}'${chance.of(['', 'en'])}'${signs.join('')}`];
  const sections: string[] = [];
  for (let at = 0; at < signs.length; ) {
    const length = chance.integer(1, 20);
    const index = sections.length;
    sections.push(
      `${parameter}*${index}*=${index === 0 ? `${charset}''` : ''}${signs.slice(at, at + length).join('')}`,
    );
    at += length;
  }
  return sections;
}

function words(text: string, alphabet: Alphabet, chance: Chance): string {
  const isAscii = /^[ -~]*$/.test(text) && !text.includes('=?');
  if (isAscii && chance.is(0.7)) return text.replaceAll(' ', () => (chance.is(0.2) ? '\n ' : ' '));
  if (alphabet.charset === 'utf-8' && chance.is(0.3)) return Buffer.from(text).toString('latin1'); // RFC 6532
  const chunks: string[] = [];
  const characters = [...text];
  for (let at = 0; at < characters.length; ) {
    const length = chance.integer(1, 9);
    chunks.push(encodedWord(characters.slice(at, at + length).join(''), alphabet, chance));
    at += length;
  }
  return chunks.join(chance.of([' ', '\n ', '\n\t']));
}

function encodedWord(text: string, { charset, encode }: Alphabet, chance: Chance): string {
  const bytes = encode(text);
  const label = `${chance.is(0.3) ? charset.toUpperCase() : charset}${chance.of(['', '', '*en'])}`;
  if (chance.is(0.5)) return `=?${label}?${chance.of(['B', 'b'])}?${bytes.toString('base64')}?=`;
  const signs = [...bytes].map((byte) => {
    if (byte === 0x20) return chance.of(['_', '=20']);
    return /[A-Za-z0-9]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `=?${label}?${chance.of(['Q', 'q'])}?${signs.join('')}?=`;
}

function list(name: string, people: Person[], alphabet: Alphabet, chance: Chance): string[] {
  if (people.length === 0) return chance.is(0.2) ? [`${name}: undisclosed-recipients:;`] : [];
  const written = people.map((one) => person(one, alphabet, chance));
  const joined = written.join(chance.of([', ', ',\n ', ',', ' ,\n\t']));
  return [`${name}: ${chance.is(0.1) ? `Team: ${joined};` : joined}`];
}

function person({ address, name }: Person, alphabet: Alphabet, chance: Chance): string {
  const written = chance.is(0.1) ? address.replace('@', ' (at) @ ') : address;
  // A comment would be the name (RFC 822).
  if (name === null)
    return chance.of([written.replace('(at) ', ''), `<${address}>`, `<@a.example,@b.example:${address}>`]);
  const isAscii = /^[ -~]*$/.test(name);
  if (isAscii && /^[\w ]+$/.test(name) && chance.is(0.3))
    return `${name} <${written}>${chance.of(['', ' (a comment)'])}`;
  if (isAscii && /^[\w ]+$/.test(name) && chance.is(0.3)) return `${address} (${name})`;
  if (isAscii && chance.is(0.7)) return `"${name.replaceAll(/["\\]/g, '\\$&')}"${chance.of([' ', '\n '])}<${written}>`;
  return `${words(name, isAscii ? { ...alphabet, charset: 'us-ascii', encode: Buffer.from } : alphabet, chance).replaceAll(/^([^=].*)$/gs, quotedUnlessEncoded)} <${address}>`;
}

// Text that is not in encoded-words must be quoted in a phrase.
function quotedUnlessEncoded(text: string): string {
  return `"${text.replaceAll('\n', '').replaceAll(/["\\]/g, '\\$&')}"`;
}

function dateOf(ms: number, chance: Chance): string {
  const offset = chance.of([0, 60, 120, 330, -210, -300, -480, 765]);
  const local = new Date(ms + offset * 60_000);
  const [day, month] = [
    local.getUTCDate(),
    'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[local.getUTCMonth()],
  ];
  const weekday = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')[local.getUTCDay()];
  const two = (value: number) => String(value).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  const zone = `${sign}${two(Math.floor(Math.abs(offset) / 60))}${two(Math.abs(offset) % 60)}`;
  const seconds = local.getUTCSeconds() === 0 && chance.is(0.5) ? '' : `:${two(local.getUTCSeconds())}`;
  return `${chance.of([`${weekday}, `, `${weekday},`, ''])}${chance.is(0.5) ? day : two(day)} ${month} ${local.getUTCFullYear()} ${two(local.getUTCHours())}:${two(local.getUTCMinutes())}${seconds} ${offset === 0 ? chance.of(['GMT', 'UT', '+0000', '-0000']) : zone}${chance.of(['', ' (a zone)'])}`;
}
