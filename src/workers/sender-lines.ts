// The connections to SMTP servers that are kept a while for the next mail of the same account.
import { limits } from '../limits.ts';
import type { SmtpLine } from '../mail/smtp.ts';

interface Kept {
  line: SmtpLine;
  /** What the line was opened with: an account that has changed since needs another. */
  connection: string;
  mails: number;
  timer?: NodeJS.Timeout;
}

export interface Lines {
  /** The kept line of the lane if it is alive, else a new one. It is the caller's until it is given back. */
  take(lane: string, connection: string, open: () => Promise<SmtpLine>): Promise<SmtpLine>;
  /** Keeps a line over which a mail has gone. */
  keep(lane: string, line: SmtpLine): void;
  endAll(): Promise<void>;
}

/** A line is kept for less time than it may be silent (`timeout`), so that it is we who take leave. */
export function createLines(timeout: number): Lines {
  const idle = new Map<string, Kept>();
  const taken = new WeakMap<SmtpLine, Kept>(); // one that breaks is not given back
  const leaving = new Set<Promise<void>>();
  let ended = false;

  function end(line: SmtpLine): void {
    const farewell = line.end().finally(() => leaving.delete(farewell));
    leaving.add(farewell);
  }

  return {
    async take(lane, connection, open) {
      const kept = idle.get(lane);
      idle.delete(lane);
      clearTimeout(kept?.timer);
      if (kept && kept.connection === connection && (await kept.line.isAlive())) {
        taken.set(kept.line, kept);
        return kept.line;
      }
      if (kept) end(kept.line);
      const line = await open();
      taken.set(line, { line, connection, mails: 0 });
      return line;
    },
    keep(lane, line) {
      const kept = taken.get(line);
      taken.delete(line);
      if (!kept || ended || ++kept.mails >= limits.smtpMails) return end(line);
      kept.timer = setTimeout(
        () => {
          idle.delete(lane);
          end(line);
        },
        Math.min(limits.smtpIdle, timeout / 2),
      ).unref();
      idle.set(lane, kept);
    },
    async endAll() {
      ended = true;
      for (const { line, timer } of idle.values()) {
        clearTimeout(timer);
        end(line);
      }
      idle.clear();
      await Promise.all(leaving);
    },
  };
}
