// A histogram of durations made of plain counters, converted to prom-client's format when metrics are scraped.
// prom-client's own histogram validates and hashes the labels on every observation: 2.3 µs for each of a million,
// against 0.07 µs here, several times per request.
import type { MetricValueWithName, Registry } from 'prom-client';

/** Records one duration, in seconds. */
export type Observe = (seconds: number) => void;

const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Series {
  labels: Record<string, string>;
  /** The number of durations in each bucket. */
  counts: number[];
  sum: number;
  count: number;
}

/** Adds a histogram to the registry; returns a function that creates the series for a set of labels. */
export function addHistogram(
  registry: Registry,
  name: string,
  help: string,
): (labels: Record<string, string>) => Observe {
  const all: Series[] = [];
  const get = async () => ({ name, help, type: 'histogram', values: all.flatMap((one) => valuesOf(name, one)) });
  registry.registerMetric({ name, get } as never); // the only members that the registry uses
  return (labels) => {
    const series: Series = { labels, counts: BOUNDS.map(() => 0), sum: 0, count: 0 };
    all.push(series);
    return (seconds) => {
      series.sum += seconds;
      series.count++;
      for (let i = 0; i < BOUNDS.length; i++) {
        if (seconds > (BOUNDS[i] as number)) continue;
        (series.counts[i] as number)++;
        return;
      }
    };
  };
}

function valuesOf(name: string, { labels, counts, sum, count }: Series): MetricValueWithName<string>[] {
  let below = 0;
  const buckets = BOUNDS.map((bound, index) => {
    below += counts[index] as number;
    return { metricName: `${name}_bucket`, labels: { le: bound, ...labels }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
