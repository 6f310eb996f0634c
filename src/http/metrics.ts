// Figures for Prometheus: requests by route and status with their latency, the feed, the jobs and the store.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { countJobs } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { onStoreTiming } from '../store/timings.ts';
import { addHistogram, type Observe } from './histogram.ts';

export interface FeedFigures {
  clients: number;
  /** The most changes that a client has still to be sent. */
  behind: number;
  /** Of messages that wait for clients. */
  bytes: number;
}

export interface Metrics {
  request(method: string, route: string, status: number, seconds: number): void;
  delivered(lagSeconds: number): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** What is counted of the requests of one method to one route. */
interface Answered {
  method: string;
  route: string;
  observe: Observe;
  /** How many by their status. */
  statuses: Map<number, number>;
}

export function createMetrics(store: Store, feed: () => FeedFigures): Metrics {
  const registers = [new Registry()] as const;
  const [registry] = registers;
  collectDefaultMetrics({ register: registry, prefix: 'daybook_' });
  const answered = new Map<string, Map<string, Answered>>(); // by route, then by method
  new Counter({
    name: 'daybook_http_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [...registers],
    collect() {
      this.reset();
      for (const { method, route, statuses } of [...answered.values()].flatMap((methods) => [...methods.values()]))
        for (const [status, count] of statuses) this.inc({ method, route, status }, count);
    },
  });
  const latency = addHistogram(registry, 'daybook_http_request_seconds', 'Time to answer, by route.');
  const lag = addHistogram(registry, 'daybook_feed_lag_seconds', 'Time from a change to its delivery to live clients.');
  const timings = addHistogram(registry, 'daybook_store_seconds', 'Time of reads and commits in the store.');
  new Gauge({
    name: 'daybook_feed_clients',
    help: 'Open WebSocket clients.',
    registers: [...registers],
    collect() {
      this.set(feed().clients);
    },
  });
  new Gauge({
    name: 'daybook_feed_behind_changes',
    help: 'Changes that the slowest client has still to be sent.',
    registers: [...registers],
    collect() {
      this.set(feed().behind);
    },
  });
  new Gauge({
    name: 'daybook_feed_waiting_bytes',
    help: 'Messages that wait for clients, in bytes.',
    registers: [...registers],
    collect() {
      this.set(feed().bytes);
    },
  });
  // Before the jobs, whose query would count itself.
  new Gauge({
    name: 'daybook_store_connections',
    help: 'Connections to the database server by state, and what waits for one.',
    labelNames: ['state'],
    registers: [...registers],
    collect() {
      for (const [state, count] of Object.entries(store.connections())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'daybook_jobs',
    help: 'Jobs by kind and state.',
    labelNames: ['kind', 'state'],
    registers: [...registers],
    async collect() {
      this.reset();
      for (const row of await countJobs(store, Date.now()))
        this.set({ kind: row.kind as string, state: row.state as string }, row.jobs as number);
    },
  });
  const operations = new Map<string, Observe>();
  onStoreTiming((operation, seconds) => known(operations, operation, () => timings({ operation }))(seconds));
  return {
    request(method, route, status, seconds) {
      const methods = known(answered, route, () => new Map<string, Answered>());
      const { observe, statuses } = known(methods, method, () => ({
        method,
        route,
        observe: latency({ method, route }),
        statuses: new Map(),
      }));
      observe(seconds);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
    delivered: lag({}),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** The value of a key, made when it is missing. */
function known<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const found = values.get(key);
  if (found !== undefined) return found;
  const made = make();
  values.set(key, made);
  return made;
}
