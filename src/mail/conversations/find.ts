// Finds a conversation by its id, which may be any text, or by the handle that compact lists show.
import { AppError } from '../../errors.ts';
import type { Query, Row } from '../../store/port.ts';
import { byHandle, byId } from '../../store/tables/conversations/contents.ts';
import { readHandle } from '../../values/ids.ts';
import { indexKey } from '../../values/text.ts';

/** Reads the rows of a query, in a transaction or outside. */
export type Reader = (query: Query) => Promise<Row[]>;

/** The row of the conversation with its counts; throws NOT_FOUND or AMBIGUOUS_ID. */
export async function findConversation(read: Reader, id: string): Promise<Row> {
  const [found] = await read(byId(indexKey(id)));
  if (found) return found;
  const handle = readHandle(id);
  const rows = handle ? await read(byHandle(handle)) : [];
  if (rows.length > 1)
    throw new AppError('AMBIGUOUS_ID', `The handle ${id} fits more than one conversation; use the whole id.`);
  if (!rows[0]) throw missingConversation(id);
  return rows[0];
}

export function missingConversation(id: string): AppError {
  const shown = id.length > 60 ? `${id.slice(0, 60)}…` : id;
  return new AppError('NOT_FOUND', `There is no conversation ${JSON.stringify(shown)}.`);
}
