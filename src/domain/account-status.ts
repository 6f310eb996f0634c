// How the servers of an account are: each has a status of its own, which is stored when it changes and when it was
// asked, and a check of its own that is tried again while it is in error. Sending looks at SMTP alone, sync at IMAP.
import { limits } from '../limits.ts';
import { type AccountRecord, account, type ServerRecord, type ServerStatus } from '../resources/account.ts';
import { hurryCheck, hurrySends, putAccountDoc } from '../store/accounts.ts';
import { askForSync } from '../store/imap-jobs.ts';
import { dropJob, ensureJob, type JobKind, putJob } from '../store/jobs.ts';
import { findKindRow, type KindRow } from '../store/kind-rows.ts';
import type { Secrets } from '../store/secrets.ts';
import type { Store, Tx } from '../store/store.ts';
import { formatTime } from '../values/time.ts';
import { connectionOf, openPassword, PROTOCOLS, type Protocol, readSealed } from './account-servers.ts';
import { getKind, saveKind } from './kind-records.ts';

type Account = KindRow<AccountRecord>;

/** A server of an account, and what its connection was made of when it was used. */
export interface ServerUse {
  id: string;
  protocol: Protocol;
  connection: string;
}

/** A server with what is needed to use it. */
export interface OpenServer extends ServerUse {
  record: AccountRecord;
  server: ServerRecord;
  /** null where the server asks for none. */
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

/** Opens a server of an account; null where it has none. Throws NOT_FOUND and UnreadablePassword. */
export async function openServer(
  store: Store,
  { secrets }: { secrets: Secrets },
  user: number,
  id: string,
  protocol: Protocol,
): Promise<OpenServer | null> {
  const { record, row } = await getKind<AccountRecord>(store, user, account, id);
  const server = record[protocol];
  if (!server) return null;
  const sealed = readSealed(row.secrets);
  const use = { id: record.id, protocol, connection: connectionOf(protocol, record, sealed) };
  try {
    const text = sealed[protocol];
    const password = text === undefined ? null : openPassword(secrets, protocol, record.id, text);
    return { ...use, record, server, password };
  } catch (error) {
    throw new UnreadablePassword(use, error);
  }
}

/** What a server said when it was asked. */
export interface Finding {
  use: ServerUse;
  status: Exclude<ServerStatus, 'disconnected'>;
  detail: string | null;
}

/** Stores what the service has found out by itself: only a difference emits an event. */
export async function storeFindings(tx: Tx, findings: Finding[]): Promise<void> {
  await store(tx, findings, saveStatusIfDifferent);
}

/** Stores what a request has found out, which always emits an event. */
export async function storeTest(tx: Tx, findings: Finding[]): Promise<void> {
  await store(tx, findings, saveStatus);
}

// What became of connections of an account that is gone, or that has others by now, is left out.
async function store(tx: Tx, findings: Finding[], save: typeof saveStatus): Promise<void> {
  const id = findings[0]?.use.id;
  const row = id && (await findKindRow<AccountRecord>(tx, account, id));
  if (!row) return;
  const current = findings.filter(({ use }) => isCurrent(row, use));
  if (current.length > 0) await save(tx, row, current);
  for (const { use, status } of current)
    if (use.protocol === 'imap' && status === 'connected' && row.record.imap?.status === 'error')
      await askForSync(tx, use.id);
}

/**
 * For who uses a server and learns how it is: only what differs from what is known is stored. A server that has not
 * been tested yet is left to its test.
 */
export async function noteServer(tx: Tx, { use, status, detail }: Finding): Promise<void> {
  const row = await findKindRow<AccountRecord>(tx, account, use.id);
  const known = row?.record[use.protocol]?.status;
  if (!row || known === 'disconnected' || known === status || !isCurrent(row, use)) return;
  await saveStatus(tx, row, [{ use, status, detail }]);
}

function isCurrent({ record, row }: Account, { protocol, connection }: ServerUse): boolean {
  return connectionOf(protocol, record, readSealed(row.secrets)) === connection;
}

const CHECKS: Record<Protocol, JobKind> = { smtp: 'check', imap: 'check_imap' };

/** Puts a test of the server off for a moment, in case nobody makes one. */
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

/** Where all is as it was there is no event. Only the times of the checks are new, and the ETag of the account with them. */
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
  if (protocol === 'smtp') await hurrySends(tx, id); // mail that waits for the server waits no longer
  // What kept one server away may have kept the other away too.
  for (const other of PROTOCOLS)
    if (other !== protocol && before[other]?.status === 'error') hurryCheck(tx, id, CHECKS[other]);
}

/** The record with the status that sending looks at. */
function summarised(record: AccountRecord): AccountRecord {
  const { status, status_detail, last_checked_at } = record.smtp;
  return { ...record, status, status_detail, last_checked_at };
}

export function saveAccount(
  tx: Tx,
  action: string,
  given: AccountRecord,
  before: Account | null,
  secrets?: string | null,
): Promise<Account> {
  const record = summarised(given);
  return saveKind(tx, account, action, record, before, {
    address: record.address,
    from_name: record.from_name,
    is_default: record.is_default ? 1 : 0,
    status: record.status,
    ...(secrets !== undefined && { secrets }),
  });
}
