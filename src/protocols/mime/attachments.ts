// Converts found attachments to records: safe file names, valid media types, and whether the text displays them inline.
import { limits } from '../../limits.ts';
import { withoutFolders } from '../../values/filenames.ts';
import type { ParsedAttachment } from '../../values/parsed-mail.ts';
import { first, type PartType } from './content-type.ts';
import { decodeHeader } from './encoded-words.ts';
import { cut, lineOf } from './fields.ts';
import { readHeader } from './header.ts';
import type { Source } from './source.ts';
import type { Workspace } from './workspace.ts';

/** An attachment, before it is known whether the text displays it. */
export interface Found {
  type: Pick<PartType, 'mime' | 'disposition' | 'filename' | 'contentId'>;
  /** Whether it is inside a multipart/related. */
  isRelated: boolean;
  content: Source;
}

const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const SUBJECT_BYTES = 64 * 1024; // of an attached message that are searched for its subject

const NAMES: Record<string, string> = {
  'text/calendar': 'invite.ics',
  'application/ics': 'invite.ics',
  'message/rfc822': 'message.eml',
  'message/global': 'message.eml',
  'application/ms-tnef': 'winmail.dat',
  'application/pgp-signature': 'signature.asc',
  'application/pkcs7-signature': 'smime.p7s',
  'application/x-pkcs7-signature': 'smime.p7s',
  'application/pdf': 'document.pdf',
  'message/delivery-status': 'delivery-status.txt',
  'message/xdelivery-status': 'delivery-status.txt',
  'message/disposition-notification': 'disposition-notification.txt',
  'message/feedback-report': 'feedback-report.txt',
  'message/rfc822-headers': 'headers.txt',
  'text/rfc822-headers': 'headers.txt',
  'text/vcard': 'contact.vcf',
  'text/x-vcard': 'contact.vcf',
  'text/csv': 'table.csv',
  'text/plain': 'text.txt',
  'text/html': 'page.html',
};

export function attachmentsOf(found: Found[], html: string | null, workspace: Workspace): ParsedAttachment[] {
  const named = html === null ? new Set<string>() : namedContentIds(html);
  return found.slice(0, limits.attachments).map(({ type, isRelated, content }) => {
    const content_id = lineOf(
      type.contentId && decodeHeader(type.contentId).trim().replace(/^<|>$/g, ''),
      limits.lineChars,
    );
    // An image that the text does not display is a regular attachment, wherever it is in the tree.
    const isShown = content_id !== null && named.has(content_id);
    const belongs = html !== null && content_id !== null && isRelated && type.disposition !== 'attachment';
    return {
      filename: filenameOf(type.filename, type.mime, content),
      mime: type.mime,
      inline: isShown || belongs,
      content_id,
      ...workspace.keep(content),
    };
  });
}

/** A file name without folders and control characters; if there is none, it is derived from the type or the subject. */
export function filenameOf(written: string | null, mime: string, content: Source): string {
  const name = lineOf(written?.replace(BIDI_CONTROLS, ''), limits.nameChars) ?? '';
  const last = withoutFolders(/^"([^"]+)"$/.exec(name)?.[1] ?? name);
  const isMessage = mime === 'message/rfc822' || mime === 'message/global';
  if (last !== '' && !/^\.+$/.test(last)) {
    if (isMessage && !/\.\w{1,10}$/.test(last)) return `${cut(last, limits.nameChars - 4)}.eml`;
    return last;
  }
  const subject = isMessage ? subjectOf(content) : null;
  if (subject) return `${subject}.eml`;
  const [, kind, extension] = /^(image|audio|video)\/([a-z0-9]{2,5})(?:\+xml)?$/.exec(mime) ?? [];
  return NAMES[mime] ?? (kind ? `${kind}.${extension}` : 'attachment');
}

function subjectOf(content: Source): string | null {
  const { fields } = readHeader(content, 0, content.length, SUBJECT_BYTES, false);
  const subject = lineOf(decodeHeader(first(fields, 'subject') ?? ''), 100);
  return (
    subject
      ?.replaceAll(BIDI_CONTROLS, '')
      .replaceAll(/[\\/:*?"<>|]+/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .replace(/^[. ]+|[. ]+$/g, '') || null
  );
}

/** The content ids that an HTML text refers to. */
function namedContentIds(html: string): Set<string> {
  const named = new Set<string>();
  for (const [, id] of html.matchAll(/\bcid:([^"'\s<>()]{1,998})/gi)) {
    named.add(id as string);
    try {
      named.add(decodeURIComponent(id as string));
    } catch {
      // not percent-encoded
    }
  }
  return named;
}
