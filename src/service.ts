// The composition root: opens the store, starts the server, the feed and the workers, and stops them in order.
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { type Access, createAccess, type Principal } from './access/access.ts';
import { createAccountCheck } from './accounts/checks.ts';
import { createMailServers } from './accounts/connection-tests.ts';
import { openSecrets } from './accounts/secrets.ts';
import { areRowsCurrent, renewRows } from './calendar/event-rows.ts';
import { type Config, ConfigProblem, commandFor, isLoopback, placeOptions } from './config.ts';
import { areCorrespondentsCurrent, renewCorrespondents } from './correspondents/job.ts';
import { createHub } from './feed/hub.ts';
import { createFeedMemory } from './feed/memory.ts';
import { checkFolder, folderClaim, isOwnFolder } from './files/content-folder.ts';
import { type Blobs, openBlobs } from './files/content-store.ts';
import { settleContents } from './files/unused-contents.ts';
import { readCounts } from './http/counts.ts';
import { createFeedGateway } from './http/feed.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { addPages } from './http/pages/pages.ts';
import { createServer } from './http/server.ts';
import type { Services } from './http/services.ts';
import { addSockets } from './http/sockets.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { keepHouse } from './jobs/housekeeping.ts';
import { createLoop } from './jobs/loop.ts';
import { limits } from './limits.ts';
import { createAttachedMails } from './mail/attached/attached-mail.ts';
import { createHtmlCleaner } from './mail/html/html-cleaner.ts';
import { createRemoteImages, type RemoteImages } from './mail/html/remote-images.ts';
import { createImporter } from './mail/importing/job.ts';
import { arePreviewsCurrent, renewPreviews } from './mail/previews/job.ts';
import { filesFolder, holdStore, keyFile, openStore } from './open-store.ts';
import { isIndexed, renewIndex } from './records/search-index.ts';
import { createAttachmentReader } from './search/attachment-jobs.ts';
import { holdRestoredMail } from './sending/restored-mail.ts';
import { createSender } from './sending/sender.ts';
import { createUnsubscriber } from './sending/unsubscribe-request.ts';
import { errorLogger, logTo, quietly, upgradeNotice, warnOfClock } from './service-log.ts';
import type { Store } from './store/port.ts';
import { type Job, releaseJobs } from './store/tables/jobs.ts';
import { hasTokens } from './store/tables/users.ts';
import { releaseWebhooks } from './store/tables/webhooks/progress.ts';
import { createSync } from './sync/sync.ts';
import { version } from './version.ts';
import type { WebApp } from './web/web-app.ts';
import { disableRestoredWebhooks } from './webhooks/restored.ts';
import { createTargets } from './webhooks/targets.ts';
import { createWebhookTests } from './webhooks/test-delivery.ts';
import { WebhookWorker } from './webhooks/worker.ts';

export interface Service {
  url: string;
  tokensRequired: boolean;
  store: Store;
  webApp: WebApp | undefined;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Runs when the store is open, before the first request. */
  prepare?: (store: Store) => Promise<void>;
  images?: RemoteImages;
  /** Finds or builds the web app. Without it, / leads to the API reference. */
  openWebApp?: (() => Promise<WebApp>) | undefined;
}

export async function startService(config: Config, options: StartOptions = {}): Promise<Service> {
  const release = holdStore(config);
  const logger: Logger = pino({ level: config.logLevel, base: undefined }, pino.destination({ dest: 2, sync: false }));
  const opening = {
    upgrade: true,
    onUpgrade: upgradeNotice(logger),
    connections: config.databaseConnections,
    timezone: config.timezone,
  };
  const store = await openStore(config, opening).catch((error: unknown) => {
    release();
    throw error;
  });
  try {
    warnOfClock(store, logger);
    if (!(await areRowsCurrent(store, config.timezone))) await renewEvents(store, config.timezone, logger);
    if (!(await isIndexed(store))) await renewIndex(store, logTo(logger));
    if (!(await areCorrespondentsCurrent(store))) await renewCorrespondents(store);
    if (!(await arePreviewsCurrent(store))) await renewPreviews(store);
    const disabled = await disableRestoredWebhooks(store);
    if (disabled > 0)
      logger.warn({ webhooks: disabled }, 'webhooks of the restored backup are disabled; enable them again');
    const held = await holdRestoredMail(store);
    if (held > 0)
      logger.warn({ mails: held }, 'mail that waited when the backup was made is held back; see send_error');
    const { prepare, images = createRemoteImages(), openWebApp } = options;
    await prepare?.(store);
    await requireToken(config, store);
    const webApp = await openWebApp?.();
    if (webApp && 'problem' in webApp)
      logger.error({ reason: webApp.problem }, 'the web app could not be built; run npm run build, and restart');
    return await listen({ config, store, logger, release, images, webApp });
  } catch (error) {
    await store.close();
    release();
    throw error;
  }
}

