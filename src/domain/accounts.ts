// Email accounts: made, changed and removed, of which exactly one is the default. Whether their servers answer is
// stored beside them, and told when it changes.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type AccountRecord, account } from '../resources/account.ts';
import { type AccountInput, accountCreates, accountPatches, type ServerInput } from '../resources/account-input.ts';
import {
  countAccounts,
  defaultAccount,
  forgetAccount,
  hurryCheck,
  hurrySends,
  oldestAccount,
  putAccountDoc,
} from '../store/accounts.ts';
import { dropJob, ensureJob, putJob } from '../store/jobs.ts';
import type { KindRow } from '../store/kind-rows.ts';
import type { Secrets } from '../store/secrets.ts';
import type { Store, Tx } from '../store/store.ts';
import { newId } from '../values/ids.ts';
import { formatTime } from '../values/time.ts';
import {
  connectionOf,
  mergeServer,
  openPassword,
  PROTOCOLS,
  readSealed,
  type Sealed,
  writeSealed,
} from './account-servers.ts';
import { eraseKind, findKind, getKind, saveKind } from './kind-records.ts';
import { newReader, type Reader, readFields } from './reading.ts';
import { type Context, checkVersion } from './records.ts';
import { followAccount, forgetMailbox, forgetAccount as forgetMirror } from './sync-accounts.ts';

type Account = KindRow<AccountRecord>;
type Status = AccountRecord['status'];
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
  const now = formatTime(tx.now);
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
    status: 'disconnected',
    status_detail: null,
    last_checked_at: null,
    created_at: now,
    updated_at: now,
  };
  checkSync(record, reader);
  if (record.is_default) await unsetDefault(tx);
  putJob(tx, 'check', id, tx.now + limits.checkFirst);
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
  const sealed = writeSealed(merged.sealed);
  const reconnect = connectionOf(record, sealed) !== connectionOf(before.record, before.row.secrets);
  if (!reconnect && JSON.stringify(record) === before.text) return before;
  if (record.is_default && !before.record.is_default) await unsetDefault(tx);
  record.updated_at = formatTime(tx.now);
  if (reconnect) {
    Object.assign(record, { status: 'disconnected', status_detail: null });
    putJob(tx, 'check', record.id, tx.now + limits.checkFirst);
  }
  if (isOtherMailbox(before.record, record)) forgetMailbox(tx, record.id);
  if (reconnect || JSON.stringify(record.sync) !== JSON.stringify(before.record.sync)) followAccount(tx, record);
  return saveAccount(tx, 'updated', record, before, sealed);
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

/** An account with what is needed to use it. */
export interface OpenAccount {
  record: AccountRecord;
  /** null where its server asks for none. */
  smtpPassword: string | null;
  imapPassword: string | null;
  /** What the connection was made of when it was opened. */
  connection: string;
}

/** Throws NOT_FOUND, and an error that says what to do where a password cannot be read. */
export async function openAccount(
  store: Store,
  { secrets }: { secrets: Secrets },
  user: number,
  id: string,
): Promise<OpenAccount> {
  const { record, row } = await getKind<AccountRecord>(store, user, account, id);
  const sealed = readSealed(row.secrets);
  const [smtpPassword = null, imapPassword = null] = PROTOCOLS.map((protocol) => {
    const text = sealed[protocol];
    return text === undefined ? null : openPassword(secrets, protocol, record.id, text);
  });
  return { record, smtpPassword, imapPassword, connection: connectionOf(record, row.secrets) };
}

/** Stores what became of a connection, unless the account is gone or has another connection by now. */
export async function storeOutcome(
  tx: Tx,
  { record: { id }, connection }: Pick<OpenAccount, 'record' | 'connection'>,
  status: Status,
  detail: string | null,
): Promise<boolean> {
  const row = await accountRow(tx, id);
  if (!row || connectionOf(row.record, row.row.secrets) !== connection) return false;
  await setStatus(tx, row, status, detail);
  return true;
}

/**
 * For who uses an account and learns how its servers are. That something is wrong is told at once; whether all is well
 * only a test can say, unless nothing else was wrong. An account that is gone or not tested yet is left alone.
 */
export async function markAccount(tx: Tx, id: string, status: Status, detail: string | null): Promise<void> {
  const row = await accountRow(tx, id);
  if (row?.record.status === 'connected' && status === 'error') await setStatus(tx, row, status, detail);
  if (row?.record.status !== 'error' || status !== 'connected') return;
  if (row.record.status_detail?.startsWith('IMAP:')) await setStatus(tx, row, status, detail);
  else hurryCheck(tx, row.record.id);
}

/** An account that cannot even be tried. */
export async function failAccount(tx: Tx, id: string, detail: string): Promise<void> {
  const row = await accountRow(tx, id);
  if (row) await setStatus(tx, row, 'error', detail);
}

async function setStatus(tx: Tx, row: Account, status: Status, detail: string | null): Promise<void> {
  const before = row.record;
  const now = formatTime(tx.now);
  const record = { ...before, status, status_detail: detail, last_checked_at: now };
  const changed = before.status !== status;
  if (changed || before.status_detail !== detail) {
    record.updated_at = now;
    await saveAccount(tx, changed ? 'status_changed' : 'updated', record, row);
  } else putAccountDoc(tx, record.id, JSON.stringify(record));
  if (status === 'error') ensureJob(tx, 'check', record.id, tx.now + limits.checkFirst);
  else if (status === 'connected') {
    dropJob(tx, 'check', record.id);
    if (changed) await hurrySends(tx, record.id); // mail that waits for the account waits no longer
  }
}

async function accountRow(tx: Tx, id: string): Promise<Account | undefined> {
  return findKind<AccountRecord>(tx, account, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
}

async function unsetDefault(tx: Tx): Promise<void> {
  const former = await defaultAccount(tx);
  if (former) await setDefault(tx, await findKind<AccountRecord>(tx, account, former.id), false);
}

async function setDefault(tx: Tx, row: Account, isDefault: boolean): Promise<void> {
  const record = { ...row.record, is_default: isDefault, updated_at: formatTime(tx.now) };
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

function checkSync({ sync, imap }: AccountRecord, reader: Reader): void {
  if (sync.enabled && imap === null)
    reader.fault('sync.enabled', 'imap', 'sync.enabled needs an IMAP server; give imap too.');
  reader.finish();
}

function saveAccount(
  tx: Tx,
  action: string,
  record: AccountRecord,
  before: Account | null,
  secrets?: string | null,
): Promise<Account> {
  return saveKind(tx, account, action, record, before, {
    address: record.address,
    from_name: record.from_name,
    is_default: record.is_default ? 1 : 0,
    status: record.status,
    ...(secrets !== undefined && { secrets }),
  });
}
