// Whether the change log has something for a webhook. What it does not want is remembered here, and stored now and then:
// changes without a message cost few writes, and the log can forget them without a gap.
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import { matches, readWanted } from '../feed/messages.ts';
import { limits } from '../limits.ts';
import type { WebhookRecord } from '../resources/webhook.ts';
import type { Store } from '../store/port.ts';
import { type EnabledWebhook, skipChanges } from '../store/tables/webhooks/progress.ts';

const STRETCHES = 5; // of the log that are searched for one webhook before others get their turn
const FIRST = { limit: 1, bytes: 1, bodies: false };

export interface Waiting {
  /** 'later' if much of the log is still to be searched. */
  find(one: EnabledWebhook): Promise<'messages' | 'nothing' | 'later'>;
  /** Resolves when nothing is being stored. */
  settled(): Promise<void>;
  /** Forgets the webhooks that are not among these. */
  keepOnly(keys: ReadonlySet<string>): void;
}

export function createWaiting(store: Store, onError: (error: unknown) => void): Waiting {
  /** Up to where the log was searched in vain, with the settings of this version, and when that was last stored. */
  const searched = new Map<string, { version: number; seq: number; storedAt: number }>();
  const writes = new Map<string, Promise<void>>();

  /** Nobody waits for it: a write of one user can take long, and the webhooks of others are to be searched. */
  function storeSkip(one: EnabledWebhook, seq: number): void {
    const key = keyOf(one);
    if (writes.has(key)) return;
    const write = store.write(one.user, async (tx) => skipChanges(tx, one, seq)).catch(onError);
    writes.set(
      key,
      write.finally(() => void writes.delete(key)),
    );
  }

  return {
    async find(one) {
      const { user, version, lastSeq, newest } = one;
      const known = searched.get(keyOf(one));
      const wanted = new Set((JSON.parse(one.doc) as WebhookRecord).events);
      let seq = Math.max(lastSeq, known?.version === version ? known.seq : 0);
      for (let count = 0; seq < newest && count < STRETCHES; count++) {
        const found = await readWanted(store, user, seq, FIRST, (event) => matches(wanted, event)).catch(expired);
        if (found === 'expired' || found.messages.length > 0) return 'messages';
        seq = found.end;
        await setImmediate();
      }
      const storedAt = known?.storedAt ?? 0;
      const isDue = seq - lastSeq >= limits.webhookSkipped || Date.now() - storedAt >= limits.webhookSkippedTime;
      const isStored = seq > lastSeq && isDue;
      searched.set(keyOf(one), { version, seq, storedAt: isStored ? Date.now() : storedAt });
      if (isStored) storeSkip(one, seq);
      return seq < newest ? 'later' : 'nothing';
    },
    async settled() {
      await Promise.all(writes.values());
    },
    keepOnly(keys) {
      for (const key of searched.keys()) if (!keys.has(key)) searched.delete(key);
    },
  };
}

export function keyOf({ user, id }: Pick<EnabledWebhook, 'user' | 'id'>): string {
  return `${user}/${id}`;
}

/** The log does not have the changes after the webhook's last one: the session says so to the receiver. */
function expired(error: unknown): 'expired' {
  if (error instanceof AppError && error.code === 'CURSOR_EXPIRED') return 'expired';
  throw error;
}
