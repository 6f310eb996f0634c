// Which thread an email belongs to. A given thread_id wins; else it joins the mails that share a message id with it, as
// its own or as one they reply to; when those stand in several threads, these become one. Never by subject.
import type { Fields, Item } from './kinds.ts';
import { type Kept, type Made, recordsOf, type World } from './world.ts';

/** The thread of a new or changed email, and the threads that it has joined to that one. */
export function threadOf(
  world: World,
  before: Item | undefined,
  record: Item,
  { data }: Made,
): { thread: unknown; joined: unknown[] } {
  const isSettled = before ? parents(record).join() === parents(before).join() : record.thread_id !== null;
  if (isSettled) return { thread: record.thread_id, joined: [] };
  const threads = threadsOf(world, record.id, messageIds(record));
  // Which of the threads gives the others its name is the service's choice.
  const thread = threads.includes(data.thread_id) ? data.thread_id : threads[0];
  if (thread !== undefined) return { thread, joined: threads.filter((one) => one !== thread) };
  // A draft that no longer replies to the mails of its thread leaves it.
  const isLeaving = before && threadsOf(world, record.id, parents(before)).includes(before.thread_id);
  return { thread: before && !isLeaving ? before.thread_id : freshThread(world, data), joined: [] };
}

/** The other mails of the joined threads, by id. */
export function followers(world: World, id: string, joined: unknown[]): Kept[] {
  return emails(world)
    .filter(({ record }) => record.id !== id && joined.includes(record.thread_id))
    .sort((a, b) => (a.record.id < b.record.id ? -1 : 1));
}

function emails(world: World): Kept[] {
  return recordsOf(world, 'email');
}

/** The threads of other mails that share one of these message ids. */
function threadsOf(world: World, id: string, ids: unknown[]): unknown[] {
  const linked = emails(world).filter(
    ({ record }) => record.id !== id && messageIds(record).some((one) => ids.includes(one)),
  );
  return [...new Set(linked.map(({ record }) => record.thread_id))];
}

function messageIds(record: Fields): unknown[] {
  return [record.message_id, ...parents(record)].filter((id) => id !== null);
}

function parents({ in_reply_to, references }: Fields): unknown[] {
  return [in_reply_to, ...(references as unknown[])].filter((id) => id !== null);
}

function freshThread(world: World, { thread_id }: Fields): unknown {
  const isFresh = typeof thread_id === 'string' && !emails(world).some(({ record }) => record.thread_id === thread_id);
  return isFresh ? thread_id : 'a new thread';
}
