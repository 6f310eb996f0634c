// Creates, changes and removes email accounts. Exactly one is the default, and no two accounts of a user mirror the
// same mailbox. The status of their servers is in status.ts.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { find } from '../records/find.ts';
import { type Context, checkVersion } from '../records/records.ts';
import { eraseRecord } from '../records/save.ts';
import { newValidator, type Validator, validateFields } from '../records/validate.ts';
import { type AccountRecord, account, type ServerRecord } from '../resources/account.ts';
import { type AccountInput, accountCreates, accountPatches, type ServerInput } from '../resources/account-input.ts';
import type { Tx } from '../store/port.ts';
import { allAccounts, countAccounts, defaultAccount, oldestAccount } from '../store/tables/accounts.ts';
import type { Stored } from '../store/tables/records.ts';
import { newId } from '../values/ids.ts';
import { formatTime } from '../values/time.ts';
import { eraseIdentities, followAddress } from './identities.ts';
import type { Secrets } from './secrets.ts';
import { connectionOf, isMirrored, mergeServer, PROTOCOLS, readSealed, type Sealed, writeSealed } from './servers.ts';
import { dropTest, expectTest, saveAccount } from './status.ts';

type Account = Stored<AccountRecord>;
type Servers = Pick<AccountRecord, 'smtp' | 'imap'>;

const FIXED = ['id', 'created_at', 'updated_at', 'status', 'status_detail', 'last_checked_at'];

/** A new account is `disconnected`. A test is scheduled in a moment, in case no client requests one. */
export async function createAccount(tx: Tx, secrets: Secrets, body: unknown, context: Context): Promise<Account> {
  const validator = newValidator(context.timezone);
  const input = validateFields(accountCreates, body, validator, { fixed: FIXED }) as AccountInput;
  validator.finish();
  if ((await countAccounts(tx)) >= limits.accounts)
    throw new AppError('CONFLICT', `A user has at most ${limits.accounts} email accounts; remove one first.`);
  const id = newId();
  const now = formatTime(tx.timestamp);
  const address = input.address as string;
  const { servers, sealed } = mergeServers({ id, address }, {}, input, secrets, validator);
  const record: AccountRecord = {
    id,
    name: input.name ?? address,
    address,
    from_name: input.from_name ?? null,
    is_default: (input.is_default ?? false) || (await defaultAccount(tx)) === undefined,
    ...servers,
    sync: { enabled: servers.imap !== null, folders: null, since: null, ...input.sync },
    authserv_id: input.authserv_id ?? null,
    status: 'disconnected',
    status_detail: null,
    last_checked_at: null,
    created_at: now,
    updated_at: now,
  };
  checkSync(record, validator);
  await checkMailbox(tx, record, null);
  if (record.is_default) await unsetDefault(tx);
  for (const protocol of PROTOCOLS) if (record[protocol]) expectTest(tx, id, protocol);
  return saveAccount(tx, 'created', record, null, writeSealed(sealed));
}

export async function patchAccount(
  tx: Tx,
  secrets: Secrets,
  id: string,
  body: unknown,
  context: Context,
): Promise<Account> {
  const before = await find<AccountRecord>(tx, account, id);
  checkVersion(before, context.versions);
  const validator = newValidator(context.timezone);
  const input = validateFields(accountPatches, body, validator, { partial: true, fixed: FIXED }) as AccountInput;
  validator.finish();
  if (input.is_default === false && before.record.is_default)
    validator.fault('is_default', 'default', 'is_default cannot be unset; make another account the default instead.');
  const address = input.address ?? before.record.address;
  const merged = mergeServers({ ...before.record, address }, readSealed(before.secrets), input, secrets, validator);
  const { smtp: _smtp, imap: _imap, sync, ...plain } = input;
  const record: AccountRecord = { ...before.record, ...plain, ...merged.servers };
  const hadImap = before.record.imap !== null;
  record.sync = { ...record.sync, ...(hadImap !== (record.imap !== null) && { enabled: !hadImap }), ...sync };
  checkSync(record, validator);
  await checkMailbox(tx, record, before.record);
  const sealedBefore = readSealed(before.secrets);
  const reconnects = PROTOCOLS.filter(
    (protocol) => connectionOf(protocol, record, merged.sealed) !== connectionOf(protocol, before.record, sealedBefore),
  );
  if (record.is_default && !before.record.is_default) await unsetDefault(tx);
  record.updated_at = formatTime(tx.timestamp);
  for (const protocol of reconnects)
    if (record[protocol]) expectTest(tx, record.id, protocol);
    else dropTest(tx, record.id, protocol);
  const saved = await saveAccount(tx, 'updated', record, before, writeSealed(merged.sealed));
  await followAddress(tx, record.id, before.record.address, record.address);
  return saved;
}

