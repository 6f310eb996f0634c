// Which mails name which message ids: what threads are found by.
import { indexKey } from '../values/text.ts';
import type { Tx } from './store.ts';

/** The threads of the mails that have or name any of these message ids. */
export async function threadsNaming(tx: Tx, messageIds: string[], except: string): Promise<string[]> {
  const threads = new Set<string>();
  for (const messageId of messageIds) {
    const rows = await tx.all(
      `select e.thread_id from thread_links l join emails e on e.user_id = ?1 and e.id = l.id
        where l.user_id = ?1 and l.message_id = ?2 and l.id <> ?3`,
      indexKey(messageId),
      except,
    );
    for (const row of rows) threads.add(await asGiven(tx, row.thread_id as string));
  }
  return [...threads];
}

// The column holds what an index can; a thread id that is long or has a NUL is as it was given only in the record.
async function asGiven(tx: Tx, thread: string): Promise<string> {
  if (!thread.includes('\ufffd')) return thread;
  const row = await tx.get('select doc from emails where user_id = ?1 and thread_id = ?2 limit 1', thread);
  return (JSON.parse(row?.doc as string) as { thread_id: string }).thread_id;
}

export async function emailIdsOfThread(tx: Tx, threadId: string): Promise<string[]> {
  const rows = await tx.all(
    'select id from emails where user_id = ?1 and thread_id = ?2 order by id',
    indexKey(threadId),
  );
  return rows.map((row) => row.id as string);
}

export function putLinks(tx: Tx, id: string, messageIds: string[]): void {
  for (const messageId of messageIds) {
    tx.run(
      'insert into thread_links (user_id, message_id, id) values (?1, ?2, ?3) on conflict do nothing',
      indexKey(messageId),
      id,
    );
  }
}

export function dropLinks(tx: Tx, id: string, messageIds: string[]): void {
  for (const messageId of messageIds) {
    tx.run('delete from thread_links where user_id = ?1 and message_id = ?2 and id = ?3', indexKey(messageId), id);
  }
}
