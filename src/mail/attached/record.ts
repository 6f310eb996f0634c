// An attached mail as it is served: like an email, as far as a message has its values.
import { limits } from '../../limits.ts';
import type { Address } from '../../values/addresses.ts';
import { cleanFilename, cleanMediaType } from '../../values/filenames.ts';
import { escapeText } from '../../values/html-text.ts';
import { isAttachedMail } from '../../values/mail-facts.ts';
import type { ParsedMail } from '../../values/parsed-mail.ts';
import { clean } from '../../values/text.ts';
import { formatTime, isWritable } from '../../values/time.ts';
import { previewOf, previewOfAttached } from '../previews/preview.ts';

interface AttachedFile {
  filename: string;
  mime: string;
  size: number;
  inline: boolean;
  content_id: string | null;
  /** Whether it is a mail itself. */
  is_email: boolean;
}

export interface AttachedEmail {
  /** Positions in attachments, as in the request. */
  path: string;
  message_id: string | null;
  subject: string | null;
  from_address: string | null;
  from_name: string | null;
  to_addresses: Address[];
  cc_addresses: Address[];
  reply_to: Address[];
  /** Null if the message has no readable date. */
  date: string | null;
  preview: string;
  body_plain: string | null;
  /** Whether it has an HTML text, which is served as a page. */
  has_html: boolean;
  attachments: AttachedFile[];
  parse_problem: ParsedMail['problem'];
}

export function attachedEmail(path: string, mail: ParsedMail): AttachedEmail {
  const { from, body_plain: plain, body_html: html } = mail;
  return {
    path,
    message_id: mail.message_id,
    subject: mail.subject,
    from_address: from?.address || null,
    from_name: from?.name ?? null,
    to_addresses: mail.to.slice(0, limits.addresses),
    cc_addresses: mail.cc.slice(0, limits.addresses),
    reply_to: mail.reply_to.slice(0, limits.addresses),
    date: mail.date !== null && isWritable(mail.date) ? formatTime(mail.date) : null,
    preview: previewOf(plain, html) || (mail.attached ? previewOfAttached(mail.attached) : ''),
    body_plain: plain === null ? null : clean(plain.slice(0, limits.noteChars)),
    has_html: Boolean(html?.trim()),
    attachments: mail.attachments.map((one) => ({
      ...servedFile(one),
      inline: one.inline,
      content_id: one.content_id,
      is_email: isAttachedMail(one),
    })),
    parse_problem: mail.problem,
  };
}

/** The name, type and size with which an attachment of it is served. */
export function servedFile(one: ParsedMail['attachments'][number]) {
  return {
    filename: cleanFilename(one.filename, limits.fileNameChars),
    mime: cleanMediaType(one.mime),
    size: one.content.length,
  };
}

/** Its header, for the page of a mail that has nothing else. */
export function attachedHeader(mail: ParsedMail): string {
  const { subject, from, to, date } = mail;
  const people = (all: readonly (Address | null)[]) =>
    all.flatMap((one) => (one ? [one.name ? `${one.name} <${one.address}>` : one.address] : [])).join(', ');
  const lines = [
    ['Subject', subject ?? ''],
    ['From', people([from])],
    ['Date', date !== null && isWritable(date) ? formatTime(date) : ''],
    ['To', people(to.slice(0, limits.participants))],
  ].filter(([, value]) => value !== '');
  const text = lines.map(([name, value]) => `<b>${name}:</b> ${escapeText(value as string)}`).join('<br>');
  return `<div class="attached"><p>${text}</p><hr></div>`;
}
