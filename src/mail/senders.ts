// Who a mail is from: an account, and one of its identities if it has any.
import { AppError, faulty } from '../errors.ts';
import type { IdentityRecord } from '../resources/identity.ts';
import type { Tx } from '../store/port.ts';
import { type Account, allAccounts, defaultAccount, findAccount } from '../store/tables/accounts.ts';
import { identitiesOf } from '../store/tables/personal/identities.ts';
import { type Address, personKey } from '../values/addresses.ts';
import { readId } from '../values/ids.ts';

/** What a request says about the sender. */
export interface SenderInput {
  account_id?: string | null;
  identity_id?: string | null;
}

export interface Sender {
  account_id: string | null;
  from_address: string | null;
  from_name: string | null;
  reply_to: Address[] | undefined;
}

/** The account that can send now, as the specification asks of POST /emails/send. */
export async function usableAccount(tx: Tx, id: string | null | undefined): Promise<Account> {
  const account = id ? await findAccount(tx, id) : await defaultAccount(tx);
  if (!id && !account)
    throw new AppError(
      'NO_DEFAULT_ACCOUNT',
      'No account_id was given and there is no default email account; add an account first.',
    );
  if (account?.status !== 'connected')
    throw new AppError(
      'ACCOUNT_NOT_CONNECTED',
      account ? await whyNot(tx, account) : `There is no email account ${id}.`,
    );
  return account;
}

async function whyNot(tx: Tx, { id, address }: Account): Promise<string> {
  const detail = (await allAccounts(tx)).find((one) => one.id === id)?.status_detail;
  const cause = detail?.replace(/[.!?]?\s*$/, '.') ?? 'its SMTP server has not been tested.';
  return `No mail can be sent from ${address} now: ${cause} Try it again with POST /email-accounts/${id}/test once that is put right.`;
}

/** The sender of a mail that an account sends. */
export function senderOf(account: Account, identity: IdentityRecord | undefined): Sender {
  return {
    account_id: account.id,
    from_address: identity?.address ?? account.address,
    from_name: identity?.name ?? account.fromName,
    reply_to: identity?.reply_to ? [{ address: identity.reply_to, name: null }] : undefined,
  };
}

/** The sender of a draft: null values if there is no account yet. */
export async function draftSender(tx: Tx, input: SenderInput): Promise<Sender> {
  const named = await namedIdentity(tx, input);
  const id = named?.account_id ?? input.account_id;
  const account = id ? await findAccount(tx, id) : await defaultAccount(tx);
  if (account) return senderOf(account, named ?? (await defaultIdentity(tx, account.id)));
  return { account_id: id ?? null, from_address: null, from_name: null, reply_to: undefined };
}

/** Whether a mail is from the account or one of its identities, or has no sender yet. */
export async function isSenderOf(
  tx: Tx,
  { from_address }: { from_address: string | null },
  { id, address }: { id: string; address: string },
): Promise<boolean> {
  if (from_address === null) return true;
  const key = personKey(from_address);
  if (personKey(address) === key) return true;
  return (await identitiesOf(tx, id)).some(({ record }) => personKey(record.address) === key);
}

/** The identity that a request names; throws VALIDATION_ERROR if it does not exist or is of another account. */
export async function namedIdentity(
  tx: Tx,
  { account_id, identity_id }: SenderInput,
): Promise<IdentityRecord | undefined> {
  if (!identity_id) return undefined;
  const found = (await identitiesOf(tx)).find(({ record }) => record.id === readId(identity_id))?.record;
  const problem = !found
    ? `there is no identity ${identity_id}; GET /identities lists them.`
    : account_id && found.account_id !== readId(account_id)
      ? `the identity ${identity_id} is of the account ${found.account_id}; leave out account_id, or name that account.`
      : null;
  if (problem === null) return found;
  throw faulty('VALIDATION_ERROR', [
    { field: 'identity_id', constraint: 'identity', message: `identity_id: ${problem}` },
  ]);
}

export async function defaultIdentity(tx: Tx, accountId: string): Promise<IdentityRecord | undefined> {
  return (await identitiesOf(tx, accountId)).find(({ record }) => record.is_default)?.record;
}
