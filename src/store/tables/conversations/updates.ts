// Keeps the tables of conversations up to date. Each saved mail is noted, and what the mails of a write change together
// is stored at its end: a conversation of which many mails change is stored once. Nothing is counted anew but the time
// of the latest mail, and that only when the latest one leaves.
import type { Email } from '../../../resources/email.ts';
import { clean, indexKey } from '../../../values/text.ts';
import { chunksOf, parametersOf } from '../../engine/statement-cache.ts';
import type { Row, Tx, Value } from '../../port.ts';
import { addToBuckets } from '../counters.ts';
import { isSameTime, latestOf, newTimes, noteTime, type Times } from './latest.ts';
import {
  ALL,
  accountList,
  COUNTS,
  type Counts,
  conversationColumns,
  conversationHandle,
  folderList,
  IN_TRASH,
  labelList,
  listColumns,
  tallyColumns,
  WITH_TRASH,
} from './tables.ts';

/** What a write changes in a conversation. */
interface Step {
  /** By list, ALL included. */
  lists: Map<string, Counts>;
  drafts: number;
  trashed: number;
  /** Of mails outside the trash. */
  times: Times;
}

const steps = new WeakMap<Tx, Map<string, Step>>();

/** Notes the step from one version of a mail to the next; null if there is none. */
export function noteMail(tx: Tx, old: Email | null, saved: Email | null): void {
  const [before, after] = [withThread(old), withThread(saved)];
  if (before) count(tx, before, -1);
  if (after) count(tx, after, 1);
  const [left, came] = [before && isLive(before) && before, after && isLive(after) && after];
  if (left && came && left.thread_id === came.thread_id && isSameTime(left, came)) return;
  if (left) noteTime(stepOf(tx, left).times, 'left', left);
  if (came) noteTime(stepOf(tx, came).times, 'came', came);
}

/** The fields of a mail from which its conversation is counted. */
export const countedFields = [
  ...(['thread_id', 'received_at', 'deleted_at', 'folder', 'account_id', 'labels'] as const),
  ...(['is_read', 'is_starred', 'has_attachments', 'status'] as const),
] satisfies (keyof Email)[];

// Mail of the first versions may have none until its next change.
function withThread(mail: Email | null): Email | null {
  return mail?.thread_id == null ? null : mail;
}

function isLive({ deleted_at }: Email): boolean {
  return deleted_at === null;
}

function stepOf(tx: Tx, mail: Email): Step {
  let noted = steps.get(tx);
  if (!noted) {
    noted = new Map();
    steps.set(tx, noted);
    tx.atEnd(() => storeSteps(tx));
  }
  const id = indexKey(mail.thread_id as string);
  let step = noted.get(id);
  if (!step) {
    step = { lists: new Map(), drafts: 0, trashed: 0, times: newTimes() };
    noted.set(id, step);
  }
  return step;
}

function count(tx: Tx, mail: Email, by: 1 | -1): void {
  const step = stepOf(tx, mail);
  if (!isLive(mail)) {
    step.trashed += by;
    return;
  }
  if (mail.status === 'draft') step.drafts += by;
  for (const list of listsOf(mail)) {
    const counts = step.lists.get(list) ?? { mails: 0, unread: 0, starred: 0, attached: 0 };
    counts.mails += by;
    if (!mail.is_read) counts.unread += by;
    if (mail.is_starred) counts.starred += by;
    if (mail.has_attachments) counts.attached += by;
    step.lists.set(list, counts);
  }
}

function listsOf({ folder, account_id, labels }: Email): string[] {
  const name = indexKey(folder);
  const lists = [ALL, folderList(name)];
  if (account_id !== null) lists.push(accountList(indexKey(account_id), name));
  for (const label of new Set(labels.map(clean))) lists.push(labelList(label));
  return lists;
}

const AT_ONCE = 500; // conversations whose rows are read and stored together

async function storeSteps(tx: Tx): Promise<void> {
  const noted = [...(steps.get(tx) ?? [])];
  for (let done = 0; done < noted.length; done += AT_ONCE)
    await storeSome(tx, new Map(noted.slice(done, done + AT_ONCE)));
}

/** The rows that a conversation has, or is to have. */
interface Rows {
  conversation: Row | undefined;
  lists: Map<string, Row>;
}

async function storeSome(tx: Tx, noted: Map<string, Step>): Promise<void> {
  const stored = await storedRows(tx, [...noted.keys()]);
  const changes: Changes = { conversations: [], lists: [], gone: [], left: [], buckets: new Map() };
  for (const [id, step] of noted) {
    const rows = stored.get(id) ?? { conversation: undefined, lists: new Map() };
    await addChanges(tx, changes, id, step, rows);
  }
  for (const id of changes.gone) tx.run('delete from conversations where user_id = ?1 and id = ?2', id);
  for (const [id, list] of changes.left)
    tx.run('delete from conversation_lists where user_id = ?1 and id = ?2 and list = ?3', id as string, list as string);
  put(tx, 'conversations', conversationColumns, ['id'], changes.conversations);
  put(tx, 'conversation_lists', listColumns, ['id', 'list'], changes.lists);
  const buckets = [...changes.buckets.values()].filter((bucket) => bucket.at(-1) !== 0);
  addToBuckets(tx, 'conversation_tally', tallyColumns, buckets);
}

