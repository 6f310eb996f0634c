// Applies one action to many emails in one transaction, with the functions of the single routes. An id that fails is
// reported and does not affect the others. Batches by filter are in batches/by-filter.ts.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { find } from '../records/find.ts';
import { type Context, change, removeStored, restoreStored } from '../records/records.ts';
import type { RecordError } from '../records/tasks.ts';
import { newValidator, type Validator, validateFields } from '../records/validate.ts';
import { asEmail, email, folderField } from '../resources/email.ts';
import { choice, type Field, type Fields, groupName, required } from '../resources/fields.ts';
import type { Tx } from '../store/port.ts';
import type { Stored } from '../store/tables/records.ts';
import { Type } from '../values/schema.ts';
import { flags } from './flags.ts';
import { snoozeFields, snoozeStored } from './snooze.ts';

export type Params = { folder: string; label: string; until: string };

export interface Action {
  params: Fields;
  apply(tx: Tx, mail: Stored, params: Params): Promise<Stored>;
}

const label = required(groupName({ example: 'home' }));
const set = (tx: Tx, mail: Stored, values: Record<string, unknown>) => change(tx, email, mail, values);
const labelsOf = (mail: Stored) => asEmail(mail.record).labels;

const actions: Record<string, Action> = {
  mark_read: { params: {}, apply: (tx, mail) => set(tx, mail, flags.read) },
  mark_unread: { params: {}, apply: (tx, mail) => set(tx, mail, flags.unread) },
  star: { params: {}, apply: (tx, mail) => set(tx, mail, flags.star) },
  unstar: { params: {}, apply: (tx, mail) => set(tx, mail, flags.unstar) },
  move: {
    params: { folder: required(folderField('Where to.', 'ARCHIVE')) },
    apply: (tx, mail, { folder }) => set(tx, mail, { folder }),
  },
  add_label: {
    params: { label },
    apply: (tx, mail, { label }) => set(tx, mail, { labels: withLabel(labelsOf(mail), label) }),
  },
  remove_label: {
    params: { label },
    apply: (tx, mail, { label }) => set(tx, mail, { labels: labelsOf(mail).filter((one) => one !== label) }),
  },
  delete: { params: {}, apply: (tx, mail) => removeStored(tx, email, mail) },
  restore: { params: {}, apply: (tx, mail) => restoreStored(tx, email, mail) },
  snooze: { params: snoozeFields, apply: (tx, mail, { until }) => snoozeStored(tx, mail, until) },
};

const batchActions = Object.keys(actions);

const idList: Field<string[]> = {
  schema: Type.Array(Type.String({ maxLength: limits.lineChars }), {
    minItems: 1,
    maxItems: limits.batchIds,
    description: 'Ids or handles.',
    examples: [['018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10']],
  }),
};

/** What a batch does, whichever emails it is for. */
export const actionFields: Fields = {
  action: required(choice(batchActions, 'What to do with each.', 'move')),
  params: {
    schema: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Required for move {folder}, add_label and remove_label {label}, snooze {until}.',
      examples: [{ folder: 'ARCHIVE' }],
    },
  },
};

export const batchFields: Fields = {
  ids: { ...idList, requiredUnless: { field: 'where', about: 'with filters, or thread_ids' } },
  ...actionFields,
};

export interface BatchResult {
  processed: number;
  failed: number;
  errors: RecordError[];
}

export function emptyResult(): BatchResult {
  return { processed: 0, failed: 0, errors: [] };
}

export async function batch(tx: Tx, body: unknown, context: Context): Promise<BatchResult> {
  const { ids, action, params } = readBatch(body, context);
  const result = emptyResult();
  const done = new Set<string>();
  for (const id of new Set(ids)) {
    await countOne(result, id, async () => {
      const mail = await find(tx, email, id);
      if (done.has(mail.record.id)) return false;
      done.add(mail.record.id);
      await action.apply(tx, mail, params);
      return true;
    });
  }
  return result;
}

/** Adds one email to the result; the work returns whether it counts. */
export async function countOne(result: BatchResult, id: string, work: () => Promise<boolean>): Promise<void> {
  try {
    if (await work()) result.processed++;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    result.failed++;
    result.errors.push({ id, code: error.code, message: error.message });
  }
}

function readBatch(body: unknown, context: Context): { ids: string[]; action: Action; params: Params } {
  const validator = newValidator(context.timezone);
  const input = validateFields(batchFields, body, validator) as { ids: string[]; action: string; params?: unknown };
  validator.finish();
  const action = actionOf(input.action);
  return { ids: input.ids, action, params: readParams(action, input.params, validator) };
}

export function actionOf(name: string): Action {
  return actions[name] as Action;
}

export function readParams(action: Action, params: unknown, validator: Validator): Params {
  const values = validateFields(action.params, params ?? {}, validator, { at: 'params.' });
  validator.finish();
  return values as Params;
}

function withLabel(labels: string[], label: string): string[] {
  if (labels.includes(label)) return labels;
  if (labels.length >= limits.tags)
    throw new AppError('VALIDATION_ERROR', `An email has at most ${limits.tags} labels.`, { field: 'labels' });
  return [...labels, label];
}
