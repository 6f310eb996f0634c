// The list of the last attempts of a webhook, without what was sent.
import { limits } from '../limits.ts';
import { find } from '../records/find.ts';
import type { ListResult } from '../records/list.ts';
import { nullable, text, type ValuesOf } from '../resources/fields.ts';
import { type WebhookRecord, webhook } from '../resources/webhook.ts';
import type { Store } from '../store/port.ts';
import { outside } from '../store/tables/record-lookups.ts';
import { type Delivery, deliveriesPage, readDelivery } from '../store/tables/webhooks/deliveries.ts';
import { Type } from '../values/schema.ts';
import { formatTime } from '../values/time.ts';

const number = (about: string, example: number) => ({
  schema: Type.Integer({ minimum: 0, description: about, examples: [example] }),
});

/** An attempt as it is served. */
export const deliveryFields = {
  at: text(limits.lineChars, { about: 'When it was made.', example: '2026-02-17T09:00:00Z' }),
  event: text(limits.lineChars, { about: 'The type of the message.', example: 'email.created' }),
  seq: nullable(number('Of the change; null for a test.', 412)),
  message_id: text(limits.lineChars, {
    about: 'The header webhook-id, which is the same for all attempts of a message.',
    example: 'msg_018f3c5e7a447c1b9d0e3b8f6a2c4d10_412_mlqo6o00',
  }),
  attempt: number('1 for the first attempt of the message.', 1),
  status: nullable(number('Of the answer; null if there was none.', 204)),
  duration_ms: number('How long it took, in milliseconds.', 38),
  error: nullable(text(limits.lineChars, { about: 'Why it failed; null if it was accepted.', example: null })),
};

/** Newest first. */
export async function listDeliveries(
  store: Store,
  user: number,
  id: string,
  { limit: wanted = limits.pageDefault, offset = 0 }: { limit?: number; offset?: number },
): Promise<ListResult> {
  const { record } = await find<WebhookRecord>(outside(store, user), webhook, id);
  const limit = Math.min(wanted, limits.pageMax);
  const [rows = [], counts = []] = await store.read(user, deliveriesPage(record.id, limit, offset));
  const total = Number(counts[0]?.total ?? 0);
  const texts = rows.map((row) => JSON.stringify(shown(readDelivery(row))));
  return { texts, meta: { total, limit, offset, has_more: offset + texts.length < total } };
}

function shown({ at, event, seq, messageId, attempt, status, duration, error }: Delivery) {
  return {
    ...{ at: formatTime(at), event, seq, message_id: messageId, attempt, status, duration_ms: duration, error },
  } satisfies ValuesOf<typeof deliveryFields>;
}
