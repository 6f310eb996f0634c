// Decodes transfer encodings (RFC 2045 section 6).
import type { PartType } from '../content-type.ts';
import type { Source } from '../source.ts';
import type { Workspace } from '../workspace.ts';
import { decodeBase64 } from './base64.ts';
import { findEncodedFiles } from './encoded-files.ts';
import { decodeQuotedPrintable } from './quoted-printable.ts';

export interface Transferred {
  /** A range of the message if nothing was encoded. */
  content: Source;
  /** Text after the end of base64, such as the footer of a mailing list. */
  rest: Source | null;
  /** The file name in the encoding itself. */
  filename: string | null;
}

export function decodeTransfer(body: Source, { encoding, mime }: PartType, workspace: Workspace): Transferred {
  const plain = { content: body, rest: null, filename: null };
  if (encoding === 'base64') {
    const decoded = decodeBase64(body, mime.startsWith('text/'), workspace);
    return decoded ? { ...plain, ...decoded } : plain;
  }
  if (encoding === 'quoted-printable') return { ...plain, content: decodeQuotedPrintable(body, workspace) };
  if (encoding === 'uuencode' || encoding === 'yenc') {
    const [file] = findEncodedFiles(body);
    if (file) return { ...plain, content: file.decode(workspace), filename: file.filename };
  }
  return plain;
}
