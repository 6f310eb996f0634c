// The beginning of a message that is attached to one without a text of its own, as to a bounce or a forwarded mail: its
// subject and its text, for the preview.
import { limits } from '../../limits.ts';
import { isBlank } from '../../values/html-text.ts';
import { isAttachedMail } from '../../values/mail-facts.ts';
import type { AttachedText } from '../../values/parsed-mail.ts';
import { type Found, filenameOf } from './attachments.ts';
import { first } from './content-type.ts';
import { contentsOf } from './contents.ts';
import { decodeHeader } from './encoded-words.ts';
import { cut, lineOf } from './fields.ts';
import { beginningOf, readHeader } from './header.ts';
import { readTree } from './parts.ts';
import type { Source } from './source.ts';
import { joinPassages } from './texts.ts';
import { isDiskFault, type Workspace } from './workspace.ts';

const DEEPEST = 3; // levels of messages that have nothing but another message

/** Of the first attached message that has a subject or a text; null if there is none. */
export function attachedTextOf(found: readonly Found[], workspace: Workspace, depth = 0): AttachedText | null {
  const message = found.find(({ type, content }) =>
    isAttachedMail({ filename: filenameOf(type.filename, type.mime, content), mime: type.mime }),
  );
  if (!message || depth >= DEEPEST) return null;
  try {
    return beginningOfMessage(message.content, workspace, depth);
  } catch (error) {
    if (isDiskFault(error)) throw error;
    return null; // it exceeds a limit; the mail itself does not
  }
}

function beginningOfMessage(message: Source, workspace: Workspace, depth: number): AttachedText | null {
  const header = readHeader(message, beginningOf(message), message.length, limits.mailHeaderBytes, false);
  if (header.isTooLong) return null;
  const { passages, attachments } = contentsOf(readTree(message, header, workspace), workspace);
  const { plain, html } = joinPassages(passages);
  const subject = lineOf(decodeHeader(first(header.fields, 'subject') ?? ''), limits.preview);
  if (isBlank(plain, html)) {
    const inner = attachedTextOf(attachments, workspace, depth + 1);
    if (inner) return { ...inner, subject: subject ?? inner.subject };
  }
  return {
    subject,
    plain: plain === null ? null : cut(plain, limits.previewChars),
    html: html === null ? null : cut(html, limits.previewHtmlChars),
  };
}
