// Why something failed, in the words of the user: the messages of the service say what is wrong and what would be
// right; a missing connection has a text of the app.
import { DaybookError } from 'daybook-client';
import { words } from '../words/words.ts';

export function reasonOf(error: unknown): string {
  const { common } = words();
  if (!(error instanceof DaybookError)) return common.unknownError;
  return error.status === 0 ? common.serviceUnreachable : error.message;
}

/**
 * Handles the error of a removal: that the record does not exist is no failure, because another client has removed it,
 * or an earlier attempt whose answer was lost. Throws any other error.
 */
export function unlessGone(error: unknown): void {
  if (!(error instanceof DaybookError && error.code === 'NOT_FOUND')) throw error;
}
