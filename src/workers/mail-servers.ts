// Asks the servers of an account: whether they let us in, and which folders they have. What became of it is stored
// with the account, so that the status of each server is what was last seen.
import { PROTOCOLS, type Protocol } from '../domain/account-servers.ts';
import {
  type Finding,
  type OpenServer,
  openServer,
  type ServerUse,
  storeFindings,
  storeTest,
  UnreadablePassword,
} from '../domain/account-status.ts';
import type { ConnectionTest, MailServers, ServerAnswer, ServerFolder } from '../domain/tools.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type Outcome, sentences } from '../mail/hints.ts';
import { allowedAddresses } from '../mail/hosts.ts';
import type { Secrets } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';

/** What a server said, and whether it has refused the login. */
export interface Examined extends ServerAnswer {
  refused: boolean;
}

export interface AccountServers extends MailServers {
  /** Tests one server of an account for the service itself and stores its status; null where there is no such server. */
  examine(user: number, accountId: string, protocol: Protocol): Promise<Examined | null>;
  /** Ends every question to a server; what was asked fails with SERVICE_UNAVAILABLE. */
  stop(): void;
}

/** A server that was tried, and what it said. */
interface Tried {
  use: ServerUse;
  outcome: Outcome;
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
  /** Logs in; null where the account has no such server. */
  async function tryLogin(user: number, id: string, protocol: Protocol): Promise<Tried | null> {
    const opened = await open(user, id, protocol);
    if (opened === null || 'outcome' in opened) return opened;
    const { server, password } = opened;
    const { tryLoginSmtp, tryLoginImap } = await logins();
    const login = protocol === 'smtp' ? tryLoginSmtp : tryLoginImap;
    return { use: opened, outcome: await within((signal) => login(server, password, check, signal)) };
  }

  /** The server; or what to say of one whose password cannot be read. */
  async function open(user: number, id: string, protocol: Protocol): Promise<OpenServer | Tried | null> {
    try {
      return await openServer(store, { secrets }, user, id, protocol);
    } catch (error) {
      if (!(error instanceof UnreadablePassword)) throw error;
      const hint = 'Enter the password again, or bring back the key that it was sealed with.';
      return { use: error.use, outcome: { ok: false, message: error.message, hint, refused: false } };
    }
  }

  /** Asks the servers at the same time, and stores what they said together. */
  async function ask(
    user: number,
    id: string,
    protocols: readonly Protocol[],
    save: typeof storeFindings,
  ): Promise<(Outcome | null)[]> {
    const tried = await Promise.all(protocols.map((protocol) => tryLogin(user, id, protocol)));
    const findings = tried.filter((one) => one !== null).map(findingOf);
    await store.write(user, (tx) => save(tx, findings));
    return tried.map((one) => one?.outcome ?? null);
  }

  return {
    examine: async (user, id, protocol) => (await ask(user, id, [protocol], storeFindings))[0] ?? null,
    stop: () => stopping.abort(),
    async test(user, id): Promise<ConnectionTest> {
      const [smtp, imap] = await ask(user, id, PROTOCOLS, storeTest);
      return { smtp: answerOf(smtp as Outcome), imap: imap ? answerOf(imap) : null };
    },
    async folders(user, id): Promise<ServerFolder[]> {
      const opened = await open(user, id, 'imap');
      if (opened === null)
        throw new AppError('ACCOUNT_NOT_CONNECTED', `The email account ${id} has no IMAP server; give it one first.`);
      if ('outcome' in opened) throw new AppError('MAIL_SERVER_FAILED', sentences(opened.outcome));
      const { server, password } = opened;
      const { listFolders } = await logins();
      const { outcome, result } = await within((signal) => listFolders(server, password, check, signal));
      if (!result) throw new AppError('MAIL_SERVER_FAILED', sentences(outcome));
      return result;
    },
  };
}

function answerOf({ ok, message, hint }: Outcome): ServerAnswer {
  return { ok, message, hint };
}

function findingOf({ use, outcome }: Tried): Finding {
  return { use, status: outcome.ok ? 'connected' : 'error', detail: outcome.ok ? null : sentences(outcome) };
}