async function storedRows(tx: Tx, ids: string[]): Promise<Map<string, Rows>> {
  const list = tx.dialect.list(ids);
  const those = `where user_id = ?1 and id ${tx.dialect.in(2)}`;
  const [conversations, lists] = await Promise.all([
    tx.all(`select ${conversationColumns.join(', ')} from conversations ${those}`, list),
    tx.all(`select ${listColumns.join(', ')} from conversation_lists ${those}`, list),
  ]);
  const stored = new Map<string, Rows>();
  for (const row of conversations) stored.set(row.id as string, { conversation: row, lists: new Map() });
  for (const row of lists) stored.get(row.id as string)?.lists.set(row.list as string, row);
  return stored;
}

/** What is stored of some conversations. */
interface Changes {
  conversations: Value[][];
  lists: Value[][];
  /** Conversations without a mail. */
  gone: string[];
  /** Those that are no longer on a list. */
  left: [id: string, list: string][];
  buckets: Map<string, Value[]>;
}

async function addChanges(tx: Tx, changes: Changes, id: string, step: Step, before: Rows): Promise<void> {
  const { conversation } = before;
  const all = sumOf(conversation, step.lists.get(ALL));
  const drafts = ((conversation?.drafts as number) ?? 0) + step.drafts;
  const trashed = ((conversation?.trashed as number) ?? 0) + step.trashed;
  const isGone = all.mails === 0 && trashed === 0;
  const latest = isGone ? 0 : await latestOf(tx, id, step.times, conversation, { mails: all.mails, drafts });
  if (isGone) changes.gone.push(id);
  else
    changes.conversations.push([
      id,
      conversationHandle(id),
      latest,
      ...COUNTS.map((name) => all[name]),
      drafts,
      trashed,
    ]);
  addToTally(changes, ALL, conversation, all);
  const was = { mails: (conversation?.mails as number) ?? 0, trashed: (conversation?.trashed as number) ?? 0 };
  addToTally(changes, WITH_TRASH, alone(was.mails + was.trashed), alone(all.mails + trashed));
  addToTally(changes, IN_TRASH, alone(was.trashed), alone(trashed));
  const isMoved = conversation !== undefined && latest !== conversation.latest_at;
  for (const list of new Set([...step.lists.keys(), ...(isMoved ? before.lists.keys() : [])])) {
    if (list === ALL) continue;
    const row = before.lists.get(list);
    const counts = sumOf(row, step.lists.get(list));
    if (!isMoved && row && COUNTS.every((name) => row[name] === counts[name])) continue;
    if (counts.mails > 0) changes.lists.push([id, list, latest, ...COUNTS.map((name) => counts[name])]);
    else if (row) changes.left.push([id, list]);
    addToTally(changes, list, row, counts);
  }
}

function sumOf(row: Row | undefined, step: Counts | undefined): Counts {
  const counts = { mails: 0, unread: 0, starred: 0, attached: 0 };
  for (const name of COUNTS) counts[name] = ((row?.[name] as number) ?? 0) + (step?.[name] ?? 0);
  return counts;
}

function addToTally({ buckets }: Changes, list: string, before: Row | Counts | undefined, after: Counts): void {
  const add = (counts: Record<string, Value>, by: number) => {
    if (counts.mails === 0) return;
    const flags = tallyColumns.slice(1).map((name) => ((counts[name] as number) > 0 ? 1 : 0));
    const key = `${flags.join('')}${list}`;
    const bucket = buckets.get(key) ?? [list, ...flags, 0];
    bucket[bucket.length - 1] = (bucket.at(-1) as number) + by;
    buckets.set(key, bucket);
  };
  if (before) add(before, -1);
  add(after, 1);
}

/** The counts of a list that has no totals by property. */
function alone(mails: number): Counts {
  return { mails, unread: 0, starred: 0, attached: 0 };
}

const ROWS_AT_ONCE = [50, 10, 3, 2, 1];

function put(tx: Tx, table: string, columns: readonly string[], key: readonly string[], rows: Value[][]): void {
  const others = columns.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`);
  for (const some of chunksOf(rows, ROWS_AT_ONCE))
    tx.run(
      `insert into ${table} (user_id, ${columns.join(', ')}) values ${parametersOf(some.length, columns.length, 2, '?1, ')}
        on conflict (user_id, ${key.join(', ')}) do update set ${others.join(', ')}`,
      ...some.flat(),
    );
}

/** Removes the totals of lists that no conversation is on. */
export function dropEmptyTotals(tx: Tx): void {
  tx.run('delete from conversation_tally where user_id = ?1 and n = 0');
}
