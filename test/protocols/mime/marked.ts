// Random messages with a text in them that must not get lost, whatever becomes of their frame.
import fc from 'fast-check';
import type { ParsedMail } from '../../../src/values/parsed-mail.ts';
import { alphabets } from './alphabets.ts';
import { type Mail, type Multipart, mails, type Part, type TextPart } from './trees.ts';

export const MARKER = 'the text that must not get lost';

const ascii = alphabets.find(({ charset }) => charset === 'us-ascii') as TextPart['alphabet'];
const utf8 = alphabets.find(({ charset }) => charset === 'utf-8') as TextPart['alphabet'];
const text: TextPart = {
  kind: 'text',
  subtype: 'plain',
  alphabet: ascii,
  text: `${MARKER}, ${'on and on '.repeat(30)}`,
  filename: null,
  isAttachment: false,
  isPlain: true,
};

/** The marked text is the only one of the message, or put at a place among its parts. */
export const marked: fc.Arbitrary<Mail> = fc
  .tuple(mails, fc.nat())
  .map(([mail, at]) => ({ ...mail, root: mail.root.kind === 'multipart' ? putInto(inAscii(mail.root), at) : text }));

// Text that follows a damaged delimiter is read in the character set of the part before it, which UTF-16 makes unreadable.
function inAscii<T extends Part>(part: T): T {
  if (part.kind === 'multipart') return { ...part, parts: part.parts.map(inAscii) };
  return part.kind === 'text' && !part.alphabet.isAsciiBased ? { ...part, alphabet: utf8 } : part;
}

function putInto(part: Multipart, at: number): Multipart {
  const inner = part.parts.find((child): child is Multipart => child.kind === 'multipart' && child.subtype === 'mixed');
  if (inner && at % 2 === 0)
    return { ...part, parts: part.parts.map((child) => (child === inner ? putInto(inner, at >> 1) : child)) };
  const parts: Part[] = [...part.parts];
  parts.splice(at % (parts.length + 1), 0, text);
  return {
    ...part,
    subtype: part.subtype === 'alternative' || part.subtype === 'related' ? 'mixed' : part.subtype,
    parts,
  };
}

/** Whether the text can be seen or opened. */
export function found({ body_plain, body_html, attachments }: ParsedMail): boolean {
  const texts = [
    body_plain ?? '',
    body_html ?? '',
    ...attachments.map(({ content }) => Buffer.from(content).toString('latin1')),
  ];
  return texts.some((one) => one.includes(MARKER));
}

/** Whether a message has nothing after its header: no body is legal (RFC 5322 section 3.5). */
export function isEmpty(raw: Buffer): boolean {
  const text = raw.toString('latin1');
  const end = /\r?\n\r?(?:\n|$)|\r\r(?!\n)/.exec(text);
  return end === null || text.slice(end.index).trim() === '';
}
