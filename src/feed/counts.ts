// Tells a client how many records its folders, labels, calendars and tags have, at most ten times a second, if it
// subscribed to counts.updated by name. The message is not in the log: it says what the counters say at the moment.
import { limits } from '../limits.ts';

/** A name with its counts. */
export interface Counted {
  name: string;
  total: number;
  unread?: number;
}

/** By list, such as `labels`; without those that the client may not read. */
export type CountsByList = Record<string, Counted[]>;

interface CountsParts {
  read(): Promise<CountsByList>;
  send(changed: CountsByList): void;
  /** Whether the client has subscribed. */
  isWanted(): boolean;
  /** Whether it has not read what it was sent before. */
  isBehind(): boolean;
  onError(error: unknown): void;
}

export class CountsNotifier {
  /** What the client knows, by list and name. */
  private known: Map<string, Counted> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private last = 0;
  private stopped = false;
  private isReading = false;
  /** Whether something changed during a read, or it failed. */
  private isOutdated = false;
  private readonly parts: CountsParts;

  constructor(parts: CountsParts) {
    this.parts = parts;
  }

  /** A record may have changed, or the subscription has. */
  notice(): void {
    if (!this.parts.isWanted()) this.known = undefined;
    else if (this.isReading) this.isOutdated = true;
    else if (!this.timer && !this.stopped)
      this.timer = setTimeout(() => void this.run(), Math.max(0, this.last + limits.countsInterval - Date.now()));
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    const { read, send, isWanted, isBehind, onError } = this.parts;
    this.timer = undefined;
    this.last = Date.now();
    if (isBehind()) return this.notice();
    this.isReading = true; // one at a time: an older one that ended later would send outdated counts
    this.isOutdated = false;
    try {
      const counts = await read();
      if (!this.stopped && isWanted()) this.sendChanged(counts, send);
    } catch (error) {
      this.isOutdated = true;
      onError(error);
    }
    this.isReading = false;
    this.last = Date.now();
    if (this.isOutdated) this.notice();
  }

  /** The first time everything, then what differs; a name that is gone has no records. */
  private sendChanged(counts: CountsByList, send: CountsParts['send']): void {
    const before = this.known;
    const changed: CountsByList = {};
    const add = (list: string, one: Counted) => {
      changed[list] ??= [];
      changed[list].push(one);
    };
    this.known = new Map();
    for (const [list, names] of Object.entries(counts)) {
      if (!before) changed[list] = names;
      for (const one of names) {
        const key = `${list}/${one.name}`;
        this.known.set(key, one);
        const known = before?.get(key);
        if (before && (known?.total !== one.total || known.unread !== one.unread)) add(list, one);
      }
    }
    for (const [key, one] of before ?? []) {
      if (this.known.has(key) || one.total === 0) continue;
      add(key.slice(0, key.indexOf('/')), { ...one, total: 0, ...(one.unread !== undefined && { unread: 0 }) });
    }
    if (Object.keys(changed).length === 0) return;
    send(changed);
  }
}
