// Pool of SMTP connections: each is kept for a short time for the next mail of the same account.
import { limits } from '../limits.ts';
import type { SmtpConnection } from '../protocols/smtp/connection.ts';

interface Kept {
  connection: SmtpConnection;
  /** The settings that it was opened with: an account that has changed since needs a new connection. */
  settings: string;
  mails: number;
  timer?: NodeJS.Timeout;
}

export interface Connections {
  /** The kept connection of the lane if it is alive, else a new one. The caller owns it until it calls `keep`. */
  take(lane: string, settings: string, open: () => Promise<SmtpConnection>): Promise<SmtpConnection>;
  /** Keeps a connection after it has sent a mail. */
  keep(lane: string, connection: SmtpConnection): void;
  endAll(): Promise<void>;
}

/** A connection is kept for less than `timeout`, so that it is closed with QUIT and does not time out. */
export function createConnections(timeout: number): Connections {
  const idle = new Map<string, Kept>();
  const taken = new WeakMap<SmtpConnection, Kept>(); // a broken connection is not returned
  const closing = new Set<Promise<void>>();
  let ended = false;

  function end(connection: SmtpConnection): void {
    const quitting = connection.end().finally(() => closing.delete(quitting));
    closing.add(quitting);
  }

  return {
    async take(lane, settings, open) {
      const kept = idle.get(lane);
      idle.delete(lane);
      clearTimeout(kept?.timer);
      if (kept && kept.settings === settings && (await kept.connection.isAlive())) {
        taken.set(kept.connection, kept);
        return kept.connection;
      }
      if (kept) end(kept.connection);
      const connection = await open();
      taken.set(connection, { connection, settings, mails: 0 });
      return connection;
    },
    keep(lane, connection) {
      const kept = taken.get(connection);
      taken.delete(connection);
      if (!kept || ended || ++kept.mails >= limits.smtpMails) return end(connection);
      kept.timer = setTimeout(
        () => {
          idle.delete(lane);
          end(connection);
        },
        Math.min(limits.smtpIdle, timeout / 2),
      ).unref();
      idle.set(lane, kept);
    },
    async endAll() {
      ended = true;
      for (const { connection, timer } of idle.values()) {
        clearTimeout(timer);
        end(connection);
      }
      idle.clear();
      await Promise.all(closing);
    },
  };
}
