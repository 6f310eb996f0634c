// Reads the type of a part, with invalid types corrected (RFC 2045 section 5.2), its parameters, disposition and
// encoding.
import type { HeaderField } from './header.ts';
import { parseParameters, withoutComments } from './parameters.ts';

export interface PartType {
  /** In lower case, such as text/plain. */
  mime: string;
  /** Whether the header names a valid type. */
  isNamed: boolean;
  parameters: Map<string, string>;
  /** attachment, inline, another value or empty. */
  disposition: string;
  filename: string | null;
  encoding: TransferEncoding;
  contentId: string | null;
}

type TransferEncoding = 'identity' | 'base64' | 'quoted-printable' | 'uuencode' | 'yenc';

const TYPE = /^[\w!#$&^.+-]{1,120}\/[\w!#$&^.+*-]{1,120}$/;
const LONGEST = 300; // characters of a value that are searched: the patterns backtrack at each space
const PLAIN = 'text/plain';
// Types that old programs write without a subtype, or with the subtype alone.
const CORRECTED: Record<string, string> = {
  text: PLAIN,
  plain: PLAIN,
  html: 'text/html',
  'text/htm': 'text/html',
  'plain/text': PLAIN,
  'html/text': 'text/html',
  'text/text': PLAIN,
  'text/txt': PLAIN,
  multipart: 'multipart/mixed',
  message: 'message/rfc822',
  pdf: 'application/pdf',
  'image/jpg': 'image/jpeg',
};

export function partType(fields: HeaderField[], defaultMime = PLAIN): PartType {
  const content = parseParameters(first(fields, 'content-type') ?? '');
  const disposition = parseParameters(first(fields, 'content-disposition') ?? '');
  const filename =
    disposition.parameters.get('filename') || content.parameters.get('name') || disposition.parameters.get('name');
  return {
    ...mimeOf(content.value, first(fields, 'content-type') === undefined ? defaultMime : PLAIN),
    parameters: content.parameters,
    disposition: dispositionOf(disposition.value),
    filename: filename || null,
    encoding: encodingOf(first(fields, 'content-transfer-encoding') ?? ''),
    contentId: first(fields, 'content-id') ?? null,
  };
}

export function first(fields: HeaderField[], name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

function mimeOf(written: string, otherwise: string): { mime: string; isNamed: boolean } {
  const value = written
    .slice(0, LONGEST)
    .replace(/^[\s"']+|[\s"',:]+$/g, '')
    .replace(/\s*\/\s*/, '/');
  // `text/plain, us-ascii`, `application/pdf x.pdf`: the first word is the type.
  const word = value.split(/[\s,:"]/, 1)[0] as string;
  const mime =
    CORRECTED[value] ?? CORRECTED[word] ?? word.replace(/\/\*$/, word.startsWith('text/') ? '/plain' : '/octet-stream');
  return TYPE.test(mime) ? { mime, isNamed: true } : { mime: otherwise, isNamed: written === '' };
}

function dispositionOf(written: string): string {
  return /[a-z-]+/.exec(written)?.[0] ?? '';
}

function encodingOf(written: string): TransferEncoding {
  const name = withoutComments(written)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  if (/^(?:x)?base64/.test(name)) return 'base64';
  if (/^(?:x)?(?:quotedprintable|quotedprintible|qp$)/.test(name)) return 'quoted-printable';
  if (/^(?:x)?uu(?:e|en|encode|encoded)?$/.test(name)) return 'uuencode';
  return /^(?:x)?yenc/.test(name) ? 'yenc' : 'identity';
}
