// Sends a test message to a webhook for a request, and says what came of it.
import type { Secrets } from '../accounts/secrets.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { find } from '../records/find.ts';
import { type WebhookRecord, webhook } from '../resources/webhook.ts';
import type { Store } from '../store/port.ts';
import { outside } from '../store/tables/record-lookups.ts';
import { putDelivery } from '../store/tables/webhooks/deliveries.ts';
import { progressIn, putProgress } from '../store/tables/webhooks/progress.ts';
import { createSlots } from '../values/queues/slots.ts';
import { testMessage, type WebhookMessage } from './messages.ts';
import { openSecretsOf, signingSecrets } from './secrets.ts';
import { type SendOutcome, sendMessage, unreadableSecret } from './send.ts';
import type { Targets } from './targets.ts';

interface TestResult {
  ok: boolean;
  message_id: string;
  status: number | null;
  duration_ms: number;
  /** The beginning of the answer. */
  answer: string | null;
  error: string | null;
  hint: string | null;
}

export interface WebhookTests {
  test(user: number, record: WebhookRecord): Promise<TestResult>;
  stop(): void;
}

export function createWebhookTests(store: Store, secrets: Secrets, { check }: Targets): WebhookTests {
  const stopping = new AbortController();
  const rules = { most: limits.webhooksAtOnce, each: limits.webhookTests, queue: limits.webhooksAtOnce, busy };
  const slots = createSlots(rules);

  async function send(user: number, id: string, message: WebhookMessage): Promise<SendOutcome> {
    const { record, secrets: sealed } = await find<WebhookRecord>(outside(store, user), webhook, id);
    let opened: string[];
    try {
      opened = signingSecrets(openSecretsOf(secrets, id, sealed as string, Date.now()));
    } catch {
      return unreadableSecret();
    }
    return sendMessage({ url: record.url, secrets: opened }, message, check, stopping.signal);
  }

  return {
    stop: () => stopping.abort(),
    async test(user, { id }) {
      const message = testMessage(id);
      const waiting = AbortSignal.any([AbortSignal.timeout(limits.webhookTime), stopping.signal]);
      const outcome = await slots.run(user, () => send(user, id, message), waiting);
      if (stopping.signal.aborted) throw busy();
      await store.write(user, (tx) => noteTest(tx, id, message, outcome));
      const { ok, status, duration, answer, error, hint } = outcome;
      return { ok, message_id: message.id, status, duration_ms: duration, answer, error, hint };
    },
  };
}

/** In the list of attempts; a test says nothing about the changes that wait. */
async function noteTest(
  tx: Parameters<typeof putDelivery>[0],
  id: string,
  message: WebhookMessage,
  { status, duration, error }: SendOutcome,
): Promise<void> {
  const progress = await progressIn(tx, id);
  if (!progress) return;
  putDelivery(tx, {
    ...{ webhookId: id, number: progress.deliveries, at: tx.now, event: message.event, seq: null },
    ...{ messageId: message.id, attempt: 1, status, duration, error },
  });
  putProgress(tx, id, { ...progress, deliveries: progress.deliveries + 1 });
}

function busy(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many webhooks are being tested, or the service is stopping; try again.',
    {},
    1,
  );
}
