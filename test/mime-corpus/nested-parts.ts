// Parts of messages within messages.
import { bytes, type CorpusMessage, type Expected, mail, multipart, type Piece } from './build.ts';

export const eml = (
  content: Uint8Array,
  filename = `${/^Subject: (.*)\r$/m.exec(Buffer.from(content).toString('latin1'))?.[1] ?? 'message'}.eml`,
) => ({ filename, mime: 'message/rfc822', content });
export const file = (filename: string, mime: string, content: Piece) => ({ filename, mime, content: bytes(content) });

export function mixed(
  name: string,
  parts: Piece[],
  expected: Partial<Expected>,
  type = 'mixed',
  more = '',
): CorpusMessage {
  return mail(
    `nested/${name}`,
    [`Content-Type: multipart/${type}; boundary="b1"${more}`],
    multipart('b1', parts),
    expected,
  );
}
