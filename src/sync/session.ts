// The sync session of one account while its lease is held: one connection for work and one in IDLE (RFC 2177). A pass
// runs when the server notifies, on request, and after the poll interval. The session ends when the lease is lost, when
// it is stopped, or when the connection breaks; sync.ts decides what follows.
import type { Secrets } from '../accounts/secrets.ts';
import { noteServer, type OpenServer, openServer, type ServerUse, UnreadablePassword } from '../accounts/status.ts';
import type { Blobs } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { closeConnection, type ImapConnection, newConnection } from '../protocols/imap/connection.ts';
import type { MessageReader } from '../protocols/mime/read-message.ts';
import { type AddressCheck, imapOptions } from '../protocols/net/hosts.ts';
import type { Store, Tx } from '../store/port.ts';
import { clearSyncFault, holdsSync, nextPush, renewSync, type SyncJob } from '../store/tables/sync-jobs.ts';
import type { MailServer } from '../values/mail-server.ts';
import { createMirror, LeaseLost, type Memory, type SyncContext } from './context.ts';
import { IdleConnection } from './idle.ts';
import { pass } from './pass.ts';
import { pushDue } from './push.ts';

export interface SessionParts {
  store: Store;
  services: { blobs: Blobs; secrets: Secrets };
  reader: MessageReader;
  check: AddressCheck;
  holder: string;
  poll: number;
}

/** How a session has ended: by itself, or by an error. */
export interface Ending {
  error?: unknown;
  /** Whether a whole pass was completed; and whether there was progress: mail was fetched, or the session lasted. */
  scanned: boolean;
  progressed: boolean;
  server: MailServer | null;
  password: string | null;
  /** The server that was used; null if none was. */
  use: ServerUse | null;
}

export interface Session {
  readonly job: SyncJob;
  /** The time of the newest scan request that was received. */
  readonly requestedAt: number;
  /** A change may have to be pushed. */
  wakeForPush(): void;
  requestScan(at: number): void;
  stop(): Promise<void>;
  readonly ended: Promise<Ending>;
}

export function startSession(parts: SessionParts, job: SyncJob, memory: Memory): Session {
  return new AccountSession(parts, job, memory);
}

class AccountSession implements Session {
  readonly job: SyncJob;
  readonly ended: Promise<Ending>;
  requestedAt: number;
  private readonly parts: SessionParts;
  private readonly memory: Memory;
  private readonly ending: Ending = { scanned: false, progressed: false, server: null, password: null, use: null };
  private readonly connections: ImapConnection[] = [];
  private readonly wakes = new Wakes();
  private stopped = false;
  private lost: unknown;

  constructor(parts: SessionParts, job: SyncJob, memory: Memory) {
    this.parts = parts;
    this.job = job;
    this.memory = memory;
    this.requestedAt = job.dueAt;
    this.ended = this.runToEnd();
  }

  wakeForPush(): void {
    this.wakes.wake('push');
  }

  requestScan(at: number): void {
    this.requestedAt = at;
    this.wakes.wake('requested');
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.wakes.end();
    for (const connection of this.connections) connection.close(); // what is in progress fails; it can be repeated
    await this.ended;
  }

  private async runToEnd(): Promise<Ending> {
    const { ending } = this;
    const startedAt = Date.now();
    const renewal = setInterval(() => void this.renew().catch(() => {}), limits.jobLease / 4); // the next may succeed
    try {
      await this.run();
    } catch (error) {
      if (!this.stopped && !(error instanceof LeaseLost)) ending.error = this.lost ?? error;
    }
    clearInterval(renewal);
    if (Date.now() - startedAt >= limits.syncSteady) ending.progressed = true;
    await Promise.all(this.connections.map(closeConnection));
    return ending;
  }

  private async run(): Promise<void> {
    const connected = await this.connect();
    if (!connected) return;
    const { context, idle } = connected;
    const { use } = this.ending;
    if (use) await this.write((tx) => noteServer(tx, { use, status: 'connected', detail: null }));
    let scannedAt = 0;
    while (!this.stopped && !this.lost) {
      this.wakes.take('push');
      await idle.retryIfDue();
      const requested = this.wakes.take('requested');
      const notified = this.wakes.take('notified');
      const isDue = requested || Date.now() - scannedAt >= context.poll || (await pushDue(context));
      if (isDue || notified) {
        await this.scan(context, isDue ? 'all' : 'inbox', requested);
        if (isDue) scannedAt = Date.now();
      } else await context.connection.noop(); // so that no firewall drops the connection
      await this.wait();
    }
    if (this.lost) throw this.lost;
  }

