// How far each webhook has been delivered, the state of its attempts, and the lease of the instance that delivers. The
// row exists as long as the webhook; only enabled webhooks are leased.
import type { Query, ReadStore, Row, Store, Tx } from '../../port.ts';

export interface Progress {
  /** The last change that was delivered, or that was not to be sent. */
  lastSeq: number;
  /** Failed attempts since the last success. */
  attempts: number;
  /** When the next attempt may begin. */
  dueAt: number;
  failingSince: number | null;
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  lastError: string | null;
  /** Attempts so far, which number them. */
  deliveries: number;
  leaseUntil: number | null;
  holder: string | null;
}

export function readProgress(row: Row): Progress {
  return {
    lastSeq: row.last_seq as number,
    attempts: row.attempts as number,
    dueAt: row.due_at as number,
    failingSince: row.failing_since as number | null,
    lastSuccessAt: row.last_success_at as number | null,
    lastFailureAt: row.last_failure_at as number | null,
    lastError: row.last_error as string | null,
    deliveries: row.deliveries as number,
    leaseUntil: row.lease_until as number | null,
    holder: row.lease_holder as string | null,
  };
}

/** A webhook that is to receive the changes after this one. */
export function insertProgress(tx: Tx, id: string, lastSeq: number): void {
  tx.run(
    'insert into webhook_progress (user_id, id, last_seq, attempts, due_at, deliveries) values (?1, ?2, ?3, 0, 0, 0)',
    id,
    lastSeq,
  );
}

const SELECT = 'select * from webhook_progress where user_id = ?1 and id = ?2';

export function progressQuery(id: string): Query {
  return { sql: SELECT, params: [id] };
}

export async function progressIn(tx: Tx, id: string): Promise<Progress | undefined> {
  const row = await tx.get(SELECT, id);
  return row && readProgress(row);
}

export function putProgress(tx: Tx, id: string, progress: Progress): void {
  tx.run(
    `update webhook_progress set last_seq = ?3, attempts = ?4, due_at = ?5, failing_since = ?6, last_success_at = ?7,
      last_failure_at = ?8, last_error = ?9, deliveries = ?10, lease_until = ?11, lease_holder = ?12
      where user_id = ?1 and id = ?2`,
    id,
    progress.lastSeq,
    progress.attempts,
    progress.dueAt,
    progress.failingSince,
    progress.lastSuccessAt,
    progress.lastFailureAt,
    progress.lastError,
    progress.deliveries,
    progress.leaseUntil,
    progress.holder,
  );
}

/** Forgets a webhook that was deleted, with the list of its attempts. */
export function dropProgress(tx: Tx, id: string): void {
  tx.run('delete from webhook_progress where user_id = ?1 and id = ?2', id);
  tx.run('delete from webhook_deliveries where user_id = ?1 and webhook_id = ?2', id);
}

/** An enabled webhook, and the end of the log of its user. */
export interface EnabledWebhook extends Pick<Progress, 'lastSeq' | 'dueAt' | 'leaseUntil'> {
  user: number;
  id: string;
  /** The seq of the last change of the webhook itself. */
  version: number;
  doc: string;
  newest: number;
}

const COLUMNS = 'w.user_id, w.id, w.seq as version, w.doc, p.last_seq, p.due_at, p.lease_until, l.seq as newest';

/** The enabled webhooks of all users. */
export async function enabledWebhooks(store: ReadStore): Promise<EnabledWebhook[]> {
  const rows = await store.catalogue(
    `select ${COLUMNS} from users u join webhooks w on w.user_id = u.user_id and w.enabled = 1
      join webhook_progress p on p.user_id = u.user_id and p.id = w.id join logs l on l.user_id = u.user_id
      order by w.user_id, w.id`,
  );
  return rows.map(readEnabled);
}

/** Those of one user. */
export async function enabledWebhooksOf(store: ReadStore, user: number): Promise<EnabledWebhook[]> {
  const sql = `select ${COLUMNS} from webhooks w join webhook_progress p on p.user_id = ?1 and p.id = w.id
    join logs l on l.user_id = ?1 where w.user_id = ?1 and w.enabled = 1 order by w.id`;
  const [rows = []] = await store.read(user, [{ sql, params: [] }]);
  return rows.map(readEnabled);
}

function readEnabled(row: Row): EnabledWebhook {
  return {
    user: row.user_id as number,
    id: row.id as string,
    version: row.version as number,
    doc: row.doc as string,
    lastSeq: row.last_seq as number,
    dueAt: row.due_at as number,
    leaseUntil: row.lease_until as number | null,
    newest: row.newest as number,
  };
}

/** Whether the user has one: then the log is kept until it is disabled for failing. */
export async function hasEnabledWebhooks(tx: Tx): Promise<boolean> {
  return (await tx.get('select 1 as found from webhooks where user_id = ?1 and enabled = 1 limit 1')) !== undefined;
}

/** Leases an enabled webhook that is due and not leased. */
export async function claimWebhook(tx: Tx, id: string, holder: string, leaseMs: number): Promise<boolean> {
  const sql = `update webhook_progress set lease_until = ?4, lease_holder = ?3
    where user_id = ?1 and id = ?2 and due_at <= ?5 and (lease_until is null or lease_until <= ?5)
      and exists (select 1 from webhooks w where w.user_id = ?1 and w.id = ?2 and w.enabled = 1)`;
  return (await tx.count(sql, id, holder, tx.now + leaseMs, tx.now)) === 1;
}

/** Extends the lease; returns whether the holder still has it. */
export async function renewWebhook(tx: Tx, id: string, holder: string, leaseMs: number): Promise<boolean> {
  const sql = 'update webhook_progress set lease_until = ?4 where user_id = ?1 and id = ?2 and lease_holder = ?3';
  return (await tx.count(sql, id, holder, tx.now + leaseMs)) === 1;
}

/** Stores that changes were not to be sent, unless the webhook was changed or delivered to meanwhile. */
export function skipChanges(tx: Tx, { id, lastSeq, version }: EnabledWebhook, to: number): void {
  tx.run(
    `update webhook_progress set last_seq = ?4
      where user_id = ?1 and id = ?2 and last_seq = ?3 and (lease_until is null or lease_until <= ?5)
        and exists (select 1 from webhooks w where w.user_id = ?1 and w.id = ?2 and w.seq = ?6)`,
    id,
    lastSeq,
    to,
    tx.now,
    version,
  );
}

/** Ends all leases: for a store that only one service can use, whose last service may have died. */
export async function releaseWebhooks(store: Store): Promise<void> {
  await store.administer((tx) => tx.run('update webhook_progress set lease_until = null, lease_holder = null'));
}

export async function countWebhooks(tx: Tx): Promise<number> {
  return (await tx.get('select count(*) as n from webhooks where user_id = ?1'))?.n as number;
}

/** The ids of the user's enabled webhooks. */
export async function enabledIds(tx: Tx): Promise<string[]> {
  const rows = await tx.all('select id from webhooks where user_id = ?1 and enabled = 1 order by id');
  return rows.map(({ id }) => id as string);
}

/** How many webhooks of all users there are by state, for the metrics. */
export async function countStates(store: ReadStore): Promise<Row[]> {
  return store.catalogue(
    `select case when w.enabled = 0 then 'disabled' when p.failing_since is null then 'delivering' else 'failing' end as state,
        count(*) as n
      from users u join webhooks w on w.user_id = u.user_id join webhook_progress p on p.user_id = u.user_id and p.id = w.id
      group by 1`,
  );
}
