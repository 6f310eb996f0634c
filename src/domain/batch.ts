// One action on many emails, in one transaction, by the same functions as the single routes. An id that cannot be
// served is counted and hinders no other.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { asEmail, email, folderField } from '../resources/email.ts';
import { choice, type Field, type Fields, required, text } from '../resources/kinds.ts';
import type { Stored } from '../store/rows.ts';
import type { Tx } from '../store/store.ts';
import { Type } from '../values/schema.ts';
import { flags } from './flags.ts';
import { isObject, newReader, readFields } from './reading.ts';
import { type Context, change, findAnywhere, removeStored, restoreStored } from './records.ts';
import { snoozeFields, snoozeStored } from './snooze.ts';

type Params = { folder: string; label: string; until: string };

interface Action {
  params: Fields;
  act(tx: Tx, mail: Stored, params: Params): Promise<Stored>;
}

const short = (name: string, example: string) => ({ [name]: required(text(limits.shortChars, { min: 1, example })) });
const set = (tx: Tx, mail: Stored, values: Record<string, unknown>) =>
  change(tx, email, mail, values, newReader('UTC'));
const labelsOf = (mail: Stored) => asEmail(mail.record).labels;

const actions: Record<string, Action> = {
  mark_read: { params: {}, act: (tx, mail) => set(tx, mail, flags.read) },
  mark_unread: { params: {}, act: (tx, mail) => set(tx, mail, flags.unread) },
  star: { params: {}, act: (tx, mail) => set(tx, mail, flags.star) },
  unstar: { params: {}, act: (tx, mail) => set(tx, mail, flags.unstar) },
  move: {
    params: { folder: required(folderField('Where to.', 'ARCHIVE')) },
    act: (tx, mail, { folder }) => set(tx, mail, { folder }),
  },
  add_label: {
    params: short('label', 'home'),
    act: (tx, mail, { label }) => set(tx, mail, { labels: withLabel(labelsOf(mail), label) }),
  },
  remove_label: {
    params: short('label', 'home'),
    act: (tx, mail, { label }) => set(tx, mail, { labels: labelsOf(mail).filter((one) => one !== label) }),
  },
  delete: { params: {}, act: (tx, mail) => removeStored(tx, email, mail) },
  restore: { params: {}, act: (tx, mail) => restoreStored(tx, email, mail) },
  snooze: { params: snoozeFields, act: (tx, mail, { until }) => snoozeStored(tx, mail, until) },
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

export const batchFields: Fields = {
  ids: required(idList),
  action: required(choice(batchActions, 'What to do with each.', 'move')),
  params: {
    schema: {
      type: ['object', 'null'],
      description: 'Required for move {folder}, add_label and remove_label {label}, snooze {until}.',
      examples: [{ folder: 'ARCHIVE' }],
    },
  },
};

export interface Tally {
  processed: number;
  failed: number;
  errors: { id: string; code: string; message: string }[];
}

export async function batch(tx: Tx, body: unknown, context: Context): Promise<Tally> {
  const { ids, action, params } = readBatch(body, context);
  const tally: Tally = { processed: 0, failed: 0, errors: [] };
  const done = new Set<string>();
  for (const id of new Set(ids)) {
    try {
      const mail = await findAnywhere(tx, email, id);
      if (done.has(mail.record.id)) continue;
      done.add(mail.record.id);
      await action.act(tx, mail, params);
      tally.processed++;
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      tally.failed++;
      tally.errors.push({ id, code: error.code, message: error.message });
    }
  }
  return tally;
}

function readBatch(body: unknown, context: Context): { ids: string[]; action: Action; params: Params } {
  const reader = newReader(context.timezone);
  const given = readFields(batchFields, body, reader) as { ids: string[]; action: string; params?: unknown };
  reader.finish();
  const action = actions[given.action] as Action;
  const inner = newReader(context.timezone);
  const params = readFields(action.params, given.params ?? {}, inner);
  for (const { field, constraint, message } of inner.faults) {
    const at = `params.${field}`;
    reader.fault(at, constraint, message.replace(field, at));
  }
  reader.finish();
  return { ids: given.ids, action, params: (isObject(params) ? params : {}) as Params };
}

function withLabel(labels: string[], label: string): string[] {
  if (labels.includes(label)) return labels;
  if (labels.length >= limits.tags)
    throw new AppError('VALIDATION_ERROR', `An email has at most ${limits.tags} labels.`, { field: 'labels' });
  return [...labels, label];
}
