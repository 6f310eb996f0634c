// Email accounts: made, changed and removed, of which exactly one is the default. No two of a user mirror the same
// mailbox. Whether their servers answer is in account-status.ts.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type AccountRecord, account, type ServerRecord } from '../resources/account.ts';
import { type AccountInput, accountCreates, accountPatches, type ServerInput } from '../resources/account-input.ts';
import { allAccounts, countAccounts, defaultAccount, forgetAccount, oldestAccount } from '../store/accounts.ts';
import type { KindRow } from '../store/kind-rows.ts';
import type { Secrets } from '../store/secrets.ts';
import type { Tx } from '../store/store.ts';
import { newId } from '../values/ids.ts';
import { formatTime } from '../values/time.ts';
import { connectionOf, mergeServer, PROTOCOLS, readSealed, type Sealed, writeSealed } from './account-servers.ts';
import { dropTest, expectTest, saveAccount } from './account-status.ts';
import { eraseKind, findKind } from './kind-records.ts';
import { newReader, type Reader, readFields } from './reading.ts';
import { type Context, checkVersion } from './records.ts';
import { followAccount, forgetMailbox, forgetAccount as forgetMirror, isMirrored } from './sync-accounts.ts';

type Account = KindRow<AccountRecord>;
type Servers = Pick<AccountRecord, 'smtp' | 'imap'>;

const FIXED = ['id', 'created_at', 'updated_at', 'status', 'status_detail', 'last_checked_at'];

/** An account that has not been tested yet: `disconnected`. A test is put off for a moment, in case nobody makes one. */
export async function createAccount(tx: Tx, secrets: Secrets, body: unknown, context: Context): Promise<Account> {
  const reader = newReader(context.timezone);
  const given = readFields(accountCreates, body, reader, { fixed: FIXED }) as AccountInput;
  reader.finish();
  if ((await countAccounts(tx)) >= limits.accounts)
    throw new AppError('CONFLICT', `A user has at most ${limits.accounts} email accounts; remove one first.`);
  const id = newId();
  const now = formatTime(tx.timestamp);
  const address = given.address as string;
  const { servers, sealed } = mergeServers({ id, address }, {}, given, secrets, reader);
  const record: AccountRecord = {
    id,
    name: given.name ?? address,
    address,
    from_name: given.from_name ?? null,
    is_default: (given.is_default ?? false) || (await defaultAccount(tx)) === undefined,
    ...servers,
    sync: { enabled: servers.imap !== null, folders: null, since: null, ...given.sync },
    authserv_id: given.authserv_id ?? null,
    status: 'disconnected',
    status_detail: null,
    last_checked_at: null,
    created_at: now,
    updated_at: now,
  };
  checkSync(record, reader);
  await checkMailbox(tx, record, null);
  if (record.is_default) await unsetDefault(tx);
  for (const protocol of PROTOCOLS) if (record[protocol]) expectTest(tx, id, protocol);
  followAccount(tx, record);
  return saveAccount(tx, 'created', record, null, writeSealed(sealed));
}

export async function patchAccount(
  tx: Tx,
  secrets: Secrets,
  id: string,
  body: unknown,
  context: Context,
): Promise<Account> {
  const before = await findKind<AccountRecord>(tx, account, id);
  checkVersion(before, context.versions);
  const reader = newReader(context.timezone);
  const given = readFields(accountPatches, body, reader, { partial: true, fixed: FIXED }) as AccountInput;
  reader.finish();
  if (given.is_default === false && before.record.is_default)
    reader.fault('is_default', 'default', 'is_default cannot be unset here; make another account the default instead.');
  const address = given.address ?? before.record.address;
  const merged = mergeServers({ ...before.record, address }, readSealed(before.row.secrets), given, secrets, reader);
  const { smtp: _smtp, imap: _imap, sync, ...plain } = given;
  const record: AccountRecord = { ...before.record, ...plain, ...merged.servers };
  const hadImap = before.record.imap !== null;
  record.sync = { ...record.sync, ...(hadImap !== (record.imap !== null) && { enabled: !hadImap }), ...sync };
  checkSync(record, reader);
  await checkMailbox(tx, record, before.record);
  const sealedBefore = readSealed(before.row.secrets);
  const reconnects = PROTOCOLS.filter(
    (protocol) => connectionOf(protocol, record, merged.sealed) !== connectionOf(protocol, before.record, sealedBefore),
  );
  if (record.is_default && !before.record.is_default) await unsetDefault(tx);
  record.updated_at = formatTime(tx.timestamp);
  for (const protocol of reconnects)
    if (record[protocol]) expectTest(tx, record.id, protocol);
    else dropTest(tx, record.id, protocol);
  if (isOtherMailbox(before.record, record)) forgetMailbox(tx, record.id);
  if (reconnects.includes('imap') || JSON.stringify(record.sync) !== JSON.stringify(before.record.sync))
    followAccount(tx, record);
  return saveAccount(tx, 'updated', record, before, writeSealed(merged.sealed));
}

