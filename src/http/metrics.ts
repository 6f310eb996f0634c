// Metrics for Prometheus: requests by route and status with their latency, the feed, the jobs and the store.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { onStoreTiming } from '../store/engine/health.ts';
import type { Store } from '../store/port.ts';
import { countJobs, readProgress } from '../store/tables/jobs.ts';
import { countStates } from '../store/tables/webhooks/progress.ts';
import { addHistogram, type Observe } from './histogram.ts';

export interface FeedFigures {
  clients: number;
  /** The maximum number of changes that a client has yet to receive. */
  behind: number;
  /** Of messages queued for clients. */
  bytes: number;
}

export interface Metrics {
  request(method: string, route: string, status: number, seconds: number): void;
  delivered(lagSeconds: number): void;
  /** An attempt to deliver a message to a webhook. */
  webhook(isAccepted: boolean, seconds: number): void;
  /** Adds the metrics of the feed. */
  watchFeed(figures: () => FeedFigures): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** Counters of the requests of one method to one route. */
interface Answered {
  method: string;
  route: string;
  observe: Observe;
  /** Number of requests by status. */
  statuses: Map<number, number>;
}

export function createMetrics(store: Store): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'daybook_' });
  const request = countRequests(registry);
  const lag = addHistogram(registry, 'daybook_feed_lag_seconds', 'Time from a change to its delivery to live clients.');
  const timings = addHistogram(registry, 'daybook_store_seconds', 'Time of reads and commits in the store.');
  const webhooks = addHistogram(registry, 'daybook_webhook_seconds', 'Time of requests to webhooks by result.');
  const [accepted, failed] = [webhooks({ result: 'accepted' }), webhooks({ result: 'failed' })];
  watchStore(registry, store);
  const operations = new Map<string, Observe>();
  onStoreTiming((operation, seconds) => known(operations, operation, () => timings({ operation }))(seconds));
  return {
    request,
    delivered: lag({}),
    webhook: (isAccepted, seconds) => (isAccepted ? accepted : failed)(seconds),
    watchFeed: (figures) => watchFeed(registry, figures),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function countRequests(registry: Registry): Metrics['request'] {
  const answered = new Map<string, Map<string, Answered>>(); // by route, then by method
  new Counter({
    name: 'daybook_http_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { method, route, statuses } of [...answered.values()].flatMap((methods) => [...methods.values()]))
        for (const [status, count] of statuses) this.inc({ method, route, status }, count);
    },
  });
  const latency = addHistogram(registry, 'daybook_http_request_seconds', 'Time to answer, by route.');
  return (method, route, status, seconds) => {
    const methods = known(answered, route, () => new Map<string, Answered>());
    const { observe, statuses } = known(methods, method, () => ({
      method,
      route,
      observe: latency({ method, route }),
      statuses: new Map(),
    }));
    observe(seconds);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
}

function watchFeed(registry: Registry, figures: () => FeedFigures): void {
  const gauge = (name: string, help: string, figure: keyof FeedFigures) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(figures()[figure]);
      },
    });
  gauge('daybook_feed_clients', 'Open WebSockets and event streams.', 'clients');
  gauge('daybook_feed_behind_changes', 'Changes that the slowest client has still to be sent.', 'behind');
  gauge('daybook_feed_waiting_bytes', 'Messages that wait for clients, in bytes.', 'bytes');
}

function watchStore(registry: Registry, store: Store): void {
  // Before the jobs, whose query would count itself.
  new Gauge({
    name: 'daybook_store_connections',
    help: 'Connections to the database server by state, and what waits for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(store.health().connections)) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'daybook_jobs',
    help: 'Jobs by kind and state.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const row of await countJobs(store, Date.now()))
        this.set({ kind: row.kind as string, state: row.state as string }, row.jobs as number);
    },
  });
  new Gauge({
    name: 'daybook_webhooks',
    help: 'Webhooks by state: delivering, failing or disabled.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const row of await countStates(store)) this.set({ state: row.state as string }, row.n as number);
    },
  });
  new Gauge({
    name: 'daybook_previews_remaining',
    help: 'Emails of an earlier version whose preview is still to be computed.',
    registers: [registry],
    async collect() {
      const { done, total } = (await readProgress(store, 'preview')) ?? { done: 0, total: 0 };
      this.set(total - done);
    },
  });
  new Gauge({
    name: 'daybook_index_remaining',
    help: 'Records of an earlier version that q does not find by all of their texts yet.',
    registers: [registry],
    async collect() {
      const { done, total } = (await readProgress(store, 'index')) ?? { done: 0, total: 0 };
      this.set(total - done);
    },
  });
}

/** The value of a key, created if it is missing. */
function known<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const found = values.get(key);
  if (found !== undefined) return found;
  const made = make();
  values.set(key, made);
  return made;
}
