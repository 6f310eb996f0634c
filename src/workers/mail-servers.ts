// Asks the servers of an account: whether they let us in, and which folders they have. What became of it is stored
// with the account, so that its status is what was last seen.
import { failAccount, type OpenAccount, openAccount, storeOutcome } from '../domain/accounts.ts';
import type { ConnectionTest, MailServers, ServerAnswer, ServerFolder } from '../domain/tools.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type Outcome, sentences } from '../mail/hints.ts';
import { allowedAddresses } from '../mail/hosts.ts';
import type { Secrets } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';

/** What a test has found, and whether a server has refused the login. */
export interface Examined {
  test: ConnectionTest;
  ok: boolean;
  refused: boolean;
}

export interface AccountServers extends MailServers {
  /** The test, for who decides when the next one is due. */
  examine(user: number, accountId: string): Promise<Examined>;
  /** Ends every question to a server; what was asked fails with SERVICE_UNAVAILABLE. */
  stop(): void;
}

// The protocols are loaded when a server is asked for the first time: an idle service is the smaller for it.
async function logins() {
  return { ...(await import('../mail/smtp-login.ts')), ...(await import('../mail/imap-login.ts')) };
}

/** `allowHosts` are addresses and ranges that may be connected to beside the public ones. */
export function createMailServers(store: Store, secrets: Secrets, allowHosts: readonly string[]): AccountServers {
  const check = allowedAddresses(allowHosts);
  const stopping = new AbortController();

  /** Asks within the time for it, and no longer than the service runs. */
  async function within<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const answer = await ask(AbortSignal.any([AbortSignal.timeout(limits.mailTest), stopping.signal]));
    if (stopping.signal.aborted) throw new AppError('SERVICE_UNAVAILABLE', 'The service is stopping; ask again later.');
    return answer;
  }
  async function examine(user: number, id: string): Promise<Examined> {
    const opened = await open(user, id);
    if (!('record' in opened)) return { test: { smtp: opened, imap: null }, ok: false, refused: false };
    const { record, smtpPassword, imapPassword } = opened;
    const { tryLoginSmtp, tryLoginImap } = await logins();
    const [smtp, imap] = await within((signal) =>
      Promise.all([
        tryLoginSmtp(record.smtp, smtpPassword, check, signal),
        record.imap && tryLoginImap(record.imap, imapPassword, check, signal),
      ]),
    );
    const ok = smtp.ok && (imap?.ok ?? true);
    const detail = ok ? null : [wordsOf('SMTP', smtp), wordsOf('IMAP', imap)].filter(Boolean).join(' ');
    await store.write(user, (tx) => storeOutcome(tx, opened, ok ? 'connected' : 'error', detail));
    const test = { smtp: answerOf(smtp), imap: imap && answerOf(imap) };
    return { test, ok, refused: smtp.refused || (imap?.refused ?? false) };
  }

  /** The account; or what to say of one whose password cannot be read. */
  async function open(user: number, id: string): Promise<OpenAccount | ServerAnswer> {
    try {
      return await openAccount(store, { secrets }, user, id);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const message = `The stored password cannot be read: ${(error as Error).message}.`;
      await store.write(user, (tx) => failAccount(tx, id, message));
      return { ok: false, message, hint: 'Enter the password again, or bring back the key that it was sealed with.' };
    }
  }

  return {
    examine,
    stop: () => stopping.abort(),
    test: async (user, id) => (await examine(user, id)).test,
    async folders(user, id): Promise<ServerFolder[]> {
      const opened = await open(user, id);
      if (!('record' in opened)) throw new AppError('MAIL_SERVER_FAILED', `${opened.message} ${opened.hint}`);
      const { imap, address } = opened.record;
      if (!imap)
        throw new AppError(
          'ACCOUNT_NOT_CONNECTED',
          `The email account ${address} has no IMAP server; give it one first.`,
        );
      const { listFolders } = await logins();
      const { outcome, result } = await within((signal) => listFolders(imap, opened.imapPassword, check, signal));
      if (!result) throw new AppError('MAIL_SERVER_FAILED', sentences(outcome));
      return result;
    },
  };
}

function answerOf({ ok, message, hint }: Outcome): ServerAnswer {
  return { ok, message, hint };
}

function wordsOf(protocol: string, outcome: Outcome | null): string | null {
  if (!outcome || outcome.ok) return null;
  return `${protocol}: ${sentences(outcome)}`;
}