// Its port and its security say nothing about whose mail lies there.
function isOtherMailbox({ imap: before }: Servers, { imap: now }: Servers): boolean {
  if (before === null) return false;
  return now === null || now.host.toLowerCase() !== before.host.toLowerCase() || now.user !== before.user;
}

/** Gone for good. Its mails stay. */
export async function removeAccount(tx: Tx, id: string, context: Context): Promise<{ id: string; seq: number }> {
  const before = await findKind<AccountRecord>(tx, account, id);
  checkVersion(before, context.versions);
  const seq = await eraseKind(tx, account, before);
  forgetMirror(tx, before.record.id);
  forgetAccount(tx, before.record.id);
  const heir = before.record.is_default ? await oldestAccount(tx) : undefined;
  if (heir) await setDefault(tx, await findKind<AccountRecord>(tx, account, heir), true);
  return { id: before.record.id, seq };
}

async function unsetDefault(tx: Tx): Promise<void> {
  const former = await defaultAccount(tx);
  if (former) await setDefault(tx, await findKind<AccountRecord>(tx, account, former.id), false);
}

async function setDefault(tx: Tx, row: Account, isDefault: boolean): Promise<void> {
  const record = { ...row.record, is_default: isDefault, updated_at: formatTime(tx.timestamp) };
  await saveAccount(tx, 'updated', record, row);
}

function mergeServers(
  before: { id: string; address: string } & Partial<Servers>,
  sealedBefore: Sealed,
  given: AccountInput,
  secrets: Secrets,
  reader: Reader,
): { servers: Servers; sealed: Sealed } {
  const merging = { id: before.id, address: before.address, secrets, reader };
  const servers: Record<string, unknown> = { smtp: before.smtp, imap: before.imap ?? null };
  const sealed = { ...sealedBefore };
  for (const protocol of PROTOCOLS) {
    const input: ServerInput | null | undefined = given[protocol];
    if (input === undefined) continue;
    const merged =
      input === null ? null : mergeServer(protocol, before[protocol] ?? null, sealed[protocol], input, merging);
    servers[protocol] = merged?.server ?? null;
    sealed[protocol] = merged?.sealed;
  }
  return { servers: servers as unknown as Servers, sealed };
}

/** Refuses a mailbox that another account mirrors: every mail of it would be here twice. */
async function checkMailbox(tx: Tx, record: AccountRecord, before: AccountRecord | null): Promise<void> {
  const mailbox = mailboxOf(record);
  if (mailbox === null || (before && mailboxOf(before) === mailbox)) return;
  const others = (await allAccounts(tx)).filter(({ id }) => id !== record.id);
  const other = others.find((one) => mailboxOf(one) === mailbox);
  if (!other) return;
  const { host, user } = record.imap as ServerRecord;
  const name = other.name === other.address ? other.address : `${other.address} (${JSON.stringify(other.name)})`;
  const message = `The mailbox of ${user} at ${host} is mirrored already by the account ${name}, ${other.id}; use that one, or set sync.enabled to false.`;
  throw new AppError('CONFLICT', message, { id: other.id });
}

/** What two accounts that mirror the same mailbox have in common; null where none is mirrored. */
function mailboxOf(record: AccountRecord): string | null {
  if (!isMirrored(record)) return null;
  const { host, port, user } = record.imap as ServerRecord;
  // The two usual ports lead to the same server.
  const place = [host.toLowerCase().replace(/\.$/, ''), port === 143 ? 993 : port];
  return JSON.stringify([...place, user?.toLowerCase()]);
}

function checkSync({ sync, imap }: AccountRecord, reader: Reader): void {
  if (sync.enabled && imap === null)
    reader.fault('sync.enabled', 'imap', 'sync.enabled needs an IMAP server; give imap too.');
  reader.finish();
}