  private async connect(): Promise<{ context: SyncContext; idle: IdleConnection } | null> {
    const { store, services, reader, poll, check } = this.parts;
    const { user, accountId } = this.job;
    const opened = await this.openAccount();
    if (!opened?.record.sync.enabled) return null;
    const { server, password, record } = opened;
    Object.assign(this.ending, { server, password, use: opened });
    const options = imapOptions(server, password ?? '', check);
    const connection = this.newConnection(options, { disableAutoIdle: true });
    if (this.stopped) throw new LeaseLost();
    await connection.connect();
    connection.on('close', () => this.onLoss());
    const idle = new IdleConnection({
      newConnection: () => this.newConnection(options, { autoIdleDelay: 100, maxIdleTime: limits.idle }),
      onChange: () => this.wakes.wake('notified'),
      onLoss: () => this.onLoss(),
    });
    await idle.open();
    const context: SyncContext = {
      store,
      blobs: services.blobs,
      reader,
      user,
      accountId,
      settings: record.sync,
      connection,
      mirror: createMirror(),
      memory: this.memory,
      poll,
      write: (work) => this.write(work),
    };
    return { context, idle };
  }

  private async openAccount(): Promise<OpenServer | null> {
    const { store, services } = this.parts;
    try {
      return await openServer(store, services, this.job.user, this.job.accountId, 'imap');
    } catch (error) {
      if (error instanceof UnreadablePassword) this.ending.use = error.use;
      throw error;
    }
  }

  /** A connection that is closed with the session. */
  private newConnection(...options: Parameters<typeof newConnection>): ImapConnection {
    const connection = newConnection(...options);
    this.connections.push(connection);
    return connection;
  }

  private async scan(context: SyncContext, which: 'all' | 'inbox', announce: boolean): Promise<void> {
    await pass(context, {
      which,
      announce,
      takeNotification: () => this.wakes.take('notified'),
      onProgress: (fetched) => this.onProgress(fetched),
    });
  }

  private async onProgress(fetched: number): Promise<void> {
    const { ending } = this;
    if (!ending.scanned) await this.write(async (tx) => clearSyncFault(tx, this.job.accountId, this.parts.holder));
    ending.scanned = true;
    if (fetched > 0) ending.progressed = true;
  }

  private onLoss(): void {
    this.lost ??= new Error('the server closed the connection');
    this.wakes.end();
  }

  /** Waits until something happens, or the poll interval is over. */
  private async wait(): Promise<void> {
    const { store, poll } = this.parts;
    const next = await nextPush(store, this.job.user, this.job.accountId);
    await this.wakes.wait(Math.min(poll, limits.idle, next === null ? poll : Math.max(0, next - Date.now())));
  }

  private async write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.parts.store.write(this.job.user, async (tx) => {
      const isHeld = !this.stopped && (await holdsSync(tx, this.job.accountId, this.parts.holder));
      if (!isHeld) throw new LeaseLost();
      return work(tx);
    });
  }

  private async renew(): Promise<void> {
    const { store, holder } = this.parts;
    const { user, accountId } = this.job;
    const isHeld = await store.write(user, (tx) => renewSync(tx, accountId, holder, limits.jobLease));
    if (!isHeld) void this.stop();
  }
}

/** The reasons for which a waiting session wakes. */
class Wakes {
  private readonly pending = { push: false, notified: false, requested: true }; // the first pass is announced
  private isOver = false;
  private resume = () => {};

  wake(reason: keyof typeof this.pending): void {
    this.pending[reason] = true;
    this.resume();
  }

  /** Whether this reason has occurred since the last call. */
  take(reason: keyof typeof this.pending): boolean {
    const was = this.pending[reason];
    this.pending[reason] = false;
    return was;
  }

  /** From here on waiting returns immediately. */
  end(): void {
    this.isOver = true;
    this.resume();
  }

  async wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.resume = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.isOver || Object.values(this.pending).includes(true)) this.resume();
    });
  }
}
