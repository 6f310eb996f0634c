// The messages of webhooks, as Standard Webhooks recommends: type, timestamp and data, which is the message of the change
// feed. The id of a message depends only on the webhook and the change, so that every attempt has the same.
import { randomBytes } from 'node:crypto';
import type { Message } from '../feed/messages.ts';
import { limits } from '../limits.ts';
import { resourceOfEvent } from '../resources/resources.ts';
import { byteLength } from '../values/served-text.ts';
import { formatTime } from '../values/time.ts';

export interface WebhookMessage {
  id: string;
  event: string;
  /** Of the change; null if it is not about one. */
  seq: number | null;
  body: Buffer;
}

/** The time of the change is part of the id: after a restored backup, another change can have the same seq. */
export function messageOfChange(webhookId: string, message: Message): WebhookMessage {
  const { event, seq, at } = message;
  const isWhole = !message.isPartial && byteLength(message.text) <= limits.webhookBytes;
  const data = isWhole ? message.text : JSON.stringify(withoutRecord(message));
  const body = Buffer.from(`${head(event, at)}${data}}`);
  return { id: idOf(webhookId, `${seq}_${at.toString(36)}`), event, seq, body };
}

/** The message of a change with a large record, and where the record can be read. */
function withoutRecord({ event, seq, text }: Message) {
  const { data, timestamp } = JSON.parse(String(text)) as { data: { id?: string }; timestamp: string };
  const resource = resourceOfEvent(event);
  const path = resource && data.id ? `/api/v1/${resource.path}/${data.id}` : null;
  const reason = `The record has more than ${limits.webhookBytes} bytes.`;
  return { event, data: null, timestamp, seq, omitted: { id: data.id ?? null, path, reason } };
}

/** Says that changes are no longer in the log, so that the receiver reads the lists again; `seq` is the last of them. */
export function expiredMessage(webhookId: string, after: number, seq: number): WebhookMessage {
  const event = 'changes.expired';
  const message = `The changes after ${after} up to ${seq} are no longer kept; read the lists again. The changes after ${seq} follow.`;
  const body = `${head(event, Date.now())}${JSON.stringify({ after, seq, message })}}`;
  return { id: idOf(webhookId, `expired_${after}_${seq}`), event, seq, body: Buffer.from(body) };
}

export function testMessage(webhookId: string): WebhookMessage {
  const event = 'webhook.test';
  const data = { webhook_id: webhookId, message: 'A test, which does not report a change.' };
  const body = `${head(event, Date.now())}${JSON.stringify(data)}}`;
  return { id: idOf(webhookId, `test_${randomBytes(8).toString('hex')}`), event, seq: null, body: Buffer.from(body) };
}

function head(event: string, at: number): string {
  return `{"type":"${event}","timestamp":"${formatTime(at)}","data":`;
}

function idOf(webhookId: string, what: string): string {
  return `msg_${webhookId.replaceAll('-', '')}_${what}`;
}
