// What the service logs besides requests: upgrades, a wrong clock, failed background work.
import type { Logger } from 'pino';
import { AppError } from './errors.ts';
import { limits } from './limits.ts';
import type { Store } from './store/port.ts';

// A warning, so that it appears at most log levels: nothing is served until the upgrade is done.
export function upgradeNotice(logger: Logger) {
  return (from: number, to: number) =>
    logger.warn({ from, to }, `upgrading the database from schema ${from} to ${to}; this can take a while`);
}

export function warnOfClock(store: Store, logger: Logger): void {
  const { clockAhead } = store.health();
  if (clockAhead < limits.clockSkew) return;
  const followed = clockAhead <= limits.clockAhead;
  logger.warn(
    { seconds: Math.ceil(clockAhead / 1000) },
    followed
      ? 'the clock is behind the newest stored change; until it has caught up, records get the time of that change'
      : 'a stored change is dated far ahead of the clock; new records get the time of the clock and smaller ids',
  );
}

export function logTo(logger: Logger) {
  return (figures: object, message: string) => logger.info(figures, message);
}

// While the store is unavailable, all background work fails several times a second; it is logged once per interval.
export function errorLogger(logger: Logger): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'SERVICE_UNAVAILABLE')
      return logger.error({ err: error }, 'background work failed');
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + limits.complaints;
    logger.warn({ reason: (error.cause as Error | undefined)?.message }, 'the store is unavailable; retrying');
  };
}

// On a terminal the startup message has the address; Fastify's log line would repeat it.
export async function quietly<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  const { level } = logger;
  if (process.stderr.isTTY && logger.isLevelEnabled('info')) logger.level = 'warn';
  try {
    return await work();
  } finally {
    logger.level = level;
  }
}
