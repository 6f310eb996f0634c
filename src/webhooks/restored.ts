// Disables webhooks after a restore: the service whose backup it is may still deliver, and their receivers may have got
// what the backup has not delivered yet. A person enables them again.
import { find } from '../records/find.ts';
import { type WebhookRecord, webhook } from '../resources/webhook.ts';
import { restoredAt } from '../sending/restored-mail.ts';
import type { Store } from '../store/port.ts';
import { listUsers } from '../store/tables/users.ts';
import { enabledIds } from '../store/tables/webhooks/progress.ts';
import { disableWebhook } from './webhooks.ts';

/** Returns how many; to be called before the mark of a restored store is removed. */
export async function disableRestoredWebhooks(store: Store): Promise<number> {
  if ((await restoredAt(store)) === undefined) return 0;
  let disabled = 0;
  for (const { id: user } of await listUsers(store))
    disabled += await store.write(user, async (tx) => {
      const ids = await enabledIds(tx);
      for (const id of ids) await disableWebhook(tx, await find<WebhookRecord>(tx, webhook, id), 'restored');
      return ids.length;
    });
  return disabled;
}
