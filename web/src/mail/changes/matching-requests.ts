// The requests that change all mail that matches the filters of a list. They are for the same mails as the change of
// single conversations: archiving takes mail from the inbox only, and of each conversation one mail gets the star.
import type { Client } from 'daybook-client';
import type { Request } from '../../data/changes/requests.ts';
import type { ListQuery } from '../list-query.ts';
import { actionOf, type Change, type MailState, planOf, STATE_FIELDS } from './changes.ts';

export interface MatchingRequests {
  /** How many mails change. */
  matched: number;
  requests: Request[];
}

type Service = Pick<Client, 'request' | 'emails'>;

interface DryRun {
  matched: number;
  until_seq: number;
}

const PAGE = 500;

/** Mail that arrives afterwards is not changed by them. */
export async function requestsForMatching(
  service: Service,
  filters: ListQuery,
  change: Change,
): Promise<MatchingRequests> {
  if (isOfLatestMail(change)) return requestsForLatest(service, filters, change);
  const action = actionOf(change);
  const requests: Request[] = [];
  let matched = 0;
  for (const where of selectionsOf(filters, change)) {
    const body = { where, ...action, dry_run: true };
    const found = (await service.request('POST', '/emails/batch', { body })).body as DryRun;
    if (found.matched === 0) continue;
    matched += found.matched;
    const bounded = { where: { ...where, until_seq: found.until_seq }, ...action };
    requests.push({ method: 'POST', path: '/emails/batch', body: bounded });
  }
  return { matched, requests };
}

/** Which mail to change, each as `where` of a batch: a filter has one status and one folder. */
function selectionsOf(filters: ListQuery, change: Change): ListQuery[] {
  return statusesOf(change).flatMap((status) =>
    foldersOf(filters, change).map((folder) => {
      // `all` is only for a batch without other filters.
      const { all: _, ...others } = { ...filters, ...status, ...folder };
      return Object.keys(others).length > 0 ? others : filters;
    }),
  );
}

/**
 * As with single conversations, drafts and sent mail stay in their folders, and mail that is about to be sent is not
 * deleted.
 */
function statusesOf({ type }: Change): readonly ListQuery[] {
  if (type === 'delete') return ['received', 'sent', 'draft', 'failed'].map((status) => ({ status }));
  return type === 'move' || type === 'snooze' ? [{ status: 'received' }] : [{}];
}

/** The folders that mails leave. Those of a list that is one of a folder are in this folder only. */
function foldersOf({ folder: own }: ListQuery, change: Change): readonly ListQuery[] {
  const from = 'from' in change ? change.from : undefined;
  if (!from) return [{}];
  return from.filter((folder) => own === undefined || folder === own).map((folder) => ({ folder }));
}

function isOfLatestMail({ type }: Change): boolean {
  return type === 'unread' || type === 'star';
}

/** No filter selects the latest mail of each conversation, so the mails are read, with no more than is needed to choose. */
async function requestsForLatest(service: Service, filters: ListQuery, change: Change): Promise<MatchingRequests> {
  const { requests, changes } = planOf(change, await readMatching(service, filters));
  return { matched: changes.length, requests };
}

/** The mails that match, by conversation, oldest first in each. */
async function readMatching(service: Service, { all: _, ...filters }: ListQuery): Promise<MailState[][]> {
  const query = { ...filters, fields: [...STATE_FIELDS, 'thread_id'], sort: 'received_at', order: 'desc' } as const;
  const mails = new Map<string, MailState & { thread_id: string }>();
  for (let offset = 0, hasMore = true; hasMore; ) {
    const { data, meta } = await service.emails.list({ ...query, limit: PAGE, offset });
    for (const mail of data as unknown as (MailState & { thread_id: string })[]) mails.set(mail.id, mail);
    offset += data.length;
    hasMore = meta.has_more;
  }
  return [...Map.groupBy([...mails.values()].reverse(), ({ thread_id }) => thread_id).values()];
}
