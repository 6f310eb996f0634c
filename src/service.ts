// Wires the parts together: opens the store, starts the server, the feed and the workers, and stops them in order.
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { type Config, ConfigProblem, commandFor, isLoopback, placeOptions } from './config.ts';
import { createAccess } from './domain/access.ts';
import { createHtmlCleaner } from './domain/html-cleaner.ts';
import { holdRestoredMail } from './domain/restored-mail.ts';
import { indexAll, isIndexed } from './domain/search-index.ts';
import type { Tools } from './domain/tools.ts';
import { AppError } from './errors.ts';
import { createHub } from './feed/hub.ts';
import { createFeedMemory } from './feed/memory.ts';
import { addClosing, type Closing } from './http/closing.ts';
import { openFeed, registerSockets } from './http/feed.ts';
import { createMetrics, type FeedFigures } from './http/metrics.ts';
import { addPages } from './http/pages.ts';
import { createServer } from './http/server.ts';
import { addTurns } from './http/turns.ts';
import { limits } from './limits.ts';
import { filesFolder, holdStore, keyFile, openStore } from './open-store.ts';
import { openBlobs } from './store/blobs.ts';
import { checkFolder, folderClaim, isOwnFolder } from './store/files-folder.ts';
import { type Job, releaseJobs } from './store/jobs.ts';
import { openSecrets } from './store/secrets.ts';
import type { Store } from './store/store.ts';
import { hasTokens } from './store/users.ts';
import { version } from './version.ts';
import { createAccountCheck } from './workers/accounts.ts';
import { queueScheduled, wakeSnoozed } from './workers/clock.ts';
import { settleContents, unlinkContent } from './workers/contents.ts';
import { keepHouse } from './workers/housekeeping.ts';
import { createLoop } from './workers/loop.ts';
import { createMailServers } from './workers/mail-servers.ts';
import { createSender } from './workers/sender.ts';
import { createSync } from './workers/sync.ts';
import { createUnsubscriber } from './workers/unsubscriber.ts';

export interface Service {
  url: string;
  tokensRequired: boolean;
  store: Store;
  stop(): Promise<void>;
}

export async function startService(config: Config, prepare?: (store: Store) => Promise<void>): Promise<Service> {
  const release = holdStore(config);
  const logger: Logger = pino({ level: config.logLevel, base: undefined }, pino.destination({ dest: 2, sync: false }));
  const opening = { upgrade: true, onUpgrade: upgradeNotice(logger), connections: config.databaseConnections };
  const store = await openStore(config, opening).catch((error: unknown) => {
    release();
    throw error;
  });
  try {
    warnOfClock(store, logger);
    if (!(await isIndexed(store))) await renewIndex(store, logger);
    const held = await holdRestoredMail(store);
    if (held > 0)
      logger.warn({ mails: held }, 'mail that waited when the backup was made is held back; see send_error');
    await prepare?.(store);
    return await listen(config, store, logger, release);
  } catch (error) {
    await store.close();
    release();
    throw error;
  }
}

// As a warning, so that it is seen at most log levels: until it is done, nothing is served.
function upgradeNotice(logger: Logger) {
  return (from: number, to: number) =>
    logger.warn({ from, to }, `upgrading the database from schema ${from} to ${to}; this can take a while`);
}

function warnOfClock({ clockAhead }: Store, logger: Logger): void {
  if (clockAhead < limits.clockSkew) return;
  const followed = clockAhead <= limits.clockAhead;
  logger.warn(
    { seconds: Math.ceil(clockAhead / 1000) },
    followed
      ? 'the clock is behind the newest stored change; until it has caught up, records get the time of that change'
      : 'a stored change is dated far ahead of the clock; new records get the time of the clock and smaller ids',
  );
}

// After an upgrade that folds texts or looks for words in another way. Requests wait for it, so the log says how far it is.
async function renewIndex(store: Store, logger: Logger): Promise<void> {
  const started = Date.now();
  let told = 0;
  let records = 0;
  await indexAll(store, (done, total) => {
    records = total;
    if (total === 0 || Date.now() - told < limits.complaints) return;
    told = Date.now();
    logger.info({ done, total }, 'rebuilding the search index');
  });
  if (records > 0) logger.info({ records, seconds: (Date.now() - started) / 1000 }, 'search index rebuilt');
}

