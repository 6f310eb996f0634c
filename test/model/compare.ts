// Compares one step of the service with the outcome that the model says: status, error code, body, ETag, and exactly
// the events emitted.
import type { FeedMessage } from '../support/feed.ts';
import type { Answer } from './client.ts';
import { must, same } from './differences.ts';
import type { Fields } from './kinds.ts';
import type { Kept, Outcome, World } from './world.ts';

export function compareAnswer(answer: Answer, { status, error, details = {}, body, text }: Outcome): void {
  same({ status: answer.status, error: codeOf(answer) }, { status, error: error ?? '' }, 'answer');
  if (error !== undefined) {
    const told = (answer.body as { error: { message: string; details: Fields } }).error;
    must(isSaid(told.message), 'an error must say what is wrong');
    for (const [member, value] of Object.entries(details)) same(told.details[member], value, `details.${member}`);
  } else if (text === undefined) same(withoutMessages(answer.body), body, 'body');
  else same([answer.text, answer.headers['idempotent-replayed']], [text, 'true'], 'text and Idempotent-Replayed');
}

export function compareEvents(
  world: World,
  told: FeedMessage[],
  { leaders = [], events, followers = [] }: Outcome,
): void {
  const end = leaders.length + events.length;
  const inOrder = told.slice(leaders.length, end);
  const all = [...byId(told.slice(0, leaders.length)), ...inOrder, ...byId(told.slice(end))];
  const shown = all.map(({ event, data }) => ({ event, data }));
  same(shown, [...leaders, ...events, ...followers], 'events');
  for (const [index, { seq, timestamp }] of told.entries()) {
    same([seq, timestamp], [world.log.length + index + 1, told[0]?.timestamp], 'seq and timestamp of an event');
    must(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.(?!000)\d{3})?Z$/.test(timestamp), `${timestamp} must be RFC 3339 in UTC`);
  }
  world.log.push(...told.map(({ event, data }) => ({ event, data })));
}

function byId(told: FeedMessage[]): FeedMessage[] {
  return told.toSorted((a, b) => (String(a.data.id) < String(b.data.id) ? -1 : 1));
}

/** The ETag of a record stays while the record does, and none comes back. */
export function takeEtag(kept: Kept, etag: string | undefined): void {
  must(etag !== undefined && /^"[^"]+"$/.test(etag), 'the answer must have an ETag');
  must(!kept.stale.includes(etag as string), 'a changed record must not have the ETag of a former version');
  if (kept.etag !== undefined) same(etag, kept.etag, 'ETag of an unchanged record');
  kept.etag = etag;
}

export function codeOf({ body }: Answer): string {
  return (body as { error?: { code: string } }).error?.code ?? '';
}

/** The tally of a batch without its messages, which are for people. */
function withoutMessages(body: unknown): unknown {
  const { errors } = body as { errors?: { id: string; code: string; message: string }[] };
  if (!errors) return body;
  for (const { message } of errors) must(isSaid(message), 'an error of a batch must say what is wrong');
  return { ...(body as Fields), errors: errors.map(({ id, code }) => ({ id, code })) };
}

function isSaid(message: unknown): boolean {
  return typeof message === 'string' && message.length > 10;
}
