// Large texts are not loaded with their record, but separately as bytes. Decoding 20 MB can block the main thread for
// too long, and a text that is only passed on to a client need not be decoded at all.
import { limits } from '../../limits.ts';
import { joinTexts, type ServedText } from '../../values/served-text.ts';
import type { Dialect, Query, Row, Tx } from '../port.ts';

/** The bytes; undefined if there is no row. Yields after each piece. */
export function* bytesOf(rows: readonly Row[]): Generator<undefined, Buffer | undefined> {
  const pieces = rows.toSorted((one, other) => (one.place as number) - (other.place as number));
  const [first] = pieces;
  if (first?.piece instanceof Uint8Array) return viewOf(first.piece);
  if (!first) return undefined;
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, { piece }) => sum + (piece as string).length, 0));
  let end = 0;
  for (const { piece } of pieces) {
    end += bytes.write(piece as string, end, 'latin1');
    yield;
  }
  return bytes;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

/**
 * The column `content` of bodies `b`; empty, which no stored content is, if it is so large that it is left out. Neither
 * engine loads a text to determine its size.
 */
export const briefContent = `case when octet_length(b.content) > ${limits.hugeBytes} then '' else b.content end as content`;

/** Whether a content is so large that it is loaded separately. */
export function isHuge(content: string | null): boolean {
  if (content === null || content.length * MAX_BYTES <= limits.hugeBytes) return false;
  return content.length > limits.hugeBytes || Buffer.byteLength(content) > limits.hugeBytes;
}

const MAX_BYTES = 3; // of a UTF-16 unit in UTF-8

/** The query for a content that was left out; bytesOf reads its rows. The body of an id never changes. */
export function contentQuery(dialect: Dialect, body: number): Query {
  return { sql: dialect.bytes('content', 'bodies where user_id = ?1 and body = ?2'), params: [body] };
}

/** The rows of a content that was left out, in a transaction. */
export async function contentRows(tx: Tx, body: number): Promise<Row[]> {
  const { sql, params } = contentQuery(tx.dialect, body);
  return tx.all(sql, ...params);
}

/** Whether a huge content was left out of the row. */
export function isBrief(row: Row): boolean {
  return row.content === '';
}

/** The JSON of a record with the content that was left out of it. */
export function withContent(text: string, content: Buffer): ServedText {
  return joinTexts([text.slice(0, -1), ',', content, '}']);
}
