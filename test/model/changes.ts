// The one place where the model's records are created and changed, with the event of each change. What follows from any
// change of an email follows here: its preview, its thread, its Message-ID once it is queued, and the end of a snooze when it leaves
// the SNOOZED folder.
// A record is never altered in place, so earlier events stay as they were.
import { previewOf } from '../../src/mail/previews/preview.ts';
import type { Item, Kind } from './kinds.ts';
import { followers, threadOf } from './threads.ts';
import { type Kept, type Made, type Outcome, refuse, show, type Told, type World } from './world.ts';

/** Adds a new record. */
export function add(world: World, kind: Kind, given: Item, made: Made): Outcome {
  const { record, followers } = settle(world, kind, undefined, given, made);
  const kept: Kept = { kind, step: world.step, record, etag: undefined, stale: [] };
  world.records.set(record.id, kept);
  return { ...show(kept, 201), events: [{ event: `${kind}.created`, data: record }], followers };
}

/** New values for a record. There is an event and a new version also where they are the old ones. */
export function change(
  world: World,
  kept: Kept,
  values: Partial<Item>,
  made: Made,
  { action = 'updated', status = 200 } = {},
): Outcome {
  const given = { ...kept.record, ...values };
  if (values.folder === 'SNOOZED' && values.snoozed_until === undefined && given.snoozed_until === null)
    return refuse(400, 'VALIDATION_ERROR');
  const { record, followers } = settle(world, kept.kind, kept.record, { ...given, updated_at: made.now }, made);
  replace(kept, record);
  return { ...show(kept, status), events: [{ event: `${kept.kind}.${action}`, data: record }], followers };
}

function settle(
  world: World,
  kind: Kind,
  before: Item | undefined,
  given: Item,
  made: Made,
): { record: Item; followers: Told[] } {
  if (kind !== 'email') return { record: given, followers: [] };
  const record = { ...given };
  if (record.folder !== 'SNOOZED') Object.assign(record, { snoozed_until: null, snoozed_from: null });
  if (record.status === 'queued') record.message_id ??= madeMessageId(made);
  // What a preview has of a text is tested in test/mail/previews.
  record.preview = previewOf(record.body_plain as string | null, record.body_html as string | null);
  const { thread, joined } = threadOf(world, before, record, made);
  const following = followers(world, given.id, joined);
  for (const kept of following) replace(kept, { ...kept.record, thread_id: thread, updated_at: made.now });
  return {
    record: { ...record, thread_id: thread },
    followers: following.map(({ record }) => ({ event: 'email.updated', data: record })),
  };
}

function madeMessageId({ data: { message_id } }: Made): unknown {
  return typeof message_id === 'string' && /^<[^\s<>@]+@[^\s<>@]+>$/.test(message_id) ? message_id : 'a new Message-ID';
}

function replace(kept: Kept, record: Item): void {
  kept.record = record;
  if (kept.etag !== undefined) kept.stale.push(kept.etag);
  kept.etag = undefined;
}
