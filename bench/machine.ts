// One line about the machine, with the time that its disk takes for what every write waits for.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { median } from './figures.ts';

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
