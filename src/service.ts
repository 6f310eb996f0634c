// Wires the parts together: opens the store, starts the server, the feed and the workers, and stops them in order.
import { type Logger, pino } from 'pino';
import { type Config, ConfigProblem, commandFor, isLoopback } from './config.ts';
import { createAccess } from './domain/access.ts';
import { indexAll, isIndexed } from './domain/search-index.ts';
import { AppError } from './errors.ts';
import { createHub } from './feed/hub.ts';
import { openFeed, registerSockets } from './http/feed.ts';
import { createMetrics, type FeedFigures } from './http/metrics.ts';
import { addPages } from './http/pages.ts';
import { createServer } from './http/server.ts';
import { limits } from './limits.ts';
import { holdStore, openStore, placeOf } from './open-store.ts';
import { releaseJobs } from './store/jobs.ts';
import type { Store } from './store/store.ts';
import { hasTokens } from './store/users.ts';
import { version } from './version.ts';
import { queueScheduled, wakeSnoozed } from './workers/clock.ts';
import { keepHouse } from './workers/housekeeping.ts';
import { createLoop } from './workers/loop.ts';

export interface Service {
  url: string;
  tokensRequired: boolean;
  store: Store;
  stop(): Promise<void>;
}

export async function startService(config: Config, prepare?: (store: Store) => Promise<void>): Promise<Service> {
  const place = placeOf(config);
  const release = holdStore(place);
  const logger: Logger = pino({ level: config.logLevel, base: undefined }, pino.destination({ dest: 2, sync: false }));
  const store = await openStore(place, config.databaseConnections).catch((error: unknown) => {
    release();
    throw error;
  });
  try {
    if (!(await isIndexed(store))) await renewIndex(store, logger);
    await prepare?.(store);
    return await listen(config, store, logger, release);
  } catch (error) {
    await store.close();
    release();
    throw error;
  }
}

// After an upgrade that looks for words in another way.
async function renewIndex(store: Store, logger: Logger): Promise<void> {
  let told = Date.now();
  await indexAll(store, (done, total) => {
    if (Date.now() - told < limits.complaints) return;
    told = Date.now();
    logger.info({ done, total }, 'the search index is being made anew');
  });
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
  let figures: () => FeedFigures = () => ({ clients: 0, behind: 0 });
  const metrics = createMetrics(store, () => figures());
  const hub = createHub(store, (message) => metrics.delivered((Date.now() - message.at) / 1000), onError);
  const loop = createLoop(store, { wake: wakeSnoozed, queue: queueScheduled }, (error, job) =>
    logger.error({ err: error, job }, 'job failed'),
  );
  store.onCommit(({ user, seq, dueAt }) => {
    if (seq !== undefined) hub.ring(user);
    if (dueAt !== undefined) loop.wake(dueAt);
  });

  const app = await createServer({ config, store, access, metrics, logger, prepare: registerSockets });
  const door = openFeed(app, store, hub, access);
  figures = door.figures;
  addPages(app, store, metrics, version);
  await app.listen({ host: config.host, port: config.port });
  if (store.exclusive) await releaseJobs(store);
  loop.start();

  const timers = [
    every(limits.accessCheck, () => door.checkAccess().catch(onError)),
    every(store.exclusive ? limits.accessCheck : limits.feedSweep, () => void hub.sweep().catch(onError)),
    every(limits.socketPing, () => door.ping()),
    every(limits.housekeeping, () => void keepHouse(store, config.keepChanges).catch(onError)),
  ];
  const { port } = app.server.address() as { port: number };
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;

  return {
    url: `http://${host}:${port}`,
    tokensRequired: await access.tokensRequired(),
    store,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      door.closeAll();
      // A client that never finishes its request must not hold the others up to the limit.
      const late = setTimeout(() => app.server.closeAllConnections(), limits.drain - limits.socketLinger);
      // A request that ends during the drain leaves its connection open for the next, which will not come.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50);
      await app.close();
      clearInterval(idle);
      clearTimeout(late);
      await loop.stop();
      await store.close();
      release();
    },
  };
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

function every(ms: number, work: () => void): NodeJS.Timeout {
  return setInterval(work, ms).unref();
}
