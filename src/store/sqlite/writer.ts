// The only connection that writes to an SQLite file: runs a group of writes, of any users, in one transaction and
// commits it with one fsync.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { limits } from '../../limits.ts';
import { NO_USER } from '../engine/statement-cache.ts';
import {
  GroupFailed,
  type GroupOutcome,
  type PendingWrite,
  runGroup,
  type Session,
  type Statements,
  storeSeq,
} from '../engine/transaction.ts';
import type { Row } from '../port.ts';
import { isDiskTrouble, whileBusy } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { isWriteFault, shortenLog } from './log.ts';
import { createMerging } from './merging.ts';
import { rollBack } from './reader.ts';
import { type Entry, runBig, searchIndex, writeEntries } from './search.ts';
import { statementCache } from './statements.ts';

// Writes, or changed records, after which a worker thread checkpoints the log, so that no writer waits for it. While
// others write it cannot restart the log; the writer does that when the log has grown long.
const CHECKPOINT = 100;

export interface Writer {
  commit(group: PendingWrite[], postpone: (rest: PendingWrite[]) => void): Promise<GroupOutcome>;
}

type Prepare = (sql: string, user: number) => StatementSync;
type Postpone = (rest: PendingWrite[]) => void;

/** `checkpoint` is called when the write-ahead log should be checkpointed. */
export function createWriter(
  db: DatabaseSync,
  file: string,
  { clock, timezone }: Pick<Session, 'clock' | 'timezone'>,
  checkpoint: () => void,
): Writer {
  const prepare = statementCache(db);
  const beginStatement = db.prepare('begin immediate');
  const commitStatement = db.prepare('commit');
  const statements = statementsOf(prepare);
  const merge = createMerging();
  let unmoved = 0;

  async function commitOnce(group: PendingWrite[], postpone: Postpone): Promise<GroupOutcome> {
    // Counted from when the first of them was queued: a group behind another has waited with it.
    await whileBusy(
      () => runBig(beginStatement),
      (error) => error,
      (group[0]?.since ?? 0) + limits.databaseLock,
    );
    const end = performance.now() + limits.commitTime;
    const entries: Entry[] = [];
    const session: Session = {
      clock,
      timezone,
      dialect: sqliteDialect,
      statements,
      searchIndex: (progress) => searchIndex(progress, entries),
      lastSeq: (user) => prepare('select seq from logs where user_id = ?1', user).get(user)?.seq as number,
      newSeqs: new Map(),
      isLate: () => performance.now() > end,
      isOutage: isDiskTrouble,
      isBroken: () => false,
    };
    const outcome = await runGroup(group, session, postpone);
    for (const [user, seq] of session.newSeqs) runBig(prepare(storeSeq, user), [user, seq]);
    await writeEntries(entries, (sql) => prepare(sql, NO_USER));
    await merge(entries, (sql) => prepare(sql, NO_USER));
    if (performance.now() > end) await setImmediate(); // committing a large text takes as long again
    runBig(commitStatement);
    if (performance.now() > end) await setImmediate();
    unmoved += Math.max(group.length, entries.length);
    return outcome;
  }

  async function commit(group: PendingWrite[], postpone: Postpone, isRetry = false): Promise<GroupOutcome> {
    let outcome: GroupOutcome;
    try {
      outcome = await commitOnce(group, postpone);
    } catch (error) {
      rollBack(db);
      if (!isRetry && isWriteFault(error) && shortenLog(db, file)) return commit(group, postpone, true);
      throw isDiskTrouble(error) || error instanceof GroupFailed ? error : new GroupFailed(error);
    }
    if (unmoved >= CHECKPOINT) {
      unmoved = 0;
      checkpoint();
    }
    return outcome;
  }

  return { commit };
}

function statementsOf(prepare: Prepare): Statements {
  return {
    get: (sql, user, values) => prepare(sql, user).get(...values) as Row | undefined,
    all: (sql, user, values) => prepare(sql, user).all(...values) as Row[],
    run: (sql, user, values) => void runBig(prepare(sql, user), values),
    count: (sql, user, values) => Number(runBig(prepare(sql, user), values).changes),
    insert: (sql, user, values) => Number(runBig(prepare(sql, user), values).lastInsertRowid),
  };
}
