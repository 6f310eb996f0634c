// Mail as it is found in archives.
import { type CorpusMessage, type Expected, mail, type Piece } from './build.ts';

export const wild = (name: string, fields: Piece[], body: Piece, expected: Partial<Expected>): CorpusMessage =>
  mail(`wild/${name}`, fields, body, { problem: undefined, ...expected });
export const mixed = 'Content-Type: multipart/mixed; boundary=b1';
