// Classifies errors of PostgreSQL and of the connection to it.

/** The database or the connection to it failed, not the statement. */
export class Trouble extends Error {
  /** Whether an immediate retry may succeed: after a conflict between transactions, or on a dead connection. */
  readonly again: boolean;
  /** The transaction was refused because of another one, and was certainly rolled back. */
  readonly conflict: boolean;

  constructor(cause: Error, again: boolean, conflict = false) {
    super(cause.message);
    this.cause = cause;
    this.again = again;
    this.conflict = conflict;
  }
}

// Appendix A of PostgreSQL's manual: serialization_failure and deadlock_detected.
const CONFLICTS = new Set(['40001', '40P01']);
// The session was closed, the server is starting, or a pooler returned another session: a new connection may work.
const SESSION_ENDED = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '08006', '08003', '26000', '42P05']);
// Connection exceptions, resources, operator intervention (including statement timeouts), system errors, corruption.
const TROUBLED_CLASSES = new Set(['08', '53', '57', '58', 'XX']);
// A read-only server, as after a failover; a lock that was not available.
const TROUBLED = new Set(['25006', '55P03']);
// Messages of `pg` for a lost connection; it has no codes for them.
const CONNECTION_LOST = /connection (terminated|ended|error)|not queryable|client was closed/i;

/** Converts the error of a query to a Trouble, or returns the error of the statement itself. */
export function troubleOf(error: unknown): unknown {
  if (error instanceof Trouble || !(error instanceof Error)) return error;
  const code = (error as { code?: string }).code ?? '';
  if (/timeout/i.test(error.message) && !/^\d/.test(code)) return new Trouble(error, false); // it has waited long enough
  if (/^E[A-Z]{3,}/.test(code) || CONNECTION_LOST.test(error.message)) return new Trouble(error, true); // refused, reset, ended
  if (CONFLICTS.has(code)) return new Trouble(error, true, true);
  if (SESSION_ENDED.has(code)) return new Trouble(error, true);
  if (TROUBLED.has(code) || TROUBLED_CLASSES.has(code.slice(0, 2))) return new Trouble(error, false);
  return error;
}
