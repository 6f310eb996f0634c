// Deletes what is kept for a limited time: responses for idempotency keys, old changes, reminders and tasks, attempts of
// webhooks, empty counters, tokens that ended long ago, and sessions that have ended.
import { limits } from '../limits.ts';
import { resources } from '../resources/resources.ts';
import type { Store } from '../store/port.ts';
import { pruneChanges } from '../store/tables/changes.ts';
import { dropEmptyTotals } from '../store/tables/conversations/updates.ts';
import { dropEmptyBuckets } from '../store/tables/counters.ts';
import { dropOldAnswers } from '../store/tables/idempotency.ts';
import { pruneTasks } from '../store/tables/names/tasks.ts';
import { dropEndedSessions } from '../store/tables/personal/sessions.ts';
import { pruneReminders } from '../store/tables/reminders.ts';
import { dropEndedTokens, listUsers } from '../store/tables/users.ts';
import { pruneDeliveries } from '../store/tables/webhooks/deliveries.ts';
import { hasEnabledWebhooks } from '../store/tables/webhooks/progress.ts';

const FAILING = limits.webhookFailing + limits.webhookRetryAfter + limits.webhookDelay;
const PIECE = 500; // changes dropped in one transaction, so that no writer waits long

export async function keepHouse(store: Store, changesKeptDays: number): Promise<void> {
  await dropEndedTokens(store, Date.now() - limits.tokensKept);
  await dropEndedSessions(store);
  const kept = changesKeptDays * 24 * 3_600_000;
  for (const { id } of await listUsers(store)) {
    await store.write(id, (tx) => dropOldAnswers(tx, limits.idempotencyKept));
    await store.write(id, async (tx) => pruneTasks(tx, Date.now() - limits.tasksKept));
    await store.write(id, (tx) => pruneDeliveries(tx, Date.now() - limits.webhookDeliveriesKept));
    // A webhook that fails finds its changes until it is disabled for that, by the attempt after this time.
    const hasWebhooks = await store.write(id, hasEnabledWebhooks);
    const before = Date.now() - (hasWebhooks ? Math.max(kept, FAILING) : kept);
    await store.write(id, async (tx) => {
      for (const resource of resources) dropEmptyBuckets(tx, resource);
      dropEmptyTotals(tx);
    });
    while ((await store.write(id, (tx) => pruneChanges(tx, before, PIECE))) === PIECE);
    // A reminder knows its entries in the log, so it is kept as long as they are.
    const due = Math.min(before, Date.now() - limits.remindersKept);
    while ((await store.write(id, (tx) => pruneReminders(tx, due, PIECE))) === PIECE);
  }
}
