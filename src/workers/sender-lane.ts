// Sends the mails of one account, one at a time: claims the next, sends it while its lease is renewed, and stores what
// came of it. Whatever happens before the mark gives the mail back; after it, only the server's answer counts.
import { randomBytes } from 'node:crypto';
import { type OpenServer, openServer, storeFindings, UnreadablePassword } from '../domain/account-status.ts';
import { claimMail, markMail } from '../domain/delivery.ts';
import { type Claim, type RetryRules, settleMail } from '../domain/settling.ts';
import type { Tools } from '../domain/tools.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type AddressCheck, connectSocket } from '../mail/hosts.ts';
import { openLine, type SmtpLine } from '../mail/smtp.ts';
import { SmtpProblem } from '../mail/smtp-faults.ts';
import type { Email } from '../resources/email.ts';
import type { Received } from '../store/blobs.ts';
import { renewLease } from '../store/send-jobs.ts';
import type { Store } from '../store/store.ts';
import type { Lines } from './sender-lines.ts';
import { type Prepared, prepareMessage } from './sender-message.ts';
import { type Attempt, readFault, retry, taken } from './sender-outcome.ts';

export interface LaneParts {
  store: Store;
  tools: Pick<Tools, 'blobs' | 'secrets'>;
  lines: Lines;
  check: AddressCheck;
  rules: RetryRules;
  /** Milliseconds without a sign of life from a server. */
  timeout: number;
  /** Asks for an end: what has no mark yet is given back. */
  stopping: AbortSignal;
  /** Does not ask. */
  cutting: AbortSignal;
  onError(error: unknown): void;
}

// Why an attempt is broken off.
const LOST = new Error('the lease is lost');
const STOPPED = new Error('the service stops');
const TOO_LONG = new Error('The server has kept the mail under way for too long.');

/** Sends what is due, so much of it that other lanes get their turn too; returns how many mails it took up. */
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
      if (!(await store.write(claim.user, (tx) => markMail(tx, parts.tools.blobs, claim, source)))) throw LOST;
      if (source) parts.tools.blobs.settle(claim.user, source.sha256);
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
    opened = await openServer(parts.store, parts.tools, claim.user, claim.accountId, 'smtp');
    if (!opened) return { outcome: { kind: 'given-back' } };
    const made = await prepareMessage(parts.store, parts.tools.blobs, claim, mail);
    if ('kind' in made) return { outcome: made };
    prepared = made;
    const lane = `${claim.user} ${claim.accountId}`;
    const server = opened;
    const line = await parts.lines.take(lane, opened.connection, () => openLineTo(parts, server, signal));
    opening = false;
    const { from, to, size, stream, source } = made;
    const exchange = { from, to, size, message: stream, beforeEnd: () => beforeEnd(source), signal };
    const answer = await line.send(exchange);
    parts.lines.keep(lane, line);
    return taken(claim, to, answer);
  } catch (error) {
    if (error instanceof SmtpProblem) return readFault(error.fault, claim, prepared?.to ?? [], opened, opening);
    if (error === LOST) return { outcome: { kind: 'lost' } };
    if (error === STOPPED) return { outcome: { kind: 'given-back' } };
    if (error === TOO_LONG) return retry('TIMEOUT', TOO_LONG.message);
    const message = error instanceof Error ? error.message : String(error);
    // A password that cannot be read is told to the person who can enter it again.
    if (error instanceof UnreadablePassword)
      return { ...retry('AUTH_FAILED', message), server: { use: error.use, detail: message } };
    if (isCode(error, 'NOT_FOUND')) return { outcome: { kind: 'given-back' } }; // the account was removed meanwhile
    parts.onError(error);
    return retry('NOT_SENT', message);
  } finally {
    prepared?.close();
  }
}

function openLineTo(parts: LaneParts, { server, password }: OpenServer, signal: AbortSignal): Promise<SmtpLine> {
  const { timeout, check } = parts;
  const connect = () => connectSocket(server, check, Math.min(timeout, limits.mailConnect));
  return openLine({ server, password, connect, timeout }, signal);
}

function isCode(error: unknown, code: AppError['code']): boolean {
  return error instanceof AppError && error.code === code;
}

/** Tries until the store takes it: what a server has said must not be forgotten because a database is away. */
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
