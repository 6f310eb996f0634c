// Makes a change of conversations: shown at once, with a message that offers to undo it. The state of each mail is read
// before the change is sent, so that undoing restores exactly what was before.
import { daybook } from '../data/client.ts';
import { connectionState } from '../data/live.ts';
import { mutate, type Request, type Result } from '../data/mutations.ts';
import { addPending, type PendingChange, removePending } from '../data/pending.ts';
import { showToast } from '../ui/toast.ts';
import { words } from '../words/words.ts';
import {
  type Change,
  inverse,
  type MailState,
  type Plan,
  planOf,
  requestsForThreads,
  rowValues,
  rowValuesBefore,
  STATE_FIELDS,
} from './changes.ts';
import type { Row } from './lists.ts';
import { offerUndo } from './undo.ts';

/** How long the state of the mails may take to be read; then the service chooses the mails of the conversation. */
const PATIENCE = 3000;
/** How many conversations are read at the same time. */
const AT_ONCE = 6;
const MOST_MAILS = 500;

let serial = 0;

/** `text` says what was done; without it there is no message, as when opened mail becomes read. */
export function applyChange(rows: readonly Row[], change: Change, text?: string): Promise<void> {
  if (rows.length === 0) return Promise.resolve();
  const shown = rows.map((row) => pendingRow(row, rowValues(change, row)));
  const owner = `change-${++serial}`;
  addPending(owner, shown);
  const planned = plan(rows, change);
  const done = planned.then(async ({ requests, changes }) => {
    const sent = send(requests, [...shown, ...changes]);
    removePending(owner);
    await sent;
  });
  if (text !== undefined)
    offerUndo(text, async () => {
      const { undo } = await planned;
      await send(
        undo,
        rows.map((row) => pendingRow(row, rowValuesBefore(change, row))),
      );
      showToast({ text: words().common.undone });
    });
  return done;
}

/** Sends the requests; a refusal is shown, and what was shown in advance is taken back. */
export async function send(requests: readonly Request[], changes: readonly PendingChange[] = []): Promise<Result[]> {
  if (requests.length === 0) return [];
  try {
    const results = await mutate(requests, changes);
    reportFailures(results);
    return results;
  } catch (error) {
    showToast({ text: words().shell.refused((error as Error).message), tone: 'danger' });
    return [];
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

async function plan(rows: readonly Row[], change: Change): Promise<Plan> {
  const states = await readStates(rows.map(({ id }) => id));
  if (states) return planOf(change, states);
  const ids = rows.map(({ id }) => id);
  return { requests: requestsForThreads(change, ids), undo: requestsForThreads(inverse(change), ids), changes: [] };
}

/** The mails of the conversations; undefined if they cannot be read now. */
async function readStates(threads: readonly string[]): Promise<MailState[][] | undefined> {
  if (connectionState.get() === 'offline') return undefined;
  const signal = AbortSignal.timeout(PATIENCE);
  const states: MailState[][] = [];
  try {
    for (let start = 0; start < threads.length; start += AT_ONCE) {
      const part = threads.slice(start, start + AT_ONCE);
      states.push(...(await Promise.all(part.map((id) => readState(id, signal)))));
    }
    return states;
  } catch {
    return undefined;
  }
}

async function readState(id: string, signal: AbortSignal): Promise<MailState[]> {
  const emails: MailState[] = [];
  const query = { fields: [...STATE_FIELDS], include_deleted: true, limit: MOST_MAILS, body: false };
  for (let hasMore = true; hasMore; ) {
    const { data, meta } = await daybook.threads.get(id, { ...query, offset: emails.length }, { signal, retries: 0 });
    emails.push(...(data.emails as unknown as MailState[]));
    hasMore = meta.has_more;
  }
  return emails;
}
