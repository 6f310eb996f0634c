// Makes a change of conversations: shown and stored at once, with a message that offers to undo it.

import { mutate, mutateInParts, mutateLater, type RequestOfPart } from '../../data/changes/mutations.ts';
import type { PendingChange } from '../../data/changes/pending.ts';
import type { Request, Result } from '../../data/changes/requests.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo, withdrawUndo } from '../../shell/undo.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { words } from '../../words/words.ts';
import type { Row } from '../lists.ts';
import type { Change } from './changes.ts';
import { preparationOf } from './prepare-change.ts';
import { rowValues, rowValuesBefore } from './row-values.ts';

/** `text` says what was done; without it there is no message. */
export async function applyChange(rows: readonly Row[], change: Change, text?: string): Promise<void> {
  if (rows.length === 0) return;
  const shown = rows.map((row) => pendingRow(row, rowValues(change, row)));
  const made = mutateLater(preparationOf(change, rows), shown);
  const undo = async () => {
    const before = rows.map((row) => pendingRow(row, rowValuesBefore(change, row)));
    if (await reported(made.undo(before))) showToast({ text: words().common.undone });
  };
  const toast = text === undefined ? undefined : offerUndo(text, () => void undo());
  // Of several conversations, some may have been changed, which can be undone.
  if (toast !== undefined && rows.length === 1) made.done.catch(() => withdrawUndo(toast));
  await reported(made.done);
}

/** Sends the requests; a refusal is shown, and what was shown in advance is taken back. */
export async function send(requests: readonly Request[], changes: readonly PendingChange[] = []): Promise<Result[]> {
  return requests.length === 0 ? [] : ((await reported(mutate(requests, changes))) ?? []);
}

/** Sends the parts of a change; if some are refused, one reason is shown, and the others are made. */
export async function sendInParts(parts: readonly RequestOfPart[]): Promise<void> {
  const outcomes = await Promise.allSettled(mutateInParts(parts));
  reportFailures(outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
  const refused = outcomes.find((one) => one.status === 'rejected');
  if (refused) showRefusal(refused.reason);
}

/** undefined if it was refused, which is shown. */
async function reported(sent: Promise<Result[]>): Promise<Result[] | undefined> {
  try {
    const results = await sent;
    reportFailures(results);
    return results;
  } catch (error) {
    showRefusal(error);
    return undefined;
  }
}

interface BatchResult {
  failed?: number;
  errors?: { message: string }[];
}

function reportFailures(results: readonly Result[]): void {
  const bodies = results.map(({ body }) => (body ?? {}) as BatchResult);
  const failed = bodies.reduce((sum, one) => sum + (one.failed ?? 0), 0);
  const reason = bodies.flatMap(({ errors = [] }) => errors)[0]?.message ?? '';
  if (failed > 0) showToast({ text: words().mail.partlyFailed(failed, reason), tone: 'danger' });
}

function pendingRow(row: Row, values: Record<string, unknown>): PendingChange {
  return { kind: 'threads', id: row.id, values };
}
