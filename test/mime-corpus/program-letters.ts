// Parts of letters in the style of mail programs.
import { base64, type CorpusMessage, type Expected, mail, type Piece, part, pdf, png } from './build.ts';

export const pdfWith = (...fields: string[]) =>
  part([...fields, 'Content-Transfer-Encoding: base64'], base64(pdf.content));
export const pngWith = (...fields: string[]) =>
  part([...fields, 'Content-Transfer-Encoding: base64'], base64(png.content));
export const boundary = (type: string, value: string, rest = '') =>
  `Content-Type: multipart/${type};\n\tboundary="${value}"${rest}`;

export function letter(name: string, fields: Piece[], body: Piece, expected: Partial<Expected>): CorpusMessage {
  return mail(`program/${name}`, fields, body, expected);
}
