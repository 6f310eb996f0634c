// What a reader must find in a generated message, by the rules of RFC 2046 and of the contract.
import type { FilePart, Mail, Part, TextPart } from './trees.ts';

interface Passage {
  plain: string | null;
  html: string | null;
}

interface ExpectedFile {
  filename: string;
  mime: string;
  content: string;
  inline: boolean;
}

export function expectedMail({ subject, from, to, cc, date, messageId, references, root }: Mail) {
  const passages: Passage[] = [];
  const files: ExpectedFile[] = [];
  visit(root, passages, files);
  return {
    subject,
    from,
    to,
    cc,
    date,
    message_id: messageId,
    references,
    in_reply_to: references.at(-1) ?? null,
    body_plain: passages.some(({ plain }) => plain !== null) ? passages.map(({ plain }) => plain).join('\n') : null,
    body_html: passages.some(({ html }) => html !== null)
      ? passages.map(({ plain, html }) => html ?? asHtml(plain as string)).join('\n')
      : null,
    files,
    problem: null,
  };
}

function visit(part: Part, passages: Passage[], files: ExpectedFile[]): void {
  if (part.kind === 'file') files.push(fileOf(part));
  else if (part.kind === 'text') {
    if (part.filename !== null) files.push(namedText(part, part.filename));
    if (!part.isAttachment) passages.push(passageOf(part));
  } else if (part.subtype === 'alternative') {
    const inner: Passage[] = [];
    for (const child of part.parts) visit(child, inner, files);
    passages.push({ plain: inner[0]?.plain ?? null, html: inner[1]?.html ?? null });
  } else for (const child of part.parts) visit(child, passages, files);
}

function passageOf({ subtype, text }: TextPart): Passage {
  return subtype === 'html' ? { plain: null, html: text } : { plain: text, html: null };
}

function fileOf({ filename, mime, content, contentId }: FilePart): ExpectedFile {
  const name = mime === 'message/rfc822' && !/\.\w{1,10}$/.test(filename) ? `${filename}.eml` : filename;
  return { filename: name, mime, content: content.toString('hex'), inline: contentId !== null };
}

function namedText({ alphabet, text }: TextPart, filename: string): ExpectedFile {
  return { filename, mime: 'text/plain', content: alphabet.encode(text).toString('hex'), inline: false };
}

function asHtml(plain: string): string {
  const escaped = plain.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<div>${escaped.replaceAll('\n', '<br>')}</div>`;
}