async function listen(config: Config, store: Store, logger: Logger, release: () => void): Promise<Service> {
  const loopback = isLoopback(config.host);
  const access = createAccess(store, loopback);
  if (!loopback && !(await hasTokens(store))) {
    throw new ConfigProblem(
      `--host ${config.host} can be reached by others, so a token is needed first; make one with: ${commandFor(config, 'token create --name NAME')}`,
    );
  }
  const onError = complainer(logger);
  const folder = filesFolder(config);
  await checkFolder(store, folder);
  const blobs = openBlobs(folder, folderClaim(store, folder));
  const tidy = async () => {
    if (await isOwnFolder(store, folder)) await settleContents(store, blobs);
  };
  if (await isOwnFolder(store, folder)) blobs.dropLeftOvers(store.exclusive ? 0 : limits.leftOver);
  await tidy();
  const secrets = openSecrets(keyFile(config), process.env.DAYBOOK_SECRET_KEY);
  const servers = createMailServers(store, secrets, config.allowHosts);
  const unsubscriber = createUnsubscriber(config.allowHosts);
  const tools: Tools = {
    blobs,
    filesQuota: config.filesQuota * 1024 ** 2,
    secrets,
    servers,
    unsubscriber,
    cleaner: createHtmlCleaner(),
  };
  let figures: () => FeedFigures = () => ({ clients: 0, behind: 0, bytes: 0 });
  const metrics = createMetrics(store, () => figures());
  const hub = createHub(store, (message) => metrics.delivered(Math.max(0, Date.now() - message.at) / 1000), onError);
  const jobFailed = (error: unknown, job?: Job) => logger.error({ err: error, job }, 'job failed');
  const handlers = { wake: wakeSnoozed, queue: queueScheduled, unlink: unlinkContent(blobs) };
  const loop = createLoop(store, handlers, jobFailed);
  // Apart from the others: a server that does not answer would keep them waiting.
  const checking = { check: createAccountCheck(servers, 'smtp'), check_imap: createAccountCheck(servers, 'imap') };
  const checks = createLoop(store, checking, jobFailed);
  const sender = createSender({ store, tools, ...sendingOf(config), onError });
  const sync = createSync({ store, tools, poll: config.syncPoll * 1000, allowHosts: config.allowHosts, onError });
  store.onCommit(({ user, seq, dueAt }) => {
    if (seq !== undefined) hub.ring(user);
    if (seq !== undefined) sender.notice(user);
    if (dueAt !== undefined) for (const one of [loop, checks, sender, sync]) one.wake(dueAt);
  });

  let closing: Closing | undefined;
  const prepare = async (app: FastifyInstance) => {
    await registerSockets(app);
    const turns = addTurns(app.server);
    closing = addClosing(app);
    return turns;
  };
  const app = await createServer({ config, store, tools, access, metrics, logger, prepare });
  const door = openFeed(app, { store, hub, memory: createFeedMemory(), access, sockets: config.sockets });
  figures = door.figures;
  addPages(app, { store, access, metrics, version, place: placeOptions(config) });
  // For localhost Fastify would open a second listener, which knows nothing of turns, bounds and the orderly end.
  const address = config.host === 'localhost' ? '127.0.0.1' : config.host;
  await quietly(logger, () => app.listen({ host: address, port: config.port }));
  if (store.exclusive) await releaseJobs(store);
  loop.start();
  checks.start();
  sender.start();
  sync.start();

  const timers = [
    every(limits.accessCheck, () => door.checkAccess().catch(onError)),
    every(store.exclusive ? limits.accessCheck : limits.feedSweep, () => void hub.sweep().catch(onError)),
    every(limits.accessCheck, () => {
      // A command such as account add, beside this service, may have left work.
      if (store.writtenElsewhere()) for (const one of [loop, checks, sender, sync]) one.wake(Date.now());
    }),
    every(limits.socketPing, () => door.ping()),
    every(limits.housekeeping, () => void keepHouse(store, config.keepChanges).catch(onError)),
    every(limits.housekeeping, () => void tidy().catch(onError)),
  ];
  const { port } = app.server.address() as { port: number };
  const host = address.includes(':') ? `[${address}]` : address;

  return {
    url: `http://${host}:${port}`,
    tokensRequired: await access.tokensRequired(),
    store,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      door.closeAll();
      servers.stop();
      unsubscriber.stop();
      const sent = sender.stop(limits.drain - limits.socketLinger);
      // A client that never finishes its request must not hold the others up to the limit.
      await closing?.stop(limits.drain - limits.socketLinger);
      await app.close();
      await Promise.all([loop.stop(), checks.stop(), sync.stop(), sent]);
      await tools.cleaner.close();
      await store.close();
      release();
    },
  };
}

function sendingOf({ allowHosts, sendRetryBase, sendLifetime, sendTimeout }: Config) {
  const rules = { base: sendRetryBase * 1000, lifetime: sendLifetime * 24 * 3_600_000 };
  return { allowHosts, rules, timeout: sendTimeout * 1000 };
}

// While the store is away, everything in the background says so several times a second; one line in a while will do.
function complainer(logger: Logger): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'SERVICE_UNAVAILABLE')
      return logger.error({ err: error }, 'background work failed');
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + limits.complaints;
    logger.warn({ reason: (error.cause as Error | undefined)?.message }, 'the store is away; trying again');
  };
}

// In a terminal the greeting says where the service listens; a log line above it says the same.
async function quietly(logger: Logger, work: () => Promise<unknown>): Promise<void> {
  const { level } = logger;
  if (process.stderr.isTTY && logger.isLevelEnabled('info')) logger.level = 'warn';
  try {
    await work();
  } finally {
    logger.level = level;
  }
}

function every(ms: number, work: () => void): NodeJS.Timeout {
  return setInterval(work, ms).unref();
}
