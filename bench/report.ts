// What was measured, as one table for people and as an object for programs.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Round } from './load.ts';

/** A round and the processor time that the program used in it. */
export type MeasuredRound = Round & { cpu: number | undefined };

export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
  cpuPerRequest: number | undefined;
  memory: number | undefined;
  rounds: number[];
}

export interface Result {
  operation: string;
  about: string;
  daybook: Figures;
  bare: Figures;
  /** Median over the rounds of Daybook's rate by the bare program's. */
  ratio: number;
  /** The same by processor time for a request, which other work on the machine disturbs less. */
  ratioByCpu: number | undefined;
}

export function figuresOf(rounds: MeasuredRound[], memory: number | undefined): Figures {
  const sum = (of: (round: MeasuredRound) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const requests = sum((round) => round.requests);
  const latencies = rounds.flatMap((round) => round.latencies).sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  const known = rounds.every((round) => round.cpu !== undefined);
  return {
    perSecond: requests / sum((round) => round.seconds),
    p50: at(0.5),
    p99: at(0.99),
    errors: sum((round) => round.errors),
    cpuPerRequest: known ? sum((round) => round.cpu ?? 0) / requests : undefined,
    memory,
    rounds: rounds.map((round) => round.requests / round.seconds),
  };
}

export function resultOf(operation: { name: string; about: string }, daybook: Figures, bare: Figures): Result {
  const ratios = daybook.rounds.map((rate, index) => rate / (bare.rounds[index] as number));
  const [ours, theirs] = [daybook.cpuPerRequest, bare.cpuPerRequest];
  const ratioByCpu = ours !== undefined && theirs !== undefined ? theirs / ours : undefined;
  return { operation: operation.name, about: operation.about, daybook, bare, ratio: median(ratios), ratioByCpu };
}

const HEADS = [
  'operation',
  '',
  'program',
  'req/s',
  'p50 ms',
  'p99 ms',
  'errors',
  'CPU ms/req',
  'RSS MB',
  'ratio',
  'by CPU',
];
const WORDS = 3; // columns that hold words and stand to the left

export function tableOf(results: Result[]): string {
  const rows = results.flatMap(({ operation, about, daybook, bare, ratio, ratioByCpu }) => [
    [operation, about, 'daybook', ...cells(daybook), ratio.toFixed(2), ratioByCpu?.toFixed(2) ?? '-'],
    ['', '', 'bare', ...cells(bare), '', ''],
  ]);
  const widths = HEADS.map((head, column) =>
    Math.max(...[head, ...rows.map((row) => row[column] ?? '')].map((cell) => cell.length)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column < WORDS ? cell.padEnd(widths[column] as number) : cell.padStart(widths[column] as number),
      )
      .join('  ')
      .trimEnd();
  return [HEADS, widths.map((width) => '-'.repeat(width)), ...rows].map((row) => `${line(row)}\n`).join('');
}

function cells(figures: Figures): string[] {
  return [
    Math.round(figures.perSecond).toLocaleString('en'),
    figures.p50.toFixed(2),
    figures.p99.toFixed(2),
    String(figures.errors),
    figures.cpuPerRequest?.toFixed(3) ?? '-',
    figures.memory?.toFixed(0) ?? '-',
  ];
}

/** One line about the machine, with the time that its disk takes for what every write waits for. */
export function machineLine(folder: string, engine: string): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = loadavg()[0]?.toFixed(1);
  const processor = cpus()[0]?.model ?? 'unknown';
  return `${availableParallelism()} × ${processor} (${process.arch}), ${memory}, ${type()} ${release()}, Node ${process.versions.node}, ${engine}, fsync ${fsyncTime(folder).toFixed(2)} ms, load ${load} at the start`;
}

function fsyncTime(folder: string): number {
  const file = join(folder, 'fsync');
  const handle = openSync(file, 'w');
  const page = Buffer.alloc(8192, 1);
  const times = Array.from({ length: 40 }, () => {
    writeSync(handle, page);
    const started = performance.now();
    fsyncSync(handle);
    return performance.now() - started;
  });
  closeSync(handle);
  rmSync(file);
  return median(times);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
}
