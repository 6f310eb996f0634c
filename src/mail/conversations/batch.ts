// Applies one action to the mails of whole conversations, in one transaction. A conversation that is unknown or too large
// is reported and does not affect the others. Which of its mails an action is for depends on the action: a draft or a sent mail is not moved.
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { Context } from '../../records/records.ts';
import { createPause } from '../../records/slices.ts';
import { newValidator, validateFields } from '../../records/validate.ts';
import { email } from '../../resources/email.ts';
import { type Field, type Fields, required } from '../../resources/fields.ts';
import type { Row, Tx } from '../../store/port.ts';
import { mailIdsOf, type Selected } from '../../store/tables/conversations/contents.ts';
import { findByIds } from '../../store/tables/matching-rows.ts';
import { readFound, readIn } from '../../store/tables/record-lookups.ts';
import { Type } from '../../values/schema.ts';
import {
  type Action,
  actionFields,
  actionOf,
  type BatchResult,
  countOne,
  emptyResult,
  type Params,
  readParams,
} from '../batch.ts';
import { findConversation } from './find.ts';

export const threadIds: Field<string[]> = {
  schema: Type.Array(Type.String({ maxLength: limits.lineChars }), {
    minItems: 1,
    maxItems: limits.batchIds,
    description: `Conversations instead of emails, by id or handle; with at most ${limits.threadBatchMails} emails together.`,
    examples: [['018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10']],
  }),
};

const threadBatchFields: Fields = { thread_ids: required(threadIds), ...actionFields };

/** The mails that an action is for; of others, all that are not in the trash. */
const SELECTED: Record<string, Selected> = {
  move: 'received',
  snooze: 'received',
  mark_unread: 'received',
  restore: 'trashed',
};

const NONE: Record<Selected, string> = {
  live: 'All emails of the conversation are in the trash.',
  received: 'The conversation has no received email outside the trash.',
  trashed: 'The conversation has no email in the trash.',
};

/** Whether a batch is for conversations. */
export function isByThreads(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, 'thread_ids');
}

/** What a batch has done: `processed` counts emails, `threads` the conversations that they are of. */
export interface ThreadBatchResult extends BatchResult {
  threads: number;
}

export async function batchThreads(tx: Tx, body: unknown, context: Context): Promise<ThreadBatchResult> {
  const { ids, selected, action, params } = readRequest(body, context);
  const result = emptyResult();
  const done = new Set<string>();
  const left = { mails: limits.threadBatchMails, bytes: limits.renameAtOnceBytes };
  let threads = 0;
  for (const id of new Set(ids)) {
    await countOne(result, id, async () => {
      const conversation = await findConversation(async (query) => (await readIn(tx, [query]))[0] ?? [], id);
      if (done.has(conversation.id as string)) return false;
      done.add(conversation.id as string);
      const mails = await mailsOf(tx, conversation, selected, left);
      await applyToAll(tx, result, mails, action, params);
      threads++;
      return false; // its mails are counted
    });
  }
  return { ...result, threads };
}

function readRequest(body: unknown, context: Context) {
  const validator = newValidator(context.timezone);
  const { ids: emails, ...others } = body as Record<string, unknown>;
  if (emails !== undefined)
    validator.fault('ids', 'exclusive', 'ids and thread_ids exclude each other; use one of them.');
  const input = validateFields(threadBatchFields, others, validator) as {
    thread_ids: string[];
    action: string;
    params?: unknown;
  };
  validator.finish();
  const action = actionOf(input.action);
  const params = readParams(action, input.params, validator);
  return { ids: input.thread_ids, selected: SELECTED[input.action] ?? 'live', action, params };
}

type Found = Awaited<ReturnType<typeof findByIds>>;

async function mailsOf(
  tx: Tx,
  { id }: Row,
  selected: Selected,
  left: { mails: number; bytes: number },
): Promise<Found> {
  const [rows = []] = await readIn(tx, [mailIdsOf(id as string, selected, left.mails + 1)]);
  if (rows.length === 0) throw new AppError('CONFLICT', NONE[selected]);
  if (rows.length > left.mails) throw tooLarge();
  const found = await findByIds(
    tx,
    email,
    rows.map((row) => row.id as string),
  );
  const bytes = [...found.values()].reduce((sum, one) => sum + one.bytes, 0);
  const isFirst = left.mails === limits.threadBatchMails;
  if (rows.length > 1 || !isFirst) if (bytes > (isFirst ? limits.threadBatchBytes : left.bytes)) throw tooLarge();
  left.mails -= rows.length;
  left.bytes -= bytes;
  return found;
}

const MiB = 2 ** 20;

function tooLarge(): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    `The emails of the conversations are more than one request changes (${limits.threadBatchMails}, or ${limits.renameAtOnceBytes / MiB} MiB, of one conversation ${limits.threadBatchBytes / MiB} MiB): use fewer thread_ids, or for a single one "where": {"thread_id": …}.`,
    { field: 'thread_ids' },
  );
}

async function applyToAll(tx: Tx, result: BatchResult, mails: Found, action: Action, params: Params): Promise<void> {
  const pause = createPause();
  for (const [id, found] of mails) {
    await countOne(result, id, async () => {
      const mail = await readFound(tx, email, found);
      if (!mail) return false;
      await action.apply(tx, mail, params);
      return true;
    });
    await pause();
  }
}