/** Removes an account permanently. Its mails stay. */
export async function removeAccount(tx: Tx, id: string, context: Context): Promise<{ id: string; seq: number }> {
  const before = await find<AccountRecord>(tx, account, id);
  checkVersion(before, context.versions);
  await eraseIdentities(tx, before.record.id);
  const seq = await eraseRecord(tx, account, before);
  for (const protocol of PROTOCOLS) dropTest(tx, before.record.id, protocol);
  const heir = before.record.is_default ? await oldestAccount(tx) : undefined;
  if (heir) await setDefault(tx, await find<AccountRecord>(tx, account, heir), true);
  return { id: before.record.id, seq };
}

async function unsetDefault(tx: Tx): Promise<void> {
  const former = await defaultAccount(tx);
  if (former) await setDefault(tx, await find<AccountRecord>(tx, account, former.id), false);
}

async function setDefault(tx: Tx, row: Account, isDefault: boolean): Promise<void> {
  const record = { ...row.record, is_default: isDefault, updated_at: formatTime(tx.timestamp) };
  await saveAccount(tx, 'updated', record, row);
}

function mergeServers(
  before: { id: string; address: string } & Partial<Servers>,
  sealedBefore: Sealed,
  input: AccountInput,
  secrets: Secrets,
  validator: Validator,
): { servers: Servers; sealed: Sealed } {
  const merging = { id: before.id, address: before.address, secrets, validator };
  const servers: Record<string, unknown> = { smtp: before.smtp, imap: before.imap ?? null };
  const sealed = { ...sealedBefore };
  for (const protocol of PROTOCOLS) {
    const server: ServerInput | null | undefined = input[protocol];
    if (server === undefined) continue;
    const merged =
      server === null ? null : mergeServer(protocol, before[protocol] ?? null, sealed[protocol], server, merging);
    servers[protocol] = merged?.server ?? null;
    sealed[protocol] = merged?.sealed;
  }
  return { servers: servers as unknown as Servers, sealed };
}

/** Refuses a mailbox that another account mirrors: every mail would exist twice. */
async function checkMailbox(tx: Tx, record: AccountRecord, before: AccountRecord | null): Promise<void> {
  const mailbox = mailboxOf(record);
  if (mailbox === null || (before && mailboxOf(before) === mailbox)) return;
  const others = (await allAccounts(tx)).filter(({ id }) => id !== record.id);
  const other = others.find((one) => mailboxOf(one) === mailbox);
  if (!other) return;
  const { host, user } = record.imap as ServerRecord;
  const name = other.name === other.address ? other.address : `${other.address} (${JSON.stringify(other.name)})`;
  const message = `The mailbox of ${user} at ${host} is already synced by the account ${name}, ${other.id}; use that one, or set sync.enabled to false.`;
  throw new AppError('CONFLICT', message, { id: other.id });
}

/** A key that is equal for accounts that mirror the same mailbox; null if none is synced. */
function mailboxOf(record: AccountRecord): string | null {
  if (!isMirrored(record)) return null;
  const { host, port, user } = record.imap as ServerRecord;
  // Both standard ports belong to the same server.
  const place = [host.toLowerCase().replace(/\.$/, ''), port === 143 ? 993 : port];
  return JSON.stringify([...place, user?.toLowerCase()]);
}

function checkSync({ sync, imap }: AccountRecord, validator: Validator): void {
  if (sync.enabled && imap === null)
    validator.fault('sync.enabled', 'imap', 'sync.enabled needs an IMAP server; set imap too.');
  validator.finish();
}
