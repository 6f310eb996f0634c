// Creates and edits drafts. Address lists are accepted as people type them.
import { AppError } from '../errors.ts';
import { find } from '../records/find.ts';
import { type Context, change, checkVersion, insert, newRecord } from '../records/records.ts';
import { newValidator } from '../records/validate.ts';
import { asEmail, type Email, email, folderOf } from '../resources/email.ts';
import type { Tx } from '../store/port.ts';
import { findAccount } from '../store/tables/accounts.ts';
import { dropUse } from '../store/tables/contents.ts';
import type { Stored } from '../store/tables/records.ts';
import { draftFields, readOutgoing } from './outgoing.ts';
import { draftSender, isSenderOf, type Sender, type SenderInput } from './senders.ts';

export async function createDraft(tx: Tx, body: unknown, context: Context): Promise<Stored> {
  const values = await readDraft(tx, body === undefined ? {} : body, context);
  const sender = await draftSender(tx, values as SenderInput);
  const state = { status: 'draft', folder: folderOf('draft'), is_read: true };
  const record = newRecord(tx, email, { ...values, ...sender, ...state }, context.source);
  return insert(tx, email, record);
}

export async function editDraft(tx: Tx, id: string, body: unknown, context: Context): Promise<Stored> {
  const before = await find(tx, email, id);
  checkVersion(before, context.versions);
  const values = await readDraft(tx, body, context);
  const mail = asEmail(before.record);
  const { status } = mail;
  if (status !== 'draft')
    throw new AppError('NOT_A_DRAFT', `This email is ${status}; only a draft's content can be edited.`);
  const { identity_id, ...fields } = values;
  const sender = 'account_id' in values || identity_id ? await senderFor(tx, mail, values as SenderInput) : {};
  await dropUse(tx, 'raw', before.record.id); // the source of an imported draft no longer matches after an edit
  return change(tx, email, before, { ...fields, ...sender, is_read: true });
}

// A client that saves all fields of a draft does not know its identity: with the same account, the sender stays.
async function senderFor(tx: Tx, mail: Email, input: SenderInput): Promise<Partial<Sender>> {
  const { account_id, from_address } = mail;
  const account = account_id !== null && from_address !== null && (await findAccount(tx, account_id));
  const isSame = account && input.identity_id === undefined && input.account_id === account.id;
  if (isSame && (await isSenderOf(tx, mail, account))) return {};
  return draftSender(tx, input);
}

/** A list of recipients as a person types it, and as a list; a request has one of them. */
const LISTS = { to: 'to_addresses', cc: 'cc_addresses', bcc: 'bcc_addresses' } as const;

// Returns the values under the names of the record: `to` becomes to_addresses, and null becomes an empty list.
async function readDraft(tx: Tx, body: unknown, context: Context): Promise<Record<string, unknown>> {
  const validator = newValidator(context.timezone);
  const { to, cc, bcc, ...values } = await readOutgoing(tx, draftFields, body, validator, { partial: true });
  for (const [name, typed] of Object.entries({ to, cc, bcc })) {
    const field = LISTS[name as keyof typeof LISTS];
    if (typed !== undefined && values[field] !== undefined)
      validator.fault(field, 'exclusive', `${field} and ${name} are the same recipients; send only one of the two.`);
    const list = typed === undefined ? values[field] : typed;
    if (list !== undefined) values[field] = list ?? [];
  }
  validator.finish();
  return values;
}
