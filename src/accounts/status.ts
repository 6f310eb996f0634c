// The status of the servers of an account. Each server has its own status, stored after a change and after a connection
// test, and its own check, retried while it is in error. Sending depends on SMTP alone, sync on IMAP.
import { limits } from '../limits.ts';
import { find, lookUp } from '../records/find.ts';
import { save } from '../records/save.ts';
import { type AccountRecord, account, type ServerRecord, type ServerStatus } from '../resources/account.ts';
import type { Store, Tx } from '../store/port.ts';
import { hurryCheck, hurrySends, putAccountDoc } from '../store/tables/accounts.ts';
import { dropJob, ensureJob, type JobKind, putJob } from '../store/tables/jobs.ts';
import { outside } from '../store/tables/record-lookups.ts';
import type { Stored } from '../store/tables/records.ts';
import { askForSync } from '../store/tables/sync-jobs.ts';
import { formatTime } from '../values/time.ts';
import type { Secrets } from './secrets.ts';
import { connectionOf, openPassword, PROTOCOLS, type Protocol, readSealed } from './servers.ts';

type Account = Stored<AccountRecord>;

/** A server of an account, with the connection settings that were used. */
export interface ServerUse {
  id: string;
  protocol: Protocol;
  connection: string;
}

/** A server with what is needed to use it. */
export interface OpenServer extends ServerUse {
  record: AccountRecord;
  server: ServerRecord;
  /** null if the server does not need one. */
  password: string | null;
}

/** The stored password cannot be read; the message says what to do. */
export class UnreadablePassword extends Error {
  readonly use: ServerUse;

  constructor(use: ServerUse, cause: unknown) {
    super(`The stored password cannot be read: ${(cause as Error).message}.`, { cause });
    this.use = use;
  }
}

/**
 * Reads a server of an account with its password; null if there is no such server. Throws NOT_FOUND and
 * UnreadablePassword.
 */
export async function openServer(
  store: Store,
  { secrets }: { secrets: Secrets },
  user: number,
  id: string,
  protocol: Protocol,
): Promise<OpenServer | null> {
  const { record, secrets: sealedText } = await find<AccountRecord>(outside(store, user), account, id);
  const server = record[protocol];
  if (!server) return null;
  const sealed = readSealed(sealedText);
  const use = { id: record.id, protocol, connection: connectionOf(protocol, record, sealed) };
  try {
    const text = sealed[protocol];
    const password = text === undefined ? null : openPassword(secrets, protocol, record.id, text);
    return { ...use, record, server, password };
  } catch (error) {
    throw new UnreadablePassword(use, error);
  }
}

/** The result of using or testing a server. */
export interface Finding {
  use: ServerUse;
  status: Exclude<ServerStatus, 'disconnected'>;
  detail: string | null;
}

/** Stores results of the service itself: an event is emitted only if something changed. */
export async function storeFindings(tx: Tx, findings: Finding[]): Promise<void> {
  await store(tx, findings, saveStatusIfDifferent);
}

/** Stores results of a request, which always emits an event. */
export async function storeTest(tx: Tx, findings: Finding[]): Promise<void> {
  await store(tx, findings, saveStatus);
}

// Results of an account that was removed, or of connection settings that have changed, are ignored.
async function store(tx: Tx, findings: Finding[], saveFindings: typeof saveStatus): Promise<void> {
  const id = findings[0]?.use.id;
  const row = id && (await lookUp<AccountRecord>(tx, account, id));
  if (!row) return;
  const current = findings.filter(({ use }) => isCurrent(row, use));
  if (current.length > 0) await saveFindings(tx, row, current);
  for (const { use, status } of current)
    if (use.protocol === 'imap' && status === 'connected' && row.record.imap?.status === 'error')
      await askForSync(tx, use.id);
}

/**
 * Stores the status that a user of the server has observed, if it is new. A server that has not been tested yet is left
 * to its connection test.
 */
export async function noteServer(tx: Tx, { use, status, detail }: Finding): Promise<void> {
  const row = await lookUp<AccountRecord>(tx, account, use.id);
  const known = row?.record[use.protocol]?.status;
  if (!row || known === 'disconnected' || known === status || !isCurrent(row, use)) return;
  await saveStatus(tx, row, [{ use, status, detail }]);
}

function isCurrent({ record, secrets }: Account, { protocol, connection }: ServerUse): boolean {
  return connectionOf(protocol, record, readSealed(secrets)) === connection;
}

const CHECKS: Record<Protocol, JobKind> = { smtp: 'check', imap: 'check_imap' };

/** Schedules a test of the server in a moment, in case no client requests one. */
export function expectTest(tx: Tx, id: string, protocol: Protocol): void {
  putJob(tx, CHECKS[protocol], id, tx.now + limits.checkFirst);
}

export function dropTest(tx: Tx, id: string, protocol: Protocol): void {
  dropJob(tx, CHECKS[protocol], id);
}

async function saveStatus(tx: Tx, row: Account, findings: Finding[]): Promise<void> {
  const record = { ...withFindings(tx, row.record, findings), updated_at: formatTime(tx.timestamp) };
  const action = differs('status', row.record, record) ? 'status_changed' : 'updated';
  await saveAccount(tx, action, record, row);
  for (const finding of findings) await followStatus(tx, row.record, finding);
}

/** Without a change of status no event is emitted; only the times of the checks, and so the ETag, are new. */
async function saveStatusIfDifferent(tx: Tx, row: Account, findings: Finding[]): Promise<void> {
  const record = withFindings(tx, row.record, findings);
  if (differs('status', row.record, record) || differs('status_detail', row.record, record))
    return saveStatus(tx, row, findings);
  putAccountDoc(tx, record.id, JSON.stringify(summarised(record)));
  for (const finding of findings) await followStatus(tx, row.record, finding);
}

function withFindings(tx: Tx, before: AccountRecord, findings: Finding[]): AccountRecord {
  const record = { ...before };
  for (const { use, status, detail } of findings) {
    const server = record[use.protocol] as ServerRecord;
    record[use.protocol] = { ...server, status, status_detail: detail, last_checked_at: formatTime(tx.now) };
  }
  return record;
}

function differs(member: 'status' | 'status_detail', before: AccountRecord, after: AccountRecord): boolean {
  return PROTOCOLS.some((protocol) => before[protocol]?.[member] !== after[protocol]?.[member]);
}

async function followStatus(tx: Tx, before: AccountRecord, { use: { id, protocol }, status }: Finding): Promise<void> {
  if (status === 'error') return ensureJob(tx, CHECKS[protocol], id, tx.now + limits.checkFirst);
  dropTest(tx, id, protocol);
  if (before[protocol]?.status === 'connected') return;
  if (protocol === 'smtp') await hurrySends(tx, id); // mail that waits for the server is due now
  // Both servers may have been unavailable for the same reason.
  for (const other of PROTOCOLS)
    if (other !== protocol && before[other]?.status === 'error') hurryCheck(tx, id, CHECKS[other]);
}

/** The record with the status of SMTP as the status of the account. */
function summarised(record: AccountRecord): AccountRecord {
  const { status, status_detail, last_checked_at } = record.smtp;
  return { ...record, status, status_detail, last_checked_at };
}

export function saveAccount(
  tx: Tx,
  action: string,
  record: AccountRecord,
  before: Account | null,
  secrets?: string | null,
): Promise<Account> {
  return save(tx, account, action, summarised(record), before, secrets);
}