// After an upgrade, or with another time zone. Requests wait for it.
async function renewEvents(store: Store, timezone: string, logger: Logger): Promise<void> {
  const started = Date.now();
  const events = await renewRows(store, timezone);
  if (events > 0) logger.info({ events, seconds: (Date.now() - started) / 1000 }, 'times of events computed');
}

interface ListenParts {
  config: Config;
  store: Store;
  logger: Logger;
  release: () => void;
  images: RemoteImages;
  webApp: WebApp | undefined;
}

async function listen({ config, store, logger, release, images, webApp }: ListenParts): Promise<Service> {
  const onError = errorLogger(logger);
  const access = createAccess(store, isLoopback(config.host));
  const contents = await openContents(config, store);
  const metrics = createMetrics(store);
  const hub = createHub(store, (message) => metrics.delivered(Math.max(0, Date.now() - message.at) / 1000), onError);
  const counts = (principal: Principal) => readCounts(store, principal);
  const memory = createFeedMemory();
  const feed = createFeedGateway({ store, hub, memory, readCounts: counts, access, sockets: config.sockets });
  metrics.watchFeed(feed.figures);
  const services = { ...createServices(config, store, access, contents.blobs), images, feed };
  const workers = createWorkers({ config, store, services, metrics, logger, onError });
  const wakeWorkers = (at: number) => {
    for (const worker of Object.values(workers)) worker.wake(at);
  };
  store.onCommit(({ user, seq, dueAt }) => {
    if (seq !== undefined) hub.notify(user);
    if (seq !== undefined) workers.sender.notice(user);
    if (seq !== undefined) workers.webhooks.notice(user);
    if (dueAt !== undefined) wakeWorkers(dueAt);
  });

  const { app, closing, addresses } = await createServer({ config, store, services, access, metrics, logger });
  addSockets(app, feed);
  addPages(app, { store, access, metrics, version, place: placeOptions(config), webApp, addresses });
  const url = await quietly(logger, () => bind(app, config));
  await releaseLeases(store);
  for (const worker of Object.values(workers)) worker.start();

  const timers = [
    every(limits.accessCheck, () => feed.checkAccess().catch(onError)),
    every(store.about.exclusive ? limits.accessCheck : limits.feedSweep, () => void hub.sweep().catch(onError)),
    every(limits.accessCheck, () => {
      // A command such as account add may have created jobs.
      if (store.writtenElsewhere()) wakeWorkers(Date.now());
    }),
    every(limits.socketPing, () => feed.ping()),
    every(limits.housekeeping, () => void keepHouse(store, config.keepChanges).catch(onError)),
    every(limits.housekeeping, () => void contents.tidy().catch(onError)),
  ];

  async function stop(): Promise<void> {
    for (const timer of timers) clearInterval(timer);
    feed.closeAll();
    for (const one of [services.servers, services.unsubscriber, images, services.webhookTests]) one.stop();
    const delivered = workers.webhooks.stop();
    const sent = workers.sender.stop(limits.drain - limits.socketLinger);
    // A client that never finishes its request must not delay the shutdown up to the limit.
    await closing.stop(limits.drain - limits.socketLinger);
    await app.close();
    const { jobs, checks, documents, imports, sync } = workers;
    await Promise.all([...[jobs, checks, documents, imports, sync].map((one) => one.stop()), sent, delivered]);
    await services.cleaner.close();
    await services.attached.close();
    await store.close();
    release();
  }

  return { url, tokensRequired: await access.tokensRequired(), store, webApp, stop };
}

/** If only one service can use the store: the last one may have died. */
async function releaseLeases(store: Store): Promise<void> {
  if (!store.about.exclusive) return;
  await releaseJobs(store);
  await releaseWebhooks(store);
}

async function requireToken(config: Config, store: Store): Promise<void> {
  if (isLoopback(config.host) || (await hasTokens(store))) return;
  throw new ConfigProblem(
    `--host ${config.host} is reachable by others, so a token is required first; create one with: ${commandFor(config, 'token create --name NAME')}`,
  );
}

