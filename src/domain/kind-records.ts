// What accounts and files have in common: each change is stored with its entry in the log, read with its ETag, and
// erased without a trace of its content.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Kind } from '../resources/kind.ts';
import { forgetAnswers } from '../store/answers.ts';
import { appendChange, forgetRecord } from '../store/changes.ts';
import {
  deleteKindRow,
  findKindRow,
  getKindRow,
  type KindRow,
  kindRow,
  listKindRows,
  putKindRow,
} from '../store/kind-rows.ts';
import type { Store, Tx, Value } from '../store/store.ts';
import type { Given, Parameter } from './list-parameters.ts';

type Identified = { id: string; created_at: string };

/** Stores a new or changed record and tells the log `<kind>.<action>`. */
export async function saveKind<R extends Identified>(
  tx: Tx,
  kind: Kind,
  action: string,
  record: R,
  before: KindRow<R> | null,
  columns: Record<string, Value> = {},
): Promise<KindRow<R>> {
  const seq = await tx.nextSeq();
  const text = JSON.stringify(record);
  const values = { seq, doc: text, created_at: Date.parse(record.created_at), ...columns };
  putKindRow(tx, kind, record.id, values);
  tell(tx, seq, `${kind.name}.${action}`, record.id, text, before?.seq ?? null);
  return kindRow(record, { ...before?.row, ...values });
}

/** Tells the log of something that is no change of a record, such as the progress of a sync. */
export async function tellOnly(tx: Tx, event: string, recordId: string, data: unknown): Promise<void> {
  tell(tx, await tx.nextSeq(), event, recordId, JSON.stringify(data), null);
}

function tell(tx: Tx, seq: number, event: string, recordId: string, doc: string, previous: number | null): void {
  appendChange(tx, seq, { event, recordId, doc, body: null, replaced: null, previous });
}

export async function findKind<R>(tx: Tx, kind: Kind, id: string): Promise<KindRow<R>> {
  return (await findKindRow<R>(tx, kind, id)) ?? missing(kind, id);
}

export async function getKind<R>(store: Store, user: number, kind: Kind, id: string): Promise<KindRow<R>> {
  return (await getKindRow<R>(store, user, kind, id)) ?? missing(kind, id);
}

/** Gone for good, also from the log. Returns the seq of its last event. */
export async function eraseKind(tx: Tx, kind: Kind, stored: KindRow<Identified>): Promise<number> {
  const { id } = stored.record;
  const gone = JSON.stringify({ id, permanent: true });
  await forgetRecord(tx, stored.seq, gone);
  forgetAnswers(tx, id, `{"data":${gone}}`);
  deleteKindRow(tx, kind, id);
  const seq = await tx.nextSeq();
  tell(tx, seq, `${kind.name}.deleted`, id, gone, null);
  return seq;
}

export const pageParameters: Parameter[] = [
  {
    name: 'limit',
    kind: 'integer',
    default: limits.pageDefault,
    about: `How many records; at most ${limits.pageMax}, a larger number is lowered to that.`,
  },
  { name: 'offset', kind: 'integer', default: 0, about: 'How many records to pass over first.' },
];

/** A page of records, the newest first, as the answer's JSON. */
export async function listKind(store: Store, user: number, kind: Kind, given: Given): Promise<string> {
  const limit = Math.min((given.limit as number | undefined) ?? limits.pageDefault, limits.pageMax);
  const offset = (given.offset as number | undefined) ?? 0;
  const [rows = [], counts] = await store.read(user, listKindRows(kind, limit, offset));
  const total = counts?.[0]?.total as number;
  const meta = { total, limit, offset, has_more: offset + rows.length < total };
  return `{"data":[${rows.map(({ doc }) => doc).join(',')}],"meta":${JSON.stringify(meta)}}`;
}

function missing({ name }: Kind, id: string): never {
  const shown = id.length > 60 ? `${id.slice(0, 60)}…` : id;
  throw new AppError('NOT_FOUND', `There is no ${name.replace('_', ' ')} ${JSON.stringify(shown)}.`);
}
