// What an error of PostgreSQL or of the line to it means for the request that met it.

/** The database or the line to it, not the statement, is at fault. */
export class Trouble extends Error {
  /** Whether the same work may succeed at once: a conflict between transactions, or a connection that had died. */
  readonly again: boolean;
  /** The transaction was refused for another's sake, and so is surely undone. */
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
// The session is over, the server just starting, or a pooler has given us another's session: a new connection may do.
const SESSION_ENDED = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '08006', '08003', '26000', '42P05']);
// Connection exceptions, resources, operator intervention (also a statement that took too long), system errors, damage.
const TROUBLED_CLASSES = new Set(['08', '53', '57', '58', 'XX']);
// A server that only reads, as after a failover; a lock that was not to be had.
const TROUBLED = new Set(['25006', '55P03']);
// What the client says of a line that is gone; it has no code of its own for that.
const LINE = /connection (terminated|ended|error)|not queryable|client was closed/i;

/** The error of a query as the engine acts on it: a Trouble, or the fault of our statement as it is. */
export function troubleOf(error: unknown): unknown {
  if (error instanceof Trouble || !(error instanceof Error)) return error;
  const code = (error as { code?: string }).code ?? '';
  if (/timeout/i.test(error.message) && !/^\d/.test(code)) return new Trouble(error, false); // has waited long enough
  if (/^E[A-Z]{3,}/.test(code) || LINE.test(error.message)) return new Trouble(error, true); // refused, reset, ended
  if (CONFLICTS.has(code)) return new Trouble(error, true, true);
  if (SESSION_ENDED.has(code)) return new Trouble(error, true);
  if (TROUBLED.has(code) || TROUBLED_CLASSES.has(code.slice(0, 2))) return new Trouble(error, false);
  return error;
}
