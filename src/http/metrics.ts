// Figures for Prometheus: requests by route and status with their latency, the feed, the jobs and the store.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countJobs } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { onStoreTiming } from '../store/timings.ts';

export interface FeedFigures {
  clients: number;
  /** The most changes that a client has still to be sent. */
  behind: number;
}

export interface Metrics {
  request(method: string, route: string, status: number, seconds: number): void;
  delivered(lagSeconds: number): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(store: Store, feed: () => FeedFigures): Metrics {
  const registers = [new Registry()] as const;
  const [registry] = registers;
  collectDefaultMetrics({ register: registry, prefix: 'daybook_' });
  const requests = new Counter({
    name: 'daybook_http_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [...registers],
  });
  const latency = new Histogram({
    name: 'daybook_http_request_seconds',
    help: 'Time to answer, by route.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [...registers],
  });
  const lag = new Histogram({
    name: 'daybook_feed_lag_seconds',
    help: 'Time from a change to its delivery to live clients.',
    buckets: BUCKETS,
    registers: [...registers],
  });
  const timings = new Histogram({
    name: 'daybook_store_seconds',
    help: 'Time of reads and commits in the store.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers: [...registers],
  });
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
  onStoreTiming((operation, seconds) => timings.observe({ operation }, seconds));
  return {
    request(method, route, status, seconds) {
      requests.inc({ method, route, status });
      latency.observe({ method, route }, seconds);
    },
    delivered: (seconds) => lag.observe(seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
