// Tests the servers of an account and lists their folders. The result is stored with the account, so the status of each
// server is the last one that was observed.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type Outcome, sentences } from '../protocols/net/hints.ts';
import { allowedAddresses } from '../protocols/net/hosts.ts';
import type { Store } from '../store/port.ts';
import type { Secrets } from './secrets.ts';
import { PROTOCOLS, type Protocol } from './servers.ts';
import {
  type Finding,
  type OpenServer,
  openServer,
  type ServerUse,
  storeFindings,
  storeTest,
  UnreadablePassword,
} from './status.ts';

/** The result of a connection test. */
export interface ServerAnswer {
  ok: boolean;
  /** The reply of the server, or what happened instead. */
  message: string;
  /** What the user can do about a failure; null on success. */
  hint: string | null;
}

interface ConnectionTest {
  smtp: ServerAnswer;
  imap: ServerAnswer | null;
}

interface ServerFolder {
  path: string;
  /** The folder that its mail has in Daybook. */
  folder: string;
  /** INBOX, SENT, DRAFTS, TRASH, SPAM, ARCHIVE, or null. */
  special_use: string | null;
  messages: number | null;
}

/** The operations of routes on the mail servers of an account. */
export interface MailServers {
  /** Tests both servers of the account for a request, and stores its status with an event. */
  test(user: number, accountId: string): Promise<ConnectionTest>;
  folders(user: number, accountId: string): Promise<ServerFolder[]>;
}

/** The result of a test, and whether the login was refused. */
export interface Examined extends ServerAnswer {
  refused: boolean;
}

export interface AccountServers extends MailServers {
  /** Tests one server of an account for the service itself and stores its status; null if there is no such server. */
  examine(user: number, accountId: string, protocol: Protocol): Promise<Examined | null>;
  /** Aborts every test; callers get SERVICE_UNAVAILABLE. */
  stop(): void;
}

/** A server that was tested, and the outcome. */
interface Tried {
  use: ServerUse;
  outcome: Outcome;
}

// Loaded on first use: an idle service needs less memory.
async function logins() {
  return { ...(await import('../protocols/smtp/login.ts')), ...(await import('../protocols/imap/login.ts')) };
}

/** `allowHosts` are addresses and ranges that are allowed in addition to public ones. */
export function createMailServers(store: Store, secrets: Secrets, allowHosts: readonly string[]): AccountServers {
  const check = allowedAddresses(allowHosts);
  const stopping = new AbortController();

  /** Runs a test with its time limit, and aborts it when the service stops. */
  async function within<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const answer = await ask(AbortSignal.any([AbortSignal.timeout(limits.mailTest), stopping.signal]));
    if (stopping.signal.aborted) throw new AppError('SERVICE_UNAVAILABLE', 'The service is stopping; try again later.');
    return answer;
  }
  /** Logs in; null if the account has no such server. */
  async function tryLogin(user: number, id: string, protocol: Protocol): Promise<Tried | null> {
    const opened = await open(user, id, protocol);
    if (opened === null || 'outcome' in opened) return opened;
    const { server, password } = opened;
    const { tryLoginSmtp, tryLoginImap } = await logins();
    const login = protocol === 'smtp' ? tryLoginSmtp : tryLoginImap;
    return { use: opened, outcome: await within((signal) => login(server, password, check, signal)) };
  }

  /** The server, or the outcome if its password cannot be read. */
  async function open(user: number, id: string, protocol: Protocol): Promise<OpenServer | Tried | null> {
    try {
      return await openServer(store, { secrets }, user, id, protocol);
    } catch (error) {
      if (!(error instanceof UnreadablePassword)) throw error;
      const hint = 'Enter the password again, or restore the key that it was sealed with.';
      return { use: error.use, outcome: { ok: false, message: error.message, hint, refused: false } };
    }
  }

  /** Tests the servers concurrently, and stores the results in one transaction. */
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
        throw new AppError('ACCOUNT_NOT_CONNECTED', `The email account ${id} has no IMAP server; add one first.`);
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
