// Sends the mails of one account, one at a time: claims the next, sends it while its lease is renewed, and stores the
// outcome. A failure before the mark releases the mail; after the mark, only the reply of the server counts.
import { randomBytes } from 'node:crypto';
import type { Secrets } from '../accounts/secrets.ts';
import { type OpenServer, openServer, storeFindings, UnreadablePassword } from '../accounts/status.ts';
import { AppError } from '../errors.ts';
import type { Blobs, Received } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { type AddressCheck, connectSocket } from '../protocols/net/hosts.ts';
import { openConnection, type SmtpConnection } from '../protocols/smtp/connection.ts';
import { SmtpProblem } from '../protocols/smtp/faults.ts';
import type { Email } from '../resources/email.ts';
import type { Store } from '../store/port.ts';
import { renewLease } from '../store/tables/send-jobs.ts';
import type { Connections } from './connections.ts';
import { claimMail, markMail } from './deliver.ts';
import { type Prepared, prepareMessage } from './message.ts';
import { type Attempt, readFault, retry, taken } from './outcome.ts';
import { type Claim, type RetryRules, settleMail } from './settle.ts';

export interface LaneParts {
  store: Store;
  services: { blobs: Blobs; secrets: Secrets };
  connections: Connections;
  check: AddressCheck;
  rules: RetryRules;
  /** Milliseconds without any data from a server. */
  timeout: number;
  /** The service is stopping: mails without a mark are released. */
  stopping: AbortSignal;
  /** The time for stopping is over: every connection is closed. */
  cutting: AbortSignal;
  onError(error: unknown): void;
}

// The reasons for which an attempt is aborted.
const LOST = new Error('the lease is lost');
const STOPPED = new Error('the service stops');
const TOO_LONG = new Error('The server took too long to accept the mail.');

/** Sends what is due, up to a limit so that other lanes get their turn; returns how many mails it claimed. */
export async function runLane(parts: LaneParts, user: number, lane: string): Promise<number> {
  let mails = 0;
  for (; mails < limits.jobBatch && !parts.stopping.aborted; mails++) {
    const holder = randomBytes(8).toString('hex');
    const claimed = await parts.store.write(user, (tx) => claimMail(tx, lane, holder));
    if (!claimed) break;
    await deliver(parts, claimed.claim, claimed.mail);
  }
  return mails;
}

async function deliver(parts: LaneParts, claim: Claim, mail: Email): Promise<void> {
  const { store, stopping, cutting } = parts;
  const quit = new AbortController();
  let marking = false;
  const stop = () => {
    if (!marking) quit.abort(STOPPED);
  };
  const cut = () => quit.abort(STOPPED);
  stopping.addEventListener('abort', stop);
  cutting.addEventListener('abort', cut);
  const late = setTimeout(() => quit.abort(TOO_LONG), limits.sendTime);
  const renewal = setInterval(() => {
    const until = Date.now() + limits.jobLease;
    store
      .write(claim.user, (tx) => renewLease(tx, claim.id, claim.holder, until))
      .then((ours) => ours || marking || quit.abort(LOST), parts.onError);
  }, limits.jobLease / 3);
  try {
    if (stopping.aborted) stop();
    const attempt = await attemptMail(parts, claim, mail, quit.signal, async (source) => {
      quit.signal.throwIfAborted();
      marking = true;
      if (!(await store.write(claim.user, (tx) => markMail(tx, parts.services.blobs, claim, source)))) throw LOST;
      if (source) parts.services.blobs.settle(claim.user, source.sha256);
    });
    await settle(parts, claim, attempt);
  } finally {
    clearInterval(renewal);
    clearTimeout(late);
    stopping.removeEventListener('abort', stop);
    cutting.removeEventListener('abort', cut);
  }
}

async function attemptMail(
  parts: LaneParts,
  claim: Claim,
  mail: Email,
  signal: AbortSignal,
  beforeEnd: (source: Received | null) => Promise<void>,
): Promise<Attempt> {
  let opened: OpenServer | null = null;
  let prepared: Prepared | undefined;
  let opening = true;
  try {
    opened = await openServer(parts.store, parts.services, claim.user, claim.accountId, 'smtp');
    if (!opened) return { outcome: { kind: 'released' } };
    const made = await prepareMessage(parts.store, parts.services.blobs, claim, mail);
    if ('kind' in made) return { outcome: made };
    prepared = made;
    const lane = `${claim.user} ${claim.accountId}`;
    const server = opened;
    const connection = await parts.connections.take(lane, opened.connection, () => connectTo(parts, server, signal));
    opening = false;
    const { from, to, size, stream, source } = made;
    const exchange = { from, to, size, message: stream, beforeEnd: () => beforeEnd(source), signal };
    const answer = await connection.send(exchange);
    parts.connections.keep(lane, connection);
    return taken(claim, to, answer);
  } catch (error) {
    if (error instanceof SmtpProblem) return readFault(error.fault, claim, prepared?.to ?? [], opened, opening);
    if (error === LOST) return { outcome: { kind: 'lost' } };
    if (error === STOPPED) return { outcome: { kind: 'released' } };
    if (error === TOO_LONG) return retry('TIMEOUT', TOO_LONG.message);
    const message = error instanceof Error ? error.message : String(error);
    // Stored as the status of the server, so that the user can enter the password again.
    if (error instanceof UnreadablePassword)
      return { ...retry('AUTH_FAILED', message), server: { use: error.use, detail: message } };
    if (isCode(error, 'NOT_FOUND')) return { outcome: { kind: 'released' } }; // the account was removed in the meantime
    parts.onError(error);
    return retry('NOT_SENT', message);
  } finally {
    prepared?.close();
  }
}

function connectTo(parts: LaneParts, { server, password }: OpenServer, signal: AbortSignal): Promise<SmtpConnection> {
  const { timeout, check } = parts;
  const connect = () => connectSocket(server, check, Math.min(timeout, limits.mailConnect));
  return openConnection({ server, password, connect, timeout }, signal);
}

function isCode(error: unknown, code: AppError['code']): boolean {
  return error instanceof AppError && error.code === code;
}

/** Retries until it is stored: the reply of a server must not be lost because the database is unavailable. */
async function settle(parts: LaneParts, claim: Claim, { outcome, server }: Attempt): Promise<void> {
  if (outcome.kind === 'lost') return;
  for (;;) {
    try {
      await parts.store.write(claim.user, async (tx) => {
        const settled = await settleMail(tx, claim, outcome, parts.rules);
        if (settled && server) await storeFindings(tx, [{ ...server, status: 'error' }]);
      });
      return;
    } catch (error) {
      parts.onError(error);
      if (parts.cutting.aborted || !isCode(error, 'SERVICE_UNAVAILABLE')) return; // the lease runs out, and the mail is recovered
      await new Promise((resolve) => setTimeout(resolve, limits.jobRetry));
    }
  }
}
