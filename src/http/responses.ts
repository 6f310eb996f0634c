// JSON responses: converts the values that features return to text. Records are sent as they are stored, without being
// parsed or serialised again.
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import type { ChangesPage } from '../feed/changes.ts';
import type { CompactChanges } from '../feed/compact.ts';
import type { BatchResult } from '../mail/batch.ts';
import type { DryRun } from '../mail/batches/by-filter.ts';
import type { ConversationPage } from '../mail/conversations/list.ts';
import type { WholeConversation } from '../mail/conversations/single.ts';
import { readContent } from '../records/large-contents.ts';
import type { ListResult } from '../records/list.ts';
import type { SearchResult } from '../search/everything.ts';
import type { Store } from '../store/port.ts';
import { tagOf, type Version } from '../store/tables/etags.ts';
import { joinTexts, jsonList, payloadOf, type ServedText } from '../values/served-text.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A stored record, as returned by a write or a read; `isResponse`: the text is the whole response. */
type ServedRecord = Version & {
  text: ServedText;
  record?: { id: string };
  isBrief?: boolean;
  body?: number | null;
  isResponse?: true;
  /** A create has found the record instead. */
  existed?: boolean;
};

/** The return value of a handler, by the shape of its response. */
export interface Values {
  record: ServedRecord;
  list: ListResult;
  /** In the trash since `deleted_at`, or permanently deleted. */
  removed: { id: string; seq: number; deleted_at?: string | null };
  /** With `task`: many emails, which it changes after the response. */
  batch: BatchResult | DryRun | { task: string };
  conversations: ConversationPage;
  conversation: WholeConversation;
  changes: ChangesPage | CompactChanges;
  object: object;
  search: SearchResult & { isCompact: boolean };
  /** The record is its event. */
  reminder: ServedRecord;
  reminders: ListResult;
}

export type Shape = keyof Values;

export interface JsonResponse {
  status: number;
  body: ServedText;
  /** Loads the content that was left out of `body`, which ends with its record: `complete` inserts it. */
  left?: number | undefined;
  etag: string | null;
  /** The record or the task in the response, if there is one. */
  recordId: string | null;
}

type Content = Omit<JsonResponse, 'status'> & { status?: number };

const one = (value: ServedRecord): Content => ({
  body: value.isResponse ? value.text : joinTexts(['{"data":', value.text, '}']),
  left: value.isBrief ? (value.body ?? undefined) : undefined,
  etag: tagOf(value),
  recordId: value.record?.id ?? null,
  ...(value.existed && { status: 200 }),
});

const contents: { [S in Shape]: (value: Values[S]) => Content } = {
  record: one,
  list: (value) => ('texts' in value ? page(value) : json(value)),
  removed: ({ id, seq, deleted_at }) => ({
    ...json({ data: deleted_at ? { id, deleted_at } : { id, deleted: true } }),
    etag: tagOf({ seq }),
  }),
  batch: (value) => ('task' in value ? accepted(value.task) : json(value)),
  conversations: (value) => ('texts' in value ? page(value) : json(value)),
  conversation: (value) => ('texts' in value ? conversation(value) : json(value)),
  changes: (value) => ('texts' in value ? page(value) : json(value)),
  object: (value) => json({ data: value }),
  search: found,
  reminder: one,
  reminders: (value) => ('texts' in value ? page(value) : json(value)),
};

export function respond<S extends Shape>(shape: S, status: number, value: Values[S]): JsonResponse {
  return { status, ...contents[shape](value) };
}

const RECORD_END = '}}';

/** Adds the content that was left out. It is read last, so that no transaction waits for a large text. */
export async function complete(store: Store, user: number, response: JsonResponse): Promise<JsonResponse> {
  const { left, body, ...rest } = response;
  if (left === undefined) return response;
  const content = await readContent(store, user, left);
  if (!content) throw new AppError('NOT_FOUND', 'The record has just been deleted for good.');
  return { ...rest, body: joinTexts([String(body).slice(0, -RECORD_END.length), ',', content, RECORD_END]) };
}

/** Sent when it returns, unless the response is compressed first. */
export function sendResponse(reply: FastifyReply, { status, body, etag }: JsonResponse): void {
  if (etag !== null) reply.header('etag', etag);
  reply.code(status).header('content-type', JSON_TYPE).send(payloadOf(body));
}

function page({ texts, meta }: { texts: ServedText[]; meta: object }): Content {
  return { body: jsonList(texts, meta), etag: null, recordId: null };
}

function accepted(task: string): Content {
  const { id } = JSON.parse(task) as { id: string };
  return { status: 202, body: `{"data":${task}}`, etag: null, recordId: id };
}

/** The matches of each kind; the records are compact lines where that was asked for. */
function found({ groups, meta, isCompact }: Values['search']): Content {
  const member = isCompact ? 'line' : 'record';
  const parts = groups.flatMap(({ kind, total, results }, at): ServedText[] => [
    `${at === 0 ? '' : ','}"${kind}":{"total":${total},"has_more":${meta.offset + results.length < total},"results":[`,
    ...results.flatMap(({ text, highlights }, index): ServedText[] => [
      `${index === 0 ? '' : ','}{"${member}":`,
      text,
      `,"highlights":${JSON.stringify(highlights)}}`,
    ]),
    ']}',
  ]);
  const begin = isCompact ? '{"format":"compact","data":{' : '{"data":{';
  return { body: joinTexts([begin, ...parts, `},"meta":${JSON.stringify(meta)}}`]), etag: null, recordId: null };
}

function conversation({ head, texts, meta }: Extract<WholeConversation, { texts: unknown }>): Content {
  const items = texts.flatMap((text, index) => (index === 0 ? [text] : [',', text]));
  const body = joinTexts([
    `{"data":${JSON.stringify(head).slice(0, -1)},"emails":[`,
    ...items,
    `]},"meta":${JSON.stringify(meta)}}`,
  ]);
  return { body, etag: null, recordId: null };
}

function json(value: object): Content {
  return { body: JSON.stringify(value), etag: null, recordId: null };
}
