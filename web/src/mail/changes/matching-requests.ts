// The requests that change all mail that matches the filters of a list. They are for the same mails as the change of
// single conversations: archiving takes mail from the inbox only, and of each conversation one mail gets the star.
import type { Client } from 'daybook-client';
import type { RequestOfPart } from '../../data/changes/mutations.ts';
import type { Request } from '../../data/changes/requests.ts';
import type { ListQuery } from '../list-query.ts';
import { actionOf, affected, BATCH, batches, type Change, type MailState, STATE_FIELDS } from './changes.ts';

export interface MatchingRequests {
  /** How many mails change. */
  matched: number;
  requests: Request[];
  /** Or the requests of a change that is sent in parts. */
  parts: RequestOfPart[];
}

type Service = Pick<Client, 'request' | 'emails'>;

/** Called with how many mails of how many were read. */
type OnRead = (processed: number, total: number) => void;

interface DryRun {
  matched: number;
  until_seq: number;
}

/** As many as the client asks for at most. */
const PAGE = 499;

/** Mail that arrives afterwards is not changed by them. */
export async function requestsForMatching(
  service: Service,
  filters: ListQuery,
  change: Change,
  onRead?: OnRead,
): Promise<MatchingRequests> {
  if (isOfLatestMail(change)) return partsForLatest(service, filters, change, onRead);
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
  return { matched, requests, parts: [] };
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

type Mail = MailState & { thread_id: string; received_at: string | null };

/**
 * No filter selects the latest mail of each conversation, so the mails are read, and changed by their ids: one request
 * for each 500 mails that match, and one for each 100 conversations that change.
 */
async function partsForLatest(
  service: Service,
  filters: ListQuery,
  change: Change,
  onRead?: OnRead,
): Promise<MatchingRequests> {
  const mails = (await readMatching(service, filters, onRead)).flatMap((all) => affected(change, all));
  const parts = batches(
    mails.map(({ id }) => id),
    actionOf(change),
  ).map((request, index) => {
    const own = mails.slice(index * BATCH, (index + 1) * BATCH);
    return { request, records: own.flatMap(({ id, thread_id }) => [id, thread_id]), size: own.length };
  });
  return { matched: mails.length, requests: [], parts };
}

/** The mails that match, by conversation, oldest first in each. */
async function readMatching(service: Service, filters: ListQuery, onRead?: OnRead): Promise<Mail[][]> {
  const { all: _, ...where } = filters;
  const fields = [...STATE_FIELDS, 'thread_id', 'received_at'];
  const query = { ...where, fields, sort: 'received_at', order: 'desc', limit: PAGE } as const;
  const mails: Mail[] = [];
  let total = 0;
  // If the list changes meanwhile, none is left out, but some can come late.
  for await (const page of service.emails.pages(query)) {
    mails.push(...(page as unknown as Mail[]));
    if (page.length < PAGE) continue;
    total ||= (await service.emails.list({ ...where, limit: 0 })).meta.total;
    onRead?.(mails.length, Math.max(mails.length, total));
  }
  const sorted = mails.reverse().sort((one, other) => timeOf(one) - timeOf(other));
  return [...Map.groupBy(sorted, ({ thread_id }) => thread_id).values()];
}

function timeOf({ received_at }: Mail): number {
  return received_at ? Date.parse(received_at) : 0;
}
