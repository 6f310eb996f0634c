// The mirroring of one account while its lease is held: two lines to the server, one that works and one that listens,
// and a pass whenever the server tells of a change, someone asks, or it is time. It ends when the lease is lost, when
// it is told to, or when a line breaks; what comes then is decided by whoever holds the sessions.
import { noteServer, openServer, type ServerUse, UnreadablePassword } from '../domain/account-status.ts';
import type { Tools } from '../domain/tools.ts';
import { limits } from '../limits.ts';
import { type AddressCheck, imapOptions } from '../mail/hosts.ts';
import { closeLine, type Line, newLine, watchInbox } from '../mail/imap.ts';
import type { MessageReader } from '../protocols/mime/read-message.ts';
import type { Server } from '../resources/account.ts';
import { clearSyncFault, holdsSync, nextPush, renewSync, type SyncJob } from '../store/imap-jobs.ts';
import type { Store, Tx } from '../store/store.ts';
import { pushDue } from './push.ts';
import { createMirror, LeaseLost, type Memory, type SyncContext } from './sync-context.ts';
import { pass } from './sync-pass.ts';

export interface SessionParts {
  store: Store;
  tools: Pick<Tools, 'blobs' | 'secrets'>;
  reader: MessageReader;
  check: AddressCheck;
  holder: string;
  poll: number;
}

/** How a session has ended: by itself, or by an error. */
export interface Ending {
  error?: unknown;
  /** Whether it has looked at everything; and whether it was worth it: mail has come, or it has lasted. */
  looked: boolean;
  progressed: boolean;
  server: Server | null;
  password: string | null;
  /** The server as it was used; null where it was not. */
  use: ServerUse | null;
}

export interface Session {
  readonly job: SyncJob;
  /** The newest request to look at the server that has been heard. */
  askedAt: number;
  /** Something waits for the server. */
  nudge(): void;
  /** Someone asks for a look. */
  ask(at: number): void;
  stop(): Promise<void>;
  readonly ended: Promise<Ending>;
}

export function startSession(parts: SessionParts, job: SyncJob, memory: Memory): Session {
  const { store, holder, poll } = parts;
  const { user, accountId } = job;
  const startedAt = Date.now();
  const ending: Ending = { looked: false, progressed: false, server: null, password: null, use: null };
  const lines: Line[] = [];
  const waiting = { nudged: false, poked: false, asked: true }; // the first pass is told of
  let rouse = () => {};
  let stopped = false;
  let lost: unknown;
  let listen = async () => {};
  let listenAt = Number.POSITIVE_INFINITY; // where nothing listens, when to try again

  const wake = (reason: keyof typeof waiting) => {
    waiting[reason] = true;
    rouse();
  };
  const take = (reason: keyof typeof waiting) => {
    const was = waiting[reason];
    waiting[reason] = false;
    return was;
  };

  async function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return store.write(user, async (tx) => {
      if (stopped || !(await holdsSync(tx, accountId, holder))) throw new LeaseLost();
      return work(tx);
    });
  }

  async function renew(): Promise<void> {
    const ours = await store.write(user, (tx) => renewSync(tx, accountId, holder, limits.jobLease));
    if (!ours) void session.stop();
  }

  async function connect(): Promise<SyncContext | null> {
    const opened = await openServer(store, parts.tools, user, accountId, 'imap').catch((error: unknown) => {
      if (error instanceof UnreadablePassword) ending.use = error.use;
      throw error;
    });
    if (!opened?.record.sync.enabled) return null;
    const { server, password, record } = opened;
    Object.assign(ending, { server, password, use: opened });
    const options = imapOptions(server, password ?? '', parts.check);
    const line = newLine(options, { disableAutoIdle: true });
    lines.push(line);
    if (stopped) throw new LeaseLost();
    await line.connect();
    line.on('close', onLoss);
    listen = () => openEar(newLine(options, { autoIdleDelay: 100, maxIdleTime: limits.idle }));
    await listen();
    const { reader, tools } = parts;
    return {
      store,
      blobs: tools.blobs,
      reader,
      user,
      accountId,
      settings: record.sync,
      line,
      mirror: createMirror(),
      memory,
      poll,
      write,
    };
  }

  function onLoss(): void {
    lost ??= new Error('the server has closed the connection');
    rouse();
  }

  /** Opens the line that listens. Some servers allow but one: then there is none, and mail is found by looking. */
  async function openEar(ear: Line): Promise<void> {
    const openedAt = Date.now();
    const isSteady = () => Date.now() - openedAt >= limits.syncSteady;
    lines.push(ear);
    listenAt = Number.POSITIVE_INFINITY;
    const without = () => {
      listenAt = Date.now() + limits.syncRetryLast;
      ear.close();
    };
    try {
      await ear.connect();
      await watchInbox(
        ear,
        () => wake('poked'),
        () => (isSteady() ? onLoss() : without()),
      );
    } catch {
      without();
    }
  }

  async function onProgress(brought: number): Promise<void> {
    if (!ending.looked) await write(async (tx) => clearSyncFault(tx, accountId, holder));
    ending.looked = true;
    if (brought > 0) ending.progressed = true;
  }

  /** Until something happens, or it is time to look. */
  async function wait(): Promise<void> {
    const next = await nextPush(store, user, accountId);
    const until = Math.min(poll, limits.idle, next === null ? poll : Math.max(0, next - Date.now()));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, until);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
      if (stopped || lost || waiting.nudged || waiting.poked || waiting.asked) rouse();
    });
  }

  async function run(): Promise<void> {
    const context = await connect();
    if (!context) return;
    const { use } = ending;
    if (use) await write((tx) => noteServer(tx, { use, status: 'connected', detail: null }));
    let lookedAt = 0;
    while (!stopped && !lost) {
      take('nudged');
      if (Date.now() >= listenAt) await listen();
      const asked = take('asked');
      const poked = take('poked');
      const isDue = asked || Date.now() - lookedAt >= poll || (await pushDue(context));
      if (isDue || poked) {
        const which = isDue ? 'all' : 'inbox';
        await pass(context, { which, telling: asked, takePoke: () => take('poked'), onProgress });
        if (isDue) lookedAt = Date.now();
      } else await context.line.noop(); // so that nothing in between forgets the line
      await wait();
    }
    if (lost) throw lost;
  }

  const renewal = setInterval(() => void renew().catch(() => {}), limits.jobLease / 4); // the next may succeed
  const ended = run()
    .catch((error: unknown) => {
      if (!stopped && !(error instanceof LeaseLost)) ending.error = lost ?? error;
    })
    .then(async () => {
      clearInterval(renewal);
      if (Date.now() - startedAt >= limits.syncSteady) ending.progressed = true;
      await Promise.all(lines.map(closeLine));
      return ending;
    });
  const session: Session = {
    job,
    askedAt: job.dueAt,
    nudge: () => wake('nudged'),
    ask(at) {
      session.askedAt = at;
      wake('asked');
    },
    async stop() {
      stopped = true;
      rouse();
      for (const line of lines) line.close(); // whatever is under way fails; it can be repeated
      await ended;
    },
    ended,
  };
  return session;
}
