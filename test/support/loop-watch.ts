// Loaded before the program (NODE_OPTIONS=--import): measures how much processor time its main thread uses in one turn of
// the event loop, which does not depend on how busy the machine is. Every SIGUSR2 writes the most since the last one, in
// milliseconds of a processor of the reference speed, as a line of the file LOOP_WATCH.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { processorTime, slowness } from './processor.ts';

const file = process.env.LOOP_WATCH;
if (isMainThread && file !== undefined) {
  let last = process.threadCpuUsage();
  let most = 0;
  const measure = () => {
    most = Math.max(most, processorTime(last));
    last = process.threadCpuUsage();
  };
  for (let run = 0; run < 5; run++) slowness(); // compiled before it counts
  setInterval(measure, 1).unref();
  process.on('SIGUSR2', () => {
    measure();
    appendFileSync(file, `${(most / slowness()).toFixed(1)}\n`);
    most = 0;
    last = process.threadCpuUsage();
  });
}
