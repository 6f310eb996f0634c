// Request headers that are used later: its id, and the source of the records it creates.
import { faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import { newId } from '../values/ids.ts';

/** The request id of the client, or a new one. */
export function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:@/+=-]{1,128}$/.test(header) ? header : newId();
}

/** The source of records that the request creates. */
export function sourceOf(header: string | string[] | undefined): string {
  if (header === undefined || header === '') return 'local';
  if (typeof header === 'string' && header.length <= limits.shortChars) return header;
  const message = `X-Source must be given once and have at most ${limits.shortChars} characters.`;
  throw faulty('VALIDATION_ERROR', [{ field: 'X-Source', constraint: 'maxLength', message }]);
}