/**
 * The content store; `tidy` removes contents whose write was not committed, unless the folder belongs to another
 * database.
 */
async function openContents(config: Config, store: Store): Promise<{ blobs: Blobs; tidy(): Promise<void> }> {
  const folder = filesFolder(config);
  await checkFolder(store, folder);
  const blobs = openBlobs(folder, folderClaim(store, folder));
  const tidy = async () => {
    if (await isOwnFolder(store, folder)) await settleContents(store, blobs);
  };
  if (await isOwnFolder(store, folder)) blobs.dropLeftOvers(store.about.exclusive ? 0 : limits.leftOver);
  await tidy();
  return { blobs, tidy };
}

function createServices(config: Config, store: Store, access: Access, blobs: Blobs) {
  const secrets = openSecrets(keyFile(config), process.env.DAYBOOK_SECRET_KEY);
  const targets = createTargets(config.allowHosts);
  return {
    access,
    version,
    place: { startedAt: Date.now(), files: resolve(filesFolder(config)), hostnames: config.hostnames },
    blobs,
    filesQuota: config.filesQuota * 1024 ** 2,
    secrets,
    servers: createMailServers(store, secrets, config.allowHosts),
    unsubscriber: createUnsubscriber(config.allowHosts),
    cleaner: createHtmlCleaner(),
    attached: createAttachedMails(),
    targets,
    webhookTests: createWebhookTests(store, secrets, targets),
  } satisfies Omit<Services, 'images' | 'feed'>;
}

interface WorkerParts {
  config: Config;
  store: Store;
  services: ReturnType<typeof createServices>;
  metrics: Metrics;
  logger: Logger;
  onError: (error: unknown) => void;
}

/** The background work: jobs, connection tests, sending, synchronisation and webhooks. */
function createWorkers({ config, store, services, metrics, logger, onError }: WorkerParts) {
  const { blobs, servers, secrets, targets } = services;
  const jobFailed = (error: unknown, job?: Job) => logger.error({ err: error, job }, 'job failed');
  const handlers = jobHandlers(blobs, logTo(logger));
  // In a separate loop: a server that does not answer would delay the other jobs.
  const checks = { check: createAccountCheck(servers, 'smtp'), check_imap: createAccountCheck(servers, 'imap') };
  const { allowHosts, syncPoll } = config;
  const reader = createAttachmentReader(blobs);
  const documents = createLoop(store, reader.handlers, jobFailed, { batch: limits.documentBatch });
  const importer = createImporter(blobs);
  // In a separate loop: an import may take hours. Those of one user follow each other.
  const imports = createLoop(store, importer.handlers, jobFailed, { batch: 1, users: limits.importsAtOnce });
  return {
    imports: {
      ...imports,
      async stop() {
        importer.stop();
        await imports.stop();
        await importer.close();
      },
    },
    documents: {
      ...documents,
      async stop() {
        await reader.close();
        await documents.stop();
      },
    },
    jobs: createLoop(store, handlers, jobFailed),
    checks: createLoop(store, checks, jobFailed),
    sender: createSender({ store, services, ...sendingOf(config), onError }),
    sync: createSync({ store, services, poll: syncPoll * 1000, allowHosts, onError }),
    webhooks: new WebhookWorker({
      ...{ store, secrets, check: targets.check, base: config.webhookRetryBase * 1000, onError },
      onAttempt: ({ ok, duration }) => metrics.webhook(ok, duration / 1000),
    }),
  };
}

/** Opens the port; returns the address of the service. */
async function bind(app: FastifyInstance, config: Config): Promise<string> {
  // For localhost Fastify would open a second listener, to which turns, limits and the shutdown do not apply.
  const address = config.host === 'localhost' ? '127.0.0.1' : config.host;
  await app.listen({ host: address, port: config.port });
  const { port } = app.server.address() as { port: number };
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function sendingOf({ allowHosts, sendRetryBase, sendLifetime, sendTimeout }: Config) {
  const rules = { base: sendRetryBase * 1000, lifetime: sendLifetime * 24 * 3_600_000 };
  return { allowHosts, rules, timeout: sendTimeout * 1000 };
}

function every(ms: number, work: () => void): NodeJS.Timeout {
  return setInterval(work, ms).unref();
}
