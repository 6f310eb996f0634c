// From rounds of load to the figures of an operation.
import type { Round } from './load.ts';

/** A round and the processor time that the program used in it. */
export type MeasuredRound = Round & { cpu: number | undefined };

export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
  cpuPerRequest: number | undefined;
  /** Megabytes at the end. */
  memory: number | undefined;
  /** Requests a second of each round. */
  rounds: number[];
}

export interface Result {
  operation: string;
  about: string;
  /** Connections; none where that is no question. */
  lanes: number | undefined;
  /** What is not measured is not there. */
  daybook: Partial<Figures>;
  bare: Figures | undefined;
  /** Median over the rounds of Daybook's rate by the bare program's. */
  ratio: number | undefined;
  /** The same by processor time for a request, which other work on the machine disturbs less. */
  ratioByCpu?: number | undefined;
}

export function figuresOf(rounds: MeasuredRound[], memory: number | undefined): Figures {
  const sum = (of: (round: MeasuredRound) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const requests = sum((round) => round.requests);
  const known = rounds.every((round) => round.cpu !== undefined);
  return {
    perSecond: requests / sum((round) => round.seconds),
    ...quantiles(rounds.flatMap((round) => round.latencies)),
    errors: sum((round) => round.errors),
    cpuPerRequest: known ? sum((round) => round.cpu ?? 0) / requests : undefined,
    memory,
    rounds: rounds.map((round) => round.requests / round.seconds),
  };
}

export function quantiles(latencies: number[]): { p50: number; p99: number } {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

export function ratioOf(ours: Figures, theirs: Figures): number {
  return median(ours.rounds.map((rate, index) => rate / (theirs.rounds[index] as number)));
}

export function ratioByCpuOf(ours: Figures, theirs: Figures): number | undefined {
  const [mine, other] = [ours.cpuPerRequest, theirs.cpuPerRequest];
  return mine === undefined || other === undefined ? undefined : other / mine;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
}
