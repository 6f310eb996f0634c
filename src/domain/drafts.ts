// Drafts: made and edited with address lists as people type them.
import { AppError } from '../errors.ts';
import { asEmail, email, folderOf } from '../resources/email.ts';
import { dropUse } from '../store/contents.ts';
import type { Stored } from '../store/rows.ts';
import type { Tx } from '../store/store.ts';
import { draftFields, draftSender, readOutgoing } from './outgoing.ts';
import { newReader } from './reading.ts';
import { type Context, change, checkVersion, find, insert, newRecord } from './records.ts';

export async function createDraft(tx: Tx, body: unknown, context: Context): Promise<Stored> {
  const values = await readDraft(tx, body === undefined ? {} : body, context);
  const sender = await draftSender(tx, values.account_id as string | null | undefined);
  const state = { status: 'draft', folder: folderOf('draft') };
  const record = newRecord(tx, email, { ...values, ...sender, ...state }, context.source);
  return insert(tx, email, record);
}

export async function editDraft(tx: Tx, id: string, body: unknown, context: Context): Promise<Stored> {
  const before = await find(tx, email, id);
  checkVersion(before, context.versions);
  const values = await readDraft(tx, body, context);
  const { status } = asEmail(before.record);
  if (status !== 'draft')
    throw new AppError('NOT_A_DRAFT', `This email is ${status}; only a draft's content can be edited.`);
  const sender = 'account_id' in values ? await draftSender(tx, values.account_id as string | null) : {};
  await dropUse(tx, 'raw', before.record.id); // an imported draft that was edited is no longer what it came as
  return change(tx, email, before, { ...values, ...sender }, newReader(context.timezone));
}

// The values in the names of the record: `to` becomes to_addresses, and a list that is cleared becomes empty.
async function readDraft(tx: Tx, body: unknown, context: Context): Promise<Record<string, unknown>> {
  const reader = newReader(context.timezone);
  const { to, cc, bcc, ...values } = await readOutgoing(tx, draftFields, body, reader, { partial: true });
  reader.finish();
  const lists = { to_addresses: to, cc_addresses: cc, bcc_addresses: bcc };
  for (const [name, list] of Object.entries(lists)) if (list !== undefined) values[name] = list ?? [];
  return values;
}
