// What kind of file an attachment is: its icon, and how it can be shown.
import type { Email } from '../../data/types.ts';
import { File, FileArchive, FileAudio, FileImage, FileText, FileVideo, Mail, NewEvent } from '../../ui/icons.ts';
import type { StoredFile } from './downloads.ts';

export type MailAttachment = Email['attachments'][number];
export type StoredAttachment = MailAttachment & StoredFile;

export type Preview = 'image' | 'pdf' | 'text' | 'audio' | 'video';

const IMAGES = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/u;
const TEXTS = /^(?:text\/|application\/(?:json|xml|yaml|toml|sql|javascript|x-sh)$)/u;
const TEXT_NAMES = /\.(?:txt|md|csv|log|json|xml|ya?ml|toml|ini|ics|vcf|eml|diff|patch)$/iu;

/** How the browser can show it without running anything in it; undefined: it cannot. */
export function previewOf({ mime, filename }: MailAttachment): Preview | undefined {
  const type = (mime ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (IMAGES.test(type)) return 'image';
  if (type === 'application/pdf') return 'pdf';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  return TEXTS.test(type) || TEXT_NAMES.test(filename) ? 'text' : undefined;
}

export function iconOf(attachment: MailAttachment): typeof File {
  if (isMail(attachment)) return Mail;
  if (/calendar/u.test(attachment.mime ?? '')) return NewEvent;
  if (/zip|tar|compressed|archive/u.test(attachment.mime ?? '')) return FileArchive;
  if (/word|sheet|excel|presentation|powerpoint|opendocument|rtf/u.test(attachment.mime ?? '')) return FileText;
  const icons = { image: FileImage, pdf: FileText, text: FileText, audio: FileAudio, video: FileVideo };
  const preview = previewOf(attachment);
  return preview ? icons[preview] : File;
}

/** What is listed below the mail: not the pictures within its HTML. */
export function listedAttachments({ attachments }: Email, isHtml: boolean): MailAttachment[] {
  return attachments.filter(({ inline, content_id }) => !(isHtml && inline && content_id));
}

/** Whether it is a mail, which the service can read. */
export function isMail({ filename, mime }: MailAttachment): boolean {
  const type = (mime ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'message/rfc822' || type === 'message/global') return true;
  return /\.eml$/iu.test(filename) && ['', 'application/octet-stream', 'text/plain'].includes(type);
}

export function isStored(attachment: MailAttachment): attachment is StoredAttachment {
  return attachment.file_id !== undefined;
}
