// A list of conversations as SQL. A conversation is on the list if one of its mails meets all conditions. Usual choices
// (a folder, a folder of an account, a label, each also with one property) are lists that are stored with their totals;
// for others the conversations are examined, or found from their mails.
import type { Dialect, Query, Value } from '../../port.ts';
import { totalFromCounters } from '../counters.ts';
import { selectionOf } from '../list.ts';
import { bind, type Condition, isSearch, type ListPlan } from '../list-plan.ts';
import { ALL, accountList, folderList, IN_TRASH, labelList, tallyColumns, WITH_TRASH } from './tables.ts';

/** The place of a conversation in a list. */
export interface Place {
  latest_at: number;
  id: string;
}

/** The part of a list that is read. */
export interface Slice {
  /** The order of the latest mails. */
  order: 'asc' | 'desc';
  max: number;
  skipped: number;
  /** Where it begins. */
  from?: { place: Place; isIncluded: boolean };
}

interface Stored {
  list: string;
  /** Columns that must not be 0. */
  properties: string[];
  /** Whether it is the list of the plan, and not only a longer one. */
  isExact: boolean;
}

/** Whether the stored lists answer the plan, so that no mail has to be read. */
export function isStored(plan: ListPlan): boolean {
  return storedList(plan).isExact;
}

function storedList(plan: ListPlan): Stored {
  const { conditions, trash } = plan;
  if (trash !== 'without') {
    const isExact = conditions.length === 0 && !isSearch(plan);
    return trash === 'only'
      ? { list: IN_TRASH, properties: ['trashed'], isExact }
      : { list: WITH_TRASH, properties: [], isExact };
  }
  const equalTo = (column: string) =>
    conditions.find((one) => one.type === 'equals' && one.column === column) as { value: string } | undefined;
  const [folder, account] = [equalTo('folder'), equalTo('account_id')];
  const label = conditions.find((one) => one.type === 'tagged');
  const list = folder
    ? account
      ? accountList(account.value, folder.value)
      : folderList(folder.value)
    : label
      ? labelList(label.value)
      : ALL;
  const covered: unknown[] = folder ? [folder, account] : [label];
  const left = conditions.filter((one) => !covered.includes(one));
  const properties = left.map(propertyOf).filter((name) => name !== undefined);
  // Of two properties, each could be that of another mail.
  const isExact = !isSearch(plan) && left.length <= 1 && properties.length === left.length;
  // A mail with a property is not in the trash.
  return { list, properties: list === ALL && properties.length === 0 ? ['mails'] : properties, isExact };
}

function propertyOf(condition: Condition): string | undefined {
  if (condition.type !== 'equals') return undefined;
  return { is_read: ['unread'], is_starred: [undefined, 'starred'], has_attachments: [undefined, 'attached'] }[
    condition.column
  ]?.[condition.value as number];
}

/** The queries for the `total` of a list: of its conversations; and of its mails, where that is stored and the other is not. */
export function totalQueries(
  dialect: Dialect,
  user: number,
  plan: ListPlan,
): { mails: Query | null; conversations: Query } {
  const mails = isStored(plan) ? null : totalFromCounters(plan);
  return { mails, conversations: totalQuery(dialect, user, plan) };
}

function totalQuery(dialect: Dialect, user: number, plan: ListPlan): Query {
  const { list, properties, isExact } = storedList(plan);
  if (!isExact) {
    const { from, where, params, index } = selectionOf(dialect, user, plan);
    // Of an expression, so that the engine goes by the index of the conditions and not by that of the threads.
    return { sql: `select count(distinct r.thread_id || '') as total from ${from} where ${where}`, params, ...index };
  }
  const conditions = [
    'user_id = ?1',
    'list = ?2',
    ...properties.filter((name) => tallyColumns.some((column) => column === name)).map((name) => `${name} = 1`),
  ];
  return {
    sql: `select coalesce(sum(n), 0) as total from conversation_tally where ${conditions.join(' and ')}`,
    params: [list],
  };
}

/** The query for the places of a part of a list; `isFew`: few mails meet the conditions, so that these are found first. */
export function placesQuery(dialect: Dialect, user: number, plan: ListPlan, slice: Slice, isFew: boolean): Query {
  const { list, properties, isExact } = storedList(plan);
  const isOfSome = ![ALL, WITH_TRASH, IN_TRASH].includes(list);
  const params: Value[] = [];
  let index = {};
  const parts = ['c.user_id = ?1', ...properties.map((name) => `c.${name} > 0`)];
  if (!isExact) {
    const mails = selectionOf(dialect, user, plan);
    params.push(...mails.params);
    index = mails.index;
    const found = isFew || isSearch(plan);
    if (found) parts.push(`c.id in (select r.thread_id from ${mails.from} where ${mails.where})`);
    else parts.push(`exists (select 1 from ${mailsOf(dialect)} where ${mails.where})`);
  }
  if (isOfSome) parts.push(`c.list = ${bind(params, list)}`);
  if (slice.from) parts.push(after(slice, slice.from, params));
  const { order } = slice;
  const sql = `select c.id, c.latest_at from ${isOfSome ? 'conversation_lists' : 'conversations'} c
    where ${parts.join(' and ')} order by c.latest_at ${order}, c.id ${order}
    limit ${bind(params, slice.max)} offset ${bind(params, slice.skipped)}`;
  return { sql, params, ...index };
}

// Of the conversation, whatever the engine knows of the table.
function mailsOf(dialect: Dialect): string {
  return dialect.rowsOf('emails', 'select t.key from emails t where t.user_id = ?1 and t.thread_id = c.id');
}

function after(
  { order }: Slice,
  { place, isIncluded }: { place: Place; isIncluded: boolean },
  params: Value[],
): string {
  const sign = `${order === 'desc' ? '<' : '>'}${isIncluded ? '=' : ''}`;
  return `(c.latest_at, c.id) ${sign} (${bind(params, place.latest_at)}, ${bind(params, place.id)})`;
}
