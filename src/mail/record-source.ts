// Builds a message from a record without a stored source, for files that other programs read. It is never sent, so it
// contains Bcc, and addresses are written unchanged.
import MailComposer, { type Options } from 'nodemailer/lib/mail-composer';
import type { Email } from '../resources/email.ts';
import type { Address } from '../values/addresses.ts';

export interface AttachedContent {
  filename: string;
  mime: string | null;
  content: Uint8Array;
  contentId: string | null;
}

export async function sourceOfRecord(mail: Email, attached: AttachedContent[]): Promise<Buffer> {
  const options: Options = {
    ...(mail.from_address !== null && { from: person({ address: mail.from_address, name: mail.from_name }) }),
    to: mail.to_addresses.map(person),
    cc: mail.cc_addresses.map(person),
    bcc: mail.bcc_addresses.map(person),
    ...(mail.reply_to && { replyTo: mail.reply_to.map(person) }),
    subject: line(mail.subject ?? ''),
    date: new Date(mail.sent_at ?? mail.received_at ?? mail.created_at),
    messageId: mail.message_id === null ? `<${mail.id}@daybook.invalid>` : line(mail.message_id),
    ...(mail.in_reply_to !== null && { inReplyTo: line(mail.in_reply_to) }),
    ...(mail.references.length > 0 && { references: mail.references.map(line) }),
    text: mail.body_plain ?? (mail.body_html === null ? '' : undefined),
    html: mail.body_html ?? undefined,
    attachments: attached.map(({ filename, mime, content, contentId }) => ({
      filename: line(filename),
      contentType: mime ?? 'application/octet-stream',
      content: Buffer.from(content),
      ...(contentId === null ? {} : { cid: line(contentId), contentDisposition: 'inline' as const }),
    })),
    baseBoundary: mail.id, // the same record gives the same bytes
    newline: 'unix',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const message = new MailComposer(options).compile();
  Object.assign(message, { keepBcc: true });
  return message.build();
}

function person({ name, address }: Address): { name: string; address: string } {
  return { name: line(name ?? ''), address: line(address) };
}

function line(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
