// Creates, changes and removes identities of email accounts. An account that has any has exactly one default.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { find } from '../records/find.ts';
import { type Context, checkVersion } from '../records/records.ts';
import { eraseRecord, save } from '../records/save.ts';
import { newValidator, validateFields } from '../records/validate.ts';
import type { Fields } from '../resources/fields.ts';
import { type IdentityRecord, identity } from '../resources/identity.ts';
import type { Tx } from '../store/port.ts';
import { findAccount } from '../store/tables/accounts.ts';
import { identitiesOf } from '../store/tables/personal/identities.ts';
import type { Stored } from '../store/tables/records.ts';
import { personKey } from '../values/addresses.ts';
import { newId } from '../values/ids.ts';
import { formatTime } from '../values/time.ts';

type Identity = Stored<IdentityRecord>;

export const identityCreates: Fields = identity.fields;
export const identityPatches: Fields = Object.fromEntries(
  identity.patchable.map((name) => [name, identity.fields[name as keyof typeof identity.fields]]),
) as Fields;

const FIXED = ['id', 'created_at', 'updated_at', 'account_id'];

export async function createIdentity(tx: Tx, body: unknown, context: Context): Promise<Identity> {
  const validator = newValidator(context.timezone);
  const input = validateFields(identityCreates, body, validator, { fixed: FIXED }) as Partial<IdentityRecord>;
  const account = validator.faults.length === 0 ? await findAccount(tx, input.account_id as string) : undefined;
  if (validator.faults.length === 0 && !account)
    validator.fault('account_id', 'account', `account_id: there is no email account ${input.account_id}.`);
  validator.finish();
  const accountId = account?.id as string;
  const others = await identitiesOf(tx, accountId);
  if (others.length >= limits.identities)
    throw new AppError('CONFLICT', `An account has at most ${limits.identities} identities; remove one first.`);
  const now = formatTime(tx.timestamp);
  const record: IdentityRecord = {
    id: newId(),
    account_id: accountId,
    name: input.name ?? null,
    address: input.address ?? (account?.address as string),
    reply_to: input.reply_to ?? null,
    signature_plain: input.signature_plain ?? null,
    signature_html: input.signature_html ?? null,
    is_default: (input.is_default ?? false) || others.length === 0,
    created_at: now,
    updated_at: now,
  };
  if (record.is_default) await unsetDefault(tx, others);
  return save(tx, identity, 'created', record, null);
}

export async function patchIdentity(tx: Tx, id: string, body: unknown, context: Context): Promise<Identity> {
  const before = await find<IdentityRecord>(tx, identity, id);
  checkVersion(before, context.versions);
  const validator = newValidator(context.timezone);
  const input = validateFields(identityPatches, body, validator, { partial: true, fixed: FIXED });
  if (input.is_default === false && before.record.is_default)
    validator.fault('is_default', 'default', 'is_default cannot be unset; make another identity the default instead.');
  validator.finish();
  if (input.is_default === true && !before.record.is_default)
    await unsetDefault(tx, await identitiesOf(tx, before.record.account_id));
  return change(tx, before, input);
}

export async function removeIdentity(tx: Tx, id: string, context: Context): Promise<{ id: string; seq: number }> {
  const before = await find<IdentityRecord>(tx, identity, id);
  checkVersion(before, context.versions);
  const seq = await eraseRecord(tx, identity, before);
  const [oldest] = before.record.is_default ? await identitiesOf(tx, before.record.account_id) : [];
  if (oldest) await change(tx, oldest, { is_default: true });
  return { id: before.record.id, seq };
}

/** Identities that have the address of their account follow it when it changes. */
export async function followAddress(tx: Tx, accountId: string, former: string, address: string): Promise<void> {
  if (former === address) return;
  for (const one of await identitiesOf(tx, accountId))
    if (personKey(one.record.address) === personKey(former)) await change(tx, one, { address });
}

/** The identities of an account that is removed. */
export async function eraseIdentities(tx: Tx, accountId: string): Promise<void> {
  for (const one of await identitiesOf(tx, accountId)) await eraseRecord(tx, identity, one);
}

async function unsetDefault(tx: Tx, others: Identity[]): Promise<void> {
  for (const one of others) if (one.record.is_default) await change(tx, one, { is_default: false });
}

function change(tx: Tx, before: Identity, values: Partial<IdentityRecord>): Promise<Identity> {
  const record = { ...before.record, ...values, updated_at: formatTime(tx.timestamp) };
  return save(tx, identity, 'updated', record, before);
}
